"""`kamchatka casebook`: cases a judge may meet at a table, and the ruling of a regulation on each."""

import sys
from collections.abc import Callable, Iterable
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from kamchatka.cli.call import Call, called
from kamchatka.cli.output import command, console
from kamchatka.cli.rulebook import open_rulebook
from kamchatka.messages import Language, text
from kamchatka.referee.casebook.answers import Seats, Unanswered, by_letter, read_answer, read_answers
from kamchatka.referee.casebook.asking import Ruling, rule
from kamchatka.referee.casebook.expressions import Value
from kamchatka.referee.casebook.loading import find_case
from kamchatka.referee.casebook.model import Case
from kamchatka.referee.casebook.rulings import OFFICIAL_JUDGE, require_judge
from kamchatka.referee.casebook.views import (
    CasePage,
    CaseRow,
    case_page,
    case_rows,
    effect_words,
    ruling_data,
)
from kamchatka.rulebook import Rulebook

app = typer.Typer(no_args_is_help=True, help="La casistica: i casi strani al tavolo · the casebook.")

CaseArg = Annotated[
    str, typer.Argument(metavar="CASE", help="Un caso, per esempio over-limit · a case, such as over-limit.")
]
RulebookOption = Annotated[
    str, typer.Option(metavar="ID", help="Un regolamento o un file .toml · a regulation or a .toml file.")
]
AnswerWords = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="ANSWERS",
        help="Le risposte, per esempio --armies 134 · the answers, such as --armies 134.",
    ),
]
Off = Annotated[
    list[str] | None,
    typer.Option(metavar="CASE", help="Un caso escluso dal club · a case the club has switched off."),
]


@app.command("list")
@called()
def list_cases(call: Call, rulebook: RulebookOption = "", off: Off = None) -> None:
    """Tutti i casi, e chi li decide · all cases, and who decides them."""
    rows = list(case_rows(_book(rulebook), call.lang, off=cases(off)))
    call.give(rows, lambda: _print_list(rows, call.lang, answers=bool(rulebook)))


def _print_list(rows: list[CaseRow], lang: Language, *, answers: bool) -> None:
    columns = ("case", "title", *(("answer",) if answers else ()), "clauses")
    table = Table(*(text(f"casebook.cli.{name}", lang) for name in columns))
    for row in rows:
        standing = (text(f"casebook.standing.{row.standing}", lang),) if row.standing else ()
        table.add_row(row.id, row.title, *standing, " ".join(row.clauses))
    console().print(table)


@app.command()
@called()
def show(call: Call, case: CaseArg, rulebook: RulebookOption = "") -> None:
    """Un caso: che cosa chiede e che cosa può decidere · one case: what it asks, what may be ruled."""
    page = case_page(find_case(case), _book(rulebook), call.lang)
    call.give(page, lambda: _print(page, case, rulebook, call.lang))


def _print(page: CasePage, case: str, rulebook: str, lang: Language) -> None:
    out = console()
    out.print(Text.assemble((page.row.title, "bold"), f" ({page.row.id})"))
    if page.row.standing and page.row.standing != "ruled":
        out.print(text(f"casebook.free.{page.row.standing}", lang))
    if page.questions:
        out.print(Text.assemble("\n", (text("casebook.cli.questions", lang), "bold")))
    for each in page.questions:
        note = f" ({text('casebook.cli.optional', lang)})" if each.is_optional else ""
        out.print(Text.assemble(f"- {each.words}{note}\n  ", (each.how, "dim")))
    if page.rulings:
        out.print(Text.assemble("\n", (text("casebook.cli.rulings", lang), "bold")))
    for place, ruling in enumerate(page.rulings):
        grounds = " ".join(ruling.clauses or ruling.rests_on)
        when = ruling.condition or text(f"casebook.cli.{'otherwise' if place else 'always'}", lang)
        out.print(Text.assemble(f"- {ruling.words}\n  ", (f"{when}  {grounds}", "dim")))
    if rulebook:
        words = command("casebook", "ask", case, "--rulebook", rulebook)
        out.print("\n" + text("casebook.cli.ask", lang, command=words))


@app.command(context_settings={"ignore_unknown_options": True})
@called()
def ask(
    call: Call,
    case: CaseArg,
    rulebook: RulebookOption,
    answers: AnswerWords = None,
    *,
    role: Annotated[
        str,
        typer.Option(
            help="Chi decide: official-judge o table-judge · who rules: official-judge or table-judge."
        ),
    ] = OFFICIAL_JUDGE,
    off: Off = None,
) -> None:
    """Che cosa si decide in un caso, con le clausole · what is ruled in a case, with the clauses."""
    found, book, switched_off = find_case(case), open_rulebook(rulebook), cases(off)
    ruling = answered(
        lambda given: rule(found.id, book, given, off=switched_off),
        read_answers(found, answers or []),
        call,
    )
    require_judge(ruling, role)
    data = {"rulebook": book.id, **ruling_data(ruling, call.lang)}
    call.give(data, lambda: print_ruling(found, book, ruling, call.lang))


def cases(names: Iterable[str] | None) -> tuple[str, ...]:
    """Cases by name; an empty name means none."""
    return tuple(find_case(name).id for name in names or () if name)


def _book(name: str) -> Rulebook | None:
    return open_rulebook(name) if name else None


def answered(
    ask: Callable[[dict[str, Value]], Ruling],
    given: dict[str, Value],
    call: Call,
    seats: Seats = by_letter,
) -> Ruling:
    """The ruling; missing answers are asked for on an interactive terminal and added to `given`."""
    while True:
        try:
            return ask(given)
        except Unanswered as missing:
            if call.as_json or not sys.stdin.isatty():
                raise
            words = ", ".join(f"{word}: {each(call.lang)}" for word, each in missing.question.choices.items())
            hint = words or text(f"casebook.prompt.{missing.question.kind}", call.lang)
            written = typer.prompt(f"{missing.question(call.lang)} ({hint})")
            given[missing.name] = read_answer(missing.name, missing.question, written, seats)


def print_ruling(case: Case, book: Rulebook, ruling: Ruling, lang: Language) -> None:
    """Print a ruling for people."""
    out = console()
    out.print(Text.assemble((case.name(lang), "bold"), f" ({book.id})"))
    out.print(ruling.said[lang])
    for effect in ruling.effects:
        out.print(f"- {effect_words(effect, lang)}")
    if ruling.discipline:
        out.print(text("casebook.cli.discipline", lang))
    if ruling.clauses:
        out.print(text("casebook.cli.cited", lang, clauses=" ".join(ruling.clauses)))
    for reading in ruling.readings:
        out.print(text("casebook.cli.reading", lang, id=reading.id, words=reading.words(lang)))
    if ruling.house:
        out.print(text("casebook.cli.house", lang, keys=", ".join(ruling.house)))
