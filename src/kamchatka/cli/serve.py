"""`kamchatka serve`: the web pages, on this computer or for the phones in the hall."""

import errno
import gc
import io
import os
import socket
import webbrowser
from functools import partial
from typing import Annotated
from urllib.parse import urlsplit

import segno
import typer
from fastapi import FastAPI
from rich.text import Text

from kamchatka.app.files import database_path
from kamchatka.app.history import broken_sentence, check
from kamchatka.app.office import open_office
from kamchatka.app.register.accounts.links import close_setup, make_setup_link, needs_setup
from kamchatka.cli.beside_site import terminal_of
from kamchatka.cli.office import Database
from kamchatka.cli.output import console, fail, language, remark
from kamchatka.messages import text
from kamchatka.store.database import Holder
from kamchatka.web import create_app
from kamchatka.web.server import QUEUE, Limits, Server, raise_handle_limit
from kamchatka.web.site.hosts import Site, lan_addresses, web_address

EVERYWHERE = "0.0.0.0"
OPEN_TO_ALL = (EVERYWHERE, "::")
SECONDS_TO_CLOSE = 3

Host = Annotated[str, typer.Option(help="Indirizzo su cui ascoltare · Address to listen on.")]
Port = Annotated[
    int, typer.Option(min=0, max=65535, help="Porta, 0 per una libera · Port to listen on, 0 for a free one.")
]
Lan = Annotated[
    bool,
    typer.Option("--lan", help="Apri ai telefoni della sala · Let the phones in the hall see the pages."),
]
Name = Annotated[
    list[str] | None,
    typer.Option(
        "--name",
        envvar="KAMCHATKA_NAMES",
        metavar="NOME",
        help="Un altro nome a cui rispondere, come torneo.local · Another name to answer to.",
    ),
]
Public = Annotated[
    str,
    typer.Option(
        envvar="KAMCHATKA_PUBLIC",
        metavar="URL",
        help="L'indirizzo https del server che sta davanti · The https address of the server in front.",
    ),
]
NewLink = Annotated[
    bool,
    typer.Option(
        "--new-link",
        help="Stampa un link per chi amministra e ha perso la password · Print a link for the administrator.",
    ),
]

Open = Annotated[
    bool,
    typer.Option("--open", help="Apri anche il browser, come con un doppio clic · Open the browser too."),
]


def serve(
    *,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    lan: Lan = False,
    name: Name = None,
    public: Public = "",
    new_link: NewLink = False,
    browse: Open = False,
    database: Database = "",
) -> None:
    """Apri il sito, fino a Ctrl+C · Serve the web pages until Ctrl+C."""
    site = Site(names=name or (), public=checked_address(public), is_lan=lan or host in OPEN_TO_ALL)
    listener = _listen(EVERYWHERE if lan else host, port)
    actual = listener.getsockname()[1]
    own = web_address("127.0.0.1" if site.is_lan else host, actual)
    place = database or database_path()
    with (
        listener,
        open_office(place, Holder("serve", own)) as office,
        terminal_of(place, office) as terminal,
    ):
        broken = check(office).broken
        if broken:
            remark(broken_sentence(broken, language()))
        wants_link = new_link or needs_setup(office)
        token = make_setup_link(office) if wants_link else ""
        limits = Limits.of_handles(raise_handle_limit())
        setup = f"{site.public or own}/avvio/{token}" if token else ""
        # The listener already queues connections: the browser waits for the first page.
        is_open = browse and webbrowser.open(setup or own)
        _greet(own, actual, site, None if is_open else limits, setup)
        try:
            _run(listener, create_app(office=office, site=site, terminal=terminal), site, limits)
        finally:
            if token:
                close_setup(office)


def checked_address(public: str) -> str:
    """The address of the reverse proxy: must be https, without a path."""
    found = urlsplit(public)
    if public and (found.scheme != "https" or not found.hostname or found.path.strip("/") or found.query):
        fail(text("web.serve.bad_public", language(), given=public))
    return public.rstrip("/")


def _greet(own: str, port: int, site: Site, limits: Limits | None, setup: str) -> None:
    """Tell where the site is; without limits, only what the window is for."""
    lang = language()
    say = partial(console().print, soft_wrap=True, highlight=False)
    say(text("web.serve.ready" if limits else "web.serve.window", lang, address=site.public or own))
    if limits:
        if setup:
            say(text("web.serve.setup", lang, address=setup))
        say(text("web.serve.limits", lang, phones=limits.phones, **vars(limits)))
    if site.is_lan:
        found = [web_address(address, port) for address in lan_addresses()]
        for address in found:
            say(text("web.serve.phones", lang, address=address))
            say(Text(_qr(address), "bright_white on black"))
        say(text("web.serve.firewall" if found else "web.serve.no_network", lang, port=port))
    say(text("web.serve.stop" if limits else "web.serve.stop_window", lang))


def _qr(address: str) -> str:
    """A QR code drawn with half blocks, light on dark; empty if the terminal cannot encode them."""
    drawn = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, border=2, compact=True)
    try:
        drawn.getvalue().encode(console().encoding)
    except UnicodeEncodeError:
        return ""
    return drawn.getvalue()


def _run(listener: socket.socket, app: FastAPI, site: Site, limits: Limits) -> None:
    server = Server(
        app,
        limits,
        log_level="warning",
        timeout_graceful_shutdown=SECONDS_TO_CLOSE,
        # Trust forwarding headers only behind a reverse proxy.
        proxy_headers=bool(site.public),
    )
    # Loaded modules and data stay for good; collecting them would delay a page by a tenth of a second.
    gc.freeze()
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        # The server has already shut down gracefully; no traceback.
        raise typer.Exit(0) from None


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket, bound before addresses are printed; exits with an error if that fails."""
    lang = language()
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except socket.gaierror:
        fail(text("web.serve.no_such_host", lang, host=host))
    listener = socket.socket(family, kind, protocol)
    if os.name == "posix":
        # On Windows this option would let two servers share a port.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(QUEUE)
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
