// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Secrets
import Shell

/// `totp scan`: prints what the QR codes of pictures say.
enum ScanCommand {
  static let images = Positional("image", "A picture; - is standard input", as: .file).repeating

  static let command = Command<World>(
    "scan",
    "Print what the QR codes of pictures say",
    arguments: [images, TokenArguments.json],
    details: """
      PNG, JPEG, WebP, GIF, BMP, TIFF, HEIF and AVIF are read, by content and not by name. The \
      text of a 2FA code holds its secret.
      """,
    examples: [
      Example("A picture in a file", "totp scan qr.png"),
      Example("A screenshot on Wayland", "grim - | totp scan -"),
    ]
  ) { parsed, world in
    let isJSON = parsed(TokenArguments.json)
    var statuses: [ExitCode] = []
    var documents: [JSON] = []
    var exportParts = ExportParts()
    for image in parsed(images) {
      let outcome = Result { try PictureFile(image, world).report() }
      switch outcome {
      case .success(let report):
        statuses.append(.done)
        for payload in report.payloads { exportParts.add(partIn: payload.text) }
        if report.lacksParts {
          world.note(
            "\(Input.displayName(image)) also shows \(report.partsInWords) of a longer code"
          )
        }
        if isJSON {
          documents.append(document(image, report))
        } else {
          try write(report, world)
        }
      case .failure(let error):
        let failure = Failure(describing: error)
        world.tell(failure)
        statuses.append(failure.status)
        documents.append(
          .object([
            ("file", .string(image)), ("payloads", .array([])),
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
