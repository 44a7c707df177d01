// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Shell
import Vault

/// `totp code`: prints a token's code.
enum CodeCommand {
  static let name = "code"
  static let next = Flag("next", "The code after the present one")
  static let minRemaining = Option(
    "min-remaining",
    value: "SECONDS",
    "Wait for a code that holds at least so long"
  ) { (text) throws(ArgumentError) in
    guard let seconds = Int64(decimal: text) else {
      throw ArgumentError(expected: "a number of seconds, 0 or more")
    }
    return seconds
  }
  static let noNewline = Flag("no-newline", short: "n", "Print no newline after the code")

  static let command = Command<World>(
    name,
    "Print a token's code",
    arguments: [
      TokenArguments.query, next, TokenArguments.time, minRemaining, noNewline,
      CopyOptions.copy, CopyOptions.clearAfter, TokenArguments.json,
    ],
    details: """
      Standard output gets the code and a newline, and nothing else. A counter-based token's \
      counter is stored before its code is printed, so that no code is ever printed twice; --next \
      and --at are for time-based tokens. --copy prints nothing but what --json asks for; the \
      clipboard is cleared when the code ends, if the code is still in it.
      """,
    examples: [
      Example("Copy a code", "totp code github --copy"),
      Example("Only a code that holds for a while", "totp code github --min-remaining 10"),
    ]
  ) { parsed, world in
    let request = Request(
      query: parsed(TokenArguments.query),
      time: parsed(TokenArguments.time),
      isNext: parsed(next),
      minRemaining: parsed(minRemaining)
    )
    let session = try VaultSession(parsed, world)
    let record = try session.record(matching: request.query)
    let answer =
      record.token.generator.counter == nil
      ? try timeBased(record, request, world)
      : try counterBased(record, request, session)
    do {
      if parsed(CopyOptions.copy) {
        let remaining = answer.remaining(at: world.clock.now())
        try CopyOptions.copy(answer.code.text, remaining: remaining, parsed, world)
      } else if parsed(CopyOptions.clearAfter) != nil {
        throw CommandError("--clear-after goes with --copy")
      }
      if parsed(TokenArguments.json) {
        try json(answer, record).write(to: world.output)
      } else if !parsed(CopyOptions.copy) {
        try world.output.write(answer.code.text + (parsed(noNewline) ? "" : "\n"))
      }
    } catch {
      guard let counter = answer.counter else { throw error }
      throw CounterUsedError(label: record.token.label.text, counter: counter, cause: error)
    }
    return .done
  }

  private struct Request {
    let query: String
    let time: UnixTime?
    let isNext: Bool
    let minRemaining: Int64?
  }

  private struct Answer {
    let code: Code
    /// The moment that was asked for; `nil` with a counter.
    let time: UnixTime?
    /// The counter that made the code.
    let counter: UInt64?

    /// How long the code holds from a moment on, in seconds, one at least; `nil` with a counter.
    func remaining(at now: UnixTime) -> Int64? {
      code.validity.map { max(1, $0.upperBound.seconds - now.seconds) }
    }
  }

  private static func timeBased(
    _ record: TokenRecord,
    _ request: Request,
    _ world: World
  ) throws -> Answer {
    var time = request.time ?? world.clock.now()
    guard let period = record.token.generator.period else { throw OTPError.counterNeeded }
    // The next code has its whole step before it, and more.
    if let wanted = request.minRemaining, !request.isNext {
      guard wanted <= period.seconds else {
        throw CommandError(
          "a code of this token holds \(period.seconds) seconds, so never \(wanted) more"
        )
      }
      let remaining = period.seconds - time.seconds % period.seconds
      if remaining < wanted {
        let start = UnixTime(clamping: time.seconds + remaining)
        // A moment that was given is no reason to wait: the answer is about that moment.
        if request.time == nil {
          world.clock.wait(until: start)
          time = max(start, world.clock.now())
        } else {
          time = start
        }
      }
    }
    let asked = request.time ?? time
    if request.isNext {
      guard let next = try? UnixTime(seconds: time.seconds + period.seconds) else {
        throw OTPError.timeOutOfRange
      }
      time = next
    }
    return Answer(code: try record.token.code(at: time), time: asked, counter: nil)
  }

  private static func counterBased(
    _ record: TokenRecord,
    _ request: Request,
    _ session: VaultSession
  ) throws -> Answer {
    guard request.time == nil, !request.isNext, request.minRemaining == nil else {
      throw CommandError(
        "\(record.token.label.text) counts: --at, --next and --min-remaining are for time-based "
          + "tokens"
      )
    }
    let counter = try session.advance(record.id)
    return Answer(code: record.token.code(counter: counter), time: nil, counter: counter)
  }

  private static func json(_ answer: Answer, _ record: TokenRecord) -> JSON {
    var members = TokenJSON.members(record.token, id: record.id.text)
    if let counter = answer.counter {
      members.removeAll { $0.0 == "counter" }
      members.append(("counter", .unsigned(counter)))
    }
    members.append(("code", .string(answer.code.text)))
    if let time = answer.time, let validity = answer.code.validity {
      members.append(("valid_from", .integer(validity.lowerBound.seconds)))
      members.append(("valid_until", .integer(validity.upperBound.seconds)))
      members.append(("remaining", .integer(validity.upperBound.seconds - time.seconds)))
    }
    return .object(members)
  }
}
