"""Papers of results: standings and their reasons, report, incidents, referral, prizes, diplomas, receipt."""

from collections.abc import Iterator, Sequence

from kamchatka.documents.paper import Paper, Part, has_round, link, part
from kamchatka.documents.pictures import world
from kamchatka.documents.source import PaperSource
from kamchatka.documents.tables import round_line
from kamchatka.ids import PersonId
from kamchatka.messages import text
from kamchatka.messages.moments import day_of, time_of
from kamchatka.referee.incident_views import TableIncident, incident_row
from kamchatka.scoring.views.formula import formula_view
from kamchatka.scoring.views.table import GameCell
from kamchatka.tournament.clubs import ClubBadge
from kamchatka.tournament.progress import is_decided
from kamchatka.tournament.seating.views import receipt_view, seed_sentence
from kamchatka.tournament.views.awards import mentions
from kamchatka.tournament.views.cut import PODIUM
from kamchatka.tournament.views.officials import officials
from kamchatka.tournament.views.outcomes import RoundOutcome, TableOutcome, round_outcomes
from kamchatka.tournament.views.people import People
from kamchatka.tournament.views.public import event_head
from kamchatka.tournament.views.standings import PlayerRow, StandingsPage, heading, reasons_for

WORDS = "results_papers"
PRIZES = 16
"""Places of the prize list, at most."""
SPECIAL_PRIZES = 4
"""Empty lines of the prize list, for prizes that the club invents."""


def has_standings(source: PaperSource) -> bool:
    """Whether there is a result, and no number is missing."""
    return source.standings is not None and bool(source.standings.rows)


def is_over(source: PaperSource) -> bool:
    """Whether the winner is known."""
    return has_standings(source) and is_decided(source.tournament)


def _page(source: PaperSource) -> StandingsPage:
    assert source.standings is not None, "the paper is ready"
    return source.standings


def _code(badge: ClubBadge | None) -> str:
    return badge.code if badge else ""


def _rank(row: PlayerRow, source: PaperSource) -> str:
    return text("standings_page.unranked", source.lang) if row.rank is None else str(row.rank)


def standings(source: PaperSource) -> Iterator[Part]:
    """Everybody's place, with the score of every round and the qualifying lines in words."""
    page, lang = _page(source), source.lang
    rules = page.standings.rules
    counted = "best" if rules.best else "all"
    counted = "percentage" if rules.order == "percentage" else counted
    yield part(
        source,
        WORDS,
        "standings",
        title=heading(page, lang),
        qr=link(source),
        legend=text(f"{WORDS}.legend.{counted}", lang, count=rules.best or 0),
        who=text(f"standings_page.{'team' if page.is_of_teams else 'player'}", lang),
        games=[
            text("standings_page.round_long", lang, round=each.number) if each.is_summed else each.stage
            for each in page.columns
        ],
        totals=list(page.total_headings),
        shows_wins=len(page.total_headings) == 1,
        rows=[
            {
                "place": _rank(row, source),
                "moved": row.moved,
                "name": row.name,
                "code": _code(row.badge),
                "games": [_game(source, each) for each in row.games],
                "wins": row.wins,
                "totals": list(row.totals),
                "lines": [line.sentence for line in page.line_after(at)],
            }
            for at, row in enumerate(page.rows, 1)
        ],
    )


def _game(source: PaperSource, cell: GameCell) -> dict[str, object]:
    counted = (
        text("standings_page.place", source.lang, place=cell.place) if cell.place else cell.score.counted
    )
    return {
        "counted": counted,
        "dropped": "" if cell.place else cell.score.discarded,
        "won": cell.is_won,
    }


def reasons(source: PaperSource) -> Iterator[Part]:
    """Why each total and each place, from the terms of the formula and the tie-breaks."""
    page = _page(source)
    found = ((row, reasons_for(source.tournament, page, row, source.lang)) for row in page.rows)
    yield part(
        source,
        WORDS,
        "reasons",
        qr=link(source),
        formula=formula_view(source.tournament.setup.formula, source.lang).about,
        people=[
            {
                "place": _rank(row, source),
                "name": row.name,
                "total": why.total,
                "total_label": why.total_label,
                "games": [
                    {
                        "where": each.where,
                        "what": ". ".join(words for words in (each.what, each.aside) if words),
                        "clauses": list(dict.fromkeys((*each.clauses, *each.aside_clauses))),
                        "score": each.score,
                        "counted": each.is_counted,
                    }
                    for each in why.games
                ],
                "notes": [{"text": each.sentence, "clauses": list(each.clauses)} for each in why.ties]
                + [{"text": each, "clauses": []} for each in why.penalties],
            }
            for row, why in found
        ],
    )


def final_report(source: PaperSource) -> Iterator[Part]:
    """Podium, tables of the last stages, numbers of the event, how to check it, everybody's place."""
    page, lang, tournament = _page(source), source.lang, source.tournament
    rounds = round_outcomes(tournament, source.names, lang, source.last)
    yield part(
        source,
        WORDS,
        "final_report",
        qr=link(source),
        podium=[_person(source, row) for row in page.rows if row.rank and row.rank <= PODIUM],
        numbers=[
            {"what": text(f"{WORDS}.number.{code}", lang), "value": value}
            for code, value in _numbers(source, rounds)
        ],
        judges=[
            {"name": each.name, "role": text(f"judges_page.role.{each.role}", lang)}
            for each in officials(tournament, source.names).judges
        ],
        stages=list(_stages(source, rounds)),
        proof=[
            text(f"{WORDS}.proof.seed", lang, round=each.number, seed=each.receipt.seed)
            for each in tournament.rounds
        ]
        + [text(f"{WORDS}.proof.log", lang, events=source.events)],
        order=_order(source, page),
        everybody=[_person(source, row) for row in page.rows],
        total=page.total_headings[0],
    )


def _person(source: PaperSource, row: PlayerRow) -> dict[str, object]:
    return {
        "place": _rank(row, source),
        "nth": text(f"{WORDS}.nth", source.lang, place=row.rank) if row.rank else "",
        "name": row.name,
        "club": row.club,
        "code": _code(row.badge),
        "total": row.totals[0] if len(row.totals) == 1 else " / ".join(row.totals),
    }


def _order(source: PaperSource, page: StandingsPage) -> str:
    """What the order of the standings follows."""
    deciding = [each.stage for each in page.columns if not each.is_summed]
    if not deciding:
        return text(f"{WORDS}.order.points", source.lang)
    return text(f"{WORDS}.order.decided", source.lang, stages=", ".join(dict.fromkeys(deciding)))


def _numbers(source: PaperSource, rounds: Sequence[RoundOutcome]) -> Iterator[tuple[str, str]]:
    tournament, lang = source.tournament, source.lang
    head = event_head(tournament, lang)
    entrants = tournament.entrants.values()
    played = [table for each in rounds for table in each.tables if table.state in ("scored", "void")]
    seats = [
        seat.cells
        for each in tournament.rounds
        for table in each.tables.values()
        if table.result and not table.is_void
        for seat in table.result.seats
    ]
    yield "players", str(len(entrants))
    if head.clubs:
        yield "clubs", str(head.clubs)
    yield "rounds", str(len(rounds))
    yield "tables", str(len(played))
    yield "risiko", str(sum(bool(cells.get("objective")) for cells in seats))
    yield "eliminated", str(sum(cells.get("eliminated") is not None for cells in seats))
    yield "withdrawn", str(sum(each.status == "withdrawn" for each in entrants))
    yield "disqualified", str(sum(each.status == "disqualified" for each in entrants))
    yield "incidents", str(len(source.incidents))
    yield "format", tournament.format.name(lang)
    yield "rulebook", tournament.setup.rulebook.title(lang)
    yield "formula", tournament.setup.formula.name(lang)


def _stages(source: PaperSource, rounds: Sequence[RoundOutcome]) -> Iterator[dict[str, object]]:
    """The tables of the stages that not everybody plays, or whose points are not added; the last first."""
    first = source.tournament.format.stages[0]
    tables: dict[str, list[dict[str, object]]] = {}
    for each in reversed(rounds):
        for table in each.tables:
            if table.state == "scored" and (table.stage != first.name(source.lang) or not first.summed):
                tables.setdefault(table.stage, []).append(_table(source, each, table))
    for stage, found in tables.items():
        yield {"title": stage, "tables": found}


def _table(source: PaperSource, played: RoundOutcome, table: TableOutcome) -> dict[str, object]:
    title = text(f"{WORDS}.table_of_round", source.lang, round=played.number, table=table.number)
    return {
        "title": title,
        "rows": [
            {
                "place": str(seat.place or ""),
                "name": seat.name,
                "code": _code(seat.badge),
                "points": " ".join((*seat.marks, seat.points)),
            }
            for seat in table.seats
        ],
    }


def incidents(source: PaperSource) -> Iterator[Part]:
    """Every incident with its ruling, and every penalty (001-J5)."""
    found = sorted(source.incidents, key=lambda each: each.at)
    yield part(
        source,
        WORDS,
        "incidents",
        qr=link(source),
        intro=text(f"{WORDS}.incidents_intro", source.lang, count=len(found)),
        incidents=[_incident(source, each) for each in found],
        sanctions=_sanctions(source, *source.tournament.entrants),
    )


def _incident(source: PaperSource, incident: TableIncident) -> dict[str, object]:
    lang = source.lang
    row = incident_row(incident, source.names, lang)
    where = {"round": incident.round, "table": incident.table}
    return {
        "when": _moment(source, incident.at),
        "where": text(f"{WORDS}.where", lang, **where),
        "what": row.what,
        "ruling": row.ruling,
        "clauses": list(row.clauses),
        "author": row.author,
    }


def _moment(source: PaperSource, at: str) -> str:
    return text(f"{WORDS}.moment", source.lang, day=day_of(at, source.lang), time=time_of(at))


def _sanctions(source: PaperSource, *people: PersonId) -> list[dict[str, object]]:
    return [
        {
            "when": _moment(source, each.at),
            "what": f"{each.said} {each.reason}".strip(),
            "clause": each.clause,
            "author": each.author,
        }
        for each in source.sanctions
        if each.person in people
    ]


def referred(source: PaperSource) -> list[PersonId]:
    """Everybody with an incident or a penalty; only the player the letter was asked for, if one was."""
    people = [source.whom] if source.whom else source.tournament.entrants
    return [who for who in people if _has_entries(source, who)]


def _has_entries(source: PaperSource, who: PersonId) -> bool:
    is_in = any(each.is_about(who) for each in source.incidents)
    return is_in or any(each.person == who for each in source.sanctions)


def referral(source: PaperSource) -> Iterator[Part]:
    """A letter to the committee about one player, with all incidents and penalties of the tournament."""
    people, lang = People(source.tournament, source.names), source.lang
    for who in referred(source):
        row = people(who)
        found = sorted((each for each in source.incidents if each.is_about(who)), key=lambda each: each.at)
        cited = dict.fromkeys(str(clause) for each in found for clause in _clauses(each))
        facts = {
            "player": text(f"{WORDS}.numbered", lang, name=row.name, number=row.number),
            "club": row.club or "–",
            "event": source.line,
            "rulebook": source.tournament.setup.rulebook.title(lang),
            "cited": ", ".join(cited),
        }
        yield part(
            source,
            WORDS,
            "referral",
            facts=[
                {"what": text(f"{WORDS}.fact.{code}", lang), "value": value}
                for code, value in facts.items()
                if value
            ],
            text=text(f"{WORDS}.referral_text", lang, name=row.name, count=len(found)),
            incidents=[_incident(source, each) for each in found],
            sanctions=_sanctions(source, who),
        )


def _clauses(incident: TableIncident) -> Sequence[str]:
    return getattr(incident.event, "clauses", ())


def prizes(source: PaperSource) -> Iterator[Part]:
    """The first places and the best of the tournament, with room to write the prizes."""
    page, lang = _page(source), source.lang
    yield part(
        source,
        WORDS,
        "prizes",
        qr=link(source),
        rows=[_person(source, row) for row in page.rows if row.rank][:PRIZES],
        mentions=[
            {
                "what": text(f"{WORDS}.mention.{each.code}", lang),
                "who": ", ".join(each.names),
                "value": each.value(lang),
            }
            for each in mentions(page)
        ],
        blanks=SPECIAL_PRIZES,
    )


def diploma(source: PaperSource) -> Iterator[Part]:
    """One page for each of the first three, or for the player it was asked for."""
    page, lang = _page(source), source.lang
    head = event_head(source.tournament, lang)
    rows = [row for row in page.rows if row.rank and row.rank <= PODIUM]
    if source.whom:
        number = source.tournament.entrants[source.whom].number
        rows = [row for row in page.rows if row.number == number and not page.is_of_teams]
    counted = "clubs" if head.clubs and not page.is_of_teams else "teams" if page.is_of_teams else "players"
    values = {"players": len(page.rows), "clubs": head.clubs}
    where = ", ".join(each for each in (head.place, head.when) if each)
    yield part(
        source,
        WORDS,
        "diploma",
        map=world(),
        when=where,
        people=[
            {
                "name": row.name,
                "club": row.club,
                "title": text(f"{WORDS}.diploma_place", lang, place=row.rank)
                if row.rank
                else text(f"{WORDS}.diploma_played", lang),
                "detail": text(f"{WORDS}.diploma_among.{counted}", lang, **values),
            }
            for row in rows
        ],
    )


def receipt(source: PaperSource) -> Iterator[Part]:
    """How the round was drawn: seed, method, wishes and why, changes by hand."""
    lang, notes = source.lang, source.draw
    assert notes is not None, "a round is drawn"
    view = receipt_view(source.tournament, source.names, source.drawn)
    said = [seed_sentence(view.receipt, lang)]
    if notes.announced_at:
        time = time_of(notes.announced_at)
        said.append(text("tournament.receipt_announced", lang, time=time))
    if notes.undone:
        seeds = ", ".join(notes.undone)
        said.append(text("tournament.receipt_undone", lang, count=len(notes.undone), seeds=seeds))
    yield part(
        source,
        WORDS,
        "receipt",
        round=round_line(source),
        qr=link(source),
        is_draft=source.drawn.is_draft,
        seed=view.receipt.seed,
        how=text(f"format.show.seated.{view.receipt.method}", lang),
        said=said,
        wishes=[
            {
                "wish": text(f"format.show.wish.{each.outcome.wish}", lang),
                "failed": str(each.failed),
                "why": each.why(lang),
            }
            for each in view.wishes
        ],
        failures=[each.notice.sentence(lang) for each in view.failures],
        changes=list(notes.changes),
        again=text("tournament.receipt_again", lang, id=source.id),
    )


PAPERS = (
    Paper(id="ricevuta", shelf="round", parts=receipt, is_ready=has_round),
    Paper(id="classifica", shelf="results", parts=standings, is_ready=has_standings),
    Paper(id="perche", shelf="results", parts=reasons, is_ready=has_standings),
    Paper(id="verbale", shelf="results", parts=final_report, is_ready=is_over),
    Paper(id="premi", shelf="results", parts=prizes, is_ready=is_over),
    Paper(id="diploma", shelf="results", parts=diploma, is_ready=is_over, may_name=True),
    Paper(id="episodi", shelf="results", parts=incidents, is_ready=has_round),
    Paper(
        id="rinvio",
        shelf="results",
        parts=referral,
        is_ready=lambda source: bool(referred(source)),
        may_name=True,
    ),
)
