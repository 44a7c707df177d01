# SPDX-License-Identifier: MIT
"""A pseudo-terminal whose keyboard is the test's."""

import os
import pty
import select
import signal
import termios
import time


class Terminal:
    """Runs a program with a controlling terminal of its own, and its streams where wanted."""

    def __init__(self, arguments, environment, stdin=None, stdout=None, stderr=None):
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            for number, stream in ((0, stdin), (1, stdout), (2, stderr)):
                if stream is not None:
                    os.dup2(stream, number)
            os.execve(arguments[0], arguments, environment)
        self.seen = b""

    def wait_for(self, text, seconds=20):
        """Reads until the terminal has shown a text."""
        deadline = time.monotonic() + seconds
        while text not in self.seen:
            left = deadline - time.monotonic()
            assert left > 0, (text, self.seen)
            if select.select([self.master], [], [], left)[0]:
                try:
                    self.seen += os.read(self.master, 4096)
                except OSError:
                    assert text in self.seen, (text, self.seen)
        return self.seen

    def type(self, text):
        os.write(self.master, text)

    def echoes(self):
        return bool(termios.tcgetattr(self.master)[3] & termios.ECHO)

    def wait_until_silent(self, seconds=10):
        deadline = time.monotonic() + seconds
        while self.echoes():
            assert time.monotonic() < deadline, self.seen
            time.sleep(0.005)

    def finish(self, seconds=30):
        """Reads until the program ends; returns its status as a shell has it."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if select.select([self.master], [], [], 0.05)[0]:
                try:
                    self.seen += os.read(self.master, 4096)
                    continue
                except OSError:
                    pass
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        raise AssertionError(f"still running: {self.seen!r}")

    def close(self):
        os.close(self.master)
