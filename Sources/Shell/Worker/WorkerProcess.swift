// SPDX-License-Identifier: MIT
import CLinux
import Glibc
import Secrets

/// One run of the worker: a child process, and the socket that is its input and its output.
///
/// A socket rather than two pipes: it can be written to without waiting and without SIGPIPE, whatever
/// the rest of the program does with its signals. When this value ends, so does the child.
struct WorkerProcess: ~Copyable {
  private let child: pid_t
  private var isReaped = false
  private let socket: Int32
  private let deadline: SuspendingClock.Instant
  private let input: WorkerInput
  /// How much of the input has been sent; `nil` when it has all, or wants no more.
  private var sent: Int? = 0

  /// Starts the worker.
  ///
  /// - Parameters:
  ///   - path: where the program is.
  ///   - job: its one argument.
  ///   - input: all that it will find on its standard input.
  ///   - timeLimit: how long it may take.
  /// - Throws: ``WorkerError/notInstalled(path:)``, ``WorkerError/cannotStart(path:errno:)``.
  init(path: String, job: String, input: WorkerInput, timeLimit: Duration) throws(WorkerError) {
    // The clock stands still while the machine sleeps, as the worker does.
    let deadline = SuspendingClock.now + timeLimit
    let launch = try WorkerLaunch(path: path, job: job)
    child = launch.child
    socket = launch.socket
    self.deadline = deadline
    self.input = input
  }

  deinit {
    close(socket)
    guard !isReaped else { return }
    // It may have ended by itself, but its number is nobody else's until it has been waited for.
    kill(child, SIGKILL)
    while waitpid(child, nil, 0) < 0 && errno == EINTR {}
  }

  /// Sends the input and takes the answer.
  ///
  /// - Returns: the message, without the length before it.
  /// - Throws: ``WorkerError``.
  mutating func answer() throws(WorkerError) -> SecretBytes {
    let length = try [UInt8](capacity: WorkerFrame.lengthByteCount) {
      (output) throws(WorkerError) in try fill(&output)
    }
    let count = try WorkerFrame.byteCount(length.span)
    return try SecretBytes(capacity: count) { (output) throws(WorkerError) in try fill(&output) }
  }

  /// Receives until the output is full, sending in the meantime.
  private mutating func fill(_ output: inout OutputSpan<UInt8>) throws(WorkerError) {
    while output.freeCapacity > 0 {
      try awaitSocket()
      sendSome()
      guard receiveSome(into: &output) else { throw reasonForSilence() }
    }
  }

  /// Waits until the socket can be read or, if there is something to send, written.
  ///
  /// poll(2)
  private func awaitSocket() throws(WorkerError) {
    let events = sent == nil ? POLLIN : POLLIN | POLLOUT
    var request = pollfd(fd: socket, events: Int16(events), revents: 0)
    while true {
      let left = deadline - SuspendingClock.now
      guard left > .zero else { throw .outOfTime }
      // The pointer is good for the call, and for the one entry that the call is told of.
      if unsafe poll(&request, 1, left.milliseconds) > 0 { return }
    }
  }

  private mutating func sendSome() {
    while let start = sent, start < input.count {
      let count = input.withBytes { bytes in
        unsafe bytes.extracting(start...).withUnsafeBytes { rest in
          // The pointer is good for the call.
          unsafe linux_send(socket, rest.baseAddress, rest.count)
        }
      }
      if count < 0 {
        // Whoever hangs up early may still have answered.
        if errno != EAGAIN, errno != EINTR { sent = nil }
        return
      }
      sent = start + count
    }
    guard sent != nil else { return }
    linux_end_sending(socket)
    sent = nil
  }

  /// Receives what is there.
  ///
  /// - Returns: `false` at the end of what the worker will ever say.
  private func receiveSome(into output: inout OutputSpan<UInt8>) -> Bool {
    unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
      // Sound: what lies behind the initialised bytes is ours to fill.
      let free = unsafe UnsafeMutableRawBufferPointer(
        UnsafeMutableBufferPointer(rebasing: buffer[initialized...])
      )
      let count = unsafe linux_receive(socket, free.baseAddress, free.count)
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      initialized += count
      return count > 0
    }
  }

  /// Finds out why the worker has fallen silent before its answer was complete.
  ///
  /// waitpid(2)
  private mutating func reasonForSilence() -> WorkerError {
    // One that lives on with a closed output must not be waited for; one that is ending keeps the
    // status it has.
    kill(child, SIGKILL)
    var status: Int32 = 0
    // The pointer is good for the call.
    while unsafe waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { break }
    }
    isReaped = true
    // Where wait(2) puts the signal and the exit status; the macros for it are not importable.
    let signal = status & 0x7F
    let exitStatus = status >> 8 & 0xFF
    switch (signal, exitStatus) {
    case (0, 0): return .garbledAnswer
    case (0, _): return .failed(status: exitStatus)
    case (SIGXCPU, _): return .outOfTime
    default: return .crashed(signal: signal)
    }
  }
}

extension Duration {
  /// The duration in whole milliseconds, rounded up, as far as poll(2) can count.
  var milliseconds: Int32 {
    let (seconds, attoseconds) = components
    let milliseconds = 1 + attoseconds / 1_000_000_000_000_000
    return Int32(clamping: min(seconds, 1_000_000) * 1000 + milliseconds)
  }
}
