// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Secrets
import Shell

extension Intake {
  /// The most bytes of a secret with all its spaces.
  private static let longestSecret = 1 << 14

  /// A token of a bare secret and the options.
  func typedToken() throws -> Token {
    guard !(parsed(AddCommand.hotp) && parsed(AddCommand.steam)) else {
      throw CommandError("--hotp and --steam can't both be the kind")
    }
    var label = Label(issuer: "", account: "")
    applyName(to: &label)
    guard !label.isBlank else {
      throw CommandError("the token has no name", hints: ["totp add issuer:account"])
    }
    let base: Generator =
      parsed(AddCommand.hotp)
      ? .hotp(algorithm: .sha1, digits: .six, counter: Counter(0))
      : parsed(AddCommand.steam) ? .steam(period: .thirtySeconds) : .standard
    let generator = try options.applied(to: base)
    let secret = try typedSecret(of: label)
    return try Token(
      label: label,
      secret: secret,
      generator: generator,
      tags: parsed(AddCommand.tags).withoutRepeats,
      note: parsed(TokenArguments.note) ?? ""
    )
  }

  private func typedSecret(of label: Label) throws -> Secret {
    let text: SecretBytes
    if world.input.isTerminal {
      text = try world.terminal.readSecret(
        prompt: "Secret of \(DisplayText.escaped(label.text)): "
      )
    } else {
      text = try world.input.secret(
        from: Input.standardInputName,
        limit: Self.longestSecret
      )
    }
    guard text.withBytes(Self.isOneLine) else {
      throw CommandError("there is more than one line, and a secret is one")
    }
    if text.withBytes({ TokenURI($0) != nil }) {
      throw CommandError(
        "a URI was given where a secret is wanted",
        hints: ["totp add --uri - reads URIs"]
      )
    }
    do {
      return Secret(try text.withBytes(Base32.decode))
    } catch {
      // Steam's own files have the secret in Base64.
      guard parsed(AddCommand.steam), error != .emptySecret,
        let bytes = try? text.withBytes({ (bytes) throws(OTPError) in
          // The line's end is no part of it.
          let count = bytes.indices.reversed().first { bytes[$0] > 0x20 }.map { $0 + 1 } ?? 0
          return try Base64.decode(bytes.extracting(0..<count))
        })
      else { throw error }
      return Secret(bytes)
    }
  }

  /// Two secrets put together would be a third one.
  private static func isOneLine(_ text: Span<UInt8>) -> Bool {
    var isEnded = false
    for index in text.indices {
      let isLineEnd = text[index] == 0x0A || text[index] == 0x0D
      if isEnded, text[index] > 0x20 { return false }
      if isLineEnd, (0..<index).contains(where: { text[$0] > 0x20 }) { isEnded = true }
    }
    return true
  }
}
