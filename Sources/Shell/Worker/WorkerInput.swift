// SPDX-License-Identifier: MIT
package import Secrets

/// What the worker is sent.
package enum WorkerInput: Sendable {
  /// A stranger's bytes.
  case plain([UInt8])
  /// A secret of ours.
  case secret(Secret)

  /// How many bytes there are.
  var count: Int {
    switch self {
    case .plain(let bytes): bytes.count
    case .secret(let secret): secret.count
    }
  }

  /// Lends the bytes.
  ///
  /// - Parameter body: reads them.
  /// - Returns: what `body` returns.
  func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    switch self {
    case .plain(let bytes): body(bytes.span)
    case .secret(let secret): secret.withBytes(body)
    }
  }
}
