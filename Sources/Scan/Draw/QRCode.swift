// SPDX-License-Identifier: MIT
import CQRencode

/// A QR code: a square of dark and light modules.
///
/// ISO/IEC 18004.
public struct QRCode: Sendable {
  /// The most bytes that a code holds: version 40 with error correction level L.
  public static let mostByteCount = 2953

  /// The light border that readers need, in modules on each side.
  public static let quietZone = 4

  /// How many modules a side has, without the quiet zone.
  public let side: Int
  private let modules: [Bool]

  /// Encodes bytes, in byte mode and exactly as they are.
  ///
  /// The smallest version that holds them is taken, and in it the highest level of error correction
  /// that there is room for.
  ///
  /// - Parameter bytes: 1 to ``mostByteCount`` bytes.
  /// - Throws: ``DrawError``.
  ///
  /// libqrencode: `QRcode_encodeData`.
  public init(encoding bytes: Span<UInt8>) throws(DrawError) {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= Self.mostByteCount else {
      throw .tooLong(byteCount: bytes.count, limit: Self.mostByteCount)
    }
    var best: QRCode?
    // More correction in the same size costs nothing.
    for level in [QR_ECLEVEL_L, QR_ECLEVEL_M, QR_ECLEVEL_Q, QR_ECLEVEL_H] {
      guard let code = Self(bytes, level) else { break }
      if let best, code.side > best.side { break }
      best = code
    }
    guard let best else { throw .outOfMemory }
    self = best
  }

  private init?(_ bytes: Span<UInt8>, _ level: QRecLevel) {
    let code = unsafe bytes.withUnsafeBufferPointer { buffer in
      // The pointer is good for the call, and for as many bytes as it is told.
      unsafe QRcode_encodeData(Int32(buffer.count), buffer.baseAddress, 0, level)
    }
    guard let code = unsafe code else { return nil }
    defer { unsafe QRcode_free(code) }
    // libqrencode allots a byte to each of `width` squared modules; the lowest bit is the colour.
    let side = Int(unsafe code.pointee.width)
    let cells = unsafe UnsafeBufferPointer(start: code.pointee.data, count: side * side)
    self.side = side
    modules = unsafe cells.map { $0 & 1 == 1 }
  }

  /// Tells whether a module is dark.
  ///
  /// - Parameters:
  ///   - column: from 0 at the left; beyond the code is the quiet zone.
  ///   - row: from 0 at the top, likewise.
  /// - Returns: its colour.
  func isDark(column: Int, row: Int) -> Bool {
    guard (0..<side).contains(column), (0..<side).contains(row) else { return false }
    return modules[row * side + column]
  }

  /// The columns, or rows, of the code with its quiet zone.
  var range: Range<Int> { -Self.quietZone..<(side + Self.quietZone) }
}
