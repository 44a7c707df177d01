// SPDX-License-Identifier: MIT

/// The readings that are tried on a picture, one after the other, until one finds a code.
public struct Ladder: Sendable {
  /// Larger pictures are made smaller before anything is searched: codes that get lost by that would have
  /// modules of one pixel in a picture of more than a camera's usual size.
  static let mostPixels = 16_000_000

  /// The rungs, from the cheapest that reads most pictures to those that pay for a few.
  public let readings: [Reading]

  /// Makes a ladder of its own rungs.
  public init(_ readings: [Reading]) {
    self.readings = readings
  }

  /// Searches a picture for QR codes.
  ///
  /// Each reading searches every layer as it is and as its negative, so that a picture with light and
  /// dark codes yields both. The first reading that finds codes is the last one, unless a code is a
  /// part of a longer message whose other parts a later reading may find.
  ///
  /// - Parameters:
  ///   - picture: the decoded picture.
  ///   - isOutOfTime: asked before each search; `true` ends the climb.
  /// - Returns: what was found; no codes at all is no error here.
  public func search(_ picture: Picture, isOutOfTime: () -> Bool = { false }) -> Findings {
    var findings = Findings()
    guard var zbar = ZBarReader() else { return findings }
    for reading in readings {
      for layer in picture.layers {
        for image in reading.images(of: layer) {
          guard !isOutOfTime() else { return findings }
          switch reading.reader {
          case .zbar: findings.add(zbar.read(image))
          case .zxing: findings.add(ZXingReader.read(image))
          }
        }
      }
      if findings.isComplete { break }
    }
    return findings
  }
}
