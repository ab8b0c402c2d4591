"""Commands of judges: calls from the tables, rulings, the final count, the signed sheet, the set-up."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Annotated, Any, cast

import typer

from kamchatka.app.office import TERMINAL
from kamchatka.app.referee.tables import (
    LiveDesk,
    act,
    judge_of,
    live_in,
    must_be_owned,
    open_live,
    open_tables,
    repeats,
    sign,
    wake,
)
from kamchatka.app.saving import data_folder
from kamchatka.app.tournament.desk import desk_in
from kamchatka.cli.output import AsJson, Lang, console, language, print_json
from kamchatka.cli.referee.desk import By, Number, acting, now, player, tap, told
from kamchatka.cli.rulebook import open_rulebook
from kamchatka.cli.tournament.desk import Call, Id, Reason
from kamchatka.messages import text
from kamchatka.referee.command import TableCommand
from kamchatka.referee.counting import CountBoard, Tick, count_of_card
from kamchatka.referee.dealing import dealt, is_complete
from kamchatka.referee.effects import Effect, Scope
from kamchatka.referee.events import IncidentForwarded, Role, Way
from kamchatka.referee.playing import DeclareObjective, EndGame, NoteNeutrals
from kamchatka.referee.presiding import AnswerCall, CallJudge, CloseCall, RuleIncident
from kamchatka.referee.timing import ResumeClock, StopClock
from kamchatka.referee.views import letter
from kamchatka.refusals import NotUnderstood

AMOUNTS = {
    "remove-armies": "armies",
    "army-limit": "limit",
    "lose-card": "cards",
    "turn-limit": "seconds",
    "penalty-points": "points",
}
"""Which number of an effect is meant; of any other kind, how often."""
MaybeNumber = Annotated[int | None, typer.Argument(metavar="[TAVOLO]", min=1, help="Il tavolo · the table.")]
Named = Annotated[list[str] | None, typer.Option("--seat", help="Il giocatore · the player.")]


def effects_of(words: Sequence[str], people: Sequence[str], scope: str) -> Iterator[Effect]:
    """Effects as they are typed, KIND or KIND=NUMBER, for each of the people."""
    for each in words:
        kind, has_number, number = each.partition("=")
        if not kind.strip() or (has_number and not number.isdecimal()):
            raise NotUnderstood("unknown_effect", given=each)
        amount: dict[str, Any] = {AMOUNTS.get(kind, "count"): int(number)} if has_number else {}
        for who in people or ("",):
            yield Effect(kind=kind.strip(), seat=who, scope=cast(Scope, scope), **amount)


def incident(
    call: Call,
    id: Id,
    number: Number,
    case: Annotated[str, typer.Argument(metavar="CASO", help="Che cosa è successo · what happened.")],
    *,
    seat: Named = None,
    effect: Annotated[
        list[str] | None,
        typer.Option(help="Conseguenza, per esempio remove-armies=8 · consequence, such as remove-armies=8."),
    ] = None,
    scope: Annotated[
        str, typer.Option(help="Per quanto: game, next-game, evening, tournament · for how long.")
    ] = "game",
    settles: Annotated[
        int | None, typer.Option(help="Il caso in attesa che si decide · the waiting case.")
    ] = None,
    by: By = "",
    reason: Reason = "",
) -> None:
    """Un caso e la decisione del giudice · an incident and the judge's ruling."""
    with call.writing() as office:
        wake(office, data_folder(), now, only=id)
        live = open_live(office, id, number)
        must_be_owned(live)
        who, role = judge_of(live, by) if by else (None, "official-judge")
        people = tuple(player(live, each) for each in seat or ())
        command = RuleIncident(
            case=case,
            people=people,
            effects=tuple(effects_of(effect or (), people, scope)),
            author=who,
            role=cast(Role, str(role)),
            club=live.tournament.settings.club,
            number=settles,
        )
        events = act(office, acting(live, by), id, number, command, note=reason)
        forwarded = any(isinstance(each, IncidentForwarded) for each in events)
        if forwarded and not call.as_json:
            call.say(text("referee.forwarded", call.lang))
        with office.reading() as reading:
            after = live_in(reading, id, number)
            times = {after.desk.names[who]: repeats(reading, after, case, who) for who in people}
        more = {"ruled": not forwarded, "forwarded": forwarded, "times": times}
        told(call, office, id, number, events, **more, clause="000-2j" if forwarded else None)


def call_judge(
    call: Call,
    id: Id,
    number: MaybeNumber = None,
    *,
    seat: Annotated[str, typer.Option(help="Chi chiama · who calls.")] = "",
    phase: Annotated[str, typer.Option(help="In quale fase · in which phase.")] = "",
    answer: Annotated[int | None, typer.Option(help="Rispondi alla chiamata n. · answer call no.")] = None,
    close: Annotated[int | None, typer.Option(help="Risolta la chiamata n. · settle call no.")] = None,
    stop: Annotated[
        bool, typer.Option("--stop", help="Ferma intanto il tempo del tavolo · stop its clock meanwhile.")
    ] = False,
    by: By = "",
) -> None:
    """Chiama il giudice; senza tavolo, tutte le chiamate aperte · call the judge; or the queue."""
    if number is None:
        _queue(call, id)
        return

    def make(live: LiveDesk) -> list[TableCommand]:
        judge = judge_of(live, by)[0] if by else None
        if answer is not None:
            return [AnswerCall(answer, judge)]
        if close is not None:
            stands = live.table.stopped_for == "table"
            return [CloseCall(close, judge), *([ResumeClock(now())] if stands else [])]
        runs = stop and live.table.clock.is_running
        return [CallJudge(player(live, seat), phase), *([StopClock(now())] if runs else [])]

    tap(call, id, number, make, by=by)


def _queue(call: Call, id: str) -> None:
    """Every call and every forwarded incident of the round, the oldest first."""
    with call.reading() as office, office.reading() as reading:
        tables = list(open_tables(reading, desk_in(reading, id, call.lang)))
    rows = sorted((row for live in tables for row in live.queue()), key=lambda row: row.at)
    if call.as_json:
        print_json([asdict(row) for row in rows])
        return
    for row in rows:
        people = ", ".join(row.people)
        call.say(f"{row.at[11:16]} · {row.table} · n. {row.number} · {people} · {row.call or row.incident}")


def _pairs(words: Sequence[str] | None, mark: str) -> Iterator[tuple[str, str]]:
    for each in words or ():
        who, found, value = each.rpartition(mark)
        if not found or not who.strip():
            raise NotUnderstood("count_words", given=each)
        yield who, value


def count(
    call: Call,
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
    end: Annotated[bool, typer.Option("--end", help="Ferma la partita e conta · stop the game.")] = False,
    reason: Reason = "",
    by: By = "",
) -> None:
    """La conta, tutta o un po' per volta; o un RisiKo! da verificare · the count; or a RisiKo! to verify."""

    def make(live: LiveDesk) -> list[TableCommand]:
        ticks = [_tick(live, each) for each in objective or ()]
        if risiko:
            return [_claim(live, player(live, risiko), ticks, proven)]
        seats: dict[Any, dict[str, Any]] = {}
        for who, value in _pairs(points, "="):
            seats.setdefault(player(live, who), {})["points"] = value
        for who, held in _pairs(board, ":"):
            lands = {land: _whole(armies) for land, armies in _pairs(held.split(","), "=")}
            seats.setdefault(player(live, who), {}).setdefault("territories", {}).update(lands)
        for who, named in _pairs(cell, ":"):
            [(key, value)] = _pairs([named], "=")
            listed: Any = value if key in ("objective_card", "status") else _whole(value)
            seats.setdefault(player(live, who), {})[key] = [listed] if key == "lot" else listed
        lands = {land: _whole(armies) for land, armies in _pairs(neutral, "=")}
        way: Way = "map" if board or live.table.way == "map" else "objective" if ticks else "points"
        found: list[TableCommand] = [EndGame(reason)] if end else []
        if lands and not live.table.course.is_over and not seats and not end:
            return [NoteNeutrals(tuple(lands))]
        if seats or ticks or lands:
            found.append(CountBoard(way=way, seats=seats, neutral=lands, ticks=tuple(ticks)))
        return found

    tap(call, id, number, make, by=by, note=reason)


def _whole(words: str) -> int:
    if not words.strip().isdecimal():
        raise NotUnderstood("count_words", given=words)
    return int(words)


def _tick(live: LiveDesk, words: str) -> Tick:
    [(who, rest)] = _pairs([words], "=")
    card, _, held = rest.partition(":")
    return Tick(player(live, who), card, tuple(each.strip() for each in held.split(",") if each.strip()))


def _claim(live: LiveDesk, who: Any, ticks: Sequence[Tick], proven: bool | None) -> DeclareObjective:
    """A RisiKo! as the judge found it, or as the ticked territories say."""
    tick = next((each for each in ticks if each.person == who), None)
    if tick is not None:
        proven = count_of_card(live.table, who, tick.card, tick.held).has_goal
    if proven is None:
        raise NotUnderstood("claim_unproven")
    return DeclareObjective(person=who, is_true=proven, now=now())


def sign_sheet(
    call: Call,
    id: Id,
    number: Number,
    *,
    by: Annotated[str, typer.Option(help="Chi firma dal telefono · who signs on a phone.")] = "",
) -> None:
    """Firma il referto; senza nome, è firmato su carta · sign the sheet; on paper if nobody is named."""
    with call.writing() as office:
        wake(office, data_folder(), now, only=id)
        live = open_live(office, id, number)
        who = player(live, by) if by else None
        events = sign(office, TERMINAL, id, number, by=who, paper=who is None)
        told(call, office, id, number, events)


def deal(
    cards: Annotated[
        list[str], typer.Argument(metavar="CARTA…", help="Le carte scoperte, in ordine · cards in order.")
    ],
    *,
    rulebook: Annotated[str, typer.Option(help="Regolamento o file .toml · regulation or .toml file.")],
    seats: Annotated[int, typer.Option(min=3, max=6, help="Giocatori · players.")] = 4,
    as_json: AsJson = False,
    lang: Lang = "",
) -> None:
    """La distribuzione, una carta per volta: va bene, o che cosa fare · the deal, card by card."""
    speaks = language(lang)
    found = list(dealt(open_rulebook(rulebook), seats, cards))
    if as_json:
        seat = {number: letter(number) for number in range(seats)}
        rows = [
            {
                "card": each.card,
                "verdict": each.verdict,
                "seat": seat.get(-1 if each.seat is None else each.seat),
            }
            for each in found
        ]
        print_json({"cards": rows, "complete": is_complete(cards)})
        return
    nobody = text("referee.deal_neutral", speaks)
    for each in found:
        to, first = (nobody if who is None else letter(who) for who in (each.seat, each.first))
        words = {"card": each.card, "seat": to, "first": first}
        console().print(text(f"referee.deal_{each.verdict}", speaks, **words))
    if is_complete(cards):
        console().print(text("referee.deal_done", speaks))
