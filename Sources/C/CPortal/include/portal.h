// SPDX-License-Identifier: MIT
#pragma once

// Why there is no picture.
enum portal_failure {
  portal_done = 0,
  portal_absent,   // no session bus, or no portal on it
  portal_refused,  // the person, or the desktop, said no
  portal_silent,   // no answer came in time
};

// Has the desktop's portal take a picture of the whole screen.
//
// token: the request's name, ASCII letters and digits that nobody can guess.
// seconds: how long the person may take to allow it.
// uri: becomes the picture's URI, a string that the caller frees.
//
// XDG Desktop Portal: org.freedesktop.portal.Screenshot, org.freedesktop.portal.Request.
int portal_screenshot(const char *_Nonnull token, int seconds, char *_Nullable *_Nonnull uri);
