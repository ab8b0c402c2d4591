"""Papers of a round: the sheet of each table, the tables and the seats for the wall."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from kamchatka.board import load_board
from kamchatka.documents.paper import Paper, Part, bare, chunks, code_of, has_round, link, part
from kamchatka.documents.pictures import qr
from kamchatka.documents.source import PaperSource
from kamchatka.messages import Language, text
from kamchatka.messages.decimals import percent, shown
from kamchatka.referee.views import closing_sets
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import tables as tables_of
from kamchatka.scoring.sheet.cells import cells_asked
from kamchatka.tournament.format.model import Stage
from kamchatka.tournament.views.people import by_name
from kamchatka.tournament.views.tables import LETTERS, DrawnTableView, PlaceView, places, tables

WORDS = "table_papers"
CLOSING_COLUMNS = 6
"""Rounds of closing dice on a sheet."""
COUNTED = ("each_territory", "each_objective_territory", "beside_missing", "protected", "each_card")
"""Values of the final count that are points for each thing of a kind."""


def table_sheets(source: PaperSource, size: str) -> Iterator[Part]:
    """The sheets of all tables that play, as the desk asks for them: one on a page, or two short ones."""
    made = []
    for view in tables(source.tournament, source.names, source.round):
        if view.table.seated.kind != "bye":
            seats = [{"name": each.name, "club": each.club} for each in view.seats]
            address = source.passes.get(view.table.number)
            made.append(
                {
                    "number": view.table.number,
                    "place": place_line(source, view),
                    "seats": _lettered(seats),
                    "qr": qr(address) if address else None,
                    "code": _typed_code(source, view.table.number),
                    "ties": tie_rows(source, view),
                }
            )
    for some in chunks(made, 1 if size == "full" else 2):
        yield _sheet(source, some, round_line(source), size)


def blank_sheet(source: PaperSource, seats: int, stages: Iterable[Stage]) -> Part:
    """The sheet of a table of this size without names, for rounds of these stages that nobody can print."""
    line = text(f"{WORDS}.blank_line", source.lang, minutes=source.rulebook.clock.minutes)
    nobody = _lettered([{"name": " ", "club": " "}] * seats)
    table = {"number": 0, "place": "", "seats": nobody, "qr": None, "ties": _tie_cells(source, *stages)}
    return _sheet(source, [table], line, "full")


def _lettered(seats: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    return [{"letter": letter, **each} for letter, each in zip(LETTERS, seats, strict=False)]


def _sheet(source: PaperSource, tables: Sequence[Mapping[str, object]], line: str, size: str) -> Part:
    rulebook, lang = source.rulebook, source.lang
    starter = rulebook.closing.starter
    return part(
        "table_sheet",
        size=size,
        round=line,
        tables=tables,
        has_objectives=rulebook.setup.objective_source != "none",
        continents=continents(rulebook, lang) if counts_borders(rulebook) else [],
        items=_items(rulebook, lang),
        how_to_count=text(f"{WORDS}.count.{_way(rulebook)}", lang),
        closing=list(closing_columns(rulebook, lang)),
        how_to_close=_how_to_close(rulebook, lang),
        rolls_each=rulebook.closing.roller == "each-seat",
        first_roller=text(f"{WORDS}.first_roller.{starter.replace('-', '_')}", lang),
        second_roller=1 if starter == "last-seat" else 2,
    )


def _typed_code(source: PaperSource, table: int) -> str:
    """Where to type the code of a sheet, for phones without a camera; empty if phones cannot reach us."""
    code = source.short_codes.get(table, "")
    words = {"site": bare(source.site), "typed": f"{code[:3]} {code[3:]}"}
    return text(f"{WORDS}.table_sheet.type_code", source.lang, **words) if code else ""


def place_line(source: PaperSource, view: DrawnTableView) -> str:
    """The stage of a table, where a round has several, and its venue."""
    stage = view.stage.name(source.lang) if view.stage else ""
    return ", ".join(filter(None, (stage, view.table.venue)))


def round_line(source: PaperSource) -> str:
    """Stage, round and length of a game."""
    stage = source.tournament.stage_names(source.drawn, source.lang)
    values = {"stage": stage, "round": source.round, "minutes": source.rulebook.clock.minutes}
    return text(f"{WORDS}.round_line", source.lang, **values)


def tie_rows(source: PaperSource, view: DrawnTableView) -> list[str]:
    """The numbers that break a tie at this table, in order, in the words of the desk; none if ties stay."""
    return _tie_cells(source, source.tournament.stage_named(source.drawn.stage_of(view.table)))


def _tie_cells(source: PaperSource, *stages: Stage) -> list[str]:
    """What a sheet for these stages asks for; none if ties stay in all of them."""
    is_broken = source.tournament.setup.formula.treatment.ties == "break"
    if not (is_broken or any(each.decides or not each.summed for each in stages)):
        return []
    cells = (cell for each in source.rulebook.table_ties.criteria for cell in cells_asked(each))
    return [text(f"scores_page.field.{cell}", source.lang) for cell in dict.fromkeys(cells)]


def counts_borders(rulebook: Rulebook) -> bool:
    """Whether the values of territories are points of the final count."""
    return bool(rulebook.tally.borders_inside or rulebook.tally.borders_outside)


def _way(rulebook: Rulebook) -> str:
    """Which values of territories are counted: the objective's, all, or all and the objective's again."""
    inside, outside = rulebook.tally.borders_inside, rulebook.tally.borders_outside
    if not counts_borders(rulebook):
        return "things"
    if not outside:
        return "inside"
    return "twice" if inside > outside else "all"


def values_of(rulebook: Rulebook) -> dict[str, int]:
    """The value of each territory: the number of its borders under this regulation."""
    ids = (each.id for each in load_board().territories)
    return dict(zip(ids, tables_of(rulebook).values, strict=True))


def continents(rulebook: Rulebook, lang: Language) -> list[dict[str, object]]:
    """The continents with their territories and the value of each."""
    board, values = load_board(), values_of(rulebook)
    return [
        {
            "name": each.name(lang),
            "territories": [
                {"name": board.territory(id).name(lang), "value": values[id]} for id in each.territories
            ],
        }
        for each in board.continents
    ]


def _items(rulebook: Rulebook, lang: Language) -> list[dict[str, str]]:
    """What counts beside the values of territories, and how much each is worth."""
    tally = rulebook.tally
    worth = zip(load_board().continents, tables_of(rulebook).continent_points, strict=True)
    named = (f"{each.name(lang)} {_halves(points, lang)}" for each, points in worth if points)
    values: dict[str, object] = {
        "again": _way(rulebook) == "twice",
        **{name: getattr(tally, name) for name in COUNTED},
        "armies": tally.half_points_per_army and _halves(tally.half_points_per_army, lang),
        "continents": ", ".join(named),
        "strip": tally.strip != "none" and tally.strip_factor,
    }
    return [
        {
            "what": text(f"{WORDS}.item.{code}.what", lang),
            "each": text(f"{WORDS}.item.{code}.each", lang, points=value, factor=value),
        }
        for code, value in values.items()
        if value
    ]


def _halves(count: int, lang: Language) -> str:
    """Points that are given in halves."""
    return shown(Fraction(count, 2), lang)


def closing_columns(rulebook: Rulebook, lang: Language) -> Iterator[dict[str, str]]:
    """The totals that end the game in each round of closing dice, with their chance."""
    for each in closing_sets(rulebook, rounds=CLOSING_COLUMNS):
        first, last = each.totals[0], each.totals[-1]
        said = " ".join(map(str, each.totals)) if len(each.totals) < 5 else f"{first}–{last}"
        yield {"set": said, "chance": percent(Fraction(each.probability), lang)}


def _how_to_close(rulebook: Rulebook, lang: Language) -> str:
    closing = rulebook.closing
    code = "once" if closing.roller == "once-a-lap" else closing.starter.replace("-", "_")
    said = [text(f"{WORDS}.close.{code}", lang)]
    if closing.excused_by_conquests:
        said.append(text(f"{WORDS}.close.excused", lang, count=closing.excused_by_conquests))
    return " ".join(said)


def wall_tables(source: PaperSource) -> Iterator[Part]:
    """Table by table, who sits where."""
    yield part(
        "tables",
        round=round_line(source),
        qr=link(source),
        is_draft=source.drawn.is_draft,
        tables=[
            {
                "number": 0 if each.table.seated.kind == "bye" else each.table.number,
                "place": place_line(source, each),
                "seats": [{"name": seat.name, "code": code_of(seat.badge)} for seat in each.seats],
            }
            for each in tables(source.tournament, source.names, source.round)
        ],
    )


def where(source: PaperSource, size: str) -> Iterator[Part]:
    """From the surname to the table and the seat; `size` is normal or large."""
    yield part(
        "where",
        size=size,
        round=round_line(source),
        qr=link(source, "/dove-siedo"),
        is_draft=source.drawn.is_draft,
        rows=[
            {
                "surname": each.full_name.surname,
                "given": f"{each.full_name.given}{each.full_name.rest}",
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
    wall = link(source, "/dove-siedo")
    yield part("changes", round=round_line(source), qr=wall, rows=list(moves(source)))


PAPERS = (
    Paper("referti", "round", partial(table_sheets, size="full"), has_round),
    Paper("referti-mezzo", "round", partial(table_sheets, size="short"), has_round),
    Paper("tavoli", "round", wall_tables, has_round),
    Paper("dove-siedo", "round", partial(where, size="normal"), has_round),
    Paper("dove-siedo-grande", "round", partial(where, size="large"), has_round),
    Paper("cambi", "round", changes, has_moved),
)
