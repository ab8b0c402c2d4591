"""`tournament guide`: the program asks, the organiser answers; Enter accepts what it proposes."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import typer
from pydantic import JsonValue

from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.people import person_of
from kamchatka.app.saving import database_path
from kamchatka.app.tournament.desk import (
    Desk,
    carry_out,
    create,
    event_in_words,
    listed,
    new_secret,
    new_seed,
    open_desk,
)
from kamchatka.app.tournament.entering import ListedPlayer, enter, read_list, read_text, register_person
from kamchatka.app.tournament.texts import Texts, texts_of
from kamchatka.app.tournament.undoing import undo
from kamchatka.cli.output import console, remark
from kamchatka.cli.scoring.standings_answer import tell_standings
from kamchatka.cli.tournament.desk import Call
from kamchatka.cli.tournament.rounds import print_tables
from kamchatka.messages import Language, text
from kamchatka.refusals import NotAllowed, NotUnderstood, Refusal
from kamchatka.scoring.sheet.cells import cells_asked
from kamchatka.scoring.sheet.places import MissingNumber
from kamchatka.scoring.sheet.typed import TypedSeat, typed_seat
from kamchatka.scoring.views.notices import Notice
from kamchatka.store.database import Holder
from kamchatka.tournament.command import Command, open_round, table_of
from kamchatka.tournament.drawing import DrawRound, PublishTables, sitting
from kamchatka.tournament.entries import CallRoll, SignAcceptance
from kamchatka.tournament.events import SeatResult
from kamchatka.tournament.format.loading import load_format, shipped_formats
from kamchatka.tournament.gates import gate, has_judge, unsigned
from kamchatka.tournament.progress import Step, next_step
from kamchatka.tournament.recording import ConfirmResult, PublishStandings, RecordSheet, missing_number
from kamchatka.tournament.rounds import CloseRound, CutStage
from kamchatka.tournament.scores import Scoreboard
from kamchatka.tournament.settings import NameJudge, PublishRules, rules_digest
from kamchatka.tournament.state import Table
from kamchatka.tournament.views.desk import desk as desk_view
from kamchatka.tournament.views.sheets import result_notices
from kamchatka.tournament.views.tables import tables as table_views

BACK = ("annulla", "undo")
QUIT = ("esci", "quit", "q")


class Leave(Exception):
    """The organiser has had enough for now."""


class TakeBack(Exception):
    """The organiser wants the last step back."""


def guide(
    call: Call,
    id: Annotated[
        str, typer.Argument(metavar="[TORNEO]", help="Senza, se ne crea uno · without, a new one.")
    ] = "",
) -> None:
    """Ti accompagna passo per passo, dalle iscrizioni al vincitore · takes you through it step by step."""
    said = call.lang
    with open_office(call.database or database_path(), Holder("tournament guide")) as office:
        try:
            console().print(text("tournament.guide.help", said))
            wanted = id or _chosen(office, said)
            while _step(office, wanted, said):
                pass
        except (Leave, typer.Abort):
            console().print(text("tournament.guide.left", said))


def _ask(code: str, lang: Language, default: str = "", **values: object) -> str:
    """One answer; the words that leave or take back are understood everywhere."""
    question = text(f"tournament.guide.{code}", lang, **values)
    answer = str(typer.prompt(question, default, show_default=bool(default), err=False)).strip()
    if answer.casefold() in QUIT:
        raise Leave
    if answer.casefold() in BACK:
        raise TakeBack
    return answer


def _chosen(office: Office, lang: Language) -> str:
    """A tournament that is not over, or a new one."""
    known = [id for id in listed(office) if next_step(open_desk(office, id).tournament) != "done"]
    for at, each in enumerate(known, 1):
        console().print(f"{at}. {open_desk(office, each).tournament.settings.name} ({each})")
    while known:
        answer = _ask("which", lang, "", count=len(known))
        if not answer:
            break
        if answer.isdecimal() and 1 <= int(answer) <= len(known):
            return known[int(answer) - 1]
    while True:
        try:
            name = _ask("name", lang)
            if not name:
                continue
            return create(office, TERMINAL, name=name, texts=_format(lang))
        except TakeBack:
            continue  # nothing is written yet: ask again
        except Refusal as refusal:
            remark(refusal.told(lang))


def _format(lang: Language) -> Texts:
    """The format of a new tournament, asked for until it is one."""
    for each in shipped_formats():
        console().print(f"  {each}: {load_format(each).description(lang)}")
    while True:
        try:
            return texts_of(_ask("format", lang, "tre-partite"))
        except Refusal as refusal:
            remark(refusal.told(lang))


def _step(office: Office, id: str, lang: Language) -> bool:
    """The next step; False once the tournament is over."""
    desk = open_desk(office, id, lang)
    step = next_step(desk.tournament)
    view = desk_view(desk.tournament, desk.names, lang)
    for each in view.todo:
        console().print(f"• {each.sentence}")
    if step == "done":
        for name in view.winners:
            console().print(text("tournament.winner", lang, name=name))
        return False
    try:
        _STEPS[step](office, desk, lang)
    except TakeBack:
        _take_back(office, desk, lang)
    except Refusal as refusal:
        remark(refusal.told(lang))
    return True


def _take_back(office: Office, desk: Desk, lang: Language) -> None:
    try:
        for event in undo(office, TERMINAL, desk.id)[:1]:
            what = event_in_words(desk, event, lang)
            console().print(text("tournament.undone", lang, what=what))
    except Refusal as refusal:
        remark(refusal.told(lang))


def _notices(notices: Iterable[Notice], lang: Language) -> None:
    for notice in notices:
        console().print(f"⚠ {notice.sentence(lang)}")


def _do(office: Office, desk: Desk, *commands: Command) -> None:
    carry_out(office, TERMINAL, desk.id, *commands)


def _enter(office: Office, desk: Desk, lang: Language) -> None:
    """Names one by one, or the path of a list; nothing ends the entries."""
    while True:
        answer = _ask("enter", lang)
        if not answer:
            if len(open_desk(office, desk.id).tournament.playing) >= desk.tournament.format.entrants[0]:
                return
            raise NotUnderstood("list_empty")
        if answer.lower().endswith(".csv"):
            done = enter(office, TERMINAL, desk.id, read_list(read_text(Path(answer))))
        else:
            name, _, club = answer.partition(",")
            done = enter(office, TERMINAL, desk.id, [ListedPlayer(person_of({"name": name, "club": club}))])
        console().print(text("tournament.entered", lang, count=done.entered))
        _notices(done.doubts, lang)


def _roll(office: Office, desk: Desk, lang: Language) -> None:
    """Everybody is there but those whose numbers are typed."""
    for each in desk.tournament.members:
        console().print(f"{each.number:>4}  {desk.names[each.person]}")
    answer = _ask("absent", lang)
    absent = tuple(desk.entrant(word) for word in answer.replace(",", " ").split())
    present = tuple(each.person for each in desk.tournament.members if each.person not in absent)
    _do(office, desk, CallRoll(present, absent))


def _draw(office: Office, desk: Desk, lang: Language) -> None:
    """The draw, once judge and signatures are in order."""
    tournament = desk.tournament
    if not tournament.rounds:
        if gate(tournament, "judge") != "open" and not has_judge(tournament):
            name = _ask("judge", lang)
            if name:
                _do(office, desk, NameJudge(register_person(office, TERMINAL, desk, name)))
        lacking = unsigned(sitting(tournament))
        if lacking and gate(tournament, "signatures") != "open":
            people = ", ".join(desk.names[who] for who in lacking)
            if _ask("signed", lang, people=people):
                return
            _do(office, desk, SignAcceptance(lacking, office.now()))
    seed = _ask("seed", lang, new_seed())
    _do(office, desk, DrawRound(seed, new_secret()))
    after = open_desk(office, desk.id, lang)
    print_tables(table_views(after.tournament, after.names, len(after.tournament.rounds)), lang)


def _record(office: Office, desk: Desk, lang: Language) -> None:
    """The points of a table in the order of its seats: the first that awaits them, or one that is named."""
    current = open_round(desk.tournament)
    table = next(each for each in current.tables.values() if each.awaits)
    names = ", ".join(desk.names[who] for who in table.seated.seats)
    answer = _ask("record", lang, round=current.number, table=table.number, names=names)
    number, colon, points = answer.partition(":")
    if colon and number.strip().isdecimal():
        table, answer = table_of(current, int(number)), points
    seats = _typed(table, answer)
    while True:
        try:
            _do(office, desk, RecordSheet(table=table.number, seats=seats))
            break
        except NotAllowed as refusal:
            missing = missing_number(refusal)
            if missing is None:
                raise
            remark(refusal.sentence(lang))
            seats = _with_numbers(desk, seats, missing, lang)
    after = open_desk(office, desk.id, lang)
    _notices(result_notices(after.tournament, after.names, current.number, [table.number]), lang)


def _with_numbers(
    desk: Desk, seats: tuple[SeatResult, ...], missing: MissingNumber, lang: Language
) -> tuple[SeatResult, ...]:
    """The seats with the number a tie asks for, typed for each of those who are tied."""
    found = []
    for seat in seats:
        cells = dict(seat.cells)
        for cell in cells_asked(missing.criterion) if seat.person in missing.players else ():
            what = text(f"scores_page.field.{cell}", lang)
            answer = _ask("number", lang, who=desk.names[seat.person], what=what)
            if not answer.isdecimal():
                raise NotUnderstood("typed_number", given=answer)
            cells[cell] = [int(answer)] if cell == "lot" else int(answer)
        found.append(SeatResult(seat.person, cells))
    return tuple(found)


def _typed(table: Table, answer: str) -> tuple[SeatResult, ...]:
    """`62 55 40r 0e`: points by seat; r is a RisiKo!, e1 the first one out, e2 the second."""
    words, people = answer.replace(",", ".").split(), table.seated.seats
    typed = [seat for word in words if (seat := typed_seat(word))]
    if len(words) != len(people) or len(typed) != len(people):
        raise NotUnderstood("typed_points", wanted=len(people), given=answer)
    return tuple(
        SeatResult(who, _cells(seat, table.seated.kind)) for who, seat in zip(people, typed, strict=True)
    )


def _cells(seat: TypedSeat, kind: str) -> dict[str, JsonValue]:
    """The cells of a seat, as they were typed."""
    if kind == "duel":
        return {"place": int(float(seat.points or 0))}
    if seat.eliminated:
        return {"points": 0, "eliminated": seat.eliminated}
    counted: dict[str, JsonValue] = {"points": seat.points} if seat.points else {}
    return {**counted, "objective": True} if seat.objective else counted


def _confirm(office: Office, desk: Desk, lang: Language) -> None:
    current = open_round(desk.tournament)
    waiting = [each.number for each in current.tables.values() if not each.is_settled]
    _ask("confirm", lang, tables=", ".join(map(str, waiting)))
    _do(office, desk, *(ConfirmResult(number) for number in waiting))


def _close(office: Office, desk: Desk, lang: Language) -> None:
    """The end of a round, and how everybody stands after it."""
    _ask("close", lang, round=len(desk.tournament.rounds))
    _do(office, desk, CloseRound())
    after = open_desk(office, desk.id, lang)
    board = Scoreboard(after.tournament, after.names)
    tell_standings(board.standings, board.results, (), lang, teams=board.standings.is_of_teams)


def _publish(office: Office, desk: Desk, lang: Language) -> None:
    """The rules of an official tournament, or its final standings."""
    settings, now = desk.tournament.settings, office.now()
    _ask("publish", lang)
    _do(
        office,
        desk,
        PublishStandings() if desk.tournament.rounds else PublishRules(rules_digest(settings), now),
    )


def _plainly(make: Callable[[], Command], code: str) -> Callable[[Office, Desk, Language], None]:
    """A step that only waits for Enter."""

    def step(office: Office, desk: Desk, lang: Language) -> None:
        _ask(code, lang, round=len(desk.tournament.rounds))
        for event in carry_out(office, TERMINAL, desk.id, make()):
            console().print(event_in_words(open_desk(office, desk.id, lang), event, lang))

    return step


_STEPS: dict[Step, Callable[[Office, Desk, Language], None]] = {
    "enter": _enter,
    "rollcall": _roll,
    "draw": _draw,
    "publish-tables": _plainly(PublishTables, "publish_tables"),
    "record": _record,
    "confirm": _confirm,
    "close": _close,
    "cut": _plainly(lambda: CutStage(new_seed()), "cut"),
    "publish": _publish,
}
