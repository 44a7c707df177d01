// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>

// Tells whether a WebP picture has an opacity of its own.
int webp_has_opacity(const unsigned char *bytes, size_t count);

// Decodes a WebP picture, or one frame of a moving one, into width * height bytes of grey, and as many
// of opacity unless that is NULL. 1 when that worked, 0 when it is no such picture of this size.
int webp_grey(const unsigned char *bytes, size_t count, unsigned char *grey,
              unsigned char *opacity, int width, int height);
