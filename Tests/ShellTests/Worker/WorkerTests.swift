// SPDX-License-Identifier: MIT
import Foundation
import Shell
import Testing

@Suite struct WorkerTests {
  @Test func takesAnAnswer() throws {
    let fake = try FakeWorker("cat >/dev/null; \(FakeWorker.answer)")
    #expect(try fake.worker().codes(inPicture: [1, 2, 3]).searches == 7)
  }

  @Test func asksForThePictureJobAlone() throws {
    let fake = try FakeWorker("echo $# $1 >arguments; \(FakeWorker.answer)")
    _ = try fake.worker().codes(inPicture: [1])
    #expect(try fake.text(in: "arguments") == "1 picture\n")
  }

  @Test(arguments: [0, 1, 65_536, 5_000_000])
  func handsOverEveryByteAndThenTheEnd(count: Int) throws {
    let fake = try FakeWorker("cksum >sum; \(FakeWorker.answer)")
    let picture = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    _ = try fake.worker().codes(inPicture: picture)
    let sum = try fake.text(in: "sum").split(separator: " ")
    #expect(sum.last.map(String.init) == "\(count)\n")
    #expect(sum.first.map(String.init) == "\(POSIXChecksum.of(picture))")
  }

  @Test func answersOfOneThatDoesNotListenCount() throws {
    let fake = try FakeWorker("exec <&-; \(FakeWorker.answer)")
    let picture = [UInt8](repeating: 1, count: 20_000_000)
    #expect(try fake.worker().codes(inPicture: picture).searches == 7)
  }

  @Test func opensNothingAndTellsNothing() throws {
    let open = unsafe open("/dev/null", O_RDONLY)
    defer { close(open) }
    let fake = try FakeWorker(
      """
      tr '\\0' '\\n' </proc/$$/environ >environment
      test -e /proc/$$/fd/\(open) && echo \(open) >leaked
      readlink /proc/$$/fd/2 >errors
      \(FakeWorker.answer)
      """
    )
    _ = try fake.worker().codes(inPicture: [1])
    #expect(try fake.text(in: "environment") == "")
    #expect(try fake.text(in: "errors") == "/dev/null\n")
    #expect(throws: (any Error).self) { try fake.text(in: "leaked") }
  }

  @Test func startsOneThatNoSignalOfOursIsBlockedIn() throws {
    var blocked = sigset_t()
    unsafe sigemptyset(&blocked)
    unsafe sigaddset(&blocked, SIGUSR1)
    var before = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let fake = try FakeWorker("grep SigBlk /proc/self/status >signals; \(FakeWorker.answer)")
    _ = try fake.worker().codes(inPicture: [1])
    #expect(try fake.text(in: "signals") == "SigBlk:\t0000000000000000\n")
  }

  @Test func saysThatThereIsNoWorker() {
    let path = "/nonexistent/totp-worker"
    #expect(throws: WorkerError.notInstalled(path: path)) {
      try Worker(path: path).codes(inPicture: [1])
    }
  }

  @Test func saysThatAFileIsNoProgram() throws {
    let fake = try FakeWorker("", mode: 0o644)
    #expect(throws: WorkerError.cannotStart(path: fake.path, errno: EACCES)) {
      try fake.worker().codes(inPicture: [1])
    }
  }

  @Test(arguments: [
    ("kill -SEGV $$", WorkerError.crashed(signal: SIGSEGV)),
    ("kill -KILL $$", .crashed(signal: SIGKILL)),
    ("kill -XCPU $$", .outOfTime),
    ("exit 3", .failed(status: 3)),
    ("exit 0", .garbledAnswer),
    (#"printf '\0\0\0'"#, .garbledAnswer),
    (#"printf '\0\0\0\011\012\007half'; kill -ABRT $$"#, .crashed(signal: SIGABRT)),
    (#"printf '\0\0\0\003abc'"#, .garbledAnswer),
    (#"printf '\0\200\0\001'"#, .answerTooLong(limit: 8 << 20)),
    (#"printf '\377\377\377\377'; exec yes"#, .answerTooLong(limit: 8 << 20)),
    (#"printf '\0\200\0\0'; exec yes"#, .garbledAnswer),
    ("echo segmentation fault", .answerTooLong(limit: 8 << 20)),
    (#"printf '\0\0\0\4\042\002\010\002'"#, .refused(.notAPicture)),
  ])
  func namesWhatWentWrong(script: String, error: WorkerError) throws {
    let fake = try FakeWorker(script)
    #expect(throws: error) { try fake.worker().codes(inPicture: [1, 2, 3]) }
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "exec sleep 300",
      #"printf '\0\0\0\7half'; exec sleep 300"#,
      "trap '' TERM INT; while :; do :; done",
    ]
  )
  func endsOneThatHangs(script: String) throws {
    let fake = try FakeWorker("echo $$ >number; \(script)")
    #expect(throws: WorkerError.outOfTime) {
      try fake.worker(timeLimit: .milliseconds(500)).codes(inPicture: [1])
    }
    let number = try #require(pid_t(fake.text(in: "number").dropLast()))
    #expect(kill(number, 0) == -1)
    #expect(errno == ESRCH)
  }

  @Test(.timeLimit(.minutes(1)))
  func endsOneThatLivesOnAfterItsAnswer() throws {
    let fake = try FakeWorker("echo $$ >number; \(FakeWorker.answer); exec >&- <&- sleep 300")
    #expect(try fake.worker().codes(inPicture: [1]).searches == 7)
    let number = try #require(pid_t(fake.text(in: "number").dropLast()))
    #expect(kill(number, 0) == -1)
  }

  @Test func refusesAFileThatIsTooLongBeforeAnythingStarts() {
    let picture = [UInt8](repeating: 0, count: Worker.mostPictureBytes + 1)
    #expect(throws: WorkerError.refused(.fileTooLong(limit: Worker.mostPictureBytes))) {
      try Worker(path: "/nonexistent").codes(inPicture: picture)
    }
  }
}

/// The checksum that cksum(1) prints.
private enum POSIXChecksum {
  static func of(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0
    for byte in bytes { add(byte, to: &sum) }
    var count = bytes.count
    while count > 0 {
      add(UInt8(truncatingIfNeeded: count), to: &sum)
      count >>= 8
    }
    return ~sum
  }

  private static func add(_ byte: UInt8, to sum: inout UInt32) {
    sum ^= UInt32(byte) << 24
    for _ in 0..<8 { sum = sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
  }
}
