"""`kamchatka rulebook`: read, compare, check and explain regulations."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kamchatka.cli.output import AsJson, console, fail, language, print_json, trouble
from kamchatka.messages import Language, text

if TYPE_CHECKING:
    from kamchatka.faults import Fault
    from kamchatka.rulebook import Rulebook

WIDEST = 120
"""Columns beyond which a table is harder to read across."""

app = typer.Typer(no_args_is_help=True, help="I regolamenti · the regulations.")

RulebookArg = Annotated[
    str, typer.Argument(metavar="ID", help="Un regolamento o un file .toml · A regulation or a .toml file.")
]


@app.command("list")
def list_rulebooks(as_json: AsJson = False) -> None:
    """I regolamenti pronti · the regulations that come with the product."""
    from rich.table import Table

    from kamchatka.rulebook import load, shipped

    lang = language()
    books = [load(rulebook) for rulebook in shipped()]
    if as_json:
        print_json([_summary(book, lang) for book in books])
        return
    table = Table(
        "id",
        text("rulebook.cli.title", lang),
        text("rulebook.cli.source", lang),
        text("rulebook.cli.sizes", lang),
    )
    for book in books:
        sizes = ", ".join(str(size) for size in book.seats.sizes)
        table.add_row(book.id, book.title(lang), book.sources[0], sizes)
    console().print(table)


@app.command()
def show(rulebook: RulebookArg, as_json: AsJson = False) -> None:
    """Tutti i valori, con chiave e clausole · every value, with its key and clauses."""
    from rich.table import Table
    from rich.text import Text

    from kamchatka.cli.rulebook_values import entry_data, grounds
    from kamchatka.rulebook import SECTIONS, label, section_title, show_value

    lang = language()
    book = open_rulebook(rulebook)
    if as_json:
        print_json({**_summary(book, lang), "values": [entry_data(book, e) for e in book.entries()]})
        return
    out = console()
    out.print(Text.assemble((book.title(lang), "bold"), f" ({book.id})\n{book.about[lang]}\n"))
    entries = list(book.entries())
    keys = _key_width([entry.key for entry in entries], out.width)
    for section in SECTIONS:
        table = Table(
            title=section_title(section, lang), title_justify="left", show_header=False, expand=True
        )
        table.add_column(width=keys, overflow="fold")
        table.add_column(ratio=2, overflow="fold")
        table.add_column(ratio=1, overflow="fold")
        for entry in entries:
            if entry.section == section:
                shown = show_value(entry.key, entry.value, lang)
                name = Text.assemble(label(entry.key, lang), "\n", (entry.key, "dim"))
                table.add_row(name, shown, grounds(book, entry, lang))
        out.print(table)
    for warning in _advice(book, lang):
        out.print(f"⚠ {warning}")


@app.command()
def diff(left: RulebookArg, right: RulebookArg, as_json: AsJson = False) -> None:
    """Le differenze tra due regolamenti · where two regulations differ."""
    from rich.table import Table
    from rich.text import Text

    from kamchatka.cli.rulebook_values import entry_data, grounds
    from kamchatka.rulebook import diff as differences
    from kamchatka.rulebook import label, show_value

    lang = language()
    one, other = open_rulebook(left), open_rulebook(right)
    found = differences(one, other)
    if as_json:
        rows = [
            {"key": d.key, "left": entry_data(one, d.left), "right": entry_data(other, d.right)}
            for d in found
        ]
        print_json({"left": one.id, "right": other.id, "differences": rows})
        return
    if not found:
        console().print(text("rulebook.cli.no_difference", lang, left=one.id, right=other.id))
        return
    out = console()
    table = Table(show_lines=True, width=min(out.width, WIDEST))
    table.add_column(width=_key_width([d.key for d in found], out.width), overflow="fold")
    for book in (one, other):
        table.add_column(book.id, ratio=1, overflow="fold")
    for d in found:
        table.add_row(
            Text.assemble(label(d.key, lang), "\n", (d.key, "dim")),
            *[
                Text.assemble(show_value(d.key, entry.value, lang), "\n", (grounds(book, entry, lang), "dim"))
                for book, entry in ((one, d.left), (other, d.right))
            ],
        )
    out.print(table)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="Un file .toml · A .toml file.")], as_json: AsJson = False
) -> None:
    """Controlla un file di regolamento, tutti gli errori · check a regulation file, all its faults."""
    from kamchatka.rulebook import FaultyRulebook

    lang = language()
    try:
        book = _read(str(file))
    except FaultyRulebook as error:
        if not as_json:
            fail(error.report(lang))
        print_json({"faults": [_fault(fault, lang) for fault in error.faults]})
        raise typer.Exit(2) from error
    warnings = _advice(book, lang)
    if as_json:
        print_json({**_summary(book, lang), "warnings": warnings})
        return
    out = console()
    out.print(text("rulebook.cli.good", lang, name=file.name, title=book.title(lang)))
    out.print(f"digest {book.digest()}")
    for warning in warnings:
        out.print(f"⚠ {warning}")


@app.command()
def explain(
    rulebook: RulebookArg,
    key: Annotated[str, typer.Argument(help="Per esempio closing.cap · for example closing.cap.")],
    as_json: AsJson = False,
) -> None:
    """Un valore spiegato: clausola, lettura, alternative · one value: clause, reading, alternatives."""
    from kamchatka.cli.rulebook_values import explanation_data, print_explanation
    from kamchatka.rulebook import explain as explained

    lang = language()
    book = open_rulebook(rulebook)
    try:
        found = explained(book, key, lang)
    except KeyError:
        near = _near(key, [entry.key for entry in book.entries()])
        if near:
            fail(text("rulebook.faults.unknown_value", lang, key=key, nearest=", ".join(near)))
        fail(text("cli.explain.unknown", lang, key=key, rulebook=rulebook))
    if as_json:
        print_json(explanation_data(found, lang))
        return
    print_explanation(found, lang)


def _key_width(keys: list[str], width: int) -> int:
    """Room for the longest key, which is there to be copied, and most names; at most half the terminal."""
    return min(max(30, *(len(key) for key in keys)), width // 2 - 4)


def _near(key: str, known: list[str]) -> list[str]:
    """The keys that may have been meant: those of this name in any section, else one spelt much like it."""
    from difflib import get_close_matches

    return [name for name in known if name.endswith(f".{key}")] or get_close_matches(key, known, n=1)


def open_rulebook(name: str) -> "Rulebook":
    """A shipped regulation, or one from a file; anything wrong ends the command with a sentence."""
    from kamchatka.rulebook import FaultyRulebook

    try:
        return _read(name)
    except FaultyRulebook as error:
        fail(error.report(language()))


def _read(name: str) -> "Rulebook":
    """The same, but the faults of a file are left to the command."""
    from kamchatka.rulebook import UnknownRulebook, load, load_file

    lang = language()
    try:
        return load_file(Path(name)) if name.endswith(".toml") else load(name)
    except UnknownRulebook as error:
        fail(error.sentence(lang))
    except (OSError, UnicodeDecodeError) as error:
        fail(text("rulebook.faults.unreadable", lang, path=name, error=trouble(error, lang)))


def _advice(book: "Rulebook", lang: Language) -> list[str]:
    from kamchatka.rulebook import advice

    return [warning.sentence(lang) for warning in advice(book)]


def _summary(book: "Rulebook", lang: Language) -> dict[str, object]:
    return {
        "id": book.id,
        "title": book.title(lang),
        "sources": list(book.sources),
        "extends": book.extends,
        "sizes": list(book.seats.sizes),
        "digest": book.digest(),
    }


def _fault(fault: "Fault", lang: Language) -> dict[str, object]:
    return {"key": fault.where, "line": fault.line, "code": fault.code, "message": fault.message(lang)}
