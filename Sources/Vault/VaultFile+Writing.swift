// SPDX-License-Identifier: MIT
import CLinux
import Glibc

extension VaultFile {
  /// Does something while no other writer can.
  ///
  /// What was read before has to be read again in `body`.
  ///
  /// - Parameters:
  ///   - onWait: called once when another writer makes this one wait for over a second.
  ///   - body: what to do.
  /// - Returns: what `body` returns.
  /// - Throws: ``VaultError/locked(path:seconds:)``, ``VaultError/system(_:path:errno:)``, and what
  ///   `body` throws.
  ///
  /// flock(2) on a file beside the vault, which stays there
  public func withLock<Result: ~Copyable>(
    onWait: () -> Void,
    _ body: () throws -> Result
  ) throws -> Result {
    try makeFolder(Self.folder(of: target))
    let lockPath = "\(target).lock"
    // What was there before may be a link that somebody made to another file: it is left as it is.
    var descriptor = unsafe linux_open(
      lockPath,
      O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
      0o600
    )
    let isNew = descriptor >= 0
    if !isNew, errno == EEXIST {
      descriptor = unsafe linux_open(lockPath, O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0)
    }
    guard descriptor >= 0 else {
      if errno == EACCES || errno == EROFS { throw VaultError.readOnly(path: path) }
      throw VaultError.system(.lock, path: path, errno: errno)
    }
    // Closing it unlocks it.
    defer { close(descriptor) }
    if isNew { _ = try makeOurs(descriptor) }
    let triesASecond = 100
    for attempt in 0...(lockSeconds * triesASecond) {
      if attempt > 0 { usleep(useconds_t(1_000_000 / triesASecond)) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return try body() }
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw VaultError.system(.lock, path: path, errno: errno)
      }
      if attempt == triesASecond { onWait() }
    }
    throw VaultError.locked(path: path, seconds: lockSeconds)
  }

  /// Puts new bytes in the place of the file, or makes it; only under the lock.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - keepingGeneration: whether the old file is kept beside the new one.
  /// - Throws: ``VaultError/readOnly(path:)``, ``VaultError/system(_:path:errno:)``; the old file is
  ///   as it was.
  ///
  /// fsync(2), rename(2)
  public func replace(with bytes: [UInt8], keepingGeneration: Bool) throws(VaultError) {
    try checkWritable()
    let temporary = "\(target).new"
    // Whoever was stopped in the middle left it.
    unsafe unlink(temporary)
    do throws(VaultError) {
      try writeNew(bytes, to: temporary)
      if keepingGeneration { try keepGeneration() }
      guard unsafe rename(temporary, target) == 0 else {
        throw .system(.replace, path: path, errno: errno)
      }
    } catch {
      unsafe unlink(temporary)
      throw error
    }
    // The vault is in place; that its name is on the disk too is worth an error all the same.
    try syncFolder()
  }

  private func writeNew(_ bytes: [UInt8], to temporary: String) throws(VaultError) {
    let descriptor = unsafe linux_open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EACCES || errno == EROFS { throw .readOnly(path: path) }
      throw .system(.write, path: path, errno: errno)
    }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      // The slice lies within the array.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          descriptor,
          buffer.baseAddress.map { unsafe $0 + written },
          buffer.count - written
        )
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .system(.write, path: path, errno: errno)
      }
      written += count
    }
    guard try makeOurs(descriptor), fsync(descriptor) == 0 else {
      throw .system(.write, path: path, errno: errno)
    }
  }

  /// Keeps a new file to the vault's owner, whatever the umask, and whoever makes it.
  ///
  /// What root writes into somebody's vault must stay that one's: it could not be opened any more.
  ///
  /// fchown(2), fchmod(2)
  private func makeOurs(_ descriptor: Int32) throws(VaultError) -> Bool {
    if let owner = try status(of: target), owner.st_uid != geteuid() {
      // Nobody but root can give a file away, and anybody else's write is still better than none.
      _ = fchown(descriptor, owner.st_uid, owner.st_gid)
    }
    return fchmod(descriptor, 0o600) == 0
  }

  /// The name of an earlier generation: 1 is the one before the present.
  func generation(_ number: Int) -> String { "\(target).backup-\(number)" }

  /// Moves each generation back by one, and links the present vault in as the first.
  ///
  /// A second name for the present vault costs no room, so a full disk can't stop it.
  ///
  /// link(2)
  private func keepGeneration() throws(VaultError) {
    guard let present = try status(of: target) else { return }
    // A write that got no further than this has kept the present vault already; many of those would
    // push out every other generation.
    if let kept = try status(of: generation(1)), kept.st_ino == present.st_ino,
      kept.st_dev == present.st_dev
    {
      return
    }
    let newest = "\(target).backup-new"
    unsafe unlink(newest)
    if unsafe link(target, newest) != 0 {
      // Some file systems have no second names.
      guard let bytes = try read() else { return }
      try writeNew(bytes, to: newest)
    }
    do throws(VaultError) {
      try moveGenerations(newest)
    } catch {
      unsafe unlink(newest)
      throw error
    }
    // A vault that somebody opened up stays as it is; its generations are ours.
    _ = unsafe chmod(generation(1), 0o600)
  }

  private func moveGenerations(_ newest: String) throws(VaultError) {
    for number in stride(from: Self.generationCount - 1, through: 1, by: -1) {
      // Where there is none yet, there is nothing to move; one that stayed would be overwritten.
      guard unsafe rename(generation(number), generation(number + 1)) == 0 || errno == ENOENT else {
        throw .system(.replace, path: generation(number + 1), errno: errno)
      }
    }
    guard unsafe rename(newest, generation(1)) == 0 else {
      throw .system(.replace, path: generation(1), errno: errno)
    }
  }

  /// Makes a folder, and each one above that is not there.
  ///
  /// mkdir(2)
  private func makeFolder(_ folder: String) throws(VaultError) {
    if unsafe access(folder, F_OK) == 0 { return }
    let above = Self.folder(of: folder)
    if above != folder { try makeFolder(above) }
    guard unsafe mkdir(folder, 0o700) == 0 else {
      // Another process may have been faster.
      if errno == EEXIST { return }
      throw .system(.makeFolder, path: folder, errno: errno)
    }
    // Whatever the umask made of the mode.
    _ = unsafe chmod(folder, 0o700)
  }

  private func syncFolder() throws(VaultError) {
    let descriptor = unsafe linux_open(
      Self.folder(of: target),
      O_RDONLY | O_DIRECTORY | O_CLOEXEC,
      0
    )
    guard descriptor >= 0 else { throw .system(.write, path: path, errno: errno) }
    defer { close(descriptor) }
    // File systems that can't do it for a folder say so, and have nothing better.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw .system(.write, path: path, errno: errno)
    }
  }
}
