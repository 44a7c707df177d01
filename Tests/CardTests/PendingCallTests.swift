// SPDX-License-Identifier: MIT
import Card
import Foundation
import Testing

@Suite struct PendingCallTests {
  private static let patient = Patience(silence: 60_000, limit: 60_000)
  private static let impatient = Patience(silence: 1, limit: 20)

  /// Holds a thread up until another one says so.
  private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func open() { semaphore.signal() }
    func wait() { semaphore.wait() }
  }

  /// Something that says when it is gone.
  private final class Resource: Sendable {
    let gone: Gate
    init(_ gone: Gate) { self.gone = gone }
    deinit { gone.open() }
  }

  @Test func returnsWhatTheCallReturns() throws {
    #expect(try PendingCall.result(within: Self.patient) { () throws(CardError) in 7 } == 7)
  }

  @Test func throwsWhatTheCallThrows() {
    #expect(throws: CardError.noCard) {
      _ = try PendingCall.result(within: Self.patient) { () throws(CardError) -> Int in
        throw .noCard
      }
    }
  }

  @Test func tellsOfALongWaitOnceAndTakesTheResultThatComesThen() throws {
    let gate = Gate()
    var waits = 0
    let result = try PendingCall.result(
      within: Patience(silence: 1, limit: 60_000),
      onWait: {
        waits += 1
        gate.open()
      },
      of: { () throws(CardError) in
        gate.wait()
        return 7
      }
    )
    #expect(result == 7)
    #expect(waits == 1)
  }

  @Test func givesACallUpAndDropsWhatItBringsLater() throws {
    let (gate, gone) = (Gate(), Gate())
    var waits = 0
    let result = try PendingCall.result(
      within: Self.impatient,
      onWait: { waits += 1 },
      of: {
        () throws(CardError) in
        gate.wait()
        return Resource(gone)
      }
    )
    #expect(result == nil)
    #expect(waits == 1)
    gate.open()
    // It would wait for ever if the late result were kept.
    gone.wait()
  }

  @Test func saysNothingWhenTheLimitComesFirst() throws {
    let gate = Gate()
    var waits = 0
    let patience = Patience(silence: 20, limit: 1)
    let result = try PendingCall.result(
      within: patience,
      onWait: { waits += 1 },
      of: {
        () throws(CardError) in
        gate.wait()
        return 7
      }
    )
    gate.open()
    #expect(result == nil)
    #expect(waits == 0)
  }
}
