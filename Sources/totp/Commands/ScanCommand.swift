// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Secrets
import Shell

/// `totp scan`: prints what the QR codes of pictures say.
enum ScanCommand {
  static let images = Positional<String>.repeating("image", "A picture; - is standard input")

  static let command = Command<World>(
    "scan", "Print what the QR codes of pictures say",
    arguments: [images, TokenArguments.json],
    details: """
      PNG, JPEG, WebP, GIF, BMP and TIFF are read, by content and not by name. The text of a 2FA \
      code holds its secret.
      """,
    examples: ["totp scan qr.png", "grim - | totp scan -"]
  ) { parsed, world in
    var wasRead = false
    var documents: [JSON] = []
    for image in parsed(images) {
      do {
        let report = try PictureFile(image, world).report()
        wasRead = true
        if parsed(TokenArguments.json) {
          documents.append(document(image, report))
        } else {
          for payload in report.payloads {
            try payload.text.withBytes { (bytes) throws(ShellError) in
              try world.output.write(bytes)
            }
            try world.output.write("\n")
          }
        }
      } catch {
        let failure = Failure(describing: error)
        world.tell(failure)
        let members: [(String, JSON?)] = [
          ("file", .string(image)), ("payloads", .array([])), ("error", .string(failure.message)),
        ]
        documents.append(.object(members))
        if parsed(images).count == 1 {
          if parsed(TokenArguments.json) { try JSON.array(documents).write(to: world.output) }
          return failure.status
        }
      }
    }
    if parsed(TokenArguments.json) { try JSON.array(documents).write(to: world.output) }
    return wasRead ? .done : .noCode
  }

  private static func document(_ image: String, _ report: PictureReport) -> JSON {
    var payloads: [JSON] = []
    for payload in report.payloads {
      let tokens = (try? TokenText.tokens(in: payload.text)) ?? []
      var documents: [JSON] = []
      for token in tokens { documents.append(.object(TokenJSON.members(token, id: nil))) }
      payloads.append(
        .object([
          ("text", .secret(payload.text)),
          ("token", documents.count == 1 ? documents[0] : nil),
          ("tokens", documents.count > 1 ? .array(documents) : nil),
        ]))
    }
    return .object([("file", .string(image)), ("payloads", .array(payloads))])
  }
}
