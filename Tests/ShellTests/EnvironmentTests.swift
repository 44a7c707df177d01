// SPDX-License-Identifier: MIT
import Shell
import Testing

@Suite struct EnvironmentTests {
  @Test(arguments: [
    (["TOTP_VAULT": "v.totp", "HOME": "/h", "XDG_DATA_HOME": "/d"], "v.totp"),
    (["HOME": "/h", "XDG_DATA_HOME": "/d"], "/d/totp/vault.totp"),
    (["HOME": "/h", "XDG_DATA_HOME": "relative"], "/h/.local/share/totp/vault.totp"),
    (["HOME": "/h", "XDG_DATA_HOME": "", "TOTP_VAULT": ""], "/h/.local/share/totp/vault.totp"),
  ])
  func findsTheVault(values: [String: String], path: String) throws {
    #expect(try Environment(values).vaultPath() == path)
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"]])
  func saysThatThereIsNoPlaceForIt(values: [String: String]) {
    #expect(throws: ShellError.noHome) { try Environment(values).vaultPath() }
  }
}
