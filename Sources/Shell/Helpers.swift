// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// The executables beside the program: the worker, and external commands.
package enum Helpers {
  /// The external commands that this project brings.
  package static let known = ["yubikey"]

  /// What is run by the program alone and is no command.
  private static let inner = ["worker", "screenshot"]

  /// Finds the folder that the helpers are installed in.
  ///
  /// - Parameter environment: `TOTP_LIBEXEC`, an absolute path, goes before everything.
  /// - Returns: `../libexec/totp` seen from the program's own folder when that is there, else that
  ///   folder itself, where a build leaves them; `nil` when the system does not tell where the
  ///   program is.
  ///
  /// readlink(2) of `/proc/self/exe`
  package static func folder(_ environment: Environment) -> String? {
    if let folder = environment.folder("TOTP_LIBEXEC") { return folder }
    guard let program = ownPath(), let slash = program.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return nil
    }
    let own = String(program[..<slash])
    if own.hasSuffix("/libexec/totp") { return own }
    if let parent = own.utf8.lastIndex(of: UInt8(ascii: "/")) {
      let libexec = own[..<parent] + "/libexec/totp"
      // The string outlives the call.
      if unsafe access(String(libexec), F_OK) == 0 { return String(libexec) }
    }
    return own
  }

  /// Starts the program once more, in the background and in a session of its own.
  ///
  /// - Parameters:
  ///   - arguments: without the program's name; never a secret.
  ///   - input: what it finds on its standard input, at most 4096 bytes.
  /// - Throws: ``ShellError/system(_:subject:errno:)``.
  ///
  /// posix_spawn(3) of `/proc/self/exe`
  package static func startSelf(
    _ arguments: [String],
    input: Span<UInt8>
  ) throws(ShellError) {
    var ends: [Int32] = [-1, -1]
    // The array has room for the two descriptors.
    guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else {
      throw .system(.start, subject: "the program itself", errno: errno)
    }
    defer {
      close(ends[0])
      close(ends[1])
    }
    try DescriptorOutput(descriptor: ends[1], name: "a pipe").write(input)
    _ = try Child.start(
      "/proc/self/exe",
      arguments: ["totp"] + arguments,
      standardInput: ends[0],
      isQuiet: true,
      isDetached: true
    )
  }

  private static func ownPath() -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    // The array is as long as the count says.
    let count = unsafe linux_readlink("/proc/self/exe", &bytes, bytes.count)
    guard count > 0, count < bytes.count else { return nil }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Finds an external command.
  ///
  /// - Parameters:
  ///   - name: what stands after `totp`; `yubikey` is `totp-yubikey`.
  ///   - folder: the helpers' folder, where it is looked for first.
  ///   - environment: `PATH` is where it is looked for next.
  /// - Returns: the executable's path, or `nil`.
  package static func command(
    _ name: String,
    in folder: String?,
    _ environment: Environment
  ) -> String? {
    guard isCommandName(name) else { return nil }
    for folder in searchPath(folder, environment) {
      let path = "\(folder)/totp-\(name)"
      // The string outlives the call.
      if unsafe access(path, X_OK) == 0, !isFolder(path) { return path }
    }
    return nil
  }

  /// Lists the names of all external commands that ``command(_:in:_:)`` finds.
  ///
  /// - Parameters:
  ///   - folder: the helpers' folder.
  ///   - environment: for its `PATH`.
  /// - Returns: the names, sorted, without `worker`, which is no command.
  ///
  /// opendir(3), readdir(3)
  package static func commandNames(in folder: String?, _ environment: Environment) -> [String] {
    var names: Set<String> = []
    for folder in searchPath(folder, environment) {
      guard let stream = unsafe opendir(folder) else { continue }
      // The stream is open until the end of this turn, and an entry is good until the next one.
      defer { unsafe closedir(stream) }
      while let entry = unsafe readdir(stream) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
            unsafe String(cString: $0)
          }
        }
        guard name.hasPrefix("totp-") else { continue }
        let command = String(name.dropFirst(5))
        if self.command(command, in: folder, environment) != nil {
          names.insert(command)
        }
      }
    }
    return names.sorted()
  }

  /// A name from the command line never leads out of the folders that are searched.
  private static func isCommandName(_ name: String) -> Bool {
    !inner.contains(name) && !name.isEmpty && !name.hasPrefix("-")
      && !name.utf8.contains(UInt8(ascii: "/")) && !name.utf8.contains(0)
  }

  private static func searchPath(_ folder: String?, _ environment: Environment) -> [String] {
    (folder.map { [$0] } ?? []) + environment.programFolders
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    // The pointer is good for the call.
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
