// SPDX-License-Identifier: MIT

/// Which release of the program this is; `CHANGELOG.md` tells what is in it.
package enum Release {
  /// What `--version` prints after the name.
  package static let version = "0.1.0"
}
