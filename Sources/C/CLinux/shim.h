// SPDX-License-Identifier: MIT
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
