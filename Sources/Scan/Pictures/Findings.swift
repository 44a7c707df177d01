// SPDX-License-Identifier: MIT

/// What the search of one picture brought to light.
public struct Findings: Equatable, Sendable {
  /// What the codes carry, each once, in the order found: by reading, then from top to bottom.
  public private(set) var payloads: [QRPayload] = []

  /// Whether a code is a part of a longer message (structured append, ISO/IEC 18004 §8) of which the
  /// picture does not show all parts.
  public private(set) var lacksParts = false

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
    for payload in codes.compactMap(\.payload) where !payloads.contains(payload) {
      payloads.append(payload)
    }
    if codes.contains(where: { $0.payload == nil }) {
      lacksParts = true
    } else if payloads.count > known {
      lacksParts = false
    }
  }
}
