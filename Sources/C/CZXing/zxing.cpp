// SPDX-License-Identifier: MIT
#include "CZXing.h"

#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>

#include <algorithm>
#include <csetjmp>
#include <cstdlib>
#include <string>

using namespace ZXing;

// Where a failed assertion goes. Debian builds the library with its assertions on, and a picture can
// trip them (seen with 1.4.0: "l1.isValid() && l2.isValid()"): the reading has then found nothing, and the
// others go on. What the reading had allocated is lost; the process does not live long.
static jmp_buf *way_out;

extern "C" void __assert_fail(const char *, const char *, unsigned, const char *) noexcept {
  if (way_out) longjmp(*way_out, 1);
  std::abort();
}

static DecodeHints hints() {
  DecodeHints hints;
  hints.setFormats(BarcodeFormat::QRCode | BarcodeFormat::MicroQRCode);
  hints.setTryHarder(true);
  hints.setTryRotate(true);
  // The ladder makes pictures smaller itself.
  hints.setTryDownscale(false);
  return hints;
}

static void report(const Result &result, czxing_visitor visit, void *context) {
  const auto &corners = result.position();
  auto [left, right] = std::minmax({corners.topLeft().x, corners.topRight().x,
                                    corners.bottomRight().x, corners.bottomLeft().x});
  auto [top, bottom] = std::minmax({corners.topLeft().y, corners.topRight().y,
                                    corners.bottomRight().y, corners.bottomLeft().y});
  (void)right;
  (void)bottom;
  std::string text;
  czxing_code code{};
  if (result.hasECI()) {
    text = result.text();
    code.bytes = reinterpret_cast<const unsigned char *>(text.data());
    code.count = text.size();
  } else {
    code.bytes = result.bytes().data();
    code.count = result.bytes().size();
  }
  code.top = top;
  code.left = left;
  code.parts = 1;
  if (result.isPartOfSequence() && result.sequenceSize() > 1) {
    code.part = result.sequenceIndex();
    code.parts = result.sequenceSize();
    code.parity = std::atoi(result.sequenceId().c_str());
  }
  visit(&code, context);
}

static int read(const ImageView &picture, czxing_visitor visit, void *context) {
  int count = 0;
  for (const Result &result : ReadBarcodes(picture, hints())) {
    if (!result.isValid() || result.bytes().size() == 0) continue;
    report(result, visit, context);
    count++;
  }
  return count;
}

int czxing_read(const unsigned char *pixels, int width, int height, czxing_visitor visit,
                void *context) {
  jmp_buf out;
  int count = -1;
  way_out = &out;
  if (setjmp(out) == 0) {
    try {
      count = read({pixels, width, height, ImageFormat::Lum}, visit, context);
    } catch (...) {
      count = -1;
    }
  }
  way_out = nullptr;
  return count;
}
