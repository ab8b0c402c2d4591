"""A real terminal with the command in it."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

ASLEEP = ("S", "I")
"""How systems call a process that waits for something to happen."""


class Terminal:
    """`kamchatka play` with these words, in a terminal of its own."""

    def __init__(self, *words: str, folder: Path) -> None:
        self._master, slave = pty.openpty()
        env = {**os.environ, "KAMCHATKA_LANG": "it", "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "40"}
        command = [sys.executable, "-m", "kamchatka", "play", *words]
        # Tests that run in the background are deaf to Ctrl-C; the command in its terminal must not be.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            self.process = subprocess.Popen(
                command, stdin=slave, stdout=slave, stderr=slave, env=env, cwd=folder
            )
        finally:
            signal.signal(signal.SIGINT, before)
            os.close(slave)
        self.printed = ""
        self._read = 0

    def read_until(self, wanted: str, *, seconds: float = 60) -> str:
        """What appears up to these words; fails if they do not come."""
        end = time.monotonic() + seconds
        start = self._read
        while wanted not in self.printed[start:] and self._take(1):
            assert time.monotonic() < end, self.printed[start:]
        assert wanted in self.printed[start:], self.printed[start:]
        self._read = self.printed.index(wanted, start) + len(wanted)
        return self.printed[start : self._read]

    def read_to_the_end(self, *, seconds: float = 60) -> int:
        """Take in what is left; the status the command ends with."""
        end = time.monotonic() + seconds
        while self._take(0.1) and self.process.poll() is None:
            assert time.monotonic() < end, self.printed[self._read :]
        while self._take(0):
            if not select.select([self._master], [], [], 0)[0]:
                break
        return self.process.wait(timeout=seconds)

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

    def wait_until_it_listens(self, *, seconds: float = 60) -> None:
        """Wait until the command sleeps at the prompt it has shown.

        A prompt appears a moment before the command begins to wait for keys. Ctrl-C in that moment is noticed
        only with the next key, so whoever wants an answer waits for the sleep, not for the prompt.
        """
        end = time.monotonic() + seconds
        while not self._state().startswith(ASLEEP):
            assert time.monotonic() < end, self.printed[self._read :]
            time.sleep(0.01)

    def _state(self) -> str:
        """What the system says of the process: runs, sleeps, waits for a disk."""
        pid = self.process.pid
        known = Path(f"/proc/{pid}/stat")
        if known.exists():
            return known.read_text(encoding="ascii", errors="replace").rpartition(") ")[2]
        return subprocess.check_output(["ps", "-o", "stat=", "-p", str(pid)], text=True)

    def interrupt(self) -> None:
        """Ctrl-C, once."""
        self.process.send_signal(signal.SIGINT)

    def close(self) -> None:
        """End the command whatever it is doing."""
        self.process.kill()
        self.process.wait()
        os.close(self._master)
