// SPDX-License-Identifier: MIT
#include "CPNG.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct png_picture {
  png_structp png;
  png_infop info;
  const unsigned char *bytes;
  size_t left;
  unsigned width, height;
  int channels;
};

static void fail(png_structp png, png_const_charp message) {
  (void)message;
  longjmp(png_jmpbuf(png), 1);
}

static void ignore(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void take(png_structp png, png_bytep out, size_t count) {
  png_picture *picture = png_get_io_ptr(png);
  if (count > picture->left) png_error(png, "end");
  memcpy(out, picture->bytes, count);
  picture->bytes += count;
  picture->left -= count;
}

// Whatever the colour type and depth: 8 bits of grey, and 8 of opacity where the file has any.
static void ask_for_grey(png_structp png, png_infop info) {
  int colour = png_get_color_type(png, info);
  png_set_expand(png);
  png_set_scale_16(png);
  if (colour & PNG_COLOR_MASK_COLOR) {
    // The weights of ITU-R BT.601, in hundred thousandths.
    png_set_rgb_to_gray_fixed(png, PNG_ERROR_ACTION_NONE, 29900, 58700);
  }
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
}

png_picture *png_picture_open(const unsigned char *bytes, size_t count) {
  png_picture *picture = calloc(1, sizeof *picture);
  if (!picture) return NULL;
  picture->bytes = bytes;
  picture->left = count;
  picture->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
  picture->info = picture->png ? png_create_info_struct(picture->png) : NULL;
  if (!picture->info || setjmp(png_jmpbuf(picture->png))) {
    png_picture_close(picture);
    return NULL;
  }
  png_set_read_fn(picture->png, picture, take);
  // Passes over all chunks but IHDR, PLTE, tRNS, IDAT and IEND: no profile or text is unpacked.
  png_set_keep_unknown_chunks(picture->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  // A wrong checksum in a chunk that we can do without is no reason to give up.
  png_set_crc_action(picture->png, PNG_CRC_DEFAULT, PNG_CRC_QUIET_USE);
  png_read_info(picture->png, picture->info);
  ask_for_grey(picture->png, picture->info);
  picture->width = png_get_image_width(picture->png, picture->info);
  picture->height = png_get_image_height(picture->png, picture->info);
  picture->channels = png_get_channels(picture->png, picture->info);
  if (png_get_bit_depth(picture->png, picture->info) != 8 || picture->channels > 2) {
    png_picture_close(picture);
    return NULL;
  }
  return picture;
}

int png_picture_channels(const png_picture *picture) { return picture->channels; }
unsigned png_picture_width(const png_picture *picture) { return picture->width; }
unsigned png_picture_height(const png_picture *picture) { return picture->height; }

int png_picture_read(png_picture *picture, unsigned char *pixels) {
  if (setjmp(png_jmpbuf(picture->png))) return 0;
  int passes = png_get_interlace_type(picture->png, picture->info) == PNG_INTERLACE_ADAM7 ? 7 : 1;
  size_t row = (size_t)picture->width * picture->channels;
  for (int pass = 0; pass < passes; pass++) {
    for (unsigned y = 0; y < picture->height; y++) {
      // The second buffer also gets the pixels around those of an early pass, which a later one may
      // never reach.
      png_read_row(picture->png, NULL, pixels + y * row);
    }
  }
  return 1;
}

void png_picture_close(png_picture *picture) {
  png_destroy_read_struct(&picture->png, &picture->info, NULL);
  free(picture);
}
