// SPDX-License-Identifier: MIT
package import CommandLineKit

extension Command where Context == World {
  /// Describes a command that works in the world and ends with one of the program's statuses.
  ///
  /// - Parameters:
  ///   - name: what is typed.
  ///   - summary: a line without a full stop.
  ///   - arguments: what it takes, positional arguments in their order.
  ///   - details: what help says below the summary.
  ///   - examples: lines to type.
  ///   - surplusHint: what is said to somebody who gives too many positional arguments.
  ///   - run: what it does.
  package init(
    _ name: String,
    _ summary: String,
    arguments: [any Argument],
    details: String = "",
    examples: [String] = [],
    surplusHint: String? = nil,
    in run: @escaping @Sendable (Parsed, World) throws -> ExitStatus
  ) {
    self.init(
      name, summary, arguments: arguments, details: details, examples: examples,
      surplusHint: surplusHint
    ) { parsed, world in
      try run(parsed, world).rawValue
    }
  }
}
