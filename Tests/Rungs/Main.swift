// SPDX-License-Identifier: MIT
import Foundation
import Pictures

/// `Rungs FOLDER…`: tries each rung of the ladder on its own on the pictures of folders that have a
/// `manifest.json`, and says which rungs read what, and in which order they pay.
///
/// One line a picture and rung goes to standard output for other programs; the table goes to standard
/// error.
@main
enum Main {
  private struct Sample: Decodable {
    let file: String
    let expected: [String]
  }

  /// What one rung did on all pictures.
  private struct Record {
    let rung: Reading
    var read: Set<String> = []
    var milliseconds: [Double] = []
  }

  static func main() throws {
    let ladder = Ladder.standard
    var records = ladder.readings.map { Record(rung: $0) }
    for path in CommandLine.arguments.dropFirst() {
      let folder = URL(filePath: path)
      let manifest = try Data(contentsOf: folder.appending(path: "manifest.json"))
      for sample in try JSONDecoder().decode([Sample].self, from: manifest)
      where !sample.expected.isEmpty {
        let bytes = try [UInt8](Data(contentsOf: folder.appending(path: sample.file)))
        guard let picture = try? Picture(decoding: bytes) else { continue }
        for index in records.indices {
          let start = ContinuousClock.now
          let findings = Ladder([records[index].rung]).search(picture)
          let elapsed = (ContinuousClock.now - start) / .milliseconds(1)
          records[index].milliseconds.append(elapsed)
          let texts = Set(findings.payloads.map { plain($0.text) })
          let name = "\(path)/\(sample.file)"
          let isRight = texts.isSuperset(of: sample.expected.map(plain))
          if isRight { records[index].read.insert(name) }
          print(name, records[index].rung.name, isRight, !texts.isEmpty && !isRight, elapsed)
        }
      }
    }
    tell(records)
  }

  /// What counts of a text: manifests leave out how lines end, and what is blank around it.
  private static func plain(_ text: String) -> String {
    text.replacingOccurrences(of: "\r\n", with: "\n").trimmingCharacters(
      in: .whitespacesAndNewlines
    )
  }

  /// Prints the rungs by what each adds to those before it.
  private static func tell(_ records: [Record]) {
    var left = records
    var read: Set<String> = []
    var text = "rung                    alone   adds   median ms   mean ms\n"
    while let best = left.indices.max(by: { gain(left[$0]) < gain(left[$1]) }) {
      let record = left.remove(at: best)
      let sorted = record.milliseconds.sorted()
      let mean = sorted.reduce(0, +) / Double(max(1, sorted.count))
      text += String(
        format: "%@ %6d %6d %11.1f %9.1f\n",
        record.rung.name.padding(toLength: 22, withPad: " ", startingAt: 0),
        record.read.count,
        record.read.subtracting(read).count,
        sorted.isEmpty ? 0 : sorted[sorted.count / 2],
        mean
      )
      read.formUnion(record.read)
    }
    text += "read by any: \(read.count) of \(records.first?.milliseconds.count ?? 0)\n"
    FileHandle.standardError.write(Data(text.utf8))

    /// What a rung adds, and, where two add the same, how cheap it is.
    func gain(_ record: Record) -> Double {
      let cost = record.milliseconds.reduce(0, +) / Double(max(1, record.milliseconds.count))
      return Double(record.read.subtracting(read).count) - cost / 1e6
    }
  }
}
