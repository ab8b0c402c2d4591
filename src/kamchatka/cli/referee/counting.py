"""Commands for the start and end of a game: the deal, the final count and the signed sheet."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer

from kamchatka.app.commands.reading import player_at
from kamchatka.app.office import Office
from kamchatka.app.tables.tables import OpenTable
from kamchatka.board import load_board
from kamchatka.cli.call import SpokenCall, called
from kamchatka.cli.referee.desk import By, ForcedConquests, Number, now, tap
from kamchatka.cli.rulebook import open_rulebook
from kamchatka.cli.tournament.desk import DeskCall, Id, Reason
from kamchatka.messages import Language, text
from kamchatka.referee.command import TableCommand
from kamchatka.referee.counting import CountBoard, SignSheet, TickedCard, count_of_card
from kamchatka.referee.dealing import DealtCard, dealt
from kamchatka.referee.events import CountMethod
from kamchatka.referee.playing import DeclareObjective, EndGame
from kamchatka.referee.views import letter
from kamchatka.refusals import NotUnderstood
from kamchatka.scoring.numbers import whole


def _pairs(words: Sequence[str] | None, mark: str) -> Iterator[tuple[str, str]]:
    for each in words or ():
        who, found, value = each.rpartition(mark)
        if not found or not who.strip():
            raise NotUnderstood("count_words", given=each)
        yield who, value


def count(
    call: DeskCall,
    id: Id,
    number: Number,
    *,
    points: Annotated[list[str] | None, typer.Option(help="Solo punti, CHI=PUNTI · points only.")] = None,
    objective: Annotated[
        list[str] | None,
        typer.Option(help="Per obiettivo, CHI=CARTA:territorio,… · by objective, WHO=CARD:territory,…"),
    ] = None,
    board: Annotated[
        list[str] | None,
        typer.Option("--map", help="Planisfero, CHI:territorio=armate,… · the board, WHO:territory=armies,…"),
    ] = None,
    cell: Annotated[
        list[str] | None, typer.Option(help="Un altro numero, CHI:voce=numero · another number.")
    ] = None,
    neutral: Annotated[
        list[str] | None, typer.Option(help="Territorio neutrale=armate · neutral territory=armies.")
    ] = None,
    risiko: Annotated[str, typer.Option(help="Chi dichiara RisiKo! · who declares RisiKo!")] = "",
    proven: Annotated[bool | None, typer.Option("--proven/--unproven", help="È vero? · is it true?")] = None,
    conquests: ForcedConquests = None,
    end: Annotated[bool, typer.Option("--end", help="Ferma la partita e conta · stop the game.")] = False,
    reason: Reason = "",
    by: By = "",
) -> None:
    """La conta, tutta o un po' per volta; o un RisiKo! da verificare · the count; or a RisiKo! to verify."""

    def make(_: Office, live: OpenTable) -> list[TableCommand]:
        ticks = [_tick(live, each) for each in objective or ()]
        if risiko:
            return [_claim(live, player_at(live, risiko), ticks, proven, conquests)]
        seats: dict[Any, dict[str, Any]] = {}
        for who, value in _pairs(points, "="):
            seats.setdefault(player_at(live, who), {})["points"] = value
        for who, held in _pairs(board, ":"):
            lands = _lands(held.split(","))
            seats.setdefault(player_at(live, who), {}).setdefault("territories", {}).update(lands)
        for who, named in _pairs(cell, ":"):
            [(key, value)] = _pairs([named], "=")
            listed: Any = value if key in ("objective_card", "status") else _whole(value)
            seats.setdefault(player_at(live, who), {})[key] = [listed] if key == "lot" else listed
        lands = _lands(neutral)
        way: CountMethod = "map" if board or live.table.way == "map" else "objective" if ticks else "points"
        found: list[TableCommand] = [EndGame(reason)] if end else []
        if seats or ticks or lands:
            found.append(CountBoard(way=way, seats=seats, neutral=lands, ticks=tuple(ticks)))
        return found

    tap(call, id, number, make, by=by, note=reason)


def _lands(words: Sequence[str] | None) -> dict[str, int]:
    """Armies by territory; a territory may be named as it is printed."""
    return {_land(land): _whole(armies) for land, armies in _pairs(words, "=")}


def _land(words: str) -> str:
    """The id of a territory; unknown words stay as they are, for the sheet to refuse."""
    info = load_board().called(words)
    return info.id if info else words.strip()


def _whole(words: str) -> int:
    number = whole(words.strip())
    if number is None:
        raise NotUnderstood("count_words", given=words[:40])
    return number


def _tick(live: OpenTable, words: str) -> TickedCard:
    [(who, rest)] = _pairs([words], "=")
    card, _, held = rest.partition(":")
    ticked = tuple(_land(each) for each in held.split(",") if each.strip())
    return TickedCard(player_at(live, who), card, ticked)


def _claim(
    live: OpenTable, who: Any, ticks: Sequence[TickedCard], proven: bool | None, conquests: int | None
) -> DeclareObjective:
    """The declaration of a RisiKo!, proven by the ticked territories, else by the judge's word."""
    tick = next((each for each in ticks if each.person == who), None)
    if tick is not None:
        proven = count_of_card(live.table, who, tick.card, tick.held).has_goal
    if proven is None:
        raise NotUnderstood("claim_unproven")
    return DeclareObjective(person=who, is_true=proven, conquests=conquests, now=now())


def sign_sheet(
    call: DeskCall,
    id: Id,
    number: Number,
    *,
    by: Annotated[str, typer.Option(help="Chi firma dal telefono · who signs on a phone.")] = "",
) -> None:
    """Firma il referto; senza nome, è firmato su carta · sign the sheet; on paper if nobody is named."""

    def make(_: Office, live: OpenTable) -> SignSheet:
        who = player_at(live, by) if by else None
        return SignSheet(how="phone" if who else "paper", scorer=live.scorer, by=who)

    tap(call, id, number, make)


@called()
def deal(
    call: SpokenCall,
    cards: Annotated[
        list[str], typer.Argument(metavar="CARTA…", help="Le carte scoperte, in ordine · cards in order.")
    ],
    *,
    rulebook: Annotated[str, typer.Option(help="Regolamento o file .toml · regulation or .toml file.")],
    seats: Annotated[int, typer.Option(min=3, max=6, help="Giocatori · players.")] = 4,
) -> None:
    """La distribuzione, una carta per volta: va bene, o che cosa fare · the deal, card by card."""
    book = open_rulebook(rulebook)
    found, dealer = dealt(book, seats, cards), book.setup.dealer
    hands = {letter(seat): held for seat, held in enumerate(found.hands)}
    data = {
        "dealer": dealer,
        "cards": [
            {**_card(each), "verdict": each.verdict, "exchange": each.exchange and _card(each.exchange)}
            for each in found.steps
        ],
        "hands": hands,
        "complete": found.is_complete,
    }

    def draw() -> None:
        call.say(text(f"referee.dealer.{dealer}", call.lang))
        for each in found.steps:
            code = "neutral" if each.seat is None else each.verdict
            words = _words(each, "card", "seat", call.lang)
            words |= _words(each.exchange, "other", "first", call.lang) if each.exchange else {}
            call.say(text(f"referee.deal.{code}", call.lang, **words))
        if found.is_complete:
            said = ", ".join(f"{seat} {held}" for seat, held in hands.items())
            call.say(text("referee.deal.done", call.lang, hands=said))

    call.give(data, draw)


def _card(dealt: DealtCard) -> dict[str, str | None]:
    return {"card": dealt.card.id, "seat": None if dealt.seat is None else letter(dealt.seat)}


def _words(dealt: DealtCard, card: str, seat: str, lang: Language) -> dict[str, str]:
    return {card: dealt.card.name(lang), seat: "" if dealt.seat is None else letter(dealt.seat)}
