"""The papers of an event: what they are made of, making them, and which were printed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice

from kamchatka.app.events import PaperPrinted
from kamchatka.app.office import TERMINAL, Actor, Office, Role
from kamchatka.app.tables.incidents import incidents_in
from kamchatka.app.tables.tables import open_tables
from kamchatka.app.tournaments.logo import logo_in
from kamchatka.app.tournaments.opening import OpenTournament, stream_of
from kamchatka.app.tournaments.passes import pass_paths, short_codes
from kamchatka.app.tournaments.personal_codes import personal_codes
from kamchatka.app.tournaments.public_state import PublicState
from kamchatka.app.tournaments.receipt import change_sentences, draw_story
from kamchatka.app.tournaments.results import sanction_trail
from kamchatka.app.tournaments.roster import roster
from kamchatka.documents.catalogue import PAPERS, paper
from kamchatka.documents.paper import Paper, document
from kamchatka.documents.pictures import framed
from kamchatka.documents.press import PrintedPaper, printed
from kamchatka.documents.source import DrawNotes, PaperSource, Sanction
from kamchatka.documents.tables import has_moved
from kamchatka.ids import ActionId
from kamchatka.messages import Language, text
from kamchatka.referee.views import ends_at
from kamchatka.refusals import NotPossibleNow
from kamchatka.store.log import LogReader, LogWriter
from kamchatka.tournament.folding import folded, standing
from kamchatka.tournament.state import Tournament

PUBLIC = "/tornei"
OF_SEATS = ("tavoli", "dove-siedo", "dove-siedo-grande", "cambi")
"""Papers on the wall that a late swap makes wrong, until the changes are printed."""
OF_TABLES = ("referti", "referti-mezzo", "pacco")
"""Papers that a late swap makes wrong, until they are printed again."""
THUMB_PPI = 40


def paper_source(
    office: Office, desk: OpenTournament, lang: Language, round: int = 0, site: str = "", *, who: str = ""
) -> PaperSource:
    """What the papers of an event are made of; `site` is the address at which phones reach us, if they do.

    `who` is the player for whom a paper is made, by number or name; NotUnderstood if there is none.
    """
    rounds = desk.tournament.rounds
    chosen = round if 0 < round <= len(rounds) else len(rounds)
    passes = pass_paths(office, desk, chosen) if site and chosen else {}
    codes = personal_codes(office, desk.id, desk.tournament) if site else {}
    minors = frozenset(row.person for row in roster(office, desk) if row.is_minor)
    with office.reading() as reading:
        logo = logo_in(reading, desk)
        hash = reading.last_hash(stream_of(desk.id))
        prints = [each for each, _ in _prints(reading, desk.id) if each.round == chosen]
        before = _when_printed(desk, prints)
        incidents = tuple(incidents_in(reading, desk))
        running = open_tables(reading, desk) if desk.tournament.open_round else []
    return PaperSource(
        id=desk.id,
        tournament=desk.tournament,
        names=desk.names,
        lang=lang,
        at=desk.occurrences[-1].at,
        hash=hash,
        round=chosen,
        address=f"{site}{PUBLIC}/{desk.id}" if site else "",
        site=site,
        passes={number: f"{site}{path}" for number, path in passes.items()},
        short_codes=short_codes(office, desk, chosen) if passes else {},
        codes=codes,
        minors=minors,
        logo=framed(logo) if logo else "",
        before=before,
        events=desk.version,
        whom=desk.entrant(who) if who else None,
        incidents=incidents,
        sanctions=tuple(_sanctions(office, desk, lang)),
        draw=_draw_notes(office, desk, chosen, lang) if chosen else None,
        ends={live.table.opened.table: at for live in running if (at := ends_at(live.table))},
    )


def public_source(office: Office, shown: PublicState, lang: Language, site: str = "") -> PaperSource:
    """What papers for everybody are made of: public names and results alone."""
    with office.reading() as reading:
        hash = reading.last_hash(stream_of(shown.desk.id))
    return PaperSource(
        id=shown.desk.id,
        tournament=shown.results,
        names=shown.names,
        lang=lang,
        at=shown.desk.occurrences[-1].at,
        hash=hash,
        address=f"{site}{PUBLIC}/{shown.desk.id}" if site else "",
        last=shown.last,
    )


def _sanctions(office: Office, desk: OpenTournament, lang: Language) -> Iterator[Sanction]:
    """Sanctions that stand: neither undone nor taken back."""
    for each in sanction_trail(office, desk, lang):
        if each.number and not each.lifted:
            yield Sanction(
                at=each.given.at,
                person=each.person,
                said=each.given.said,
                reason=each.given.reason,
                clause=each.clause or "",
                author=each.given.who,
            )


def _draw_notes(office: Office, desk: OpenTournament, round: int, lang: Language) -> DrawNotes:
    story = draw_story(office, desk, round, lang)
    changes = tuple(change_sentences(story, lang))
    return DrawNotes(announced_at=story.announced_at, undone=story.undone, changes=changes)


def paper_for(actor: Actor, id: str) -> Paper:
    """A paper by its id; NotAllowed if only the organiser may see it."""
    found = paper(id)
    if found.is_secret:
        actor.must_be(Role.ORGANISER)
    return found


def make(source: PaperSource, *papers: Paper) -> PrintedPaper:
    """These papers as one PDF; NotPossibleNow if the event has not yet what one of them shows."""
    for each in papers:
        _must_be_ready(source, each)
    title = papers[0].title(source.lang) if len(papers) == 1 else text("papers.several", source.lang)
    parts = (part for each in papers for part in each.parts(source))
    return printed(document(source, parts, title))


def _must_be_ready(source: PaperSource, paper: Paper) -> None:
    if not paper.is_ready(source):
        raise NotPossibleNow("paper_not_ready", paper=paper.title)


def _round_of(source: PaperSource, paper: Paper) -> int:
    """The round that a print of this paper is for; 0: for the whole event."""
    rounds = {"round": source.round, "pack": len(source.tournament.rounds)}
    return rounds.get(paper.shelf, 0)


def thumbnail(source: PaperSource, paper: Paper) -> bytes:
    """A small picture of a paper's first page."""
    _must_be_ready(source, paper)
    first = islice(paper.parts(source), 1)
    return printed(document(source, first, paper.title(source.lang)), "png", ppi=THUMB_PPI).pages[0]


@dataclass(frozen=True)
class PaperRow:
    """A paper as the desk lists it."""

    plain_as = "paper=paper.id shelf=paper.shelf ready=is_ready printed=printed_at|some stale=is_stale"

    paper: Paper
    is_ready: bool
    printed_at: str
    """When it was last printed for this round; empty: never."""
    is_stale: bool
    """Whether people were moved since then."""


def paper_rows(
    office: Office, desk: OpenTournament, source: PaperSource, actor: Actor = TERMINAL
) -> tuple[PaperRow, ...]:
    """All papers that the actor may see, with what was printed for the round; the pack is of the last one."""
    with office.reading() as reading:
        last = {(each.paper, each.round): (each.version, at) for each, at in _prints(reading, desk.id)}

    are_lists_wrong = has_moved(source)

    @cache
    def has_moved_since(version: int, round: int) -> bool:
        return has_moved(replace(source, round=round, before=_as_of(desk, version)))

    def row(paper: Paper) -> PaperRow:
        round = _round_of(source, paper)
        version, at = last.get((paper.id, round), (0, ""))
        if paper.id in OF_SEATS:
            is_stale = bool(at) and are_lists_wrong
        else:
            is_stale = bool(at) and paper.id in OF_TABLES and has_moved_since(version, round)
        return PaperRow(paper, paper.is_ready(source), at, is_stale)

    sees_all = actor.role in (Role.ADMINISTRATOR, Role.ORGANISER)
    return tuple(row(each) for each in PAPERS if sees_all or not each.is_secret)


def note_print(office: Office, actor: Actor, source: PaperSource, paper: Paper, action: ActionId) -> None:
    """Record that a paper was printed; an undo at the desk does not touch it."""
    actor.must_be(Role.ORGANISER, Role.OFFICIAL_JUDGE)
    _must_be_ready(source, paper)
    round = _round_of(source, paper)

    def work(writing: LogWriter) -> None:
        stream, version = _stream(source.id), writing.version(stream_of(source.id))
        event = PaperPrinted(paper.id, round, version)
        writing.append(stream, writing.version(stream), event, feed=stream_of(source.id))

    office.carry_out(actor, action, ["print", source.id, paper.id, round], work)


def _stream(id: str) -> str:
    return f"print/{id}"


def _prints(reading: LogReader, id: str) -> Iterator[tuple[PaperPrinted, str]]:
    """What was printed, and when."""
    for stored in reading.stream(_stream(id)):
        event = reading.decode(stored)
        assert isinstance(event, PaperPrinted)
        yield event, stored.at


def _when_printed(desk: OpenTournament, prints: Iterable[PaperPrinted]) -> Tournament | None:
    """The event when the seats were last printed; None: never."""
    version = max((each.version for each in prints if each.paper in OF_SEATS), default=0)
    return _as_of(desk, version) if version else None


def _as_of(desk: OpenTournament, version: int) -> Tournament:
    """The event as it was after this many occurrences."""
    return folded(desk.tournament.setup, standing(desk.occurrences[:version]))
