// SPDX-License-Identifier: MIT
import CZBar

/// Owns one image scanner of libzbar, set to read QR codes alone and to leave their bytes as they are.
@safe struct ZBarReader: ~Copyable {
  private let scanner: OpaquePointer

  /// Makes a scanner; `nil` when there is no memory for it.
  init?() {
    guard let scanner = unsafe zbar_image_scanner_create() else { return nil }
    unsafe self.scanner = scanner
    // Sound: the scanner was just made. Without ZBAR_CFG_BINARY zbar guesses a charset and rewrites
    // the bytes; other symbologies only cost time and find things in noise.
    unsafe zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    unsafe zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
    unsafe zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
  }

  deinit {
    // Sound: the scanner is ours alone and used no more.
    unsafe zbar_image_scanner_destroy(scanner)
  }

  /// Reads every code in an image.
  ///
  /// - Returns: the codes in the order in which a person would read them.
  mutating func read(_ image: Luminance) -> [FoundCode] {
    guard let width = CUnsignedInt(exactly: image.width),
      let height = CUnsignedInt(exactly: image.height), let frame = unsafe zbar_image_create()
    else { return [] }
    // Sound: the frame is made and freed here, and lets go of the pixels (it has no cleanup handler)
    // before they end.
    defer { unsafe zbar_image_destroy(frame) }
    unsafe zbar_image_set_format(frame, Self.grey8)
    unsafe zbar_image_set_size(frame, width, height)
    var found: [FoundCode] = []
    unsafe image.pixels.withUnsafeBytes { pixels in
      // Sound: the pixels stay where they are until this closure ends, and the frame copies none.
      unsafe zbar_image_set_data(frame, pixels.baseAddress, CUnsignedLong(pixels.count), nil)
      guard unsafe zbar_scan_image(scanner, frame) > 0 else { return }
      var symbol = unsafe zbar_image_first_symbol(frame)
      while let current = unsafe symbol {
        if let code = unsafe FoundCode(current) { found.append(code) }
        unsafe symbol = zbar_symbol_next(current)
      }
    }
    return found.inReadingOrder()
  }

  /// The FourCC "Y800": one byte of grey a pixel.
  private static let grey8: CUnsignedLong = 0x3030_3859
}

extension FoundCode {
  /// Copies a symbol of zbar.
  ///
  /// - Returns: `nil` for a symbol of another kind, or one without content.
  fileprivate init?(_ symbol: OpaquePointer) {
    // Sound: a symbol's data belongs to the frame, which outlives this call, and has the length told.
    let type = unsafe zbar_symbol_get_type(symbol)
    let length = Int(unsafe zbar_symbol_get_data_length(symbol))
    switch type {
    case ZBAR_QRCODE:
      guard length > 0, let data = unsafe zbar_symbol_get_data(symbol) else { return nil }
      let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: length))
      content = .whole(QRPayload(bytes: bytes))
    case ZBAR_PARTIAL:
      content = .unknownPart
    default:
      return nil
    }
    // Sound: the symbol is alive, and every index is below the number told.
    let corners = unsafe zbar_symbol_get_loc_size(symbol)
    var top = Int.max
    var left = Int.max
    for corner in 0..<corners {
      top = min(top, Int(unsafe zbar_symbol_get_loc_y(symbol, corner)))
      left = min(left, Int(unsafe zbar_symbol_get_loc_x(symbol, corner)))
    }
    self.top = top
    self.left = left
  }
}
