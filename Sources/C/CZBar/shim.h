// SPDX-License-Identifier: MIT
#pragma once
#include <zbar.h>
