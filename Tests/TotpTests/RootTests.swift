// SPDX-License-Identifier: MIT
import CommandLineKit
import Shell
import Testing

@testable import totp

@Suite struct RootTests {
  @Test func `the commands have no defects`() {
    #expect(Root.command.defects().isEmpty)
  }
}
