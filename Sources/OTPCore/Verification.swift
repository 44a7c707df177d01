// SPDX-License-Identifier: MIT
import Secrets

extension Token {
  /// Tells in which step a code of the time is right.
  ///
  /// All steps of the window are tried, and each compared in constant time, whichever is right.
  ///
  /// - Parameters:
  ///   - code: what the user typed, without spaces.
  ///   - time: the present moment.
  ///   - window: how many steps before and after the present one count, 0 or more.
  /// - Returns: the step, counted from the present one; the one nearest to it, the earlier of two
  ///   as near; `nil` when the code is wrong.
  /// - Throws: ``OTPError/counterNeeded`` when the token goes by a counter.
  ///
  /// RFC 6238 §5.2 and §6.
  public func verify(
    code: String,
    at time: UnixTime,
    window: Int
  ) throws(OTPError) -> Int? {
    precondition(window >= 0, "a window reaches as far back as ahead")
    guard let period = generator.period else { throw .counterNeeded }
    let present = Int64(clamping: period.step(at: time))
    var found: Int?
    for distance in 0...window {
      for offset in distance == 0 ? [0] : [distance, -distance] {
        let (step, overflow) = present.addingReportingOverflow(Int64(offset))
        guard !overflow, step >= 0 else { continue }
        let isRight = isEqualInConstantTime(
          self.code(counter: UInt64(step)).text.utf8.span,
          code.utf8.span
        )
        if isRight, abs(offset) <= abs(found ?? offset) { found = offset }
      }
    }
    return found
  }

  /// Tells for which counter a code is right, from the token's own on.
  ///
  /// - Parameters:
  ///   - code: what the user typed, without spaces.
  ///   - lookAhead: how many counters after the token's own count, 0 or more.
  /// - Returns: the first counter that makes the code; ``Counter/advanced()`` is the token's next one.
  ///   `nil` when the code is wrong.
  /// - Throws: ``OTPError/counterSpent``; ``OTPError/invalidItem(_:)`` naming `type` when the token
  ///   goes by the time.
  ///
  /// RFC 4226 §7.4.
  public func verify(code: String, lookAhead: Int) throws(OTPError) -> Counter? {
    precondition(lookAhead >= 0, "a counter is looked for ahead")
    guard var counter = generator.counter else { throw .invalidItem("type") }
    guard !counter.isSpent else { throw .counterSpent }
    var found: Counter?
    for _ in 0...lookAhead where !counter.isSpent {
      let isRight = isEqualInConstantTime(
        self.code(counter: counter.value).text.utf8.span,
        code.utf8.span
      )
      if isRight, found == nil { found = counter }
      counter = counter.advanced()
    }
    return found
  }
}
