// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// Reads any text as URIs of all kinds and as Base32.
///
/// A token that is read, written and read again is the same, and so is a secret.
///
/// - Parameter text: the text.
@Sendable func fuzzToken(_ text: [UInt8]) {
  let entries = TokenURI.list(in: text.span)
  let tokens = entries.compactMap { try? $0.token.get() }
  for token in tokens { checkWay(of: token) }
  _ = try? MigrationURI.batch(text.span)
  let export = MigrationURI.export(tokens, exportID: 7)
  let kept = tokens.count - export.rejections.count
  let read = export.uris.reduce(0) { count, uri in
    count + uri.withBytes { (try? MigrationURI.batch($0).entries.count) ?? 0 }
  }
  precondition(read == kept, "an export loses a token")
  guard let secret = try? Base32.decode(text.span) else { return }
  let written = Base32.encode(secret.span)
  guard let back = try? Base32.decode(written.span) else {
    fatalError("Base32 does not read itself")
  }
  precondition(isEqualInConstantTime(back.span, secret.span), "Base32 changes a secret")
}

private func checkWay(of token: Token) {
  guard let uri = try? token.uri() else { return }
  guard let again = try? Token(uri: uri.span) else { fatalError("a URI does not read itself") }
  precondition(again.label == token.label, "a label changes on its way")
  precondition(again.generator == token.generator, "a generator changes on its way")
  precondition(again.secret.matches(token.secret), "a secret changes on its way")
}
