// SPDX-License-Identifier: MIT
import Pictures

/// Does with any bytes what the worker does with a picture's file: header, decoder, readings.
///
/// Small pictures and two readings, so that a run is short.
///
/// - Parameter file: the picture's bytes.
@Sendable func fuzzPicture(_ file: [UInt8]) {
  _ = librariesAreLoaded
  do throws(PictureError) {
    let picture = try Picture(decoding: file, limits: [.side(2000), .pixels(250_000)])
    let findings = Ladder(Array(Ladder.standard.readings.prefix(2))).search(picture)
    precondition(findings.payloads.allSatisfy { !$0.text.isEmpty }, "a code without a text")
  } catch {
    // Refusing is as good as reading.
  }
}

private let librariesAreLoaded: Void = {
  DecoderLibrary.characters.load()
  DecoderLibrary.tiff.load()
  DecoderLibrary.heif.load()
}()
