// SPDX-License-Identifier: MIT
import Secrets

extension Token {
  /// Computes the code that holds at a moment.
  ///
  /// - Parameter time: the moment.
  /// - Returns: the code, and when it holds.
  /// - Throws: ``OTPError/counterNeeded`` for a counter-based token.
  ///
  /// RFC 6238 §4.2.
  public func code(at time: UnixTime) throws(OTPError) -> Code {
    guard let period = generator.period else { throw .counterNeeded }
    return Code(
      text: text(movingFactor: period.step(at: time)),
      validity: period.validity(at: time)
    )
  }

  /// Computes the code of a counter; the token's own counter stays where it is.
  ///
  /// - Parameter counter: the moving factor *C*.
  /// - Returns: the code.
  ///
  /// RFC 4226 §5.3.
  public func code(counter: UInt64) -> Code {
    Code(text: text(movingFactor: counter))
  }

  /// Looks for a code among those around a moment.
  ///
  /// - Parameters:
  ///   - text: what a person typed.
  ///   - time: the moment.
  ///   - window: how many steps before and after it are looked at, 0 or more.
  /// - Returns: how many steps off the code is, 0 for the present one, or `nil` when it is wrong. The
  ///   nearest counts.
  /// - Throws: ``OTPError/counterNeeded`` for a counter-based token.
  ///
  /// RFC 6238 §5.2.
  public func offset(
    ofCode text: String,
    at time: UnixTime,
    window: Int
  ) throws(OTPError) -> Int? {
    guard let period = generator.period else { throw .counterNeeded }
    let present = period.step(at: time)
    var found: Int?
    for distance in 0...window {
      for offset in distance == 0 ? [0] : [-distance, distance] {
        let step = present.addingReportingOverflow(UInt64(bitPattern: Int64(offset)))
        guard offset < 0 ? present >= UInt64(-offset) : !step.overflow else { continue }
        if matches(text, movingFactor: step.partialValue), found == nil { found = offset }
      }
    }
    return found
  }

  /// Looks for a code among the next ones of a counter.
  ///
  /// - Parameters:
  ///   - text: what a person typed.
  ///   - lookAhead: how many codes after the next one are looked at, 0 or more.
  /// - Returns: how many codes ahead it is, 0 for the next one, or `nil` when it is wrong.
  /// - Throws: ``OTPError/counterNeeded`` for a time-based token;  ``OTPError/counterSpent``.
  ///
  /// RFC 4226 §7.4.
  public func offset(ofCode text: String, lookingAhead lookAhead: Int) throws(OTPError) -> Int? {
    guard var counter = generator.counter else { throw .counterNeeded }
    guard !counter.isSpent else { throw .counterSpent }
    var found: Int?
    for offset in 0...lookAhead {
      if matches(text, movingFactor: counter.value), found == nil { found = offset }
      counter = counter.advanced()
      if counter.isSpent { break }
    }
    return found
  }

  private func matches(_ text: String, movingFactor: UInt64) -> Bool {
    isEqualInConstantTime(
      text.uppercased().utf8.span,
      self.text(movingFactor: movingFactor).utf8.span
    )
  }

  private func text(movingFactor: UInt64) -> String {
    var message = [8 of UInt8](repeating: 0)
    for index in 0..<8 {
      message[index] = UInt8(truncatingIfNeeded: movingFactor >> UInt64(56 - 8 * index))
    }
    var code = [64 of UInt8](repeating: 0)
    var whole = code.mutableSpan
    var span = whole._mutatingExtracting(0..<generator.algorithm.digestByteCount)
    secret.withBytes { key in
      generator.algorithm.authenticate(message.span, key: key, into: &span)
    }
    let number = Code.truncated(span.span)
    wipe(&span)
    switch generator {
    case .totp(_, let digits, _), .hotp(_, let digits, _): return Code.decimal(number, digits)
    case .steam: return Code.steam(number)
    }
  }
}
