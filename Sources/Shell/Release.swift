// SPDX-License-Identifier: MIT

/// Which release of the program this is; `CHANGELOG.md` tells what is in it.
package enum Release {
  /// What `--version` prints after the name.
  package static let version = "0.1.0"

  /// When it came out, as manual pages write it.
  package static let date = "December 1, 2026"
}
