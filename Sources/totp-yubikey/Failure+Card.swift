// SPDX-License-Identifier: MIT
import Card
import Shell

extension Failure {
  /// Puts the card's errors into words.
  ///
  /// - Parameter error: what went wrong.
  /// - Returns: the error in words, or `nil` for one of another library.
  static func describing(card error: any Error) -> Failure? {
    (error as? CardError).map(Failure.init)
  }

  private init(_ error: CardError) {
    switch error {
    case .serviceNotRunning:
      self.init(
        .noCard,
        "the smart-card service pcscd is not running",
        hints: ["sudo apt install pcscd; sudo systemctl start pcscd.socket"]
      )
    case .accessDenied:
      self.init(
        .noCard,
        "pcscd refuses this user",
        hints: [
          "polkit decides it: the actions are org.debian.pcsc-lite.access_pcsc and "
            + "org.debian.pcsc-lite.access_card; a rule goes into /etc/polkit-1/rules.d"
        ]
      )
    case .noReader:
      self.init(.noCard, "there is no key and no card reader", hints: ["plug the key in"])
    case .noSuchReader(let name):
      self.init(.noCard, "no reader has \"\(name)\" in its name")
    case .noCard:
      self.init(.noCard, "there is no card in the reader", hints: ["hold the key on the reader"])
    case .noSuchSerial(let serial):
      self.init(.noCard, "there is no key with the serial number \(serial)")
    case .severalCards(let cards):
      self.init(
        .noCard,
        "there are \(cards.count) keys",
        candidates: cards.map(Self.name),
        hints: ["--device SERIAL or --reader NAME names one of them"]
      )
    case .sharingViolation(let reader):
      self.init(
        .noCard,
        "another program has \(reader) for itself",
        hints: [
          "that is mostly gpg's scdaemon: gpgconf --kill scdaemon ends it, and disable-ccid in "
            + "scdaemon.conf makes it share"
        ]
      )
    case .cardRemoved:
      self.init(.noCard, "the key was taken out", hints: ["plug it in and try again"])
    case .cardReset:
      self.init(.noCard, "another program reset the key", hints: ["try again"])
    case .service(let code):
      self.init(
        .noCard,
        "the smart-card service failed with 0x\(String(code, radix: 16))",
        hints: ["plug the key in again; if that does not help, restart pcscd"]
      )
    case .emptyAnswer:
      self.init(.noCard, "the key gave no answer", hints: ["plug it in again and try again"])
    case .endlessAnswer:
      self.init(.cardRefused, "the key's answer does not come to an end")
    case .malformedAnswer:
      self.init(.cardRefused, "the key's answer makes no sense")
    case .noOATHApplication:
      self.init(
        .cardRefused,
        "this key has no OATH application, or not over this connection",
        hints: ["ykman config usb --enable OATH switches it on where the key has one"]
      )
    case .locked:
      self.init(
        .cardRefused,
        "the key is locked with a password, and there is no terminal to ask on",
        hints: ["--password-file F, --password-fd N or --password-command C gives it"]
      )
    case .wrongAccessKey:
      self.init(.cardRefused, "wrong password for the key")
    case .impostor:
      self.init(.cardRefused, "the key does not know its own password: it is another one")
    case .status(.authenticationRequired, during: .calculate):
      self.init(.cardRefused, "the key was not touched in time", hints: ["try again and touch it"])
    case .status(.noSuchObject, during: .calculate):
      self.init(.noMatch, "the credential is gone from the key")
    case .status(.memoryFailure, _):
      self.init(.cardRefused, "a credential on the key is damaged")
    case .status(let status, let instruction):
      self.init(
        .cardRefused,
        "the key refused \(instruction) with \(String(status.value, radix: 16))"
      )
    }
  }

  private static func name(_ card: CardDescription) -> String {
    card.serial.map { "\($0)  \(card.reader)" } ?? card.reader
  }
}
