// SPDX-License-Identifier: MIT
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

// A thread that makes calls which may block for ever, one at a time, so that waiting for one can end.
//
// PC/SC has no time limits, and SCardCancel ends none of the calls that wait for another program or
// for a card. A thread that is dismissed in the middle of a call ends when that call does.
//
// In C, since Swift imports no condition that waits by the monotonic clock in one piece.
typedef struct pcsc_worker {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  // Takes the argument over. NULL between two calls.
  void (*call)(void *_Nonnull argument);
  void *argument;
  bool is_dismissed;
} pcsc_worker;

static inline void pcsc_worker_free(pcsc_worker *worker) {
  pthread_cond_destroy(&worker->changed);
  pthread_mutex_destroy(&worker->lock);
  free(worker);
}

static inline void *pcsc_worker_run(void *argument) {
  pcsc_worker *worker = argument;
  pthread_mutex_lock(&worker->lock);
  while (!worker->is_dismissed) {
    if (!worker->call) {
      pthread_cond_wait(&worker->changed, &worker->lock);
      continue;
    }
    pthread_mutex_unlock(&worker->lock);
    worker->call(worker->argument);
    pthread_mutex_lock(&worker->lock);
    worker->call = NULL;
    // Unlocked, so that the one who is woken does not wait once more, for the lock.
    pthread_mutex_unlock(&worker->lock);
    pthread_cond_signal(&worker->changed);
    pthread_mutex_lock(&worker->lock);
  }
  pthread_mutex_unlock(&worker->lock);
  pcsc_worker_free(worker);
  return NULL;
}

// Starts a thread; NULL when there is none to be had.
static inline pcsc_worker *_Nullable pcsc_hire(void) {
  pcsc_worker *worker = calloc(1, sizeof *worker);
  if (!worker) return NULL;
  pthread_mutex_init(&worker->lock, NULL);
  pthread_condattr_t clock;
  pthread_condattr_init(&clock);
  pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
  pthread_cond_init(&worker->changed, &clock);
  pthread_condattr_destroy(&clock);
  pthread_t thread;
  if (pthread_create(&thread, NULL, pcsc_worker_run, worker) != 0) {
    pcsc_worker_free(worker);
    return NULL;
  }
  pthread_detach(thread);
  return worker;
}

// Has a call made; the one before has to be over.
static inline void pcsc_begin(
    pcsc_worker *_Nonnull worker, void (*_Nonnull call)(void *_Nonnull), void *_Nonnull argument) {
  pthread_mutex_lock(&worker->lock);
  worker->argument = argument;
  worker->call = call;
  pthread_mutex_unlock(&worker->lock);
  pthread_cond_signal(&worker->changed);
}

// Waits until the call is over, or for so many milliseconds; tells whether it is over.
static inline bool pcsc_wait(pcsc_worker *_Nonnull worker, unsigned milliseconds) {
  struct timespec deadline;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += milliseconds / 1000;
  deadline.tv_nsec += (long)(milliseconds % 1000) * 1000000;
  if (deadline.tv_nsec >= 1000000000) {
    deadline.tv_sec += 1;
    deadline.tv_nsec -= 1000000000;
  }
  pthread_mutex_lock(&worker->lock);
  int result = 0;
  while (worker->call && result == 0)
    result = pthread_cond_timedwait(&worker->changed, &worker->lock, &deadline);
  bool is_over = !worker->call;
  pthread_mutex_unlock(&worker->lock);
  return is_over;
}

// Ends the thread, or has it end when its call does; the worker must not be used any more.
static inline void pcsc_dismiss(pcsc_worker *_Nonnull worker) {
  pthread_mutex_lock(&worker->lock);
  worker->is_dismissed = true;
  pthread_cond_signal(&worker->changed);
  pthread_mutex_unlock(&worker->lock);
}
