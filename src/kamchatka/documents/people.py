"""Papers about people and the event before it starts: forms, lists, place cards, posters."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from kamchatka.documents.paper import Paper, Part, bare, chunks, code_of, link, part
from kamchatka.documents.pictures import qr, wifi, world
from kamchatka.documents.rules import conformity
from kamchatka.documents.source import PaperSource
from kamchatka.ids import PersonId
from kamchatka.messages import text
from kamchatka.messages.moments import date_words
from kamchatka.tournament.fees import money
from kamchatka.tournament.format.adviser import guaranteed_games
from kamchatka.tournament.settings import rules_digest
from kamchatka.tournament.views.cash import cash
from kamchatka.tournament.views.people import EntrantRow, PersonRow, entrants
from kamchatka.tournament.views.public import event_head
from kamchatka.tournament.views.tables import places

WORDS = "people_papers"
ON_A_PAGE = {"full": 1, "short": 2}
"""Entry forms on a page."""
CARDS_ON_A_PAGE = 4
Column = tuple[str, str, int]
"""A column of a list: name, kind, width in millimetres (0: what is left)."""
PERSON: tuple[Column, ...] = (("number", "number", 9), ("name", "strong", 0), ("club", "badge", 15))
ROLL_CALL: tuple[Column, ...] = (
    *PERSON,
    *(("present", "tick", 15), ("fee", "tick", 13), ("rules", "tick", 15), ("signature", "line", 66)),
)
FEES: tuple[Column, ...] = (
    *PERSON,
    *(("kind", "text", 18), ("paid", "number", 18), ("owed", "number", 18), ("receipt", "line", 48)),
)
MOST_ROUNDS = 8
"""Rows of a personal score card."""
ROUNDS_UNKNOWN = 4
"""Rows for a stage that lasts as long as it takes."""


def has_people(source: PaperSource) -> bool:
    """Whether somebody plays."""
    return bool(source.tournament.playing)


def _playing(source: PaperSource) -> list[EntrantRow]:
    rows = entrants(source.tournament, source.names)
    return [row for row in rows if row.entrant.status == "playing"]


def _said(source: PaperSource, code: str, **values: object) -> str:
    return text(f"{WORDS}.{code}", source.lang, **values)


# --- entry forms ---


def entry_forms(source: PaperSource, size: str) -> Iterator[Part]:
    """A form for everybody who plays, by surname; two on a page if `size` is short."""
    people = [
        {
            "name": row.name,
            "club": row.club,
            "number": str(row.number),
            "is_minor": row.person in source.minors,
        }
        for row in _playing(source)
    ]
    return (_entry_form(source, size, some) for some in chunks(people, ON_A_PAGE[size]))


def blank_form(source: PaperSource) -> Iterator[Part]:
    """A form to fill in by hand."""
    yield _entry_form(source, "full", [{"name": "", "club": "", "number": "", "is_minor": True}])


def _entry_form(source: PaperSource, size: str, people: Sequence[object]) -> Part:
    settings, lang = source.tournament.settings, source.lang
    contact = text("entry_form.notice.contact", lang, contact=settings.contact) if settings.contact else ""
    who = text("entry_form.notice.who", lang, club=settings.club or settings.name, contact=contact)
    others = [text(f"entry_form.notice.{each}", lang) for each in ("what", "shown", "kept", "rights")]
    read, accept, final = _acceptance(source)
    return part(
        "entry_form",
        size=size,
        people=people,
        qr=link(source, "/regole"),
        fee=_fee(source),
        has_member_fee=settings.member_fee is not None,
        accept=[read, accept],
        final=final,
        privacy=" ".join([who, *others]),
        privacy_short=" ".join([who, *others[:2], _said(source, "more_at_desk")]),
        consents=[text("entry_form.field.consent", lang), _said(source, "photos")],
        minors=_said(source, "minors"),
        minor_name=_said(source, "minor_name"),
    )


def _acceptance(source: PaperSource) -> list[str]:
    """What an entrant signs: having read the rules, accepting them, accepting the judges' decisions."""
    values = {"rulebook": source.rulebook.title(source.lang), "version": _version(source)}
    return [_said(source, f"accept.{each}", **values) for each in ("read", "accept", "final")]


def _version(source: PaperSource) -> str:
    """When the rules were published, and their mark; empty if they are not."""
    rules = source.tournament.rules
    if rules is None:
        return ""
    digest = rules_digest(source.tournament.settings)
    return _said(source, "version", day=date_words(rules.at, source.lang), mark=f"{digest[:4]} {digest[4:8]}")


def _fee(source: PaperSource) -> str:
    """The fee in a sentence; empty: there is none."""
    code = _fee_code(source)
    return "" if code == "free" else _said(source, f"fee.{code}", **_amounts(source))


def _fee_code(source: PaperSource) -> str:
    settings = source.tournament.settings
    return "free" if not settings.fee else "one" if settings.member_fee is None else "two"


def _amounts(source: PaperSource) -> dict[str, str]:
    settings, lang = source.tournament.settings, source.lang
    return {"fee": money(settings.fee, lang), "member": money(settings.member_fee or 0, lang)}


# --- lists ---


def _people_list(
    source: PaperSource, columns: Sequence[Column], rows: Iterable[Mapping[str, object]], **data: object
) -> Part:
    """A list with these columns; a row has its cells by the names of columns."""
    return part(
        "people_list",
        columns=[
            {"label": _said(source, f"column.{name}"), "kind": kind, "width": width}
            for name, kind, width in columns
        ],
        rows=[[row[name] for name, _, _ in columns] for row in rows],
        **data,
    )


def _person(row: PersonRow) -> dict[str, object]:
    return {"number": str(row.number), "name": row.full_name.listed, "club": code_of(row.badge)}


def roll_call(source: PaperSource) -> Iterator[Part]:
    """Everybody who plays, with boxes to tick and a line to sign."""
    people = _playing(source)

    def signed(at: str) -> str:
        return _said(source, "roll_call.signed", day=date_words(at, source.lang))

    rows = (
        {
            **_person(row),
            "present": row.is_present,
            "fee": row.paid is not None,
            "rules": row.entrant.has_rules,
            "signature": signed(row.entrant.signed_at) if row.entrant.signed_at else "",
        }
        for row in people
    )
    yield _people_list(
        source,
        [each for each in ROLL_CALL if each[0] != "fee" or has_fee(source)],
        rows,
        title=_said(source, "roll_call.title"),
        aside=_said(source, "roll_call.count", count=len(people)),
        qr=link(source, "/regole"),
        text=" ".join(_acceptance(source)),
        row=8.2,
        total="",
        signatures=[],
    )


def has_fee(source: PaperSource) -> bool:
    """Whether there is a fee, and somebody who may owe it."""
    return bool(source.tournament.settings.fee) and has_people(source)


def fee_list(source: PaperSource) -> Iterator[Part]:
    """The treasurer's list: what each pays, paid and owes, and the totals."""
    lang = source.lang
    found = cash(source.tournament, source.names, {})

    def amount(cents: int) -> str:
        return f"{money(cents, lang)} €" if cents else ""

    rows = (
        {
            **_person(row),
            "kind": text(f"cash_page.kind.{row.kind}", lang),
            "paid": amount(row.paid),
            "owed": amount(row.owed),
            "receipt": "" if row.entrant.status == "playing" else _said(source, "fees.left"),
        }
        for row in found.rows
    )
    yield _people_list(
        source,
        FEES,
        rows,
        title=_said(source, "fees.title"),
        aside=_fee(source),
        qr=None,
        text="",
        row=7.2,
        total=_said(
            source,
            "fees.total",
            paid=money(found.total.paid, lang),
            payers=found.count("paid"),
            owing=found.count("owing"),
            due=money(found.total.owed, lang),
        ),
        signatures=[_said(source, f"fees.{each}") for each in ("treasurer", "day")],
    )


# --- place cards ---


def place_cards(source: PaperSource) -> Iterator[Part]:
    """A card for everybody who plays: by first table, or by surname while no tables are public."""
    seats, rows = {}, _playing(source)
    if source.tournament.public_rounds:
        seats = {each.person: each for each in places(source.tournament, source.names, 1)}
        last = len(source.tournament.entrants) + 1
        key = {who: (each.table or last, each.seat) for who, each in seats.items()}
        rows.sort(key=lambda row: key.get(row.person, (last, "")))
    cards = [
        {
            "name": row.name,
            "club": row.club,
            "table": str(seats[row.person].table or "–") if row.person in seats else "",
            **_own_page(source, row.person),
        }
        for row in rows
    ]
    rounds = _score_rows(source)
    return (part("place_cards", rounds=rounds, cards=some) for some in chunks(cards, CARDS_ON_A_PAGE))


def _own_page(source: PaperSource, who: PersonId) -> dict[str, object]:
    """The personal code, and the page it opens."""
    code = source.codes.get(who)
    if not code:
        return {"code": "", "qr": None, "address": ""}
    address = f"{source.site}/io/{code}"
    return {"code": code, "qr": qr(address), "address": bare(address)}


def _score_rows(source: PaperSource) -> list[str]:
    """The rounds of a personal score card: numbers in stages that add up, then the stages by name."""
    rows: list[str] = []
    for stage in source.tournament.format.stages:
        many = stage.rounds if isinstance(stage.rounds, int) else ROUNDS_UNKNOWN
        for number in range(1, many + 1):
            name = stage.name(source.lang)
            rows.append(str(len(rows) + 1) if stage.summed else name if many == 1 else f"{name} {number}")
    return rows[:MOST_ROUNDS]


# --- posters ---


def official_mark(source: PaperSource) -> bool:
    """Whether the poster may carry the marks Official Club and Official Tournament."""
    settings = source.tournament.settings
    return settings.official and settings.recognised and conformity(source).passes


def poster(source: PaperSource) -> Iterator[Part]:
    """What a club hangs up and sends around before the event."""
    tournament, settings = source.tournament, source.tournament.settings
    page = "/iscrizione" if tournament.takes_requests else ""
    flagged = {each.casefold() for each in settings.competitors}
    judges = (
        _said(source, "poster_judge", name=source.names[who])
        for who, role in tournament.judges.items()
        if role == "official-judge"
    )
    marks = ("event", "club") if official_mark(source) else ()
    yield part(
        "poster",
        map=world(),
        marks=[_said(source, f"poster_mark.{each}") for each in marks],
        presents=_said(source, "presents" if settings.club else "presents_nobody"),
        when=_when(source),
        place=settings.place,
        facts=_facts(source),
        programme=list(_programme(source)),
        qr=link(source, page),
        enter=_said(source, "poster_enter" if page else "poster_follow"),
        address=bare(f"{source.address}{page}"),
        rules=" ".join([_said(source, "poster_rules", rulebook=source.rulebook.title(source.lang)), *judges]),
        terms=_said(source, "poster_terms"),
        sponsors=[each for each in settings.sponsors if each.casefold() not in flagged],
    )


def _when(source: PaperSource) -> str:
    """The day with its weekday, or the first and last day."""
    starts, format = source.tournament.settings.starts, source.tournament.format
    is_one = starts and format.days == 1 and not format.calendar.step_days
    said = date_words(starts, source.lang) if is_one else event_head(source.tournament, source.lang).when
    return said[:1].upper() + said[1:]


def _facts(source: PaperSource) -> list[dict[str, str]]:
    """Games guaranteed to everybody, length of a game, fee."""
    setup = source.tournament.setup
    fee = {"free": "free", "one": "fee", "two": "fees"}[_fee_code(source)]
    counts = {"games": guaranteed_games(setup.format), "minutes": setup.rulebook.clock.minutes, fee: 0}
    return [
        {
            name: _said(source, f"fact.{code}.{name}", count=count, **_amounts(source))
            for name in ("value", "text")
        }
        for code, count in counts.items()
    ]


def _programme(source: PaperSource) -> Iterator[dict[str, str]]:
    """The sessions with their hours, then the stages with their rounds."""
    tournament = source.tournament
    for each in tournament.sessions.values():
        yield {"when": f"{each.starts}–{each.ends}", "what": each.session}
    for stage in tournament.format.stages:
        rounds = stage.rounds
        code = "stage.rounds" if isinstance(rounds, int) else f"stage.{rounds.replace('-', '_')}"
        yield {"when": stage.name(source.lang), "what": _said(source, code, count=rounds)}


def hall_poster(source: PaperSource) -> Iterator[Part]:
    """How phones in the hall find the event."""
    hall = source.tournament.wifi
    entry = ["entry"] if source.tournament.takes_requests else []
    yield part(
        "hall_poster",
        qr=link(source),
        address=bare(source.address),
        finds=[_said(source, f"finds.{each}") for each in (*entry, "seat", "results", "standings", "rules")],
        wifi={**vars(hall), "qr": wifi(hall.network, hall.password)} if hall else None,
    )


PAPERS = (
    Paper("locandina", "before", poster),
    Paper("iscrizione-vuota", "before", blank_form),
    Paper("iscrizione", "before", partial(entry_forms, size="full"), has_people),
    Paper("iscrizione-mezzo", "before", partial(entry_forms, size="short"), has_people),
    Paper("appello", "before", roll_call, has_people),
    Paper("quote", "before", fee_list, has_fee),
    Paper("segnaposto", "before", place_cards, has_people),
    Paper("sala", "before", hall_poster, lambda source: bool(source.address)),
)
