"""`kamchatka serve` as an organiser starts it, reads it and stops it."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import typer

from kamchatka.cli.serve import checked_address
from kamchatka.web.site.hosts import lan_addresses
from tests.web.silent_clients import greeted

COMMAND = [sys.executable, "-m", "kamchatka", "serve"]
ENVIRONMENT = {**os.environ, "KAMCHATKA_LANG": "it", "PYTHONUTF8": "1", "NO_COLOR": "1"}


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test is an installation of its own: one data folder has one server."""
    monkeypatch.setitem(ENVIRONMENT, "KAMCHATKA_HOME", str(tmp_path))


@contextmanager
def started(*options: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The running command and the lines it greets with."""
    with (
        subprocess.Popen(
            [*COMMAND, *options], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process,
        greeted(process) as lines,
    ):
        yield process, lines


def test_it_says_where_it_is_answers_there_and_stops_quietly() -> None:
    with started("--port", "0") as (process, lines):
        found = re.fullmatch(r"Kamchatka è pronta: apri (http://127\.0\.0\.1:\d+) nel browser\.", lines[0])
        assert found is not None
        page = httpx.get(found.group(1), trust_env=False)
        assert page.status_code == 200
        assert "Kamchatka" in page.text
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def setup_link(lines: list[str]) -> list[str]:
    """The link for the administrator among the lines of a greeting."""
    return re.findall(r"entro dieci minuti: (http\S+/avvio/[\w-]{43})$", "\n".join(lines), re.MULTILINE)


def test_the_administrators_link_is_printed_until_there_is_a_password() -> None:
    own = {"sec-fetch-site": "same-origin"}
    with started("--port", "0") as (process, lines):
        [link] = setup_link(lines)
        site = link.split("/avvio/")[0]
        with httpx.Client(base_url=site, headers=own, trust_env=False) as browser:
            assert browser.get("/account").status_code == 303
            assert browser.get(link).status_code == 200
            assert browser.post(link).headers["location"] == "/organizza"
            assert browser.get("/account/tutti").status_code == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 0
    with started("--port", "0") as (process, lines):
        [again] = setup_link(lines)
        with httpx.Client(headers=own, trust_env=False) as browser:
            assert browser.post(again).status_code == 303
            site = again.split("/avvio/")[0]
            chosen = {"nome": "anna", "nuova": "la nebbia di marzo"}
            assert browser.post(f"{site}/account/password", data=chosen).status_code == 303
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 0
    with started("--port", "0") as (_, lines):
        assert setup_link(lines) == []
        assert "avvio" not in "".join(lines)


def test_on_the_halls_network_it_names_the_addresses_for_phones() -> None:
    with started("--port", "0", "--lan", "--name", "torneo.local") as (_, lines):
        port = lines[0].split(":")[-1].split(" ")[0]
        expected = [f"http://{address}:{port}" for address in lan_addresses()]
        shown = [line.split(": ", 1)[1] for line in lines if line.startswith("Telefoni")]
        assert shown == expected
        codes = re.findall(r"(?:^[█▀▄ ]+$\n?){10,}", "\n".join(lines), re.MULTILINE)
        assert len(codes) == len(shown), "a code to read from the terminal beside each address"
        if shown:
            assert f"sudo ufw allow {port}/tcp" in lines[-2]
        else:
            assert "non è collegato a una rete" in lines[-2]
        for address in shown:
            assert httpx.get(f"{address}/mappa", trust_env=False).status_code == 200
        for name, status in (("torneo.local", 200), ("evil.example", 421)):
            answer = httpx.get(f"http://127.0.0.1:{port}/mappa", headers={"host": name}, trust_env=False)
            assert answer.status_code == status


def test_it_starts_and_is_set_up_with_the_network_cut(tmp_path: Path) -> None:
    ran = subprocess.run(
        ["unshare", "-rn", sys.executable, "-m", "tests.web.cut_off"],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout.splitlines()[-1])
    assert found["is_cut"]
    assert set(found["answers"].values()) == {200}, found["answers"]
    assert any("non è collegato a una rete" in line for line in found["said"])


@pytest.mark.parametrize(
    ("given", "will_do"),
    [
        ("https://torneo.example", True),
        ("https://torneo.example:8443/", True),
        ("http://torneo.example", False),
        ("torneo.example", False),
        ("https://torneo.example/x", False),
    ],
)
def test_an_address_in_front_that_will_not_do_is_said_in_words(
    given: str, will_do: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KAMCHATKA_LANG", "it")
    if will_do:
        assert checked_address(given) == given.rstrip("/")
        return
    with pytest.raises(typer.Exit):
        checked_address(given)
    assert capsys.readouterr().err.startswith(f"«{given}» non va bene: con --public si indica")


@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_taken_port_is_said_in_words(lang: str) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        ran = subprocess.run(
            [*COMMAND, "--port", str(port)],
            env={**ENVIRONMENT, "KAMCHATKA_LANG": lang},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert ran.returncode == 2
    start = {"it": f"La porta {port} è già occupata", "en": f"Port {port} is already in use"}[lang]
    assert ran.stderr.startswith(start)
    assert f"--port {port + 1}" in ran.stderr
    assert ran.stdout == ""


def test_an_address_of_another_computer_is_said_in_words() -> None:
    ran = subprocess.run(
        [*COMMAND, "--host", "192.0.2.1", "--port", "0"],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 2
    assert ran.stderr.startswith("Non è possibile ascoltare su 192.0.2.1")


def test_addresses_for_phones_are_never_this_computers_own_loop() -> None:
    assert [address for address in lan_addresses() if address.startswith("127.")] == []
