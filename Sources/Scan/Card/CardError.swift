// SPDX-License-Identifier: MIT

/// Why a card can't be reached, or did not do what it was asked for.
public enum CardError: Error, Equatable, Sendable {
  /// The service pcscd does not run.
  case serviceNotRunning
  /// pcscd, or polkit on its behalf, refuses this user.
  case accessDenied
  /// There is no reader.
  case noReader
  /// No reader has the given name in its own.
  case noSuchReader(String)
  /// There is a reader, and no card in it.
  case noCard
  /// No card has the given serial number.
  case noSuchSerial(UInt32)
  /// Several cards could be meant: their readers, and serial numbers where they tell one.
  case severalCards([CardDescription])
  /// Another program has the card for itself.
  case sharingViolation(reader: String)
  /// The card was taken out.
  case cardRemoved
  /// Another program reset the card.
  case cardReset
  /// Any other failure of PC/SC.
  case service(code: UInt32)
  /// An answer of less than two bytes, which is no answer.
  case emptyAnswer
  /// The card announces more and gives nothing, or gives no end of it.
  case endlessAnswer
  /// An answer that its own lengths contradict, or without what has to be in it.
  case malformedAnswer
  /// The card has no OATH application, or not over this connection.
  case noOATHApplication
  /// The card wants an access key first.
  case locked
  /// The access key is another one.
  case wrongAccessKey
  /// The card does not know the access key that it was set up with: it is another card.
  case impostor
  /// The card answered a command with a status that is no success.
  case status(StatusWord, during: Instruction)
}

/// What tells one card from another.
public struct CardDescription: Hashable, Sendable {
  /// The name of the reader that it is in.
  public let reader: String
  /// Its serial number, if it tells one.
  public let serial: UInt32?

  /// Describes a card.
  ///
  /// - Parameters:
  ///   - reader: the name of the reader that it is in.
  ///   - serial: its serial number, if it tells one.
  public init(reader: String, serial: UInt32?) {
    self.reader = reader
    self.serial = serial
  }
}
