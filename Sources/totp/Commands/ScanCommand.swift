// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Secrets
import Shell

/// `totp scan`: prints what the QR codes of pictures say.
enum ScanCommand {
  static let images = Positional("image", "A picture; - is standard input", as: .file).optional
    .repeating

  static let command = Command<World>(
    "scan",
    "Print what the QR codes of pictures say",
    arguments: [
      images, DesktopArguments.clipboard, DesktopArguments.screen, TokenArguments.json,
    ],
    details: """
      PNG, JPEG, WebP, GIF, BMP, TIFF, HEIF and AVIF are read, by content and not by name. The \
      text of a 2FA code holds its secret.
      """,
    examples: [
      Example("A picture in a file", "totp scan qr.png"),
      Example("What was copied", "totp scan --clipboard"),
    ]
  ) { parsed, world in
    let isJSON = parsed(TokenArguments.json)
    var statuses: [ExitCode] = []
    var documents: [JSON] = []
    let sources = sources(parsed, world)
    guard !sources.isEmpty else {
      throw CommandError("which picture?", hints: ["totp scan IMAGE, --clipboard or --screen"])
    }
    var exportParts = ExportParts()
    for source in sources {
      switch Result(catching: source.report) {
      case .success(let report):
        statuses.append(.done)
        for payload in report.payloads { exportParts.add(partIn: payload.text) }
        if report.lacksParts {
          world.note(
            "\(source.name) also shows \(report.partsInWords) of a longer code"
          )
        }
        if isJSON {
          documents.append(document(source.name, report))
        } else {
          try write(report, world)
        }
      case .failure(let error):
        let failure = Failure(describing: error)
        world.tell(failure)
        statuses.append(failure.status)
        documents.append(
          .object([
            ("file", .string(source.name)), ("payloads", .array([])),
            ("error", .string(failure.message)),
          ])
        )
      }
    }
    if isJSON { try JSON.array(documents).write(to: world.output) }
    if let missing = exportParts.missingInWords { world.note(missing) }
    // Of several pictures one that could be read is enough.
    if statuses.contains(.done) { return .done }
    return statuses.contains(.noCode) ? .noCode : statuses[0]
  }

  /// Something that QR codes are read from.
  private struct Source {
    /// What it is called.
    let name: String
    let report: () throws -> PictureReport
  }

  private static func sources(_ parsed: Parsed, _ world: World) -> [Source] {
    var sources = parsed(images).map { image in
      Source(name: image) { try PictureFile(image, world).report() }
    }
    if parsed(DesktopArguments.clipboard) {
      sources.append(Source(name: DesktopArguments.clipboardName) { try clipboard(world) })
    }
    if parsed(DesktopArguments.screen) {
      let screen = PictureFile.screen(world)
      sources.append(Source(name: screen.name, report: screen.report))
    }
    return sources
  }

  /// A text that was copied is shown as a code that says the same.
  private static func clipboard(_ world: World) throws -> PictureReport {
    switch try Clipboard.content(world.environment) {
    case .picture(let bytes):
      return try PictureFile(bytes, from: DesktopArguments.clipboardName, world).report()
    case .text(let text):
      let text = Secret(text)
      return PictureReport(
        payloads: [PictureReport.Payload(bytes: text, text: text)],
        lacksParts: false,
        searches: 0
      )
    }
  }

  private static func write(_ report: PictureReport, _ world: World) throws(ShellError) {
    for payload in report.payloads {
      try payload.text.withBytes { (text) throws(ShellError) in
        if world.output.isTerminal {
          // A stranger's text must not steer the terminal; a pipe gets the exact bytes.
          let copy = [UInt8](capacity: text.count) { $0.append(contentsOf: text) }
          try world.output.write(DisplayText.escaped(String(decoding: copy, as: UTF8.self)))
        } else {
          try world.output.write(text)
        }
      }
      try world.output.write("\n")
    }
  }

  private static func document(_ image: String, _ report: PictureReport) -> JSON {
    var payloads: [JSON] = []
    for payload in report.payloads {
      let entries = payload.text.withBytes { text in
        TokenURI(text) == nil ? [] : TokenURI.list(in: text)
      }
      var documents: [JSON] = []
      for token in entries.compactMap({ try? $0.token.get() }) {
        documents.append(.object(TokenJSON.members(token, id: nil)))
      }
      payloads.append(
        .object([
          ("text", .secret(payload.text)),
          ("token", documents.count == 1 ? documents[0] : nil),
          ("tokens", documents.count > 1 ? .array(documents) : nil),
        ])
      )
    }
    return .object([("file", .string(image)), ("payloads", .array(payloads))])
  }
}
