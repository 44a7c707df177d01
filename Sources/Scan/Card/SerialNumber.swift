// SPDX-License-Identifier: MIT

/// The serial number that Yubico's management application tells.
///
/// Yubico: "Management application", READ CONFIG.
enum SerialNumber {
  /// Asks a card for its serial number; another application has to be chosen afterwards.
  ///
  /// Cards of other makers have no such application, and some keys are told to hide the number.
  ///
  /// - Parameter card: the way to the card.
  /// - Returns: the number, or `nil` if the card does not tell it.
  static func read(from card: inout any CardTransport & ~Copyable) -> UInt32? {
    let choose = CommandAPDU(
      .select,
      OATHApplet.selectByName,
      data: ManagementApplet.applicationID
    )
    guard answer(of: &card, to: choose) != nil,
      let configuration = answer(of: &card, to: CommandAPDU(.readConfiguration)),
      // The first byte is the length of what follows.
      let items = try? TLV.list(in: Array(configuration.dropFirst())),
      let serial = items.first(where: { $0.tag == ManagementApplet.serialTag })?.value,
      serial.count == 4
    else { return nil }
    return serial.reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func answer(
    of card: inout any CardTransport & ~Copyable,
    to command: CommandAPDU
  ) -> [UInt8]? {
    guard let answer = try? card.transmit(command.bytes.span), answer.count >= 2,
      answer.suffix(2) == [0x90, 0x00]
    else { return nil }
    return Array(answer.dropLast(2))
  }
}
