// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Shell
import Vault

/// `totp verify`: tells whether a code is right.
enum VerifyCommand {
  static let code = Positional("code", "The code; spaces do not matter")
  static let window = Option(
    "window",
    value: "N",
    "How many steps off are right too; 1 if not said"
  ) { (text) throws(ArgumentError) in
    guard let steps = Int(decimal: text), (0...100).contains(steps) else {
      throw ArgumentError(expected: "a number from 0 to 100")
    }
    return steps
  }

  static let command = Command<World>(
    "verify",
    "Tell whether a code is right",
    arguments: [
      TokenArguments.query, code, window, TokenArguments.time, TokenArguments.json,
    ],
    details: """
      The exit status is 0 for a right code and 1 for a wrong one. Of a time-based token the codes \
      of so many steps before and after are right too (RFC 6238 §5.2); of a counter-based one, the \
      next ones (RFC 4226 §7.4). No counter moves.
      """,
    examples: [Example("Use it in a script", "totp verify github 123456 && echo right")]
  ) { parsed, world in
    let session = try VaultSession(parsed, world)
    let record = try session.record(matching: parsed(TokenArguments.query))
    let typed = parsed(code).filter { !$0.isWhitespace }.uppercased()
    let steps = parsed(window) ?? 1
    let token = record.token
    let offset: Int?
    if let counter = token.generator.counter {
      guard parsed(TokenArguments.time) == nil else {
        throw CommandError("\(token.label.text) counts: --at is for time-based tokens")
      }
      offset = try token.verify(code: typed, lookAhead: steps).map { Int($0.value - counter.value) }
    } else {
      let time = parsed(TokenArguments.time) ?? world.clock.now()
      offset = try token.verify(code: typed, at: time, window: steps)
    }
    if parsed(TokenArguments.json) {
      let members: [(String, JSON?)] = [
        ("valid", .bool(offset != nil)), ("offset", offset.map { .integer(Int64($0)) }),
      ]
      try JSON.object(members).write(to: world.output)
    } else if offset == nil {
      world.tell(Failure(.failed, "the code is wrong for \(token.label.text)"))
    }
    return offset == nil ? .failed : .done
  }
}
