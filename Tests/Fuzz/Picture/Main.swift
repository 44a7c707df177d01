// SPDX-License-Identifier: MIT
import Pictures

/// Does with any bytes what the worker does with a picture's file: header, decoder, readings.
///
/// Small pictures and two readings, so that a run is short; whatever is wrong traps or is found by a
/// sanitizer.
///
/// LLVMFuzzerTestOneInput of libFuzzer
@c(LLVMFuzzerTestOneInput)
public func fuzzPicture(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  _ = librariesAreLoaded
  // Sound: libFuzzer passes so many bytes; the copy has exactly their size.
  let file = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  do throws(PictureError) {
    let picture = try Picture(decoding: file, limits: [.side(2000), .pixels(250_000)])
    let findings = Ladder(Array(Ladder.standard.readings.prefix(2))).search(picture)
    precondition(findings.payloads.allSatisfy { !$0.text.isEmpty }, "a code without a text")
  } catch {
    // Refusing is as good as reading.
  }
  return 0
}

private let librariesAreLoaded: Void = {
  DecoderLibrary.characters.load()
  DecoderLibrary.tiff.load()
  DecoderLibrary.heif.load()
}()
