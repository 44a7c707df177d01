// SPDX-License-Identifier: MIT
import OTPCore
import Shell
import Vault

/// What `totp doctor` looks at, one thing after the other.
struct Diagnosis {
  /// How a thing is.
  enum State {
    case good
    case weak
    case wrong

    /// The word for it, which no colour has to say.
    var word: String {
      switch self {
      case .good: "ok"
      case .weak: "note"
      case .wrong: "wrong"
      }
    }
  }

  /// What was found of one thing.
  struct Finding {
    let name: String
    let state: State
    let detail: String
    /// What to do about it.
    var fix: String?
  }

  private let session: VaultSession
  private let world: World

  init(_ session: VaultSession, _ world: World) {
    self.session = session
    self.world = world
  }

  /// Looks at everything.
  ///
  /// - Returns: one finding at least for each thing, in an order that does not change.
  func findings() -> [Finding] {
    [clock, vault, folder, keyring, memory, worker, clipboard, screen, card, terminal]
  }

  private var clock: Finding {
    let (isSynchronised, seconds) = Machine.clock()
    if isSynchronised { return Finding(name: "clock", state: .good, detail: "synchronised") }
    return Finding(
      name: "clock",
      state: seconds > 5 ? .wrong : .weak,
      detail: "not synchronised; it may be off by \(Words.count(seconds, "second"))",
      fix: "timedatectl set-ntp true, or another NTP client; a wrong clock makes wrong codes"
    )
  }

  private var vault: Finding {
    let path = session.file.path
    do {
      let envelope = try session.envelope()
      let mode = session.file.mode ?? 0
      guard mode & 0o077 == 0 else {
        return Finding(
          name: "vault",
          state: .wrong,
          detail: "others can reach \(path) (mode \(String(mode, radix: 8)))",
          fix: "chmod 600 \(path)"
        )
      }
      let slots = Words.count(envelope.slots.count, "key slot")
      return Finding(name: "vault", state: .good, detail: "\(path), \(slots)")
    } catch ShellError.noVault {
      return Finding(
        name: "vault",
        state: .weak,
        detail: "there is none at \(path)",
        fix: "totp add makes it"
      )
    } catch {
      let failure = Failure(describing: error)
      return Finding(
        name: "vault",
        state: .wrong,
        detail: failure.message,
        fix: failure.hints.first
      )
    }
  }

  private var folder: Finding {
    let path = session.file.folder
    guard let mode = Machine.mode(of: path) else {
      return Finding(name: "folder", state: .good, detail: "\(path) is not there yet")
    }
    if mode & 0o022 == 0 || mode & 0o1000 != 0 {
      return Finding(
        name: "folder",
        state: .good,
        detail: "\(path) (mode \(String(mode, radix: 8)))"
      )
    }
    return Finding(
      name: "folder",
      state: .wrong,
      detail: "others can put another vault into \(path) (mode \(String(mode, radix: 8)))",
      fix: "chmod go-w \(path)"
    )
  }

  private var keyring: Finding {
    do {
      let envelope = try session.envelope()
      guard let unlocked = try session.unlockedKey(of: envelope) else {
        return Finding(name: "keyring", state: .good, detail: "the vault is locked")
      }
      let end = unlocked.until.map { "until \($0.iso8601)" } ?? "until it is locked"
      return Finding(name: "keyring", state: .good, detail: "the vault is unlocked \(end)")
    } catch let error as VaultError {
      let failure = Failure(error)
      return Finding(
        name: "keyring",
        state: .weak,
        detail: failure.message,
        fix: failure.hints.first ?? "each command asks for the passphrase"
      )
    } catch {
      return Finding(name: "keyring", state: .good, detail: "there is no vault to unlock")
    }
  }

  private var memory: Finding {
    guard let limit = Machine.lockableByteCount, limit < 4 << 20 else {
      return Finding(name: "memory", state: .good, detail: "secrets are kept out of the swap space")
    }
    return Finding(
      name: "memory",
      state: .weak,
      detail: "only \(Words.size(limit)) may be kept out of the swap space",
      fix: "ulimit -l, or memlock in /etc/security/limits.conf; encrypted swap helps as well"
    )
  }

  private var worker: Finding {
    do throws(WorkerError) {
      let report = try Worker(path: "\(world.libexec ?? "")/totp-worker").sandbox()
      var missing: [String] = []
      if report.missing.contains(.landlock) { missing.append("Landlock") }
      if report.missing.contains(.seccomp) { missing.append("seccomp") }
      if report.missing.contains(.descriptors) { missing.append("closed descriptors") }
      guard report.leaks.isEmpty else {
        return Finding(
          name: "worker",
          state: missing.isEmpty ? .wrong : .weak,
          detail: "the sandbox of pictures and backups lets something out"
            + (missing.isEmpty
              ? "" : ": this kernel has no \(missing.joined(separator: " and no "))"),
          fix: "a kernel with Landlock (5.13) and seccomp closes it"
        )
      }
      guard missing.isEmpty else {
        return Finding(
          name: "worker",
          state: .weak,
          detail: "the sandbox stands without \(missing.joined(separator: " and "))",
          fix: "a kernel with Landlock (5.13) and seccomp makes it whole"
        )
      }
      return Finding(name: "worker", state: .good, detail: "the sandbox is whole")
    } catch {
      let failure = Failure(error)
      return Finding(
        name: "worker",
        state: .wrong,
        detail: failure.message,
        fix: failure.hints.first
      )
    }
  }

  private var clipboard: Finding {
    guard let tools = try? ClipboardTool.candidates(world.environment) else {
      return Finding(
        name: "clipboard",
        state: .wrong,
        detail: "\(ClipboardTool.variable) names no way to copy",
        fix: "unset \(ClipboardTool.variable)"
      )
    }
    if let tool = tools.first(where: { $0 == .osc52 || has($0.rawValue) }) {
      return Finding(name: "clipboard", state: .good, detail: "--copy uses \(tool.rawValue)")
    }
    return Finding(
      name: "clipboard",
      state: .weak,
      detail: tools.isEmpty
        ? "there is no desktop to copy on"
        : "\(tools.map(\.rawValue).joined(separator: " or ")) is not installed",
      fix: tools.isEmpty
        ? "TOTP_CLIPBOARD=osc52 asks the terminal" : "apt install wl-clipboard, or xclip"
    )
  }

  private var screen: Finding {
    if world.environment["TOTP_SCREENSHOT_COMMAND"] != nil {
      return Finding(name: "screen", state: .good, detail: "--screen runs TOTP_SCREENSHOT_COMMAND")
    }
    let isWayland = world.environment["WAYLAND_DISPLAY"] != nil
    let isX11 = !isWayland && world.environment["DISPLAY"] != nil
    var names: [String] = []
    if isWayland, has("grim") { names.append("grim") }
    if isX11 { names += ["maim", "import"].filter(has) }
    if world.environment["DBUS_SESSION_BUS_ADDRESS"] != nil { names.append("the desktop's portal") }
    if let name = names.first {
      return Finding(name: "screen", state: .good, detail: "--screen uses \(name)")
    }
    return Finding(
      name: "screen",
      state: .weak,
      detail: isWayland || isX11
        ? "no program can look at the screen" : "there is no desktop to look at",
      fix: "TOTP_SCREENSHOT_COMMAND names a command that prints a picture"
    )
  }

  private var card: Finding {
    guard Helpers.command("yubikey", in: world.libexec, world.environment) != nil else {
      return Finding(
        name: "yubikey",
        state: .weak,
        detail: "totp-yubikey is not installed",
        fix: "make install puts it beside totp"
      )
    }
    guard Machine.has("/run/pcscd/pcscd.comm") else {
      return Finding(
        name: "yubikey",
        state: .weak,
        detail: "pcscd is not running",
        fix: "apt install pcscd, then systemctl enable --now pcscd.socket"
      )
    }
    return Finding(
      name: "yubikey",
      state: .good,
      detail: "pcscd is there; totp yubikey list looks for keys"
    )
  }

  private var terminal: Finding {
    guard world.terminal.isThere else {
      return Finding(
        name: "terminal",
        state: .weak,
        detail: "there is none to ask on",
        fix: "scripts give a passphrase by --passphrase-file, or totp unlock goes first"
      )
    }
    let kind = world.environment["TERM"] ?? "of no known kind"
    return Finding(name: "terminal", state: .good, detail: kind)
  }

  private func has(_ program: String) -> Bool {
    Machine.hasProgram(program, world.environment)
  }
}
