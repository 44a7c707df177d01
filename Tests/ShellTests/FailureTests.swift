// SPDX-License-Identifier: MIT
import CommandLineKit
import Foundation
import OTPCore
import Shell
import Testing
import Vault

@Suite struct FailureTests {
  /// The exit codes are a promise to scripts.
  @Test(arguments: [
    (ShellError.noPassphrase, ExitCode.locked),
    (.noNewPassphrase(options: "x"), .locked),
    (.noPassphraseTyped, .locked),
    (.unreadablePassphrase(.open, subject: "x", errno: ENOENT), .locked),
    (.emptyPassphraseSource(subject: "x"), .locked),
    (.silentPassphraseSource(subject: "x", seconds: 10), .locked),
    (.passphraseTooLong(subject: "x", limit: 4096), .locked),
    (.notText("x"), .usage),
    (.passphraseCommand(status: 3), .locked),
    (.exposedPassphraseFile(path: "p", mode: 0o644), .locked),
    (.unusablePassphrase, .locked),
    (.noMatch(query: "x", suggestions: []), .noMatch),
    (.severalMatches(query: "x", labels: ["a", "b"]), .severalMatches),
    (.confirmationNeeded("x"), .usage),
    (.noTerminal, .usage),
    (.emptyPassphrase, .usage),
    (.passphrasesDiffer, .failed),
    (.noVault(path: "p"), .failed),
    (.unreadableKeyFile(.open, path: "p", errno: ENOENT), .locked),
    (.exposedKeyFile(path: "p", mode: 0o644), .locked),
    (.keyFileIsNoFile(path: "p"), .locked),
    (.keyFileTooLong(path: "p", limit: 1), .locked),
    (.keyFileTooShort(path: "p", least: 16), .usage),
    (.noHome, .failed),
    (.declined, .failed),
    (.inputEnded, .failed),
    (.inputTooLong(subject: "x", limit: 1), .failed),
    (.system(.write, subject: "x", errno: ENOSPC), .failed),
  ])
  func givesShellErrorsTheirCodes(error: ShellError, code: ExitCode) {
    #expect(Failure(error).status == code)
  }

  @Test(arguments: [
    (VaultError.notAVault, ExitCode.vaultUnreadable),
    (.newerVersion, .vaultUnreadable),
    (.truncated(byteCount: 3), .vaultUnreadable),
    (.damaged(.header), .vaultUnreadable),
    (.damaged(.payload), .vaultUnreadable),
    (.costOutOfRange(memoryByteCount: 64 << 30, operations: 3), .vaultUnreadable),
    (.notARegularFile(path: "p"), .vaultUnreadable),
    (.tooLarge(limit: 1 << 20), .vaultUnreadable),
    (.unsupportedToken, .vaultUnreadable),
    (.wrongPassphrase, .locked),
    (.noPassphraseSlot, .locked),
    (.mistypedRecoveryCode(groups: [3]), .locked),
    (.wrongKeyFile, .locked),
    (.noKeyFileSlot, .locked),
    (.tooManySlots(limit: 32), .vaultUnreadable),
    (.slotsFull(limit: 32), .failed),
    (.slotsTooCostly, .failed),
    (.noSlot, .noMatch),
    (.lastSlot, .failed),
    (.slotNameTaken("x"), .failed),
    (.unusableSlotName(limit: 100), .usage),
    (.counterSpent, .failed),
    (.noKeyring(errno: ENOSYS), .failed),
    (.readOnly(path: "p"), .failed),
    (.labelTaken(Label(issuer: "a", account: "b")), .failed),
    (.locked(path: "p", seconds: 20), .failed),
    (.system(.write, path: "p", errno: ENOSPC), .failed),
  ])
  func givesVaultErrorsTheirCodes(error: VaultError, code: ExitCode) {
    #expect(Failure(error).status == code)
  }

  @Test(arguments: [
    OTPError.emptySecret, .invalidBase32(offset: 8), .impossibleBase32Length(count: 1),
    .digitsOutOfRange(99), .periodOutOfRange(0), .unknownAlgorithm, .notATokenURI,
    .unknownURIType, .missingItem("secret"), .repeatedItem("secret"), .invalidItem("counter"),
    .invalidBase64(offset: 1), .invalidEncoding("label"),
    .invalidMigration(.truncated(offset: 3)),
  ])
  func takesWhatIsNoTokenForWrongUsage(error: OTPError) {
    let failure = Failure(error)
    #expect(failure.status == .usage)
    #expect(!failure.message.hasSuffix("."))
    #expect(failure.message.first?.isUppercase == false)
  }

  @Test func tellsTheSystemsWordsInLowerCase() {
    let failure = Failure(ShellError.system(.write, subject: "standard output", errno: ENOSPC))
    #expect(failure.message == "cannot write standard output: no space left on device")
  }

  @Test func putsTheSubjectInFront() {
    let error = LocatedError("list, line 3", OTPError.unknownAlgorithm)
    #expect(
      Failure(describing: error).message
        == "list, line 3: the algorithm is none of SHA1, SHA256 and SHA512"
    )
  }

  @Test func countsCharactersFromOne() {
    #expect(
      Failure(OTPError.invalidBase32(offset: 8)).message
        == "the secret is not Base32: character 9 is none of its letters"
    )
  }

  private struct Forgotten: Error {
    let secret = "JBSWY3DPEHPK3PXP"
  }

  @Test func saysNothingOfAnErrorThatItDoesNotKnow() {
    let failure = Failure(describing: Forgotten())
    #expect(failure.status == .failed)
    #expect(failure.message == "unexpected error (Forgotten)")
  }
}
