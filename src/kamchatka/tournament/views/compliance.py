"""Whether a tournament respects the regulation of official tournaments, rule by rule.

A rule that can still be respected in time is not broken: before round 1 a missing signature is still to do.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Literal

from kamchatka.board import load_board
from kamchatka.ids import PersonId
from kamchatka.messages import Language, text
from kamchatka.messages.moments import day_of
from kamchatka.near_names import plain_words
from kamchatka.rulebook import Rulebook, diff, label, load, shipped
from kamchatka.tournament.fees import money
from kamchatka.tournament.format.warnings import warnings
from kamchatka.tournament.gates import unsigned
from kamchatka.tournament.officials import covers, ties_of
from kamchatka.tournament.progress import is_decided
from kamchatka.tournament.scores import Names
from kamchatka.tournament.settings import GOVERNING, OFFICIAL_FEE, left_open
from kamchatka.tournament.state import Round, Tournament

Outcome = Literal["pass", "fail", "not-yet", "not-judged"]
"""A rule that leaves a choice, or that the program itself assures, is told and not judged."""
RULES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "marks": {
        "fee": ("001-F1",),
        "member_fee": ("001-F2",),
        "legal_line": ("001-L1",),
        "competitors": ("001-L2",),
        "selection": ("001-N1",),
        "contact": ("001-N2",),
    },
    "judges": {
        "official_judge": ("000-2a", "000-2b"),
        "cover": ("001-J1",),
        "neutrality": ("001-J2",),
        "club": ("001-J3", "001-J4"),
        "incidents": ("001-J5",),
    },
    "papers": {
        "forms": ("001-D1", "001-D2"),
        "handed_out": ("001-D3",),
        "signatures": ("001-D4", "001-RG2"),
        "published": ("001-R4",),
        "faithful": ("001-RG1", "001-RG3"),
        "arbitral": ("001-RA1", "001-RA2", "001-RA3", "001-RA4", "001-RA5"),
    },
    "play": {
        "box_rules": ("001-P1", "001-R1", "001-R2", "001-R3"),
        "objectives": ("001-O1", "001-O2"),
        "sizes": ("001-T1",),
        "draw": ("001-T4",),
        "same_games": ("001-Y2",),
        "minutes": ("001-E1",),
        "closing": ("001-E2", "001-E3", "001-E4", "001-E5", "001-E6", "001-E7"),
        "semifinals": ("001-FT13", "001-FT14"),
    },
}
"""The 25 rules that are checked, in four groups, with their clauses."""
OFFICIAL_SIZES = (4, 5)
OFFICIAL_MINUTES = (90, 105)
DECK, VALUE = 16, 86
"""Objectives in play, and the value of each."""


@dataclass(frozen=True)
class RuleCheck:
    """A rule, and what the tournament does about it."""

    clauses: tuple[str, ...]
    rule: str
    here: str
    outcome: Outcome


@dataclass(frozen=True)
class ComplianceGroup:
    """Rules about one subject."""

    title: str
    rules: tuple[RuleCheck, ...]


@dataclass(frozen=True)
class Compliance:
    """A tournament held against the regulation of official tournaments."""

    groups: tuple[ComplianceGroup, ...]

    def count(self, outcome: Outcome) -> int:
        """Number of rules with this outcome."""
        return sum(rule.outcome == outcome for group in self.groups for rule in group.rules)

    @property
    def outcome(self) -> Outcome:
        """The worst outcome of a rule."""
        return "fail" if self.count("fail") else "not-yet" if self.count("not-yet") else "pass"

    @property
    def passes(self) -> bool:
        """Whether no rule is broken: only then may papers carry the official marks (001-M1)."""
        return self.outcome != "fail"


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What the tournament's own log does not hold."""

    rulings: tuple[tuple[PersonId, PersonId | None], ...] = ()
    """Author and offender of each ruling at a table."""
    waiting: int = 0
    """Number of incidents that wait for the official judge."""
    missing_chapters: Collection[str] = ()
    """Chapters of the arbitral regulation that are empty, by name."""


def compliance(tournament: Tournament, names: Names, lang: Language, evidence: Evidence) -> Compliance:
    """All rules with their outcome."""
    inspection = _Inspection(tournament, names, lang, evidence)
    return Compliance(
        tuple(
            ComplianceGroup(
                text(f"compliance.group.{group}", lang),
                tuple(inspection.check(code, clauses) for code, clauses in rules.items()),
            )
            for group, rules in RULES.items()
        )
    )


def governing(rulebook: Rulebook) -> Rulebook:
    """The shipped regulation an official tournament follows: its own, or the first that is one."""
    official = [load(id) for id in shipped() if load(id).sources[0] == GOVERNING]
    return next((each for each in official if each.id == rulebook.id), official[0])


@dataclass(frozen=True)
class _Finding:
    outcome: Outcome
    code: str
    values: Mapping[str, object]


def _finding(outcome: Outcome, code: str, **values: object) -> _Finding:
    return _Finding(outcome, code, values)


_passes = partial(_finding, "pass")
_fails = partial(_finding, "fail")
_waits = partial(_finding, "not-yet")
_tells = partial(_finding, "not-judged")


def _first_of(words: Sequence[str]) -> str:
    """The first three, and how many more there are."""
    return ", ".join(words[:3]) + (f" + {len(words) - 3}" if len(words) > 3 else "")


def _words(said: str) -> str:
    """The words between spaces, so that whole words are found among them."""
    return f" {' '.join(plain_words(said))} "


@dataclass(frozen=True)
class _Inspection:
    """The checks; each method is named for the rule it checks."""

    tournament: Tournament
    names: Names
    lang: Language
    evidence: Evidence

    def check(self, code: str, clauses: tuple[str, ...]) -> RuleCheck:
        """One rule with its outcome."""
        found: _Finding = getattr(self, code)()
        here = text(f"compliance.here.{code}.{found.code}", self.lang, **found.values)
        return RuleCheck(clauses, text(f"compliance.rule.{code}", self.lang), here, found.outcome)

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds that everybody sees."""
        return self.tournament.public_rounds

    @cached_property
    def departures(self) -> tuple[str, ...]:
        """Values that differ from the printed regulation and are not left to the organiser."""
        rulebook = self.tournament.setup.rulebook
        free = left_open(self.tournament.setup)
        return tuple(each.key for each in diff(governing(rulebook), rulebook) if each.key not in free)

    def _lacks(self, code: str, **values: object) -> _Finding:
        """Something is missing: still to do before round 1, broken after it."""
        return (_fails if self.rounds else _waits)(code, **values)

    def _labels(self, keys: Collection[str]) -> str:
        return _first_of([label(key, self.lang).lower() for key in keys])

    def _people(self, people: Collection[PersonId]) -> str:
        return _first_of([self.names[who] for who in people])

    def fee(self) -> _Finding:
        cents = self.tournament.settings.fee
        if cents > OFFICIAL_FEE * 100:
            return _fails("high", fee=money(cents, self.lang))
        return _passes("fine", fee=money(cents, self.lang)) if cents else _passes("none")

    def member_fee(self) -> _Finding:
        fee = self.tournament.settings.member_fee
        return _tells("none") if fee is None else _tells("fine", fee=money(fee, self.lang))

    def legal_line(self) -> _Finding:
        return _tells("everywhere")

    def competitors(self) -> _Finding:
        settings = self.tournament.settings
        printed = _words(f"{settings.name} {settings.club} {settings.place}")
        named = [each for each in settings.competitors if _words(each) in printed]
        if named:
            return _fails("named", names=", ".join(named))
        left_out = ", ".join(settings.competitors)
        return _passes("left_out", names=left_out) if left_out else _passes("none")

    def selection(self) -> _Finding:
        if not self.tournament.settings.selection:
            return _passes("none")
        has_rules = any(each.kind == "selection" for each in self.tournament.attachments)
        return _passes("attached") if has_rules else _fails("missing")

    def contact(self) -> _Finding:
        contact = self.tournament.settings.contact
        return _passes("given", contact=contact) if contact else self._lacks("missing")

    def official_judge(self) -> _Finding:
        who = [person for person, role in self.tournament.judges.items() if role == "official-judge"]
        if not who:
            return self._lacks("missing")
        found = _fails if who[0] in self.tournament.entrants else _passes
        return found("plays" if found is _fails else "named", name=self.names[who[0]])

    def cover(self) -> _Finding:
        found = tuple(covers(self.tournament))
        if not found:
            return _waits("no_hours")
        gaps = [f"{each.session.session} {gap}" for each in found for gap in each.uncovered]
        return self._lacks("gaps", hours=", ".join(gaps)) if gaps else _passes("whole", count=len(found))

    def neutrality(self) -> _Finding:
        declared = len(self.tournament.conflicts)
        partial = [by for by, on in self.evidence.rulings if on and ties_of(self.tournament, by, (on,))]
        if partial:
            return _fails("judged", count=len(partial), people=self._people(dict.fromkeys(partial)))
        return _passes("declared", count=declared) if declared else _passes("none")

    def club(self) -> _Finding:
        if not self.tournament.settings.club:
            return self._lacks("no_club")
        strangers = [by for by, _ in self.evidence.rulings if by not in self.tournament.judges]
        if strangers:
            return _fails("strangers", count=len(strangers))
        return _passes("own", count=len(self.evidence.rulings), club=self.tournament.settings.club)

    def incidents(self) -> _Finding:
        if self.evidence.waiting:
            found = _fails if is_decided(self.tournament) else _waits
            return found("waiting", count=self.evidence.waiting)
        return _passes("kept", count=len(self.evidence.rulings))

    def forms(self) -> _Finding:
        tables = [table for each in self.rounds for table in each.tables.values()]
        published = self.tournament.published
        sheets = sum(table.result is not None for table in tables)
        values = {"forms": len(self.tournament.entrants), "sheets": sheets, "rounds": published}
        is_written = tables and all(table.is_settled for table in tables)
        lacks_last = is_decided(self.tournament) and published < len(self.rounds)
        return (_passes if is_written and not lacks_last else _waits)("counted", **values)

    def handed_out(self) -> _Finding:
        without = [each.person for each in self.tournament.playing if not each.has_rules]
        return self._of_all("all", "without", without)

    def signatures(self) -> _Finding:
        return self._of_all("all", "without", unsigned(self.tournament.playing))

    def _of_all(self, all: str, without: str, people: Collection[PersonId]) -> _Finding:
        count = len(self.tournament.playing)
        if not count:
            return _waits(all, count=0)
        if not people:
            return _passes(all, count=count)
        return self._lacks(without, has=count - len(people), count=count, people=self._people(people))

    def published(self) -> _Finding:
        rules = self.tournament.rules
        if rules is None:
            return (_fails if self.tournament.entrants else _waits)("not_yet")
        return _passes("since", day=day_of(rules.at, self.lang), edition=self.tournament.editions)

    def faithful(self) -> _Finding:
        if GOVERNING not in self.tournament.setup.rulebook.sources:
            return _fails("other", title=self.tournament.setup.rulebook.title(self.lang))
        if self.departures:
            return _fails("overrides", what=self._labels(self.departures))
        return _passes("none") if self.tournament.rules else _waits("unpublished")

    def arbitral(self) -> _Finding:
        missing = self.evidence.missing_chapters
        if missing:
            return self._lacks("missing", chapters=", ".join(missing))
        return _passes("whole") if self.tournament.rules else _waits("unpublished")

    def box_rules(self) -> _Finding:
        rulebook, changes = self.tournament.setup.rulebook, len(self.departures)
        is_own = rulebook.id in shipped() and GOVERNING in rulebook.sources
        values = {"title": rulebook.title(self.lang), "mark": rulebook.digest()[:8], "count": changes}
        return (_passes if is_own and not changes else _fails)("pinned", **values)

    def objectives(self) -> _Finding:
        setup = self.tournament.setup.rulebook.setup
        if setup.objective_source == "none":
            return _fails("none")
        board = load_board()
        cards = board.deck(setup.objective_deck).objectives
        worth = sorted({board.value_sum(each.territories) for each in cards})
        found = _passes if (len(cards), worth) == (DECK, [VALUE]) else _fails
        return found("cards", count=len(cards), worth=", ".join(map(str, worth)))

    def sizes(self) -> _Finding:
        tables = [table for each in self.rounds for table in each.tables.values()]
        drawn = Counter(len(table.seated.seats) for table in tables)
        if not drawn:
            return _waits("none")
        said = ", ".join(
            text("compliance.tables", self.lang, count=count, size=size)
            for size, count in sorted(drawn.items())
        )
        return (_passes if set(drawn) <= set(OFFICIAL_SIZES) else _fails)("drawn", tables=said)

    def draw(self) -> _Finding:
        if not self.rounds:
            return _waits("none")
        moved = len({who for each in self.rounds for who in each.moved})
        return _tells("receipts", count=len(self.rounds), moved=moved)

    def same_games(self) -> _Finding:
        first = self.tournament.format.stages[0].id
        played = [each for each in self.rounds if first in each.stages]
        if not played:
            return _waits("none")
        games = Counter(
            person
            for each in played
            for table in each.tables.values()
            if table.seated.kind != "bye"
            for person in table.people
        )
        away = {who for each in played for who in each.missing}
        here = [each.person for each in self.tournament.playing if each.person not in away]
        counts = sorted({games[who] for who in here})
        if len(counts) > 1:
            fewer = [who for who in here if games[who] < counts[-1]]
            return _fails("differ", most=counts[-1], people=self._people(fewer))
        return _passes("same", count=counts[0] if counts else 0)

    def minutes(self) -> _Finding:
        least, most = OFFICIAL_MINUTES
        minutes = self.tournament.setup.rulebook.clock.minutes
        return (_passes if least <= minutes <= most else _fails)("minutes", minutes=minutes)

    def closing(self) -> _Finding:
        changed = [key for key in self.departures if key.startswith("closing.")]
        mode = self.tournament.setup.rulebook.closing.mode.replace("-", "_")
        return _fails("changed", what=self._labels(changed)) if changed else _passes(mode)

    def semifinals(self) -> _Finding:
        advised = RULES["play"]["semifinals"]
        found = warnings(self.tournament.format, len(self.tournament.playing), self.tournament.setup.rulebook)
        against = [each for each in found if each.clause in advised]
        return _tells("otherwise", said=against[0].sentence(self.lang)) if against else _tells("advised")
