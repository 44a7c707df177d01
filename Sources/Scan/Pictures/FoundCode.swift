// SPDX-License-Identifier: MIT

/// One code in one image.
struct FoundCode {
  /// What a code turned out to be.
  enum Content {
    /// All that it has to say.
    case whole(QRPayload)
    /// One part of a longer message.
    case part(MessagePart)
    /// A part, of which the reader tells no more.
    case unknownPart
  }

  /// What it carries.
  let content: Content
  /// The uppermost row it touches.
  let top: Int
  /// The leftmost column it touches.
  let left: Int
}

extension [FoundCode] {
  /// Returns the codes from top to bottom, those at one height from left to right.
  func inReadingOrder() -> [FoundCode] {
    sorted { ($0.top, $0.left) < ($1.top, $1.left) }
  }
}

/// One part of a message that its maker spread over several codes (structured append, ISO/IEC 18004 §8).
public struct MessagePart: Hashable, Sendable {
  /// What all parts of one message have in common.
  public struct Message: Hashable, Sendable {
    /// How many parts there are, 2 to 16.
    public let count: Int
    /// All bytes of the message, exclusive-or.
    public let parity: UInt8
  }

  /// Which message it is a part of.
  public let message: Message
  /// Its place, from 0.
  public let index: Int
  /// Its bytes.
  public let bytes: [UInt8]

  /// Describes a part; `nil` for one that can't be, such as the fourth of three.
  init?(index: Int, count: Int, parity: Int, bytes: [UInt8]) {
    guard (2...16).contains(count), (0..<count).contains(index) else { return nil }
    message = Message(count: count, parity: UInt8(truncatingIfNeeded: parity))
    self.index = index
    self.bytes = bytes
  }
}
