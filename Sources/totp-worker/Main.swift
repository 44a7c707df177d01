// SPDX-License-Identifier: MIT
import Glibc
import Secrets

/// `totp-worker JOB`: reads what a stranger wrote and says what is in it.
///
/// It takes bytes on the standard input and answers in protobuf on the standard output. `totp` starts
/// it; by hand it is of no use. Exit status: 0 with an answer, which may be a refusal; 1 without one; 2
/// for an unknown job.
@main
enum Main {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 1, let job = arguments.first.flatMap(Job.init(rawValue:)) else {
      StandardStreams.complain("usage: totp-worker \(Job.picture.rawValue) <FILE >ANSWER\n")
      exit(2)
    }
    guard Limits.apply(), let input = StandardStreams.readInput(limit: job.mostInputBytes) else {
      exit(1)
    }
    let answer = job.answer(to: input)
    exit(StandardStreams.writeAnswer(answer.span) ? 0 : 1)
  }
}
