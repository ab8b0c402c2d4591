"""The addresses of the site, as `docs/web.md` lists them: `python -m tools.addresses` rewrites its table.

Method, lock and sentence come from the routes themselves, and plain commands share one row.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from fastapi.routing import APIRoute

from kamchatka.web.app import PAGES
from kamchatka.web.site.locks import EventRoles, Lock, Need

PAGE = Path(__file__).parents[1] / "docs" / "web.md"
TABLE = re.compile(r"(?<=<!-- addresses -->\n).*?(?=<!-- end of addresses -->)", re.S)
COMMAND = "/organizza/{id}/fai/"


def table() -> str:
    """The table in Markdown, sorted by address."""
    head = "| address | method | open to | |\n|---|---|---|---|\n"
    return head + "".join(map(_line, sorted(_rows())))


def updated(page: str) -> str:
    """A page whose table is the one of today."""
    return TABLE.sub(lambda _: table(), page)


def _rows() -> Iterator[tuple[str, str, str, str]]:
    commands: list[str] = []
    for pages in PAGES:
        for route in pages.router.routes:
            assert isinstance(route, APIRoute)
            method = min(route.methods or ())
            if route.path.startswith(COMMAND):
                commands.append(f"`{route.path.removeprefix(COMMAND)}`")
                continue
            lock = _words(pages.router.locks[method, route.path])
            yield route.path, method, lock, (route.endpoint.__doc__ or "").partition("\n")[0]
    names = ", ".join(sorted(commands))
    yield f"{COMMAND}{{name}}", "POST", "the command's roles", f"A plain command: {names}."


def _words(lock: Lock) -> str:
    if isinstance(lock, EventRoles):
        return ", ".join(lock.roles)
    return "everybody" if lock is Need.NOTHING else lock.value


def _line(row: tuple[str, str, str, str]) -> str:
    path, method, lock, sentence = row
    return f"| `{path}` | {method} | {lock} | {sentence} |\n"


def main() -> None:
    """Rewrite the table."""
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
