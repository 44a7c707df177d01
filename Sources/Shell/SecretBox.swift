// SPDX-License-Identifier: MIT
import Secrets

/// Carries a noncopyable secret through a `Result`.
final class SecretBox {
  private var bytes: SecretBytes?

  init(_ bytes: consuming SecretBytes?) {
    self.bytes = bytes
  }

  func take() -> SecretBytes? {
    bytes.take()
  }
}
