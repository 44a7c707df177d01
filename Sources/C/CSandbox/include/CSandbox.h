// SPDX-License-Identifier: MIT
#pragma once

// What has no function in the C library, or takes a variable number of arguments. Each answers 0, or the
// errno(3) of what failed.

// Gives up new privileges and being traced or dumped for good.
int csandbox_close_to_others(void);

// Closes every descriptor above the standard streams.
int csandbox_close_descriptors(void);

// Denies every access to files, and to the network and to other processes' sockets and signals as far as
// the kernel knows of that (Landlock ABI 1, 4 and 6).
int csandbox_deny_files(void);

// Denies every system call that computing does not need; threads too, unless they are needed.
int csandbox_deny_calls(int needs_threads);

// Each tries what the sandbox is to deny. 0 when it worked, and so the sandbox leaks.
int csandbox_try_file(void);
int csandbox_try_new_file(void);
int csandbox_try_socket(void);
int csandbox_try_process(void);
int csandbox_try_thread(void);
int csandbox_try_memory(void);
int csandbox_try_signal(void);
int csandbox_try_executable_memory(void);
