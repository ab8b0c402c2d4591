"""Pictures of every page, wide and narrow, light and dark: `python -m tools.screenshots FOLDER [WORD...]`.

With words, only pages whose address contains one of them. The site has the example gathering in its second
round and small events at other stages; `index.html` in the folder shows all pictures side by side.
"""

import html
import re
import sys
from pathlib import Path

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office
from kamchatka.app.tournaments import demo
from kamchatka.tournament.recording import RecordSheet
from kamchatka.tournament.sampling import sampled
from tests.web.all_pages import addresses, full_site, is_page, make_events, person_pages
from tests.web.browser import started_browser

SIZES = {"largo": (1280, 900), "telefono": (390, 844)}
SCHEMES = ("light", "dark")
WRITTEN = 10
"""Tables of the open round that already have sheets."""
STYLE = "img { width: 24%; vertical-align: top; border: 1px solid #999 }"


def main(arguments: list[str]) -> None:
    """Take the pictures and list them."""
    if not arguments:
        raise SystemExit(__doc__)
    folder, words = Path(arguments[0]), arguments[1:]
    folder.mkdir(parents=True, exist_ok=True)
    with full_site(make=_events) as site, started_browser() as browser:
        pages = [*addresses(_gathering(site.office)), *person_pages(site.office)]
        wanted = [each for each in pages if _asked(each, words)]
        taken: dict[str, list[str]] = {each: [] for each in wanted}
        for size, pixels in SIZES.items():
            for scheme in SCHEMES:
                context = site.context(browser, pixels, scheme)
                page = context.new_page()
                for path in wanted:
                    if not is_page(context, path):
                        continue
                    page.goto(path)
                    page.evaluate("document.fonts.ready")
                    name = f"{re.sub(r'[^a-z0-9]+', '-', path).strip('-') or 'home'}-{size}-{scheme}.png"
                    page.screenshot(path=folder / name, full_page=True)
                    taken[path].append(name)
                    print(name)
                context.close()
    (folder / "index.html").write_text(_gallery(taken), encoding="utf-8")


def _asked(path: str, words: list[str]) -> bool:
    return not words or any(word in path for word in words)


def _events(office: Office) -> str:
    make_events(office)
    for desk in demo.play(office):
        if len(desk.tournament.rounds) == 2:
            break
    played = desk.tournament.open_round
    assert played
    for each in list(played.tables.values())[-WRITTEN:]:
        seats = sampled(desk.tournament, played.number, each, demo.SEED)
        execute(office, TERMINAL, desk.id, RecordSheet(table=each.number, seats=seats))
    return desk.id


def _gathering(office: Office) -> str:
    found = demo.find(office)
    assert found
    return found


def _gallery(taken: dict[str, list[str]]) -> str:
    lines = ["<!doctype html><meta charset=utf-8>", f"<style>{STYLE}</style>"]
    for path, names in taken.items():
        lines.append(f"<h2>{html.escape(path)}</h2>")
        lines += [f"<a href={name}><img src={name} loading=lazy></a>" for name in names]
    return "\n".join(lines)


if __name__ == "__main__":
    main(sys.argv[1:])
