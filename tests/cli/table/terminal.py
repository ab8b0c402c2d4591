"""A real terminal with the command in it."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path


class Terminal:
    """A real terminal with the command in it."""

    def __init__(self, *words: str, folder: Path) -> None:
        self._master, slave = pty.openpty()
        env = {**os.environ, "KAMCHATKA_LANG": "it", "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "40"}
        command = [sys.executable, "-m", "kamchatka", "play", *words]
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=env, cwd=folder)
        os.close(slave)
        self.printed = ""
        self._read = 0

    def read_until(self, wanted: str, *, seconds: float = 60) -> str:
        """What appears up to these words; fails if they do not come."""
        end = time.monotonic() + seconds
        start = self._read
        while wanted not in self.printed[start:] and self._take(1):
            assert time.monotonic() < end, self.printed[start:]
        assert wanted in self.printed[start:]
        self._read = self.printed.index(wanted, start) + len(wanted)
        return self.printed[start : self._read]

    def _take(self, seconds: float) -> bool:
        """Take in what has appeared; False once the other end is closed."""
        if select.select([self._master], [], [], seconds)[0]:
            try:
                self.printed += os.read(self._master, 65536).decode(errors="replace")
            except OSError:
                return False
        return True

    def type(self, words: str) -> None:
        os.write(self._master, words.encode())

    def interrupt(self, answer: str) -> None:
        """Ctrl-C until it is answered: one that comes as the prompt appears may go unnoticed."""
        for _ in range(30):
            self.process.send_signal(signal.SIGINT)
            self._take(2)
            if answer in self.printed[self._read :]:
                return
        raise AssertionError(self.printed[self._read :])

    def close(self) -> None:
        """End the command whatever it is doing."""
        self.process.kill()
        self.process.wait()
        os.close(self._master)
