"""A server where there is no network: `unshare -rn python -m tests.web.cut_off` prints what it found."""

import fcntl
import json
import re
import socket
import struct
import subprocess
import sys

import httpx

UP = 0x8914, 0x1 | 0x40  # SIOCSIFFLAGS; up and running
PAGES = ("/", "/mappa", "/organizza", "/account", "/account/tutti", "/static/css/base.css")


def loop_up() -> None:
    """Bring up the loop, all that this namespace has."""
    call, flags = UP
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, call, struct.pack("16sh", b"lo", flags))


def main() -> None:
    """Start, set up, look at pages; the last line is JSON."""
    loop_up()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        is_cut = asking.connect_ex(("192.0.2.1", 9)) != 0
    command = [sys.executable, "-m", "kamchatka", "serve", "--lan", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        said = []
        for line in server.stdout:
            said.append(line.rstrip())
            if "Ctrl+C" in line:
                break
        found = re.search(r"(http://127\.0\.0\.1:\d+)(/avvio/\S+)", "\n".join(said))
        assert found is not None, said
        own = {"sec-fetch-site": "same-origin"}
        with httpx.Client(base_url=found[1], headers=own, trust_env=False, timeout=20) as browser:
            browser.post(found[2])
            answers = {path: browser.get(path).status_code for path in PAGES}
        server.terminate()
    print(json.dumps({"is_cut": is_cut, "said": said, "answers": answers}))


if __name__ == "__main__":
    main()
