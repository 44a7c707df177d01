// SPDX-License-Identifier: MIT
import CZlib

extension QRCode {
  /// How many pixels wide and high a module is.
  private static let scale = 8

  /// Draws the code as a picture of one bit a pixel, eight pixels a module.
  ///
  /// - Returns: a PNG file.
  /// - Throws: ``DrawError/outOfMemory``.
  ///
  /// PNG, third edition, §5.3, §11.2; zlib: `compress2`, `crc32`.
  public func png() throws(DrawError) -> [UInt8] {
    let pixels = UInt32(range.count * Self.scale)
    var file: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
    // Bit depth 1, greyscale; compression, filter and interlace methods 0.
    Self.append(
      "IHDR",
      Self.bytes(of: pixels) + Self.bytes(of: pixels) + [1, 0, 0, 0, 0],
      to: &file
    )
    Self.append("IDAT", try Self.compressed(rows()), to: &file)
    Self.append("IEND", [], to: &file)
    return file
  }

  /// The rows, each with filter type 0 in front; eight pixels a module make a byte of one colour.
  private func rows() -> [UInt8] {
    var rows: [UInt8] = []
    for row in range {
      let line = [0] + range.map { column in isDark(column: column, row: row) ? 0 : UInt8(0xFF) }
      for _ in 0..<Self.scale { rows += line }
    }
    return rows
  }

  private static func compressed(_ bytes: [UInt8]) throws(DrawError) -> [UInt8] {
    var count = compressBound(UInt(bytes.count))
    var failed = false
    let result = unsafe [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
      // Both pointers are good for the call; the result's count is never more than its bound.
      let status = unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe compress2(buffer.baseAddress, &count, bytes.baseAddress, UInt(bytes.count), 9)
      }
      failed = status != Z_OK
      initialized = failed ? 0 : Int(count)
    }
    if failed { throw .outOfMemory }
    return result
  }

  private static func append(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
    let body = Array(type.utf8) + data
    // The pointer is good for the call.
    let sum = unsafe body.withUnsafeBufferPointer { bytes in
      unsafe crc32(0, bytes.baseAddress, UInt32(bytes.count))
    }
    file += bytes(of: UInt32(data.count)) + body + bytes(of: UInt32(truncatingIfNeeded: sum))
  }

  /// Four bytes, most significant first.
  private static func bytes(of number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
