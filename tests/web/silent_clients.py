"""Clients that connect, send a part of a request or nothing, and fall silent; and a server to try them on."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

UNFINISHED = {
    "silent": b"",
    "header": b"GET /mappa HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    "body": (
        b"POST /lingua HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\nlingua"
    ),
    "idle": b"GET /static/icons.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
}
"""What a client sends before it falls silent."""


def connected(site: str, sent: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
    """A client that has sent this and no more."""
    port = int(site.rsplit(":", 1)[1])
    client = socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(address, 0))
    client.sendall(sent)
    return client


@contextmanager
def greeted(process: "subprocess.Popen[str]") -> Iterator[list[str]]:
    """The lines with which `kamchatka serve` greets; at the end it is stopped."""
    assert process.stdout is not None
    lines: list[str] = []
    try:
        for line in process.stdout:
            lines.append(line.rstrip())
            if "Ctrl+C" in line:
                break
        yield lines
    finally:
        process.kill()


@contextmanager
def serving(folder: Path, handles: int, log: IO[str]) -> Iterator[tuple[str, list[str]]]:
    """`kamchatka serve` in a process with so many file handles: its address and its greeting."""
    environment = {**os.environ, "KAMCHATKA_HOME": str(folder), "KAMCHATKA_LANG": "it", "NO_COLOR": "1"}
    limited = f'ulimit -Sn {handles // 2} && ulimit -Hn {handles} && exec "$@"'
    words = ["sh", "-c", limited, "sh", sys.executable, "-m", "kamchatka", "serve", "--port", "0"]
    with (
        subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=log, text=True) as process,
        greeted(process) as lines,
    ):
        found = re.search(r"http://127\.0\.0\.1:\d+", lines[0])
        assert found
        yield found[0], lines
        process.send_signal(signal.SIGINT)
        process.wait(timeout=20)
