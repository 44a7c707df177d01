// SPDX-License-Identifier: MIT
import Card
import CommandLineKit
import Glibc
import OTPCore
import Secrets
import Shell

/// One command's way to the key: finds it and opens it.
enum KeySession {
  /// Finds the key, opens it and does something with it.
  ///
  /// - Parameters:
  ///   - parsed: the command line.
  ///   - world: everything else.
  ///   - body: what to do.
  /// - Returns: what `body` returns.
  /// - Throws: ``CardError``, ``ShellError``, and what `body` throws.
  static func run<Result>(
    _ parsed: Parsed,
    _ world: World,
    _ body: (inout FoundCard) throws -> Result
  ) throws -> Result {
    let search = CardSearch(
      reader: parsed(CardArguments.reader),
      serial: parsed(CardArguments.device)
        ?? world.environment["TOTP_YUBIKEY"].flatMap { UInt32(decimal: $0) }
    )
    let service = try PCSC()
    var card = try search.open(service) {
      usleep(useconds_t(CardSearch.pauseMilliseconds * 1000))
    } onWait: {
      world.note("another program is using the key; waiting (is it blinking?)")
    }
    if card.session.isLocked { try unlock(&card, parsed, world) }
    return try body(&card)
  }

  private static func unlock(_ card: inout FoundCard, _ parsed: Parsed, _ world: World) throws {
    let password: SecretBytes
    if let source = CardArguments.passwordSource(parsed) {
      password = try source.read()
    } else {
      let name = card.description.serial.map { "YubiKey \($0)" } ?? card.description.reader
      guard world.terminal.isThere else { throw CardError.locked }
      password = try world.terminal.readSecret(
        prompt: "Password of \(DisplayText.escaped(name)): "
      )
    }
    let key = AccessKey(password: password.span, deviceID: card.session.deviceID)
    try card.session.unlock(with: key, randomness: world.randomness)
  }
}
