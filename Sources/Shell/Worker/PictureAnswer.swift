// SPDX-License-Identifier: MIT

/// The worker's answer about a picture, as it crosses from one process to the other.
///
/// A ``WorkerFrame`` with a protobuf message:
///
///     message PictureAnswer {
///       repeated Payload payloads = 1;
///       bool lacks_parts = 2;
///       uint64 searches = 3;
///       Refusal refusal = 4;      // and then nothing else
///       repeated uint64 parts = 5;  // 256 times how many parts there are, and the number of this one
///     }
///     message Payload {
///       bytes bytes = 1;
///       bytes text = 2;           // absent when `bytes` are the text
///     }
///     message Refusal {
///       uint64 cause = 1;
///       bytes format = 2;
///       uint64 width = 3;
///       uint64 height = 4;
///       uint64 limit = 5;
///     }
package enum PictureAnswer {
  /// The fields' numbers.
  enum Field {
    static let payloads = 1
    static let lacksParts = 2
    static let searches = 3
    static let refusal = 4
    static let parts = 5
    enum Payload {
      static let bytes = 1
      static let text = 2
    }
    enum Refusal {
      static let cause = 1
      static let format = 2
      static let width = 3
      static let height = 4
      static let limit = 5
    }
  }

  /// The numbers that stand for the cases of ``PictureRefusal``.
  enum Cause: UInt64 {
    case empty = 1
    case notAPicture = 2
    case fileTooLong = 3
    case unsupported = 4
    case damaged = 5
    case tooManyPixels = 6
    case sideTooLong = 7
  }
}
