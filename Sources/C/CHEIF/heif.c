// SPDX-License-Identifier: MIT
#include "CHEIF.h"

#include <dlfcn.h>
#include <libheif/heif.h>
#include <stdlib.h>

static struct {
  __typeof__(&heif_context_alloc) open;
  __typeof__(&heif_context_free) close;
  __typeof__(&heif_context_read_from_memory_without_copy) read;
  __typeof__(&heif_context_set_max_decoding_threads) set_threads;
  __typeof__(&heif_context_get_primary_image_handle) primary;
  __typeof__(&heif_image_handle_get_width) width;
  __typeof__(&heif_image_handle_get_height) height;
  __typeof__(&heif_image_handle_has_alpha_channel) has_opacity;
  __typeof__(&heif_image_handle_release) release;
  __typeof__(&heif_decode_image) decode;
  __typeof__(&heif_image_get_plane_readonly) plane;
  __typeof__(&heif_image_get_width) plane_width;
  __typeof__(&heif_image_get_height) plane_height;
  __typeof__(&heif_image_release) free;
} heif;

static int is_loaded;

int cheif_load(void) {
  if (is_loaded) return 1;
  void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  struct {
    const char *name;
    void *function;
  } functions[] = {
      {"heif_context_alloc", &heif.open},
      {"heif_context_free", &heif.close},
      {"heif_context_read_from_memory_without_copy", &heif.read},
      {"heif_context_set_max_decoding_threads", &heif.set_threads},
      {"heif_context_get_primary_image_handle", &heif.primary},
      {"heif_image_handle_get_width", &heif.width},
      {"heif_image_handle_get_height", &heif.height},
      {"heif_image_handle_has_alpha_channel", &heif.has_opacity},
      {"heif_image_handle_release", &heif.release},
      {"heif_decode_image", &heif.decode},
      {"heif_image_get_plane_readonly", &heif.plane},
      {"heif_image_get_width", &heif.plane_width},
      {"heif_image_get_height", &heif.plane_height},
      {"heif_image_release", &heif.free},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *address = dlsym(library, functions[i].name);
    if (!address) return 0;
    *(void **)functions[i].function = address;
  }
  // The decoders' plugins register themselves when the first context is made.
  heif.close(heif.open());
  return is_loaded = 1;
}

struct cheif_picture {
  struct heif_context *context;
  struct heif_image_handle *handle;
  struct heif_image *image;
  const unsigned char *pixels;
  int stride, width, height, has_opacity;
};

static int decode(cheif_picture *picture, const unsigned char *bytes, size_t count,
                  size_t most_pixels) {
  picture->context = heif.open();
  if (!picture->context) return 0;
  // The pixels are decoded on this thread, the only one that the sandbox allows.
  heif.set_threads(picture->context, 0);
  if (heif.read(picture->context, bytes, count, NULL).code != heif_error_Ok) return 0;
  if (heif.primary(picture->context, &picture->handle).code != heif_error_Ok) return 0;
  int width = heif.width(picture->handle), height = heif.height(picture->handle);
  if (width <= 0 || height <= 0 || (size_t)width > most_pixels / (size_t)height) return 0;
  picture->has_opacity = heif.has_opacity(picture->handle);
  struct heif_error error = heif.decode(picture->handle, &picture->image, heif_colorspace_RGB,
                                        heif_chroma_interleaved_RGBA, NULL);
  if (error.code != heif_error_Ok) return 0;
  picture->width = heif.plane_width(picture->image, heif_channel_interleaved);
  picture->height = heif.plane_height(picture->image, heif_channel_interleaved);
  picture->pixels = heif.plane(picture->image, heif_channel_interleaved, &picture->stride);
  return picture->pixels != NULL && picture->width > 0 && picture->height > 0 &&
         (size_t)picture->width <= most_pixels / (size_t)picture->height &&
         picture->stride >= 4 * picture->width;
}

cheif_picture *cheif_decode(const unsigned char *bytes, size_t count, size_t most_pixels) {
  cheif_picture *picture = is_loaded ? calloc(1, sizeof *picture) : NULL;
  if (!picture) return NULL;
  if (decode(picture, bytes, count, most_pixels)) return picture;
  cheif_close(picture);
  return NULL;
}

int cheif_width(const cheif_picture *picture) { return picture->width; }
int cheif_height(const cheif_picture *picture) { return picture->height; }
int cheif_has_opacity(const cheif_picture *picture) { return picture->has_opacity; }

const unsigned char *cheif_row(const cheif_picture *picture, int y) {
  return picture->pixels + (size_t)y * (size_t)picture->stride;
}

void cheif_close(cheif_picture *picture) {
  if (picture->image) heif.free(picture->image);
  if (picture->handle) heif.release(picture->handle);
  if (picture->context) heif.close(picture->context);
  free(picture);
}
