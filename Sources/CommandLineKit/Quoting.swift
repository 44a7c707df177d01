// SPDX-License-Identifier: MIT

/// Puts text between quotes for an error, on one line and harmless to a terminal.
///
/// - Parameter text: any text; all after its first 60 scalars is left out.
/// - Returns: the text with whatever does not print escaped as `\u{…}`, in double quotes.
package func quoted(_ text: String) -> String {
  let limit = 60
  var result = "\""
  for scalar in text.unicodeScalars.prefix(limit) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned:
      result += "\\u{" + String(scalar.value, radix: 16) + "}"
    default:
      result.unicodeScalars.append(scalar)
    }
  }
  result += text.unicodeScalars.count > limit ? "...\"" : "\""
  return result
}
