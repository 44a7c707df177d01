// SPDX-License-Identifier: MIT

extension QRCode {
  /// Draws the code as a vector picture, a unit a module.
  ///
  /// - Returns: an SVG document.
  ///
  /// SVG 1.1 §8.3, path data.
  public func svg() -> String {
    let count = range.count
    var path = ""
    for row in 0..<side {
      var column = 0
      while column < side {
        guard isDark(column: column, row: row) else {
          column += 1
          continue
        }
        let start = column
        while isDark(column: column, row: row) { column += 1 }
        let (x, y) = (start + Self.quietZone, row + Self.quietZone)
        path += "M\(x) \(y)h\(column - start)v1h-\(column - start)z"
      }
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="\(count * 8)" height="\(count * 8)" \
      viewBox="0 0 \(count) \(count)" shape-rendering="crispEdges">
      <rect width="\(count)" height="\(count)" fill="#fff"/>
      <path d="\(path)" fill="#000"/>
      </svg>

      """
  }
}
