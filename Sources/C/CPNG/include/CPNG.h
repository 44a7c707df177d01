// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>

// libpng reports errors by longjmp(3), which must not cross Swift's frames; so it is fenced in here.

typedef struct png_picture png_picture;

// Reads everything before the pixels. The bytes must outlive the picture. NULL when they are no PNG.
png_picture *png_picture_open(const unsigned char *bytes, size_t count);

// The bytes that each pixel will have: 1 for grey, 2 for grey and opacity.
int png_picture_channels(const png_picture *picture);

unsigned png_picture_width(const png_picture *picture);
unsigned png_picture_height(const png_picture *picture);

// Reads the pixels, width * height * channels bytes from the top left. 1 when all of them are there,
// 0 when the file ends or breaks before; pixels that were not reached keep what was in the buffer.
int png_picture_read(png_picture *picture, unsigned char *pixels);

void png_picture_close(png_picture *picture);
