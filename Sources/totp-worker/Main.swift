// SPDX-License-Identifier: MIT
import CommandLineKit
import Glibc
import Shell

/// `totp-worker JOB`: reads what a stranger wrote and says what is in it.
///
/// It takes bytes on the standard input and answers in protobuf on the standard output. `totp` starts
/// it; by hand it is of no use. Exit status: 0 with an answer, which may be a refusal; 1 without one; 2
/// for an unknown job.
@main
enum Main {
  static func main() {
    exit(run(CommandLine.arguments.dropFirst()))
  }

  private static func run(_ arguments: ArraySlice<String>) -> Int32 {
    guard arguments.count == 1, let job = arguments.first.flatMap(Job.init(rawValue:)) else {
      try? DescriptorOutput.standardError.write(
        "usage: totp-worker \(Job.picture.rawValue) <FILE >ANSWER\n"
      )
      return Int32(ExitCode.usage.rawValue)
    }
    do throws(ShellError) {
      job.prepare()
      try Limits.apply(to: job)
      try DescriptorOutput.standardOutput.write(job.answer())
      return Int32(ExitCode.done.rawValue)
    } catch {
      // Nobody reads the words of a worker; that there is no answer says enough.
      return Int32(ExitCode.failed.rawValue)
    }
  }
}
