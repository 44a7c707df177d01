// SPDX-License-Identifier: MIT
#pragma once
#include <iconv.h>
