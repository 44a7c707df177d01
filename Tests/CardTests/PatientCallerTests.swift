// SPDX-License-Identifier: MIT
import Card
import Foundation
import Testing

@Suite struct PatientCallerTests {
  private static let patient = Patience(silence: 60_000, limit: 60_000)
  private static let impatient = Patience(silence: 1, limit: 20)

  private static func ignore() {}

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

  /// Makes a call that waits for a gate, and says what came of it and how often it told of the wait.
  private func wait(
    for gate: Gate,
    within patience: Patience,
    by caller: PatientCaller = PatientCaller(),
    whileWaiting body: () -> Void = {}
  ) throws -> (result: Int?, waits: Int) {
    var waits = 0
    let onWait = {
      waits += 1
      body()
    }
    let result = try caller.result(within: patience, onWait: onWait) { () throws(CardError) in
      gate.wait()
      return 7
    }
    return (result, waits)
  }

  @Test func returnsWhatTheCallsReturn() throws {
    let caller = PatientCaller()
    for number in 0..<100 {
      let result = try caller.result(within: Self.patient, onWait: Self.ignore) {
        () throws(CardError) in
        number
      }
      #expect(result == number)
    }
  }

  @Test func throwsWhatTheCallThrows() {
    #expect(throws: CardError.noCard) {
      _ = try PatientCaller().result(within: Self.patient, onWait: Self.ignore) {
        () throws(CardError) -> Int in
        throw .noCard
      }
    }
  }

  @Test func tellsOfALongWaitOnceAndTakesTheResultThatComesThen() throws {
    let gate = Gate()
    let patience = Patience(silence: 1, limit: 60_000)
    let (result, waits) = try wait(for: gate, within: patience, whileWaiting: gate.open)
    #expect(result == 7)
    #expect(waits == 1)
  }

  @Test func saysNothingWhenTheLimitComesFirst() throws {
    let gate = Gate()
    let (result, waits) = try wait(for: gate, within: Patience(silence: 20, limit: 1))
    gate.open()
    #expect(result == nil)
    #expect(waits == 0)
  }

  @Test func goesOnAfterACallThatItGaveUp() throws {
    let (gate, caller) = (Gate(), PatientCaller())
    for _ in 0..<3 {
      let (result, waits) = try wait(for: gate, within: Self.impatient, by: caller)
      #expect(result == nil)
      #expect(waits == 1)
    }
    for _ in 0..<3 { gate.open() }
    let result = try caller.result(within: Self.patient, onWait: Self.ignore) {
      () throws(CardError) in 8
    }
    #expect(result == 8)
  }

  @Test func dropsWhatACallBringsThatItGaveUp() throws {
    let (gate, gone) = (Gate(), Gate())
    let result = try PatientCaller().result(within: Self.impatient, onWait: Self.ignore) {
      () throws(CardError) in
      gate.wait()
      return Resource(gone)
    }
    #expect(result == nil)
    gate.open()
    // This would wait for ever if the late result were kept.
    gone.wait()
  }
}
