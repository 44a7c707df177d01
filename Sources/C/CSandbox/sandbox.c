// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int outcome(long result) { return result < 0 ? errno : 0; }

int csandbox_close_to_others(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  return outcome(prctl(PR_SET_DUMPABLE, 0, 0, 0, 0));
}

int csandbox_close_descriptors(void) {
  return outcome(syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 0));
}

// landlock_ruleset_attr, whose header may be older than the kernel. Kernels take what they know.
struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scoped;
};

int csandbox_deny_files(void) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, 1U);
  if (abi < 0) return errno;
  // How many kinds of access to files each version knows; the last number holds from there on.
  static const int kinds[] = {13, 14, 15, 15, 16};
  int known = kinds[abi <= 5 ? abi - 1 : 4];
  struct ruleset rules = {(UINT64_C(1) << known) - 1, abi >= 4 ? 3 : 0, abi >= 6 ? 3 : 0};
  size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0U);
  if (ruleset < 0) return errno;
  // No rule is added: what is handled and not allowed is denied.
  int result = outcome(syscall(SYS_landlock_restrict_self, ruleset, 0U));
  close(ruleset);
  return result;
}

// Reading and writing what is open, memory that holds no program, time, and the end. How many processors
// there are is not told: decoders would start a thread for each, and each takes its share of the memory.
static const int harmless[] = {
    SCMP_SYS(read),         SCMP_SYS(readv),        SCMP_SYS(write),          SCMP_SYS(writev),
    SCMP_SYS(close),        SCMP_SYS(poll),         SCMP_SYS(ppoll),          SCMP_SYS(brk),
    SCMP_SYS(munmap),       SCMP_SYS(mremap),       SCMP_SYS(madvise),        SCMP_SYS(mlock),
    SCMP_SYS(munlock),      SCMP_SYS(futex),        SCMP_SYS(sched_yield),    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask), SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday),
    SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep), SCMP_SYS(restart_syscall), SCMP_SYS(getrandom),
    SCMP_SYS(getpid),       SCMP_SYS(gettid),       SCMP_SYS(exit),
    SCMP_SYS(exit_group),
};

static int allow(scmp_filter_ctx filter) {
  for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++) {
    int result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, harmless[i], 0);
    if (result != 0) return result;
  }
  const struct scmp_arg_cmp no_program = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
  int result = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, &no_program);
  if (result != 0) return result;
  result = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, &no_program);
  if (result != 0) return result;
  // abort(3) and the C++ runtime end this process, and no other, by a signal.
  const struct scmp_arg_cmp own = SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid());
  return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, &own);
}

// clone3(2) keeps its flags where no filter can look; told that there is no such call, the C library
// takes clone(2), whose flags can be seen.
static int allow_threads(scmp_filter_ctx filter) {
  // One allocator for all, since each further one would reserve a good part of the memory limit.
  mallopt(M_ARENA_MAX, 1);
  const struct scmp_arg_cmp is_thread = SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD);
  int result = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, &is_thread);
  if (result != 0) return result;
  result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  if (result != 0) return result;
  result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(set_robust_list), 0);
  if (result != 0) return result;
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(rseq), 0);
}

int csandbox_deny_calls(int needs_threads) {
  // An error and no signal: libraries look for files that they can do without, such as those of iconv.
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (!filter) return ENOMEM;
  int result = allow(filter);
  if (result == 0 && needs_threads) result = allow_threads(filter);
  if (result == 0) result = seccomp_load(filter);
  seccomp_release(filter);
  return -result;
}

int csandbox_try_file(void) { return outcome(open("/etc/passwd", O_RDONLY | O_CLOEXEC)); }

int csandbox_try_new_file(void) {
  return outcome(open("/tmp", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
}

int csandbox_try_socket(void) { return outcome(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)); }

int csandbox_try_process(void) {
  // The bare call, without what the C library does around it.
  long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) syscall(SYS_exit_group, 0);
  return outcome(child);
}

int csandbox_try_thread(void) {
  // Flags that a thread has, and a stack that it could never run on: a kernel that gets as far as looking
  // at them says EINVAL.
  return outcome(syscall(SYS_clone, CLONE_VM | CLONE_THREAD, 0, 0, 0, 0));
}

int csandbox_try_memory(void) {
  char byte;
  struct iovec here = {&byte, 1}, there = {(void *)&harmless, 1};
  // The parent's memory: whoever started this process may read it as far as the system's rules go.
  if (process_vm_readv(getppid(), &here, 1, &there, 1, 0) >= 0) return 0;
  int number = errno;
  if (ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0) return 0;
  return number;
}

int csandbox_try_signal(void) { return outcome(kill(getppid(), 0)); }

int csandbox_try_executable_memory(void) {
  void *page = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? errno : 0;
}
