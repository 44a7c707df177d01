// SPDX-License-Identifier: MIT
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

// A call that may block for ever, on a thread of its own, so that waiting for it can end.
//
// PC/SC has no time limits, and SCardCancel ends none of the calls that wait for other programs or
// for a card. A call that is left alone goes on by itself; its argument is released by the last one
// of the two who leaves: the thread, or the one who waited.
//
// In C, since Swift imports no condition that waits by the monotonic clock in one piece.
typedef struct pcsc_pending_call {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool is_over;
  int owners;
  void (*call)(void *_Nonnull argument);
  void (*release)(void *_Nonnull argument);
  void *_Nonnull argument;
} pcsc_pending_call;

// Gives up one's share; the call must not be used any more.
static inline void pcsc_leave(pcsc_pending_call *pending) {
  pthread_mutex_lock(&pending->lock);
  bool is_last = --pending->owners == 0;
  pthread_mutex_unlock(&pending->lock);
  if (!is_last) return;
  pending->release(pending->argument);
  pthread_cond_destroy(&pending->changed);
  pthread_mutex_destroy(&pending->lock);
  free(pending);
}

static inline void *pcsc_run_pending(void *argument) {
  pcsc_pending_call *pending = argument;
  pending->call(pending->argument);
  pthread_mutex_lock(&pending->lock);
  pending->is_over = true;
  pthread_cond_signal(&pending->changed);
  pthread_mutex_unlock(&pending->lock);
  pcsc_leave(pending);
  return NULL;
}

// Starts a call. Returns NULL, with the argument released, when there is no thread to be had.
static inline pcsc_pending_call *pcsc_start(
    void (*call)(void *_Nonnull), void (*release)(void *_Nonnull), void *_Nonnull argument) {
  pcsc_pending_call *pending = malloc(sizeof *pending);
  if (!pending) {
    release(argument);
    return NULL;
  }
  *pending = (pcsc_pending_call){
      .owners = 2, .call = call, .release = release, .argument = argument};
  pthread_mutex_init(&pending->lock, NULL);
  pthread_condattr_t clock;
  pthread_condattr_init(&clock);
  pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
  pthread_cond_init(&pending->changed, &clock);
  pthread_condattr_destroy(&clock);
  pthread_t thread;
  if (pthread_create(&thread, NULL, pcsc_run_pending, pending) != 0) {
    pcsc_leave(pending);
    pcsc_leave(pending);
    return NULL;
  }
  pthread_detach(thread);
  return pending;
}

// Waits until the call is over, or for so many milliseconds; tells whether it is over.
static inline bool pcsc_wait(pcsc_pending_call *pending, unsigned milliseconds) {
  struct timespec deadline;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += milliseconds / 1000;
  deadline.tv_nsec += (long)(milliseconds % 1000) * 1000000;
  if (deadline.tv_nsec >= 1000000000) {
    deadline.tv_sec += 1;
    deadline.tv_nsec -= 1000000000;
  }
  pthread_mutex_lock(&pending->lock);
  int result = 0;
  while (!pending->is_over && result == 0)
    result = pthread_cond_timedwait(&pending->changed, &pending->lock, &deadline);
  bool is_over = pending->is_over;
  pthread_mutex_unlock(&pending->lock);
  return is_over;
}
