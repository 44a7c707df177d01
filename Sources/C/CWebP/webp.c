// SPDX-License-Identifier: MIT
#include "CWebP.h"

#include <string.h>
#include <webp/decode.h>

int webp_has_opacity(const unsigned char *bytes, size_t count) {
  WebPBitstreamFeatures features;
  return WebPGetFeatures(bytes, count, &features) == VP8_STATUS_OK && features.has_alpha;
}

static void copy(unsigned char *to, const unsigned char *from, int stride, int width, int height) {
  for (int y = 0; y < height; y++) memcpy(to + (size_t)y * width, from + (size_t)y * stride, width);
}

int webp_grey(const unsigned char *bytes, size_t count, unsigned char *grey,
              unsigned char *opacity, int width, int height) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) return 0;
  config.output.colorspace = opacity ? MODE_YUVA : MODE_YUV;
  int is_decoded = WebPDecode(bytes, count, &config) == VP8_STATUS_OK &&
                   config.output.width == width && config.output.height == height;
  const WebPYUVABuffer *planes = &config.output.u.YUVA;
  if (is_decoded) {
    copy(grey, planes->y, planes->y_stride, width, height);
    if (opacity) copy(opacity, planes->a, planes->a_stride, width, height);
  }
  WebPFreeDecBuffer(&config.output);
  return is_decoded;
}
