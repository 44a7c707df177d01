// SPDX-License-Identifier: MIT

/// What a card is told to do.
///
/// YKOATH, "Instructions".
public enum Instruction: Sendable {
  /// Choose an application.
  case select
  /// List the credentials.
  case list
  /// Compute a code.
  case calculate
  /// Compute all codes that can be had without a person's doing.
  case calculateAll
  /// Prove that the access key is known.
  case validate
  /// Give the next part of a long answer.
  case sendRemaining
  /// Tell about the device; management application.
  case readConfiguration

  /// A command's second byte; the first parameter tells two of them apart.
  var byte: UInt8 {
    switch self {
    case .select, .calculateAll: 0xA4
    case .list: 0xA1
    case .calculate: 0xA2
    case .validate: 0xA3
    case .sendRemaining: 0xA5
    case .readConfiguration: 0x1D
    }
  }
}

/// A command to a card, in the short form that every card and reader takes.
///
/// ISO/IEC 7816-4 §5.1.
struct CommandAPDU {
  let instruction: Instruction
  let parameter1: UInt8
  let parameter2: UInt8
  let data: [UInt8]

  /// The most bytes of data that the short form takes.
  static let mostByteCount = 255

  init(
    _ instruction: Instruction,
    _ parameter1: UInt8 = 0,
    _ parameter2: UInt8 = 0,
    data: [UInt8] = []
  ) {
    precondition(data.count <= Self.mostByteCount, "a short command takes no more data")
    self.instruction = instruction
    self.parameter1 = parameter1
    self.parameter2 = parameter2
    self.data = data
  }

  /// The bytes: class 0, and always a length that is expected, since a card that is not told one may
  /// answer "more" with nothing for ever.
  var bytes: [UInt8] {
    var bytes = [0x00, instruction.byte, parameter1, parameter2]
    if !data.isEmpty { bytes += [UInt8(data.count)] + data }
    return bytes + [0x00]
  }
}

/// The last two bytes of an answer, the more significant one first.
///
/// ISO/IEC 7816-4 §5.6; YKOATH, "Response codes".
public struct StatusWord: Hashable, Sendable {
  /// The word.
  public let value: UInt16

  /// Takes a word.
  ///
  /// - Parameter value: the word.
  public init(_ value: UInt16) {
    self.value = value
  }

  /// Done.
  public static let success = StatusWord(0x9000)
  /// The card's memory is broken.
  public static let memoryFailure = StatusWord(0x6581)
  /// The length is wrong.
  public static let wrongLength = StatusWord(0x6700)
  /// Locked, or not touched in time.
  public static let authenticationRequired = StatusWord(0x6982)
  /// There is no such thing.
  public static let noSuchObject = StatusWord(0x6984)
  /// The conditions of use are not satisfied.
  public static let conditionsNotSatisfied = StatusWord(0x6985)
  /// The application can't be chosen.
  public static let appletSelectFailed = StatusWord(0x6999)
  /// The data are wrong.
  public static let wrongData = StatusWord(0x6A80)
  /// There is no such application.
  public static let fileNotFound = StatusWord(0x6A82)
  /// There is no room.
  public static let noSpace = StatusWord(0x6A84)
  /// The parameters are wrong.
  public static let wrongParameters = StatusWord(0x6B00)
  /// The command is not known.
  public static let instructionNotSupported = StatusWord(0x6D00)

  /// Whether more of the answer is there to be fetched.
  var announcesMore: Bool { value >> 8 == 0x61 }
}
