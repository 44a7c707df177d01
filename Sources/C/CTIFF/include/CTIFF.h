// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>
#include <stdint.h>

// libtiff brings eight more libraries, and few pictures are TIFFs: it is loaded when asked for.

// Loads libtiff, once. 1 when it is there.
int ctiff_load(void);

// Decodes the first picture of a TIFF into width * height pixels 0xAABBGGRR from the top left, upright,
// colours multiplied by the opacity. -1 when libtiff is not loaded or finds no such picture, 0 when it
// had something to complain of, 1 otherwise.
int ctiff_decode(const unsigned char *bytes, size_t count, uint32_t *pixels, uint32_t width,
                 uint32_t height);
