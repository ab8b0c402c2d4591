"""Papers of a round: the sheet of each table, the tables and the seats for the wall."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from kamchatka.board import load_board
from kamchatka.documents.paper import Paper, Part, has_round, link, part
from kamchatka.documents.pictures import qr
from kamchatka.documents.source import PaperSource
from kamchatka.messages import Language, text
from kamchatka.messages.decimals import percent, shown
from kamchatka.referee.views import closing_sets
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import tables as tables_of
from kamchatka.scoring.sheet.cells import cells_asked
from kamchatka.tournament.views.people import by_name
from kamchatka.tournament.views.tables import LETTERS, DrawnTableView, PlaceView, places, tables

WORDS = "table_papers"
CLOSING_COLUMNS = 6
"""Rounds of closing dice on a sheet."""
COUNTED = ("each_territory", "each_objective_territory", "beside_missing", "protected", "each_card")
"""Values of the final count that are points for each thing of a kind."""


def table_sheet(source: PaperSource, views: Sequence[DrawnTableView], size: str) -> Part:
    """The sheets of these tables on one page; a sheet asks what the desk asks."""
    return _sheet(source, [_table(source, each) for each in views], round_line(source), size)


def blank_sheet(source: PaperSource, seats: int) -> Part:
    """The sheet of a table of this size without names, for rounds that nobody can print."""
    minutes = source.tournament.setup.rulebook.clock.minutes
    table = {
        "number": 0,
        "place": "",
        "seats": [{"letter": letter, "name": " ", "club": " "} for letter in LETTERS[:seats]],
        "qr": None,
        "ties": list(_tie_cells(source)),
    }
    line = text(f"{WORDS}.blank_line", source.lang, minutes=minutes)
    return _sheet(source, [table], line, "full")


def _sheet(source: PaperSource, tables: Sequence[Mapping[str, object]], line: str, size: str) -> Part:
    rulebook, lang = source.tournament.setup.rulebook, source.lang
    return part(
        source,
        WORDS,
        "table_sheet",
        size=size,
        round=line,
        tables=tables,
        continents=_continents(lang) if _counts_borders(rulebook) else [],
        items=list(_items(rulebook, lang)),
        how_to_count=text(f"{WORDS}.count.{_way(rulebook)}", lang),
        closing=list(closing_columns(rulebook, lang)),
        how_to_close=_how_to_close(rulebook, lang),
        rolls_each=rulebook.closing.roller == "each-seat",
        first_roller=text(f"{WORDS}.first_roller.{rulebook.closing.starter.replace('-', '_')}", lang),
    )


def _table(source: PaperSource, view: DrawnTableView) -> dict[str, object]:
    address = source.passes.get(view.table.number)
    return {
        "number": view.table.number,
        "place": place_line(source, view),
        "seats": [
            {"letter": letter, "name": each.name, "club": each.club}
            for letter, each in zip(LETTERS, view.seats, strict=False)
        ],
        "qr": qr(address) if address else None,
        "ties": list(tie_rows(source, view)),
    }


def place_line(source: PaperSource, view: DrawnTableView) -> str:
    """The stage of a table, where a round has several, and its venue."""
    stage = view.stage.name(source.lang) if view.stage else ""
    return ", ".join(each for each in (stage, view.table.venue) if each)


def round_line(source: PaperSource) -> str:
    """Stage, round and length of a game."""
    minutes = source.tournament.setup.rulebook.clock.minutes
    stage = source.tournament.stage_names(source.drawn, source.lang)
    return text(f"{WORDS}.round_line", source.lang, stage=stage, round=source.round, minutes=minutes)


def tie_rows(source: PaperSource, view: DrawnTableView) -> Iterator[str]:
    """The numbers that break a tie at this table, in order, in the words of the desk; none if ties stay."""
    setup = source.tournament.setup
    stage = source.tournament.stage_named(source.drawn.stage_of(view.table))
    if setup.formula.treatment.ties == "break" or view.table.seated.decides or not stage.summed:
        yield from _tie_cells(source)


def _tie_cells(source: PaperSource) -> Iterator[str]:
    criteria = source.tournament.setup.rulebook.table_ties.criteria
    cells = (cell for each in criteria for cell in cells_asked(each))
    yield from (text(f"scores_page.field.{cell}", source.lang) for cell in dict.fromkeys(cells))


def _counts_borders(rulebook: Rulebook) -> bool:
    return bool(rulebook.tally.borders_inside or rulebook.tally.borders_outside)


def _way(rulebook: Rulebook) -> str:
    """Which values of territories are counted: the objective's, all, or all and the objective's again."""
    inside, outside = rulebook.tally.borders_inside, rulebook.tally.borders_outside
    if not _counts_borders(rulebook):
        return "things"
    if not outside:
        return "inside"
    return "twice" if inside > outside else "all"


def _continents(lang: Language) -> list[dict[str, object]]:
    board = load_board()
    return [
        {
            "name": each.name(lang),
            "territories": [
                {"name": board.territory(id).name(lang), "value": board.territory(id).value}
                for id in each.territories
            ],
        }
        for each in board.continents
    ]


def _items(rulebook: Rulebook, lang: Language) -> Iterator[dict[str, str]]:
    """What counts beside the values of territories, and how much each is worth."""
    tally = rulebook.tally
    if _way(rulebook) == "twice":
        yield _item("again", lang)
    for name in COUNTED:
        points = getattr(tally, name)
        if points:
            yield _item(name, lang, points=points)
    if tally.half_points_per_army:
        yield _item("armies", lang, points=shown(Fraction(tally.half_points_per_army, 2), lang))
    worth = tables_of(rulebook).continent_points
    if any(worth):
        named = zip(load_board().continents, worth, strict=True)
        points_of = ", ".join(
            f"{each.name(lang)} {shown(Fraction(points, 2), lang)}" for each, points in named
        )
        yield _item("continents", lang, points=points_of)
    if tally.strip != "none":
        yield _item("strip", lang, factor=tally.strip_factor)


def _item(code: str, lang: Language, **values: object) -> dict[str, str]:
    return {
        "what": text(f"{WORDS}.item.{code}.what", lang),
        "each": text(f"{WORDS}.item.{code}.each", lang, **values),
    }


def closing_columns(rulebook: Rulebook, lang: Language) -> Iterator[dict[str, str]]:
    """The totals that end the game in each round of closing dice, with their chance."""
    found = closing_sets(rulebook)
    for number in range(CLOSING_COLUMNS):
        each = found[min(number, len(found) - 1)]
        yield {"set": " ".join(map(str, each.totals)), "chance": percent(Fraction(each.probability), lang)}


def _how_to_close(rulebook: Rulebook, lang: Language) -> str:
    closing = rulebook.closing
    code = "once" if closing.roller == "once-a-lap" else closing.starter.replace("-", "_")
    said = [text(f"{WORDS}.close.{code}", lang)]
    if closing.excused_by_conquests:
        said.append(text(f"{WORDS}.close.excused", lang, count=closing.excused_by_conquests))
    return " ".join(said)


def table_sheets(source: PaperSource, size: str) -> Iterator[Part]:
    """The sheets of all tables that play: one on a page, or two short ones."""
    views = tables(source.tournament, source.names, source.round)
    played = [each for each in views if each.table.seated.kind != "bye"]
    return (table_sheet(source, each, size) for each in _by(1 if size == "full" else 2, played))


def _by(count: int, views: Sequence[DrawnTableView]) -> Iterator[Sequence[DrawnTableView]]:
    return (views[start : start + count] for start in range(0, len(views), count))


def wall_tables(source: PaperSource) -> Iterator[Part]:
    """Table by table, who sits where."""
    rows = tables(source.tournament, source.names, source.round)
    yield part(
        source,
        WORDS,
        "tables",
        round=round_line(source),
        qr=link(source),
        is_draft=source.drawn.is_draft,
        tables=[
            {
                "number": 0 if each.table.seated.kind == "bye" else each.table.number,
                "place": place_line(source, each),
                "seats": [
                    {"name": seat.name, "code": seat.badge.code if seat.badge else ""} for seat in each.seats
                ],
            }
            for each in rows
        ],
    )


def where(source: PaperSource, size: str) -> Iterator[Part]:
    """From the surname to the table and the seat; `size` is normal or large."""
    yield part(
        source,
        WORDS,
        "where",
        size=size,
        round=round_line(source),
        qr=link(source, "/dove-siedo"),
        is_draft=source.drawn.is_draft,
        rows=[
            {
                "surname": each.full_name.surname,
                "given": f"{each.full_name.given}{each.full_name.rest}",
                "code": each.badge.code if each.badge else "",
                "table": each.table,
                "seat": each.seat,
            }
            for each in places(source.tournament, source.names, source.round)
        ],
    )


def moves(source: PaperSource) -> Iterator[dict[str, str]]:
    """Everybody whose table or seat in this round is another than when the wall lists were printed."""
    if source.before is None or len(source.before.rounds) < source.round:
        return
    before = {each.person: each for each in places(source.before, source.names, source.round)}
    now = {each.person: each for each in places(source.tournament, source.names, source.round)}
    for who in by_name([*now.values(), *(before[gone] for gone in before.keys() - now.keys())]):
        was, stands = _seat(source, before.get(who.person)), _seat(source, now.get(who.person))
        if was != stands:
            yield {"name": who.full_name.listed, "before": was, "now": stands}


def has_moved(source: PaperSource) -> bool:
    """Whether the wall lists that were printed are no longer right."""
    return any(True for _ in moves(source))


def _seat(source: PaperSource, place: PlaceView | None) -> str:
    if place is None:
        return "–"
    if not place.table:
        return text(f"{WORDS}.where.rests", source.lang)
    return text(f"{WORDS}.seat", source.lang, table=place.table, seat=place.seat)


def changes(source: PaperSource) -> Iterator[Part]:
    """Whom the printed lists send to a wrong seat."""
    yield part(
        source,
        WORDS,
        "changes",
        round=round_line(source),
        qr=link(source, "/dove-siedo"),
        rows=list(moves(source)),
    )


PAPERS = (
    Paper(id="referti", shelf="round", parts=lambda source: table_sheets(source, "full"), is_ready=has_round),
    Paper(
        id="referti-mezzo",
        shelf="round",
        parts=lambda source: table_sheets(source, "short"),
        is_ready=has_round,
    ),
    Paper(id="tavoli", shelf="round", parts=wall_tables, is_ready=has_round),
    Paper(id="dove-siedo", shelf="round", parts=lambda source: where(source, "normal"), is_ready=has_round),
    Paper(
        id="dove-siedo-grande", shelf="round", parts=lambda source: where(source, "large"), is_ready=has_round
    ),
    Paper(id="cambi", shelf="round", parts=changes, is_ready=has_moved),
)
