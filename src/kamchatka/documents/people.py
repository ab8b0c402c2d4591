"""Papers about people and the event before it starts: forms, lists, place cards, posters."""

from collections.abc import Iterator, Sequence
from functools import partial

from kamchatka.documents.paper import Paper, Part, link, part
from kamchatka.documents.pictures import qr, wifi, world
from kamchatka.documents.rules import conformity
from kamchatka.documents.source import PaperSource
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
    many = ON_A_PAGE[size]
    return (_entry_form(source, size, people[start : start + many]) for start in range(0, len(people), many))


def blank_form(source: PaperSource) -> Iterator[Part]:
    """A form to fill in by hand."""
    yield _entry_form(source, "full", [{"name": "", "club": "", "number": "", "is_minor": True}])


def _entry_form(source: PaperSource, size: str, people: Sequence[object]) -> Part:
    settings, lang = source.tournament.settings, source.lang
    contact = text("entry_form.notice.contact", lang, contact=settings.contact) if settings.contact else ""
    who = text("entry_form.notice.who", lang, club=settings.club or settings.name, contact=contact)
    others = [text(f"entry_form.notice.{each}", lang) for each in ("what", "shown", "kept", "rights")]
    return part(
        source,
        WORDS,
        "entry_form",
        size=size,
        people=people,
        qr=link(source, "/regole"),
        fee=_fee(source),
        has_member_fee=settings.member_fee is not None,
        accept=[
            _said(source, "accept.read", rulebook=_rulebook(source), version=_version(source)),
            _said(source, "accept.accept"),
        ],
        final=_said(source, "accept.final"),
        privacy=" ".join([who, *others]),
        privacy_short=" ".join([who, *others[:2], _said(source, "more_at_desk")]),
        consents=[text("entry_form.field.consent", lang), _said(source, "photos")],
        minors=_said(source, "minors"),
        minor_name=_said(source, "minor_name"),
    )


def _rulebook(source: PaperSource) -> str:
    return source.tournament.setup.rulebook.title(source.lang)


def _version(source: PaperSource) -> str:
    """When the rules were published, and their mark; empty if they are not."""
    rules = source.tournament.rules
    if rules is None:
        return ""
    digest = rules_digest(source.tournament.settings)
    return _said(source, "version", day=date_words(rules.at, source.lang), mark=f"{digest[:4]} {digest[4:8]}")


def _fee(source: PaperSource) -> str:
    settings, lang = source.tournament.settings, source.lang
    if not settings.fee:
        return ""
    if settings.member_fee is None:
        return _said(source, "fee.one", fee=money(settings.fee, lang))
    return _said(source, "fee.two", fee=money(settings.fee, lang), member=money(settings.member_fee, lang))


# --- lists ---


def _column(source: PaperSource, code: str, kind: str, width: int = 0) -> dict[str, object]:
    """A column of a list; width in millimetres, 0: what is left."""
    return {"label": _said(source, f"column.{code}"), "kind": kind, "width": width}


def _badge(row: PersonRow) -> str:
    return row.badge.code if row.badge else ""


def roll_call(source: PaperSource) -> Iterator[Part]:
    """Everybody who plays, with boxes to tick and a line to sign."""
    has_fee = bool(source.tournament.settings.fee)
    rows = _playing(source)
    columns = [
        _column(source, "number", "number", 9),
        _column(source, "name", "strong"),
        _column(source, "club", "badge", 15),
        _column(source, "present", "tick", 15),
        *([_column(source, "fee", "tick", 13)] if has_fee else []),
        _column(source, "rules", "tick", 15),
        _column(source, "signature", "line", 66),
    ]
    yield part(
        source,
        WORDS,
        "people_list",
        title=_said(source, "roll_call.title"),
        aside=_said(source, "roll_call.count", count=len(rows)),
        qr=link(source, "/regole"),
        text=" ".join(
            [
                _said(source, "accept.read", rulebook=_rulebook(source), version=_version(source)),
                *(_said(source, f"accept.{each}") for each in ("accept", "final")),
            ]
        ),
        row=8.2,
        columns=columns,
        rows=[
            [
                str(row.number),
                row.full_name.listed,
                _badge(row),
                row.is_present,
                *([row.entrant.paid is not None] if has_fee else []),
                row.entrant.has_rules,
                _said(source, "roll_call.signed", day=date_words(row.entrant.signed_at, source.lang))
                if row.entrant.signed_at
                else "",
            ]
            for row in rows
        ],
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

    yield part(
        source,
        WORDS,
        "people_list",
        title=_said(source, "fees.title"),
        aside=_fee(source),
        qr=None,
        text="",
        row=7.2,
        columns=[
            _column(source, "number", "number", 9),
            _column(source, "name", "strong"),
            _column(source, "club", "badge", 15),
            _column(source, "kind", "text", 18),
            _column(source, "paid", "number", 18),
            _column(source, "owed", "number", 18),
            _column(source, "receipt", "line", 48),
        ],
        rows=[
            [
                str(row.number),
                row.full_name.listed,
                _badge(row),
                text(f"cash_page.kind.{row.kind}", lang),
                amount(row.paid),
                amount(row.owed),
                "" if row.entrant.status == "playing" else _said(source, "fees.left"),
            ]
            for row in found.rows
        ],
        total=_said(
            source,
            "fees.total",
            paid=money(found.total.paid, lang),
            payers=found.count("paid"),
            owing=found.count("owing"),
            due=money(found.total.owed, lang),
        ),
        signatures=[_said(source, "fees.treasurer"), _said(source, "fees.day")],
    )


# --- place cards ---


def place_cards(source: PaperSource) -> Iterator[Part]:
    """A card for everybody who plays: by first table, or by surname while no tables are public."""
    first, seats = next(iter(source.tournament.rounds), None), {}
    if first and not first.is_draft:
        seats = {each.person: each for each in places(source.tournament, source.names, 1)}
    rows = _playing(source)
    if seats:
        last = len(source.tournament.entrants) + 1
        key = {who: (each.table or last, each.seat) for who, each in seats.items()}
        rows.sort(key=lambda row: key.get(row.person, (last, "")))
    rounds = list(_score_rows(source))
    cards = [
        {
            "name": row.name,
            "club": row.club,
            "table": str(seats[row.person].table or "–") if row.person in seats else "",
            **_own_page(source, row),
        }
        for row in rows
    ]
    for start in range(0, len(cards), CARDS_ON_A_PAGE):
        yield part(source, WORDS, "place_cards", rounds=rounds, cards=cards[start : start + CARDS_ON_A_PAGE])


def _own_page(source: PaperSource, row: EntrantRow) -> dict[str, object]:
    """The personal code, and the page it opens."""
    code = source.codes.get(row.person, "")
    address = f"{source.site}/io/{code}"
    return {
        "code": code,
        "qr": qr(address) if code else None,
        "address": address.partition("://")[2] if code else "",
    }


def _score_rows(source: PaperSource) -> Iterator[str]:
    """The rounds of a personal score card: numbers in stages that add up, then the stages by name."""
    rows: list[str] = []
    for stage in source.tournament.format.stages:
        many = stage.rounds if isinstance(stage.rounds, int) else ROUNDS_UNKNOWN
        for number in range(1, many + 1):
            name = stage.name(source.lang)
            rows.append(str(len(rows) + 1) if stage.summed else name if many == 1 else f"{name} {number}")
    yield from rows[:MOST_ROUNDS]


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
    yield part(
        source,
        WORDS,
        "poster",
        map=world(),
        marks=[_said(source, f"poster_mark.{each}") for each in ("event", "club")]
        if official_mark(source)
        else [],
        presents=_said(source, "presents" if settings.club else "presents_nobody"),
        when=_when(source),
        place=settings.place,
        facts=list(_facts(source)),
        programme=list(_programme(source)),
        qr=link(source, page),
        enter=_said(source, "poster_enter" if page else "poster_follow"),
        address=f"{source.address}{page}".partition("://")[2],
        rules=" ".join(_rules(source)),
        terms=_said(source, "poster_terms"),
        sponsors=[each for each in settings.sponsors if each.casefold() not in flagged],
    )


def _when(source: PaperSource) -> str:
    """The day with its weekday, or the first and last day."""
    starts, format = source.tournament.settings.starts, source.tournament.format
    is_one = starts and format.days == 1 and not format.calendar.step_days
    said = date_words(starts, source.lang) if is_one else event_head(source.tournament, source.lang).when
    return said[:1].upper() + said[1:]


def _facts(source: PaperSource) -> Iterator[dict[str, str]]:
    """Games guaranteed to everybody, length of a game, fee."""
    settings, lang = source.tournament.settings, source.lang
    setup = source.tournament.setup
    games, minutes = guaranteed_games(setup.format), setup.rulebook.clock.minutes
    yield _fact(source, "games", count=games)
    yield _fact(source, "minutes", count=minutes)
    if not settings.fee:
        yield _fact(source, "free")
    elif settings.member_fee is None:
        yield _fact(source, "fee", fee=money(settings.fee, lang))
    else:
        yield _fact(source, "fees", fee=money(settings.fee, lang), member=money(settings.member_fee, lang))


def _fact(source: PaperSource, code: str, **values: object) -> dict[str, str]:
    return {name: _said(source, f"fact.{code}.{name}", **values) for name in ("value", "text")}


def _programme(source: PaperSource) -> Iterator[dict[str, str]]:
    """The sessions with their hours, then the stages with their rounds."""
    tournament = source.tournament
    for each in tournament.sessions.values():
        yield {"when": f"{each.starts}–{each.ends}", "what": each.session}
    for stage in tournament.format.stages:
        rounds = stage.rounds
        code = "stage.rounds" if isinstance(rounds, int) else f"stage.{rounds.replace('-', '_')}"
        yield {"when": stage.name(source.lang), "what": _said(source, code, count=rounds)}


def _rules(source: PaperSource) -> Iterator[str]:
    yield _said(source, "poster_rules", rulebook=_rulebook(source))
    judges = source.tournament.judges
    for who, role in judges.items():
        if role == "official-judge":
            yield _said(source, "poster_judge", name=source.names[who])


def has_address(source: PaperSource) -> bool:
    """Whether phones reach the event's public page."""
    return bool(source.address)


def hall_poster(source: PaperSource) -> Iterator[Part]:
    """How phones in the hall find the event."""
    joined = source.tournament.wifi
    finds = ["seat", "results", "standings", "rules"]
    if source.tournament.takes_requests:
        finds.insert(0, "entry")
    yield part(
        source,
        WORDS,
        "hall_poster",
        qr=link(source),
        address=source.address.partition("://")[2],
        finds=[_said(source, f"finds.{each}") for each in finds],
        wifi={
            "network": joined.network,
            "password": joined.password,
            "qr": wifi(joined.network, joined.password),
        }
        if joined
        else None,
    )


PAPERS = (
    Paper(id="locandina", shelf="before", parts=poster),
    Paper(id="iscrizione-vuota", shelf="before", parts=blank_form),
    Paper(id="iscrizione", shelf="before", parts=partial(entry_forms, size="full"), is_ready=has_people),
    Paper(
        id="iscrizione-mezzo", shelf="before", parts=partial(entry_forms, size="short"), is_ready=has_people
    ),
    Paper(id="appello", shelf="before", parts=roll_call, is_ready=has_people),
    Paper(id="quote", shelf="before", parts=fee_list, is_ready=has_fee),
    Paper(id="segnaposto", shelf="before", parts=place_cards, is_ready=has_people),
    Paper(id="sala", shelf="before", parts=hall_poster, is_ready=has_address),
)
