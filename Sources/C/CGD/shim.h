// SPDX-License-Identifier: MIT
#pragma once
#include <gd.h>
