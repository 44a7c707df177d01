// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// The start of the worker: a child with an empty environment and nothing open but its socket.
struct WorkerLaunch {
  /// The child's process id.
  let child: pid_t

  /// Our end of the socket.
  let socket: Int32

  /// Starts the worker.
  ///
  /// - Parameters:
  ///   - path: where the program is.
  ///   - job: its one argument.
  /// - Throws: ``WorkerError/notInstalled(path:)``, ``WorkerError/cannotStart(path:errno:)``.
  init(path: String, job: String) throws(WorkerError) {
    var ends: [Int32] = [-1, -1]
    // The pointer is good for two numbers, for the call.
    guard unsafe linux_socket_pair(&ends) == 0 else {
      throw .cannotStart(path: path, errno: errno)
    }
    defer { close(ends[1]) }
    do throws(WorkerError) {
      child = try Self.spawn(path, job: job, socket: ends[1])
    } catch {
      close(ends[0])
      throw error
    }
    socket = ends[0]
  }

  /// Spawns the child.
  ///
  /// posix_spawn(3)
  private static func spawn(
    _ path: String,
    job: String,
    socket: Int32
  ) throws(WorkerError) -> pid_t {
    // Above the standard streams, where none of the actions below can hit it.
    let high = linux_copy_above_standard(socket)
    guard high >= 0 else { throw .cannotStart(path: path, errno: errno) }
    defer { close(high) }

    // Sound: both are made and unmade here, and the calls keep none of the pointers.
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }

    unsafe posix_spawn_file_actions_adddup2(&actions, high, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, high, STDOUT_FILENO)
    // What libraries print is for no one, but a closed descriptor would go to the next file opened.
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)

    // Signals that we block or ignore are not blocked or ignored there.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    // Sound: all that is pointed at outlives the call.
    var child: pid_t = 0
    let failure = unsafe withArguments([path, job]) { arguments in
      unsafe withArguments([]) { environment in
        unsafe posix_spawn(&child, path, &actions, &attributes, arguments, environment)
      }
    }
    switch failure {
    case 0: return child
    case ENOENT, ENOTDIR: throw .notInstalled(path: path)
    default: throw .cannotStart(path: path, errno: failure)
    }
  }

  /// Lends strings as C has them: an array of pointers that ends with a null pointer.
  private static func withArguments(
    _ strings: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
  ) -> Int32 {
    // Sound: each copy lives until `body` has returned.
    var pointers = unsafe strings.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer { while let pointer = unsafe pointers.popLast() { unsafe free(pointer) } }
    return unsafe body(pointers)
  }
}
