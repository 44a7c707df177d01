// SPDX-License-Identifier: MIT
import CZXing

/// The second reader, zxing-cpp: slower, and often right where zbar sees nothing.
enum ZXingReader {
  /// Reads every code in an image.
  ///
  /// - Returns: the codes in the order in which a person would read them.
  static func read(_ image: Luminance) -> [FoundCode] {
    guard let width = Int32(exactly: image.width), let height = Int32(exactly: image.height) else {
      return []
    }
    var found: [FoundCode] = []
    // Sound: the pixels are as many as is said, and each pointer is used only during the call.
    unsafe image.pixels.withUnsafeBufferPointer { pixels in
      unsafe withUnsafeMutablePointer(to: &found) { found in
        _ = unsafe czxing_read(
          pixels.baseAddress,
          width,
          height,
          { code, context in
            guard let code = unsafe code?.pointee.copied() else { return }
            unsafe context?.assumingMemoryBound(to: [FoundCode].self).pointee.append(code)
          },
          found
        )
      }
    }
    return found.inReadingOrder()
  }
}

extension czxing_code {
  /// Copies the code out of the reader's memory.
  fileprivate func copied() -> FoundCode {
    // Sound: the bytes are as many as is said, and good during the visit.
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: self.bytes, count: count))
    let (top, left) = unsafe (Int(self.top), Int(self.left))
    let (part, parts, parity) = unsafe (Int(self.part), Int(self.parts), Int(self.parity))
    guard parts > 1 else {
      return FoundCode(content: .whole(QRPayload(bytes: bytes)), top: top, left: left)
    }
    let message = MessagePart(index: part, count: parts, parity: parity, bytes: bytes)
    return FoundCode(content: message.map { .part($0) } ?? .unknownPart, top: top, left: left)
  }
}
