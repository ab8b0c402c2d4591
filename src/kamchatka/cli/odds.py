"""`kamchatka odds`: how often an attack succeeds, counted exactly."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kamchatka.app.plain import plain
from kamchatka.cli.call import SpokenCall, called
from kamchatka.cli.output import console, fail
from kamchatka.cli.rulebook import open_rulebook
from kamchatka.game.odds import exact as counted
from kamchatka.game.odds.bars import Bar, attacker_bars, defender_bars, percent, sentences
from kamchatka.game.odds.exact import Odds, OddsQuestion
from kamchatka.game.odds.question import BadQuestion, read_question
from kamchatka.messages import Language, text
from kamchatka.rulebook import Rulebook, shipped
from kamchatka.rulebook.tables import tables

LONGEST_BAR = 40
TAKEN, NOT_TAKEN = ("█", "#"), ("░", ".")
"""Characters of bars, and their ASCII fallback."""

Armies = Annotated[str, typer.Argument(metavar="A", help="Armate di chi attacca · attacker's armies.")]
Against = Annotated[str, typer.Argument(metavar="D", help="Armate di chi difende · defender's armies.")]


@called()
def odds(
    call: SpokenCall,
    attackers: Armies,
    defenders: Against,
    *,
    rulebook: Annotated[
        str,
        typer.Option(
            help="Regolamento o file .toml; se manca, il primo · regulation or .toml file; else the first."
        ),
    ] = "",
    until: Annotated[str, typer.Option(help="Fermati con N armate · stop with N armies.")] = "1",
    chain: Annotated[
        str, typer.Option(help="Territori seguenti, per esempio 3,2 · further territories, such as 3,2.")
    ] = "",
) -> None:
    """Le probabilità esatte di un attacco · the exact odds of an attack."""
    lang = call.lang
    try:
        asked = read_question(attackers, defenders, until, chain)
    except BadQuestion as error:
        fail(error.sentence(lang))
    book = open_rulebook(rulebook or shipped()[0])
    found = counted.odds(tables(book), asked.attackers, asked.defenders, until=asked.until, chain=asked.chain)
    data = {
        **plain(book, lang, "rulebook=id digest"),
        **plain(asked, lang, "attackers defenders until chain"),
        **plain(found, lang, "may_attack win taken attackers_left defenders_left"),
        "expected_losses": plain(found, lang, "attacker=attacker_losses defender=defender_losses"),
    }
    call.give(data, lambda: _print(asked, book, found, lang))


def _print(asked: OddsQuestion, book: Rulebook, found: Odds[float], lang: Language) -> None:
    out = console()
    first, *others = sentences(asked, found, lang)
    out.print(Text(first, style="bold"))
    for sentence in others:
        out.print(sentence)
    out.print(text("odds.answer.rulebook", lang, title=f"{book.title(lang)} ({book.id})"))
    if not found.may_attack:
        return
    for title, bars in (("attacker", attacker_bars(found)), ("defender", defender_bars(found))):
        out.print()
        out.print(Text(text(f"odds.chart.{title}", lang), style="bold"))
        out.print(_chart(bars, out, lang))
    plain = int(out.options.ascii_only)
    key = ((TAKEN[plain], "taken"), (NOT_TAKEN[plain], "not_taken"))
    out.print()
    out.print("   ".join(f"{sign} {text(f'odds.chart.{code}', lang)}" for sign, code in key))


def _chart(bars: tuple[Bar, ...], out: Console, lang: Language) -> Table:
    plain = int(out.options.ascii_only)
    highest = max(bar.chance for bar in bars)
    room = max(10, min(LONGEST_BAR, out.width - 24))
    chart = Table.grid(padding=(0, 1))
    chart.add_column(justify="right")
    chart.add_column(no_wrap=True)
    chart.add_column(justify="right", no_wrap=True)
    for bar in bars:
        whole = round(room * bar.chance / highest)
        taken = round(room * bar.won / highest)
        label = bar.label.replace("–", "-") if plain else bar.label
        drawn = TAKEN[plain] * taken + NOT_TAKEN[plain] * (whole - taken)
        chart.add_row(label, drawn, percent(bar.chance, lang))
    return chart
