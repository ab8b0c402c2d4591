"""`kamchatka serve`: the web pages, on this computer or for the phones in the hall."""

import errno
import os
import socket
from typing import Annotated

import typer
import uvicorn

from kamchatka.app.history import broken_sentence, check
from kamchatka.app.office import Office, open_office
from kamchatka.app.saving import database_path
from kamchatka.cli.office import Database
from kamchatka.cli.output import console, fail, language, remark
from kamchatka.messages import text
from kamchatka.store.database import Holder
from kamchatka.web import create_app

EVERYWHERE = "0.0.0.0"
# Nothing is sent to these: asking which of our addresses would talk to them lists the networks we are on.
PROBES = ("192.0.2.1", "192.168.0.1", "192.168.1.1", "10.0.0.1", "172.16.0.1")
SECONDS_TO_CLOSE = 3

Host = Annotated[str, typer.Option(help="Indirizzo su cui ascoltare · Address to listen on.")]
Port = Annotated[
    int, typer.Option(min=0, max=65535, help="Porta, 0 per una libera · Port to listen on, 0 for a free one.")
]
Lan = Annotated[
    bool,
    typer.Option("--lan", help="Apri ai telefoni della sala · Let the phones in the hall see the pages."),
]


def serve(host: Host = "127.0.0.1", port: Port = 8000, lan: Lan = False, database: Database = "") -> None:
    """Apri il sito, fino a Ctrl+C · Serve the web pages until Ctrl+C."""
    listener = _listen(EVERYWHERE if lan else host, port)
    actual = listener.getsockname()[1]
    shown = "127.0.0.1" if lan or host == EVERYWHERE else host
    holder = Holder("serve", _address(shown, actual))
    with listener, open_office(database or database_path(), holder) as office:
        broken = check(office).broken
        if broken:
            remark(broken_sentence(broken, language()))
        _greet(_address(shown, actual), actual, lan)
        _run(listener, office)


def _greet(address: str, actual: int, lan: bool) -> None:
    lang = language()
    lines = [text("web.serve.ready", lang, address=address)]
    if lan:
        found = [_address(address, actual) for address in lan_addresses()]
        lines.extend(text("web.serve.phones", lang, address=address) for address in found)
        if not found:
            lines.append(text("web.serve.no_network", lang))
    lines.append(text("web.serve.stop", lang))
    console().print("\n".join(lines), soft_wrap=True)


def lan_addresses() -> list[str]:
    """The addresses other devices can reach us at, most likely first."""
    found: list[str] = []
    for probe in PROBES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            # An unreachable network only means that no such address is ours.
            if asking.connect_ex((probe, 9)) == 0:
                found.append(asking.getsockname()[0])
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]


def _run(listener: socket.socket, office: Office) -> None:
    app = create_app(office=office)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, timeout_graceful_shutdown=SECONDS_TO_CLOSE
    )
    try:
        uvicorn.Server(config).run(sockets=[listener])
    except KeyboardInterrupt:
        # The server has already closed in good order; a trace would only frighten.
        raise typer.Exit(0) from None


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket, taken before anything is announced; what prevents it is said in words."""
    lang = language()
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except socket.gaierror:
        fail(text("web.serve.no_such_host", lang, host=host))
    listener = socket.socket(family, kind, protocol)
    if os.name == "posix":
        # Elsewhere this option would let two servers share a port.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        fail(text(f"web.serve.{_trouble(error)}", lang, host=host, port=port, next=(port + 1) % 65536))
    return listener


def _trouble(error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return "port_taken"
    if error.errno == errno.EACCES:
        return "port_forbidden"
    return "not_possible"


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
