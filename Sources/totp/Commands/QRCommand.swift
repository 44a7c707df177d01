// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Secrets
import Shell
import Vault

/// `totp qr`: draws a token as a QR code, which holds its secret.
enum QRCommand {
  static let query = Positional("query", "Which token; with --migration, which tokens").completed(
    by: .tokens
  ).optional
  static let png = Option("png", value: "FILE", "Write a PNG picture", as: .file)
  static let svg = Option("svg", value: "FILE", "Write an SVG picture", as: .file)
  static let force = Flag("force", "Replace a file that is there")
  static let migration = Flag("migration", "Draw Google Authenticator's form, ten tokens a code")
  static let light = Flag("light", "Without colours: for dark text on a light background")

  static let command = Command<World>(
    "qr",
    "Draw a token's QR code, secret and all",
    arguments: [query, png, svg, force, migration, light],
    details: """
      Whoever sees the code can make its codes. On a terminal it is drawn black on white; into a \
      pipe, or with NO_COLOR, in the text's own colour, for a dark background unless --light says \
      otherwise. --migration takes all tokens that match, or all there are; with several codes, \
      the files are numbered.
      """,
    examples: [
      Example("Move a token to a phone", "totp qr github"),
      Example("Move everything to a phone", "totp qr --migration"),
    ]
  ) { parsed, world in
    let target = try Target(parsed)
    let query = parsed(query)
    let session = try VaultSession(parsed, world)
    let texts: [Secret]
    if parsed(migration) {
      texts = try export(session.records(matching: query), world)
    } else {
      guard let query else {
        throw CommandError("which token?", hints: ["totp qr QUERY; --migration takes all"])
      }
      texts = [Secret(try session.record(matching: query).token.uri())]
    }
    let form = target.form(parsed, world)
    for (index, text) in texts.enumerated() {
      let copy = text.withBytes { SecretBytes(copying: $0) }
      let drawing = try Worker(path: "\(world.libexec ?? "")/totp-worker").drawing(
        of: copy,
        as: form
      )
      if let path = target.path(index, of: texts.count) {
        try drawing.withBytes { (bytes) throws(ShellError) in
          try NewFile.write(bytes, to: path, replacing: parsed(force))
        }
        try world.messages.write("wrote \(DisplayText.escaped(path))\n")
      } else {
        if texts.count > 1 { world.note("code \(index + 1) of \(texts.count)") }
        try world.output.write(drawing)
      }
    }
    return .done
  }

  /// What all tokens that the form has room for become.
  ///
  /// - Throws: ``CommandError`` when it has no room for one of them: a move that leaves some behind is
  ///   none.
  private static func export(_ records: [TokenRecord], _ world: World) throws -> [Secret] {
    guard !records.isEmpty else { throw CommandError("there is no token to draw") }
    let number = world.randomness.bytes(count: 4).reduce(0) { $0 << 8 | Int32($1) }
    let export = MigrationURI.export(records.map(\.token), exportID: number & .max)
    for rejection in export.rejections {
      let label = records[rejection.index].token.label.text
      world.tell(Failure(rejection.reason).of(label))
    }
    guard export.rejections.isEmpty else {
      throw CommandError(
        "Google's form has no room for \(Words.count(export.rejections.count, "token"))",
        hints: ["totp qr QUERY draws one alone, with all that it has"]
      )
    }
    return export.uris
  }

  /// Where the drawing goes.
  private struct Target {
    private let file: String?
    private let isPNG: Bool

    init(_ parsed: Parsed) throws {
      let png = parsed(QRCommand.png)
      let svg = parsed(QRCommand.svg)
      guard png == nil || svg == nil else {
        throw CommandError("--png and --svg can't both be the form")
      }
      file = png ?? svg
      isPNG = png != nil
      if parsed(force), file == nil {
        throw CommandError("--force goes with --png or --svg")
      }
    }

    func form(_ parsed: Parsed, _ world: World) -> DrawingForm {
      if file != nil { return isPNG ? .png : .svg }
      let isColoured =
        world.output.isTerminal && world.environment["NO_COLOR"] == nil
        && world.environment["TERM"] != "dumb"
      if parsed(QRCommand.light) { return .plainTextOnLight }
      return isColoured ? .terminal : .plainText
    }

    /// The file of one of several codes: `all.png` becomes `all-1.png`, `all-2.png`.
    func path(_ index: Int, of count: Int) -> String? {
      guard let file, count > 1 else { return file }
      let bytes = file.utf8
      let name = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) }
      let start = name ?? bytes.startIndex
      let dot = bytes[start...].lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
      return String(Substring(bytes[..<dot])) + "-\(index + 1)" + String(Substring(bytes[dot...]))
    }
  }
}
