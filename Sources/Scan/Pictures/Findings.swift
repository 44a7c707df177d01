// SPDX-License-Identifier: MIT

/// What the search of one picture brought to light.
public struct Findings: Equatable, Sendable {
  /// What the codes carry, each once, in the order found: by reading, then from top to bottom.
  public private(set) var payloads: [QRPayload] = []

  /// The parts of messages that the picture shows in part only, each once.
  public private(set) var parts: [MessagePart] = []

  /// Whether a code is a part of a longer message of which the picture does not show all parts.
  public var lacksParts: Bool { !parts.isEmpty || hasUnknownPart }

  /// Whether a reader spoke of a part without telling which one.
  private var hasUnknownPart = false

  /// How many times the picture was searched, each time in another guise.
  public private(set) var searches = 0

  /// Makes findings of a search yet to begin.
  init() {}

  /// Whether there is something, and nothing that calls for its missing parts.
  var isComplete: Bool { !payloads.isEmpty && !lacksParts }

  /// Adds what one search found.
  mutating func add(_ codes: [FoundCode]) {
    searches += 1
    let known = payloads.count
    var hasUnknownPart = false
    for code in codes {
      switch code.content {
      case .whole(let payload): add(payload)
      case .part(let part): if !parts.contains(part) { parts.append(part) }
      case .unknownPart: hasUnknownPart = true
      }
    }
    joinParts()
    if hasUnknownPart {
      self.hasUnknownPart = true
    } else if payloads.count > known {
      // What was a part has become a whole.
      self.hasUnknownPart = false
    }
  }

  private mutating func add(_ payload: QRPayload) {
    if !payloads.contains(payload) { payloads.append(payload) }
  }

  /// Puts messages together whose parts are all there.
  private mutating func joinParts() {
    for message in Set(parts.map(\.message)) {
      let own = parts.filter { $0.message == message }
      guard let bytes = message.joined(own) else { continue }
      add(QRPayload(bytes: bytes))
      parts.removeAll { $0.message == message }
    }
  }
}

extension MessagePart.Message {
  /// Puts the parts of one message together.
  ///
  /// - Returns: `nil` as long as parts are missing, or when two claim one place.
  func joined(_ parts: [MessagePart]) -> [UInt8]? {
    guard parts.count == count, Set(parts.map(\.index)).count == count else { return nil }
    return parts.sorted { $0.index < $1.index }.flatMap(\.bytes)
  }
}
