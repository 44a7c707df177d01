// SPDX-License-Identifier: MIT
#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

// More scans than any encoder writes; each costs a pass over the whole picture.
enum { most_scans = 64 };

struct trap {
  struct jpeg_error_mgr errors;
  jmp_buf out;
};

static void fail(j_common_ptr info) { longjmp(((struct trap *)info->err)->out, 1); }

// Counts what is wrong, as the library's own function does, and prints nothing.
static void count(j_common_ptr info, int level) {
  if (level < 0) info->err->num_warnings++;
}

static void limit_scans(j_common_ptr info) {
  if (((j_decompress_ptr)info)->input_scan_number > most_scans) fail(info);
}

// Adobe's programs, which write nearly all of these, store ink as 255 minus its amount.
static void grey_of_ink(const JSAMPLE *ink, unsigned char *grey, unsigned width, int is_inverted) {
  for (unsigned x = 0; x < width; x++, ink += 4) {
    unsigned c = ink[0], m = ink[1], y = ink[2], k = ink[3];
    if (!is_inverted) c = 255 - c, m = 255 - m, y = 255 - y, k = 255 - k;
    grey[x] = (unsigned char)(((77 * c + 150 * m + 29 * y) >> 8) * k / 255);
  }
}

int jpeg_grey(const unsigned char *bytes, size_t size, unsigned char *pixels, unsigned width,
              unsigned height) {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_progress_mgr progress = {.progress_monitor = limit_scans};
  struct trap trap;
  JSAMPLE *volatile ink = NULL;
  volatile int has_rows = 0;
  int outcome = -1;
  memset(&jpeg, 0, sizeof jpeg);
  jpeg.err = jpeg_std_error(&trap.errors);
  trap.errors.error_exit = fail;
  trap.errors.emit_message = count;
  if (setjmp(trap.out)) {
    outcome = has_rows ? 0 : -1;
    goto end;
  }
  jpeg_create_decompress(&jpeg);
  jpeg.progress = &progress;
  jpeg_mem_src(&jpeg, bytes, size);
  jpeg_read_header(&jpeg, TRUE);
  int is_ink = jpeg.num_components == 4;
  jpeg.out_color_space = is_ink ? JCS_CMYK : JCS_GRAYSCALE;
  jpeg_start_decompress(&jpeg);
  if (jpeg.output_width != width || jpeg.output_height != height) goto end;
  if (is_ink && !(ink = malloc((size_t)width * 4))) goto end;
  for (unsigned y = 0; y < height; y++) {
    JSAMPROW row = ink ? ink : pixels + (size_t)y * width;
    jpeg_read_scanlines(&jpeg, &row, 1);
    if (ink) grey_of_ink(ink, pixels + (size_t)y * width, width, jpeg.saw_Adobe_marker);
    has_rows = 1;
  }
  outcome = trap.errors.num_warnings == 0;
end:
  jpeg_destroy_decompress(&jpeg);
  free(ink);
  return outcome;
}
