// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>

// libheif brings ten more libraries, and few pictures need it: it is loaded when asked for.

// Loads libheif, once. 1 when it is there.
int cheif_load(void);

typedef struct cheif_picture cheif_picture;

// Decodes the primary picture of a HEIF or AVIF file, upright. NULL when libheif is not loaded or cannot,
// or when the picture has more than `most_pixels`.
cheif_picture *cheif_decode(const unsigned char *bytes, size_t count, size_t most_pixels);

int cheif_width(const cheif_picture *picture);
int cheif_height(const cheif_picture *picture);

// Whether the fourth byte of a pixel says anything.
int cheif_has_opacity(const cheif_picture *picture);

// A row of pixels, each of red, green, blue and opacity.
const unsigned char *cheif_row(const cheif_picture *picture, int y);

void cheif_close(cheif_picture *picture);
