// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// zxing-cpp throws C++ exceptions and returns C++ containers, neither of which crosses this border.

// One code; the bytes are good only as long as the visit.
typedef struct {
  const unsigned char *bytes;
  size_t count;
  // The uppermost row and the leftmost column of its corners.
  int top, left;
  // Which part of how many it is (structured append), and the parity that the parts share; a code on its
  // own is part 0 of 1.
  int part, parts, parity;
} czxing_code;

typedef void (*czxing_visitor)(const czxing_code *code, void *context);

// Searches, one thread at a time, a grey picture for QR codes, micro ones too, and visits each. What a code says in an encoding
// that it names (ECI) comes as UTF-8, everything else as it is. The number of visits, or -1 when the
// library gave up.
int czxing_read(const unsigned char *pixels, int width, int height, czxing_visitor visit,
                void *context);

#ifdef __cplusplus
}
#endif
