// SPDX-License-Identifier: MIT
import Glibc

/// A parser that is fed with whatever libFuzzer makes up; whatever is wrong traps or is found by a
/// sanitizer.
private typealias Target = @Sendable ([UInt8]) -> Void

/// One program for all parsers, so that they are built and linked once: `TOTP_FUZZ_TARGET` names one.
private let target: Target = {
  let name = unsafe getenv("TOTP_FUZZ_TARGET").map { unsafe String(cString: $0) }
  switch name {
  case "Backup": return fuzzBackup
  case "Card": return fuzzCard
  case "Picture": return fuzzPicture
  case "Token": return fuzzToken
  case "Vault": return fuzzVault
  default: fatalError("TOTP_FUZZ_TARGET is to be Backup, Card, Picture, Token or Vault")
  }
}()

/// Feeds the target with one input.
///
/// LLVMFuzzerTestOneInput of libFuzzer
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Sound: libFuzzer passes so many bytes; the copy has exactly their size.
  target(unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
