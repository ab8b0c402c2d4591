"""`kamchatka rulebook`: read, compare, check and explain regulations."""

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from kamchatka import ledger
from kamchatka.app.library import library
from kamchatka.app.plain import plain
from kamchatka.cli.call import Call, FileArg, called
from kamchatka.cli.output import console, fail, language
from kamchatka.messages import Language, text
from kamchatka.refusals import trouble
from kamchatka.rulebook import (
    SECTIONS,
    Explanation,
    FaultyRulebook,
    Rulebook,
    RulebookValue,
    UnknownRulebook,
    ValueDifference,
    advice,
    label,
    load_file,
    readings_of,
    section_title,
    show_value,
    unstated_of,
)
from kamchatka.rulebook import diff as differences
from kamchatka.rulebook import explain as explained
from kamchatka.tournament.format.library import FILE

WIDEST = 120
"""Maximum width of a table; wider ones are harder to read."""

app = typer.Typer(no_args_is_help=True, help="I regolamenti · the regulations.")

RulebookArg = Annotated[
    str, typer.Argument(metavar="ID", help="Un regolamento o un file .toml · a regulation or a .toml file.")
]


@app.command("list")
@called()
def list_rulebooks(call: Call) -> None:
    """I regolamenti già pronti · the regulations that come with the program."""
    books = library().rulebooks()
    call.give(books, lambda: _print_list(books, call.lang))


def _print_list(books: Sequence[Rulebook], lang: Language) -> None:
    table = Table("id", *(text(f"rulebook.cli.{column}", lang) for column in ("title", "source", "sizes")))
    for book in books:
        sizes = ", ".join(str(size) for size in book.seats.sizes)
        table.add_row(book.id, book.title(lang), book.sources[0], sizes)
    console().print(table)


@app.command()
@called()
def show(call: Call, rulebook: RulebookArg) -> None:
    """Tutti i valori, con chiave e clausole · every value, with its key and clauses."""
    lang = call.lang
    book = open_rulebook(rulebook)
    entries = list(book.entries())
    data = {**plain(book, lang), "values": [_entry_data(book, entry, lang) for entry in entries]}
    call.give(data, lambda: _print(book, entries, lang))


def _print(book: Rulebook, entries: list[RulebookValue], lang: Language) -> None:
    out = console()
    out.print(Text.assemble((book.title(lang), "bold"), f" ({book.id})\n{book.about[lang]}\n"))
    keys = _key_width([entry.key for entry in entries], out.width)
    for section in SECTIONS:
        title = section_title(section, lang)
        table = Table(title=title, title_justify="left", show_header=False, expand=True)
        table.add_column(width=keys, overflow="fold")
        table.add_column(ratio=2, overflow="fold")
        table.add_column(ratio=1, overflow="fold")
        for entry in entries:
            if entry.section == section:
                shown = show_value(entry.key, entry.value, lang)
                table.add_row(_name(entry.key, lang), shown, _grounds(book, entry, lang))
        out.print(table)
    for warning in _advice(book, lang):
        out.print(f"⚠ {warning}")


@app.command()
@called()
def diff(call: Call, left: RulebookArg, right: RulebookArg) -> None:
    """Le differenze tra due regolamenti · where two regulations differ."""
    lang = call.lang
    one, other = open_rulebook(left), open_rulebook(right)
    found = differences(one, other)
    rows = [
        {"key": d.key, "left": _entry_data(one, d.left, lang), "right": _entry_data(other, d.right, lang)}
        for d in found
    ]
    data = {"left": one.id, "right": other.id, "differences": rows}
    call.give(data, lambda: _print_differences(one, other, found, lang))


def _print_differences(
    one: Rulebook, other: Rulebook, found: Sequence[ValueDifference], lang: Language
) -> None:
    out = console()
    if not found:
        out.print(text("rulebook.cli.no_difference", lang, left=one.id, right=other.id))
        return
    table = Table(show_lines=True, width=min(out.width, WIDEST))
    table.add_column(width=_key_width([d.key for d in found], out.width), overflow="fold")
    for book in (one, other):
        table.add_column(book.id, ratio=1, overflow="fold")
    for d in found:
        sides = [
            Text.assemble(show_value(d.key, entry.value, lang), "\n", (_grounds(book, entry, lang), "dim"))
            for book, entry in ((one, d.left), (other, d.right))
        ]
        table.add_row(_name(d.key, lang), *sides)
    out.print(table)


@app.command()
@called()
def check(call: Call, file: FileArg) -> None:
    """Controlla un file di regolamento ed elenca gli errori · check a regulation file and list its errors."""
    lang = call.lang
    try:
        book = _read(str(file))
    except FaultyRulebook as error:
        call.fail_by_faults(error, "key=where line code message")
    warnings = _advice(book, lang)

    def draw() -> None:
        out = console()
        out.print(text("rulebook.cli.good", lang, name=file.name, title=book.title(lang)))
        out.print(f"digest {book.digest()}")
        for warning in warnings:
            out.print(f"⚠ {warning}")

    call.give({**plain(book, lang), "warnings": warnings}, draw)


@app.command()
@called()
def explain(
    call: Call,
    rulebook: RulebookArg,
    key: Annotated[str, typer.Argument(help="Per esempio closing.cap · for example closing.cap.")],
) -> None:
    """Un valore spiegato: clausole, lettura, alternative · one value: clauses, reading, alternatives."""
    lang = call.lang
    book = open_rulebook(rulebook)
    try:
        found = explained(book, key, lang)
    except KeyError:
        near = _near(key, [entry.key for entry in book.entries()])
        if near:
            fail(text("rulebook.faults.unknown_value", lang, key=key, nearest=", ".join(near)))
        fail(text("cli.explain.unknown", lang, key=key, rulebook=rulebook))
    call.give(found, lambda: _print_explanation(found, lang))


def open_rulebook(name: str) -> Rulebook:
    """A shipped regulation, or one from a file; exits with an error if it cannot be read."""
    try:
        return _read(name)
    except FaultyRulebook as error:
        fail(error.report(language()))


def _read(name: str) -> Rulebook:
    """Like `open_rulebook`, but raises FaultyRulebook for the caller to handle."""
    lang = language()
    try:
        is_path = name.endswith(FILE) and library().file("rulebook", name) is None
        return load_file(Path(name)) if is_path else library().rulebook(name)
    except UnknownRulebook as error:
        fail(error.sentence(lang))
    except (OSError, UnicodeDecodeError) as error:
        fail(text("rulebook.faults.unreadable", lang, path=name, error=trouble(error, lang)))


def _near(key: str, known: list[str]) -> list[str]:
    """Similar keys: those with this name in any section, else the closest spelling."""
    return [name for name in known if name.endswith(f".{key}")] or get_close_matches(key, known, n=1)


def _key_width(keys: list[str], width: int) -> int:
    """Width of the key column: fits the longest key and most names; at most half the terminal."""
    return min(max(30, *(len(key) for key in keys)), width // 2 - 4)


def _name(key: str, lang: Language) -> Text:
    return Text.assemble(label(key, lang), "\n", (key, "dim"))


def _advice(book: Rulebook, lang: Language) -> list[str]:
    return [warning.sentence(lang) for warning in advice(book)]


def _grounds(book: Rulebook, entry: RulebookValue, lang: Language) -> str:
    """What a value is based on: clauses, readings, or why it has neither."""
    stated = entry.clauses or [reading.id for reading in readings_of(book, entry.key)]
    if stated:
        return " ".join(stated)
    unstated = unstated_of(book, entry.key)
    return text(f"rulebook.unstated.{unstated.kind if unstated else 'own'}", lang)


def _print_explanation(found: Explanation, lang: Language) -> None:
    """Print a value with its clauses, or why it has none, its readings, alternatives and allowed values."""
    out = console()
    out.print(Text.assemble((found.label, "bold"), "  ", (found.key, "dim"), f"\n{found.about}\n"))
    out.print(Text.assemble(f"{text('rulebook.cli.value', lang)}: ", (found.shown, "bold")))
    for clause in found.clauses:
        out.print(f"  {clause}  {ledger.clause(clause).rule(lang)}")
    if not found.clauses:
        out.print(f"  {_no_clause(found, lang)}")
    for reading in found.readings:
        out.print(f"\n{text('rulebook.cli.reading', lang)} {reading.id}: {reading.words(lang)}")
    if found.alternatives:
        out.print(f"\n{text('rulebook.cli.alternatives', lang)}:")
        for other in found.alternatives:
            out.print(f"  - {other}")
    out.print(f"\n{text('rulebook.cli.allowed', lang)}: {found.allowed}")


def _no_clause(found: Explanation, lang: Language) -> str:
    """Why a value has no clause."""
    if found.unstated is None:
        why = text(f"rulebook.unstated.{'reading' if found.readings else 'own'}", lang)
        return text("rulebook.unstated.no_clause", lang, why=why)
    kind = text(f"rulebook.unstated.{found.unstated.kind}", lang)
    return f"{text('rulebook.unstated.no_clause', lang, why=kind)}. {found.unstated.words(lang)}"


def _entry_data(book: Rulebook, entry: RulebookValue, lang: Language) -> dict[str, object]:
    unstated = unstated_of(book, entry.key)
    return {
        **plain(entry, lang),
        "readings": [reading.id for reading in readings_of(book, entry.key)],
        "unstated": unstated.kind if unstated else None,
    }
