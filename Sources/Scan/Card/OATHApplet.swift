// SPDX-License-Identifier: MIT

/// The numbers of Yubico's OATH application, each named once.
///
/// YKOATH protocol specification.
enum OATHApplet {
  static let applicationID: [UInt8] = [0xA0, 0x00, 0x00, 0x05, 0x27, 0x21, 0x01]

  /// SELECT's first parameter: by name.
  static let selectByName: UInt8 = 0x04
  /// The second parameter of CALCULATE and CALCULATE ALL: four bytes of the HMAC, and not all.
  static let truncated: UInt8 = 0x01

  enum Tag {
    static let name: UInt8 = 0x71
    static let listEntry: UInt8 = 0x72
    static let challenge: UInt8 = 0x74
    static let response: UInt8 = 0x75
    static let truncatedResponse: UInt8 = 0x76
    static let counterBased: UInt8 = 0x77
    static let version: UInt8 = 0x79
    static let touch: UInt8 = 0x7C
  }

  static let counterType: UInt8 = 0x10
  static let timeType: UInt8 = 0x20
  static let algorithms: [UInt8: String] = [0x01: "SHA1", 0x02: "SHA256", 0x03: "SHA512"]

  /// The period of credentials whose name does not say another.
  static let usualPeriod: Int64 = 30
  static let challengeByteCount = 8
  static let accessKeyByteCount = 16
  static let accessKeyIterations = 1000
}

/// The numbers of Yubico's management application that tell the serial number.
enum ManagementApplet {
  static let applicationID: [UInt8] = [0xA0, 0x00, 0x00, 0x05, 0x27, 0x47, 0x11, 0x17]
  static let serialTag: UInt8 = 0x02
}
