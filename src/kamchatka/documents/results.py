"""Papers of results: standings and their reasons, report, incidents, referral, prizes, diplomas, receipt."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from kamchatka.documents.paper import Paper, Part, code_of, has_round, link, part
from kamchatka.documents.pictures import world
from kamchatka.documents.source import PaperSource
from kamchatka.documents.tables import round_line
from kamchatka.ids import PersonId
from kamchatka.messages import Language, text
from kamchatka.messages.moments import day_of, time_of
from kamchatka.referee.incident_views import TableIncident, incident_row
from kamchatka.scoring.views.formula import formula_view
from kamchatka.scoring.views.table import GameCell
from kamchatka.tournament.progress import is_decided
from kamchatka.tournament.seating.views import receipt_view, seed_sentence
from kamchatka.tournament.views.awards import mentions
from kamchatka.tournament.views.cut import PODIUM
from kamchatka.tournament.views.officials import officials
from kamchatka.tournament.views.outcomes import RoundOutcome, SeatOutcome, round_outcomes
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


def _rank(row: PlayerRow, source: PaperSource) -> str:
    return text("standings_page.unranked", source.lang) if row.rank is None else str(row.rank)


def standings(source: PaperSource) -> Iterator[Part]:
    """Everybody's place, with the score of every round and the qualifying lines in words."""
    page, lang = _page(source), source.lang
    rules = page.standings.rules
    counted = "percentage" if rules.order == "percentage" else "best" if rules.best else "all"
    yield part(
        "standings",
        title=heading(page, lang),
        qr=link(source),
        legend=text(f"{WORDS}.legend.{counted}", lang, count=rules.best or 0),
        order=_order(page, lang) if any(not each.is_summed for each in page.columns) else "",
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
                "code": code_of(row.badge),
                "games": [_game(source, each) for each in row.games],
                "wins": row.wins,
                "totals": list(row.totals),
                "lines": [line.sentence for line in page.line_after(at)],
            }
            for at, row in enumerate(page.rows, 1)
        ],
    )


def _game(source: PaperSource, cell: GameCell) -> dict[str, object]:
    if cell.place:
        place = text("standings_page.place", source.lang, place=cell.place)
        return {"counted": place, "dropped": "", "won": cell.is_won}
    return {"counted": cell.score.counted, "dropped": cell.score.discarded, "won": cell.is_won}


def reasons(source: PaperSource) -> Iterator[Part]:
    """Why each total and each place, from the terms of the formula and the tie-breaks."""
    page = _page(source)
    found = ((row, reasons_for(source.tournament, page, row, source.lang)) for row in page.rows)
    yield part(
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
                        "what": ". ".join(filter(None, (each.what, each.aside))),
                        "clauses": list(dict.fromkeys((*each.clauses, *each.aside_clauses))),
                        "score": each.score,
                        "counted": each.is_counted,
                    }
                    for each in why.games
                ],
                "notes": [
                    *({"text": each.sentence, "clauses": each.clauses} for each in why.ties),
                    *({"text": each, "clauses": ()} for each in why.penalties),
                ],
            }
            for row, why in found
        ],
    )


def final_report(source: PaperSource) -> Iterator[Part]:
    """Podium, tables of the last stages, numbers of the event, how to check it, everybody's place."""
    page, lang, tournament = _page(source), source.lang, source.tournament
    rounds = round_outcomes(tournament, source.names, lang, source.last)
    seeds = ((each.number, each.receipt.seed) for each in tournament.rounds)
    yield part(
        "final_report",
        qr=link(source),
        podium=[_person(source, row) for row in page.rows if row.rank and row.rank <= PODIUM],
        numbers=[
            {"what": text(f"{WORDS}.number.{code}", lang), "value": str(value)}
            for code, value in _numbers(source, rounds).items()
        ],
        judges=[
            {"name": each.name, "role": text(f"judges_page.role.{each.role}", lang)}
            for each in officials(tournament, source.names).judges
        ],
        stages=_stages(source, rounds),
        proof=[
            *(text(f"{WORDS}.proof.seed", lang, round=number, seed=seed) for number, seed in seeds),
            text(f"{WORDS}.proof.log", lang, events=source.events),
        ],
        order=_order(page, lang),
        everybody=[_person(source, row) for row in page.rows],
    )


def _order(page: StandingsPage, lang: Language) -> str:
    """What the order of the standings follows."""
    deciding = dict.fromkeys(each.stage for each in page.columns if not each.is_summed)
    return text(f"{WORDS}.order.{'decided' if deciding else 'points'}", lang, stages=", ".join(deciding))


def _person(source: PaperSource, row: PlayerRow) -> dict[str, object]:
    return {
        "place": _rank(row, source),
        "nth": text(f"{WORDS}.nth", source.lang, place=row.rank) if row.rank else "",
        "name": row.name,
        "club": row.club,
        "code": code_of(row.badge),
        "total": " / ".join(row.totals),
    }


def _numbers(source: PaperSource, rounds: Sequence[RoundOutcome]) -> Mapping[str, object]:
    """The event in numbers, and what it was played by."""
    tournament, setup, lang = source.tournament, source.tournament.setup, source.lang
    states = Counter(table.state for each in rounds for table in each.tables)
    statuses = Counter(each.status for each in tournament.entrants.values())
    results = (
        table.result
        for each in tournament.rounds
        for table in each.tables.values()
        if table.result and not table.is_void
    )
    cells = [seat.cells for result in results for seat in result.seats]
    clubs = event_head(tournament, lang).clubs
    return {
        "players": len(tournament.entrants),
        **({"clubs": clubs} if clubs else {}),
        "rounds": len(rounds),
        "tables": states["scored"] + states["void"],
        "risiko": sum(bool(each.get("objective")) for each in cells),
        "eliminated": sum(each.get("eliminated") is not None for each in cells),
        "withdrawn": statuses["withdrawn"],
        "disqualified": statuses["disqualified"],
        "incidents": len(source.incidents),
        "format": setup.format.name(lang),
        "rulebook": setup.rulebook.title(lang),
        "formula": setup.formula.name(lang),
    }


def _stages(source: PaperSource, rounds: Sequence[RoundOutcome]) -> list[dict[str, object]]:
    """The tables of the stages that not everybody plays, or whose points are not added; the last first."""
    first = source.tournament.format.stages[0]
    tables: dict[str, list[dict[str, object]]] = {}
    for each in reversed(rounds):
        for table in each.tables:
            if table.state == "scored" and (table.stage != first.name(source.lang) or not first.summed):
                where = {"round": each.number, "table": table.number}
                title = text(f"{WORDS}.table_of_round", source.lang, **where)
                tables.setdefault(table.stage, []).append(
                    {"title": title, "rows": list(map(_seat, table.seats))}
                )
    return [{"title": stage, "tables": found} for stage, found in tables.items()]


def _seat(seat: SeatOutcome) -> dict[str, object]:
    points = " ".join((*seat.marks, seat.points))
    return {"place": str(seat.place or ""), "name": seat.name, "code": code_of(seat.badge), "points": points}


def incidents(source: PaperSource) -> Iterator[Part]:
    """Every incident with its ruling, and every penalty (001-J5)."""
    found = sorted(source.incidents, key=lambda each: each.at)
    yield part(
        "incidents",
        qr=link(source),
        intro=text(f"{WORDS}.incidents_{'intro' if found else 'none'}", source.lang, count=len(found)),
        incidents=[_incident(source, each) for each in found],
        sanctions=_sanctions(source, *source.tournament.entrants),
    )


def _incident(source: PaperSource, incident: TableIncident) -> dict[str, object]:
    where = text(f"{WORDS}.where", source.lang, round=incident.round, table=incident.table)
    row = incident_row(incident, source.names, source.lang)
    return {"when": _moment(source, incident.at), "where": where, **vars(row)}


def _moment(source: PaperSource, at: str) -> str:
    return text(f"{WORDS}.moment", source.lang, day=day_of(at, source.lang), time=time_of(at))


def _sanctions(source: PaperSource, *people: PersonId) -> list[dict[str, object]]:
    return [
        {
            "when": _moment(source, each.at),
            "what": f"{each.said} {each.reason[:1].upper()}{each.reason[1:]}".strip(),
            "clause": each.clause,
            "author": each.author,
        }
        for each in source.sanctions
        if each.person in people
    ]


def referred(source: PaperSource) -> list[PersonId]:
    """Everybody with an incident or a penalty; only the player the letter was asked for, if one was."""
    people = [source.whom] if source.whom else source.tournament.entrants
    punished = {each.person for each in source.sanctions}
    return [who for who in people if who in punished or any(each.is_about(who) for each in source.incidents)]


def referral(source: PaperSource) -> Iterator[Part]:
    """A letter to the committee about one player, with all incidents and penalties of the tournament."""
    people, lang = People(source.tournament, source.names), source.lang
    for who in referred(source):
        row, sanctions = people(who), _sanctions(source, who)
        found = sorted((each for each in source.incidents if each.is_about(who)), key=lambda each: each.at)
        cited = dict.fromkeys(
            clause for each in found for clause in incident_row(each, source.names, lang).clauses
        )
        facts = {
            "player": text(f"{WORDS}.numbered", lang, name=row.name, number=row.number),
            "club": row.club or "–",
            "event": source.line,
            "rulebook": source.rulebook.title(lang),
            "cited": ", ".join(cited),
        }
        yield part(
            "referral",
            facts=[
                {"what": text(f"{WORDS}.fact.{code}", lang), "value": value}
                for code, value in facts.items()
                if value
            ],
            text=text(
                f"{WORDS}.referral_{'text' if found else 'sanctions'}",
                lang,
                name=row.name,
                count=len(found or sanctions),
            ),
            incidents=[_incident(source, each) for each in found],
            sanctions=sanctions,
        )


def prizes(source: PaperSource) -> Iterator[Part]:
    """The first places and the best of the tournament, with room to write the prizes."""
    page, lang = _page(source), source.lang
    yield part(
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
    counted = "teams" if page.is_of_teams else "clubs" if head.clubs else "players"
    detail = text(f"{WORDS}.diploma_among.{counted}", lang, players=len(page.rows), clubs=head.clubs)
    yield part(
        "diploma",
        map=world(),
        when=", ".join(filter(None, (head.place, head.when))),
        people=[
            {
                "name": row.name,
                "club": row.club,
                "title": text(f"{WORDS}.diploma_{'place' if row.rank else 'played'}", lang, place=row.rank),
                "detail": detail,
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
        said.append(text("tournament.receipt_announced", lang, time=time_of(notes.announced_at)))
    if notes.undone:
        seeds = ", ".join(notes.undone)
        said.append(text("tournament.receipt_undone", lang, count=len(notes.undone), seeds=seeds))
    yield part(
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
        again=text("tournament.receipt_again", lang),
    )


PAPERS = (
    Paper("ricevuta", "round", receipt, has_round),
    Paper("classifica", "results", standings, has_standings),
    Paper("perche", "results", reasons, has_standings),
    Paper("verbale", "results", final_report, is_over),
    Paper("premi", "results", prizes, is_over),
    Paper("diploma", "results", diploma, is_over, may_name=True),
    Paper("episodi", "results", incidents, has_round),
    Paper("rinvio", "results", referral, lambda source: bool(referred(source)), may_name=True),
)
