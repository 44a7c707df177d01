// SPDX-License-Identifier: MIT
#include "CTIFF.h"

#include <dlfcn.h>
#include <string.h>
#include <tiffio.h>

static struct {
  __typeof__(&TIFFClientOpen) open;
  __typeof__(&TIFFReadRGBAImageOriented) read;
  __typeof__(&TIFFRGBAImageOK) is_known;
  __typeof__(&TIFFGetField) get;
  __typeof__(&TIFFClose) close;
} tiff;

static int complaints;

static void complain(const char *module, const char *format, va_list arguments) {
  (void)module;
  (void)format;
  (void)arguments;
  complaints++;
}

int ctiff_load(void) {
  if (tiff.close) return 1;
  void *library = dlopen("libtiff.so.6", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  __typeof__(&TIFFSetErrorHandler) on_error = dlsym(library, "TIFFSetErrorHandler");
  __typeof__(&TIFFSetWarningHandler) on_warning = dlsym(library, "TIFFSetWarningHandler");
  tiff.open = dlsym(library, "TIFFClientOpen");
  tiff.read = dlsym(library, "TIFFReadRGBAImageOriented");
  tiff.is_known = dlsym(library, "TIFFRGBAImageOK");
  tiff.get = dlsym(library, "TIFFGetField");
  if (!on_error || !on_warning || !tiff.open || !tiff.read || !tiff.is_known || !tiff.get) return 0;
  on_error(complain);
  on_warning(NULL);
  tiff.close = dlsym(library, "TIFFClose");
  return tiff.close != NULL;
}

struct file {
  const unsigned char *bytes;
  toff_t count, position;
};

static tmsize_t take(thandle_t handle, void *out, tmsize_t count) {
  struct file *file = handle;
  toff_t left = file->position < file->count ? file->count - file->position : 0;
  if ((toff_t)count > left) count = (tmsize_t)left;
  memcpy(out, file->bytes + (file->count - left), (size_t)count);
  file->position += (toff_t)count;
  return count;
}

static tmsize_t refuse(thandle_t handle, void *bytes, tmsize_t count) {
  (void)handle;
  (void)bytes;
  (void)count;
  return -1;
}

static toff_t seek(thandle_t handle, toff_t offset, int from) {
  struct file *file = handle;
  toff_t base = from == SEEK_CUR ? file->position : from == SEEK_END ? file->count : 0;
  return file->position = base + offset;
}

static int close_file(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size(thandle_t handle) { return ((struct file *)handle)->count; }

int ctiff_decode(const unsigned char *bytes, size_t count, uint32_t *pixels, uint32_t width,
                 uint32_t height) {
  if (!tiff.close) return -1;
  struct file file = {bytes, count, 0};
  complaints = 0;
  // "m": no memory is mapped, since there is no file. Opening reads the first directory, and following
  // the chain of the others is left out, wherever it leads.
  TIFF *picture = tiff.open("", "rm", &file, take, refuse, seek, close_file, size, NULL, NULL);
  if (!picture) return -1;
  int outcome = -1;
  uint32_t real_width = 0, real_height = 0;
  char message[1024];
  if (tiff.get(picture, TIFFTAG_IMAGEWIDTH, &real_width) &&
      tiff.get(picture, TIFFTAG_IMAGELENGTH, &real_height) && real_width == width &&
      real_height == height && tiff.is_known(picture, message)) {
    int is_read = tiff.read(picture, width, height, pixels, ORIENTATION_TOPLEFT, 0);
    outcome = is_read && complaints == 0;
  }
  tiff.close(picture);
  return outcome;
}
