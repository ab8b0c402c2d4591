"""The phone of a table while it is played: who holds it, the clock, turns, closing dice, calls.

The routes of single commands are made from their declarations, like those of the desk.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Annotated, get_args

from fastapi import Depends
from starlette.responses import HTMLResponse, Response, StreamingResponse

from kamchatka.app.commands.listing import OF_TABLES
from kamchatka.app.commands.reading import WordContext, read
from kamchatka.app.office import Role
from kamchatka.app.tables.incidents import incidents_at
from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tables.phone_taps import (
    author_of,
    begin_game,
    followed_table,
    last_tap,
    tap,
    thrown_by_program,
    undo_tap,
)
from kamchatka.app.tables.queue import closing
from kamchatka.app.tables.tables import OpenTable, table_stream
from kamchatka.app.tournaments.opening import stream_of
from kamchatka.app.tournaments.passes import PhoneHolder, joining_number, name_phone, sent_sheets
from kamchatka.command import fields_of
from kamchatka.ids import PersonId
from kamchatka.referee.command import TableCommand
from kamchatka.referee.following import Pace, followed_view
from kamchatka.referee.playing import DeclineRoll, EndTurn, ForgetRoll, RollToClose
from kamchatka.refusals import NotPossibleNow, NotUnderstood, Refusal
from kamchatka.web.phone.table_door import LASTS, page_of
from kamchatka.web.phone.table_visit import TableVisit
from kamchatka.web.site.forms import number_in, status_of
from kamchatka.web.site.live import feed_number, live_stream
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.visit import asking, sending

router = LockedRouter()
TABLE = "/tavolo/{id}/{round}/{table}"
PACE = "segui"
"""Cookie of a phone: how closely it follows its table."""
JUDGE = "g"
"""In the form that names a phone's holder, a judge: with a number, the judge of that place in the list."""
AT_PHONE = {Role.TABLE_JUDGE, Role.SCOREKEEPER}
HAS_BUTTON = ("referee.notice.expire",)
"""Notices that the large button replaces."""
Make = Callable[[OpenTable | None], Sequence[TableCommand]]


@dataclass(frozen=True)
class FollowVisit(TableVisit):
    """A request of a phone that follows its table."""

    @property
    def live(self) -> OpenTable | None:
        """The table as it is now, with public names; None if nobody follows it."""
        found = followed_table(self.office, self.place)
        return replace(found, desk=self.desk) if found else None

    @property
    def pace(self) -> Pace:
        """How closely this phone follows the table."""
        chosen = self.request.cookies.get(PACE, "")
        return next((each for each in get_args(Pace) if each == chosen), "turns")

    @property
    def judges(self) -> list[PersonId]:
        """The judges of the event who do not play at this table."""
        seated = self.table.seated.seats
        return [who for who in self.desk.tournament.judges if who not in seated]

    def number(self, who: PersonId) -> int:
        """The number by which forms name a player."""
        return self.desk.tournament.entrants[who].number

    def words(self, kind: type[TableCommand]) -> dict[str, list[str]]:
        """The form's words for the fields of a command."""
        return {
            field.name: self.fields(field.meaning.form) for field in fields_of(kind) if field.meaning.form
        }

    def tap(self, name: str, make: Make) -> Response:
        """Execute commands and show the table again, or say in place why not."""
        try:
            commands = make(self.live)
            tap(
                self.office,
                self.phone,
                *commands,
                note=self.field("motivo"),
                action=self.action,
                form=[name, *self.sent],
                turns=number_in(seen) if (seen := self.field("turni")) else None,
            )
        except Refusal as refusal:
            return follow_page(self, refusal)
        return self.shown()

    def shown(self) -> Response:
        """The table after a tap: in place, or by a redirect."""
        return follow_page(self) if self.is_fragment else self.done(page_of(self.place))


AtTable = Annotated[FollowVisit, Depends(asking(FollowVisit))]
TableForm = Annotated[FollowVisit, Depends(sending(FollowVisit))]


# --- who holds the phone ---


@router.page(f"{TABLE}/chi", Need.TABLE_PASS)
def ask_holder(at: AtTable) -> HTMLResponse:
    """Who holds this phone."""
    return _holder_page(at)


def _holder_page(at: FollowVisit, refusal: Refusal | None = None) -> HTMLResponse:
    holder = at.phone.holder
    return at.render(
        "table/holder.html",
        status=status_of(refusal) if refusal else 200,
        **at.frame(),
        judges=[at.desk.names[who] for who in at.judges],
        chosen=holder,
        refusal=refusal and {"code": "", "sentence": refusal.on_page(at.lang), "clause": refusal.clause},
        number=joining_number(at.office, at.place),
    )


@router.form(f"{TABLE}/chi", Need.TABLE_PASS)
def name_holder(at: TableForm) -> Response:
    """Record who holds this phone."""
    try:
        name_phone(at.office, at.phone, _holder(at), at.action)
    except Refusal as refusal:
        return _holder_page(at, refusal)
    return at.done(page_of(at.place))


def _holder(at: FollowVisit) -> PhoneHolder:
    chosen = at.field("chi")
    if not chosen.startswith(JUDGE):
        return PhoneHolder(at.seated())
    place = chosen.removeprefix(JUDGE)
    if not place:
        return PhoneHolder(None, is_judge=True)
    judges = at.judges
    if not 1 <= number_in(place) <= len(judges):
        raise NotUnderstood("who_are_you")
    return PhoneHolder(judges[number_in(place) - 1], is_judge=True)


# --- the table ---


@router.page(TABLE, Need.TABLE_PASS)
def show_table(at: AtTable) -> HTMLResponse:
    """Time, lap, turn and closing dice, with one large button for what comes next."""
    return follow_page(at)


def follow_page(at: FollowVisit, refusal: Refusal | None = None) -> HTMLResponse:
    """The page of the table; a refused tap is answered on it."""
    if refusal is not None and refusal.code == "no_pass":
        raise refusal
    if at.phone.holder is None:
        return _holder_page(at, refusal)
    number, live, lang = feed_number(at.office, at.place.id), at.live, at.lang
    view = live.view(system_timer) if live else None
    with at.office.reading() as reading:
        tapped = last_tap(reading, live) if live else None
        incidents = list(incidents_at(reading, live)) if live else []
    people = live.table.seats if live else at.table.seated.seats
    return at.render(
        "table/follow.html",
        status=status_of(refusal) if refusal else 200,
        **at.frame(),
        refusal=refusal and {"code": "", "sentence": refusal.on_page(lang), "clause": refusal.clause},
        feed=number,
        number=joining_number(at.office, at.place),
        phone=at.phone,
        live=live,
        view=view,
        now=followed_view(
            live.table,
            at.desk.names,
            system_timer(),
            lang,
            pace=at.pace,
            reasons={each.event.number: each.note for each in incidents},
        )
        if live
        else None,
        pace=at.pace,
        people={at.number(who): at.desk.names[who] for who in people},
        own=at.number(at.phone.holder.person)
        if at.phone.holder.person in at.desk.tournament.entrants and at.phone.holder.person in people
        else 0,
        number_of=at.number,
        order=_tapped_order(at, people),
        tapped=tapped,
        notices=[
            each.on_page(lang) for each in (view.notices if view else ()) if each.code not in HAS_BUTTON
        ],
        announcements=[each.sentence(lang) for each in (view.announcements if view else ())],
        sheet="count" if at.phone.is_judge else _sheet_step(at),
        may_rule=author_of(live, at.phone) is not None,
        rulebook=at.desk.tournament.setup.rulebook,
    )


def _sheet_step(at: FollowVisit) -> str:
    """What a player does with the sheet, as a code of the page: count, confirm or see it."""
    standing = at.standing
    if standing.state == "empty":
        return "count"
    with at.office.reading() as reading:
        is_sender = any(device == at.phone.device for device, _ in sent_sheets(reading, at.place)[-1:])
    waits = standing.state == "waiting" and at.desk.tournament.settings.confirmation != "judge"
    return "confirm_sheet" if waits and not is_sender else "see_sheet"


def _tapped_order(at: FollowVisit, people: Sequence[PersonId]) -> list[int]:
    """The seats tapped so far in the order of the dice, by number; the last one follows by itself."""
    known = [at.number(who) for who in people]
    tapped = [each for each in dict.fromkeys(map(number_in, at.query.getlist("ordine"))) if each in known]
    return (
        [*tapped, *(each for each in known if each not in tapped)]
        if len(tapped) + 1 == len(known)
        else tapped
    )


@router.page(f"{TABLE}/vivo", Need.TABLE_PASS)
def follow_table(at: AtTable, dopo: int = 0) -> StreamingResponse:
    """That something changed at this table: the page fetches itself."""
    place = at.place
    streams = (stream_of(place.id), table_stream(place.id, place.round, place.table), place.stream)
    return live_stream(at.request, at.office, place.id, dopo, streams=streams)


@router.form(f"{TABLE}/segui", Need.TABLE_PASS)
def choose_pace(at: TableForm) -> Response:
    """Follow by turns, by laps, or by the clock alone; each phone as its holder likes."""
    pace = at.field("come")
    if pace not in get_args(Pace):
        raise NotUnderstood("unknown_word", given=pace[:20], known=", ".join(get_args(Pace)))
    response = at.done(page_of(at.place))
    response.set_cookie(PACE, pace, max_age=LASTS, path=page_of(at.place), httponly=True, samesite="lax")
    return response


@router.form(f"{TABLE}/inizia", Need.TABLE_PASS)
def begin(at: TableForm) -> Response:
    """Record the order of play and start the time, unless the hall starts it."""
    try:
        order = tuple(at.desk.entrant(each) for each in at.fields("ordine"))
        starts = bool(at.field("parte"))
        begin_game(at.office, at.phone, order, system_timer, at.action, starts_clock=starts)
    except Refusal as refusal:
        return follow_page(at, refusal)
    return at.shown()


@router.form(f"{TABLE}/annulla", Need.TABLE_PASS)
def undo_last(at: TableForm) -> Response:
    """Undo the last tap, if it still is the one that the page named."""
    try:
        undo_tap(at.office, at.phone, at.field("quale"), at.action)
    except Refusal as refusal:
        return follow_page(at, refusal)
    return at.shown()


@router.form(f"{TABLE}/tiro", Need.TABLE_PASS)
def close_turn(at: TableForm) -> Response:
    """The closing roll, and before it the end of the turn; or why nobody rolls."""
    return at.tap("tiro", lambda live: _closing_commands(at, live))


def _closing_commands(at: FollowVisit, live: OpenTable | None) -> list[TableCommand]:
    if live is None:
        raise NotPossibleNow("no_roll_due", who="")
    context, said = WordContext(at.office, at.desk, live), {"person": at.field("di")}
    commands: list[TableCommand] = []
    if live.table.course.due is None:
        commands.append(read(EndTurn, context, at.words(EndTurn)))
    if at.field("scusato"):
        return commands
    match at.field("come"):
        case "rinuncia":
            return [*commands, read(DeclineRoll, context, said)]
        case "dimenticata":
            return [*commands, read(ForgetRoll, context, said)]
        case "programma":
            dice = thrown_by_program(live.table.rulebook.closing.dice)
            return [*commands, replace(read(RollToClose, context, said), dice=dice, source="software")]
    return [*commands, read(RollToClose, context, {**said, "total": at.field("totale")})]


def _asked(kind: type[TableCommand]) -> Callable[[TableForm], Response]:
    """The route of a command."""

    def ask(at: TableForm) -> Response:
        def make(live: OpenTable | None) -> Sequence[TableCommand]:
            if kind.name == "close-call" and live:
                author = author_of(live, at.phone)
                by = PersonId(author.person) if author else None
                return closing(live, number_in(at.field("chiamata")), system_timer, by)
            return [read(kind, WordContext(at.office, at.desk, live), at.words(kind))]

        return at.tap(kind.name, make)

    ask.__doc__ = kind.__doc__
    return ask


for _kind in filter(attrgetter("name"), OF_TABLES.values()):
    if AT_PHONE & set(map(Role, _kind.roles)):
        router.form(f"{TABLE}/fai/{_kind.name}", Need.TABLE_PASS)(_asked(_kind))
