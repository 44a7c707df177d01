// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>

// Decodes a JPEG of any colour space into width * height bytes of grey. libjpeg reports errors by
// longjmp(3), which must not cross Swift's frames.
//
// -1 when it is no JPEG of this size; 0 when it is cut short or spoilt, and the pixels are in part a
// guess; 1 when it is whole.
int jpeg_grey(const unsigned char *bytes, size_t count, unsigned char *pixels, unsigned width,
              unsigned height);
