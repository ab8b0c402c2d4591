"""The record of a game: everything needed to replay it elsewhere."""

from dataclasses import dataclass
from unicodedata import category

from kamchatka.game.chance import Chance, Luck, Seeded, Typed, WrongLuck
from kamchatka.game.codec import Unreadable, shown
from kamchatka.game.coding import UnknownName
from kamchatka.game.fair import Fair, Promise
from kamchatka.game.game import Game
from kamchatka.game.log import Acted, Entry, Rewound, TurnClosed
from kamchatka.game.notation import fact_from_text
from kamchatka.game.violations import RuleViolation
from kamchatka.ids import RulebookId
from kamchatka.rulebook import FaultyRulebook, NoSuchTable, Rulebook, load, read_recorded, shipped
from kamchatka.rules import RULES_VERSION

FORMAT_VERSION = 1
TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Bidirectional control characters, which can make one name look like another."""


@dataclass(frozen=True, kw_only=True)
class Record:
    """One game: its regulation, its players, its source of luck, and the log."""

    rulebook: RulebookId
    digest: str
    regulation: str
    """The full regulation as played, as TOML."""
    rules_version: int
    table: str
    players: tuple[str, ...]
    """Names by chair; the log says which seat each chair became."""
    luck: Seeded | Promise | Typed
    entries: tuple[Entry, ...]

    def __post_init__(self) -> None:
        if self.rules_version < 1:
            raise Unreadable("unexpected_value", field="rules", found=shown(self.rules_version))
        for field, said in (("table", self.table), *(("players", name) for name in self.players)):
            if not is_one_line(said):
                raise Unreadable("unexpected_value", field=field, found=shown(said))
        for line in (line for entry in self.entries if isinstance(entry, Rewound) for line in entry.lines):
            # Nothing is crossed out if the luck is ours, and only lines of a record can be.
            if not isinstance(self.luck, Typed):
                raise Unreadable("unexpected_value", field="~", found=shown(line))
            fact_from_text(line)


def is_one_line(said: str) -> bool:
    """Whether a name fits on one line: no control characters, no reversed text, no surrounding space."""
    unfit = any(category(sign) in ("Cc", "Cs", "Zl", "Zp") or sign in TURNING for sign in said)
    return said == said.strip() and not unfit


class RecordDifference(Exception):
    """A record that does not replay: the first entry where the replay differs from the record.

    Under the same rules version, the record was altered; under a newer one, the rules changed, and the game
    stays readable from its events.
    """

    def __init__(
        self, at: int, recorded: Entry | None, found: Entry | Exception | None, rules_version: int
    ) -> None:
        super().__init__(f"entry {at}: recorded {recorded}, found {found}")
        self.at = at
        self.recorded = recorded
        self.found = found
        self.rules_version = rules_version


class OtherVersion(Exception):
    """A game in progress under another rules version: only a referee can finish it."""

    def __init__(self, rules_version: int) -> None:
        super().__init__(f"rules version {rules_version}, ours is {RULES_VERSION}")
        self.rules_version = rules_version


class OtherRegulation(Exception):
    """The record's regulation does not match its digest."""


def record_of(game: Game, *, table: str, players: tuple[str, ...], reveal: bool | None = None) -> Record:
    """The record of a game, finished or not.

    The secret of fair dice is included after the end, or if `reveal` is set, for an abandoned game.
    """
    assert len(players) == game.seats
    # Fair luck depends on the table's name: with another name it could not be recomputed.
    assert not isinstance(game.chance, Fair) or game.chance.table == table
    return Record(
        rulebook=game.rulebook.id,
        digest=game.rulebook_digest,
        regulation=game.regulation,
        rules_version=RULES_VERSION,
        table=table,
        players=players,
        luck=_source(game.chance, reveal=game.is_over if reveal is None else reveal),
        entries=game.entries,
    )


def _source(chance: Chance, *, reveal: bool) -> Seeded | Promise | Typed:
    if isinstance(chance, Fair):
        return chance.promise.revealed(chance.secret) if reveal else chance.promise
    return chance if isinstance(chance, Seeded) else Typed()


def rulebook_of(record: Record) -> Rulebook:
    """The regulation of a record: the shipped one if its digest matches, else the one in the record.

    Raises OtherRegulation if neither is the one it was played under.
    """
    return rulebook_played(record.rulebook, record.digest, record.regulation)


def rulebook_played(id: RulebookId, digest: str, text: str) -> Rulebook:
    """The regulation with this digest: the shipped one, else the recorded text; or OtherRegulation."""
    if id in shipped() and load(id).digest() == digest:
        return load(id)
    try:
        book = read_recorded(text, name=f"{id}.toml")
    except (FaultyRulebook, RecursionError) as faulty:
        raise OtherRegulation(id) from faulty
    if book.digest() != digest:
        raise OtherRegulation(id)
    return book


def facts(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries a replay must reproduce: actions, luck, digests, corrections. Events follow from them."""
    return tuple(entry for entry in entries if isinstance(entry, Acted | Luck | TurnClosed | Rewound))


class Replay:
    """A replay of a record, action by action, without random numbers."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._wanted = facts(record.entries)
        self._compared = self._seen = 0
        try:
            # Luck is supplied where it was recorded: a judge may have decided something before it.
            self.game = Game.start(rulebook_of(record), len(record.players), Typed())
        except NoSuchTable as wrong:
            raise Unreadable("unexpected_value", field="players", found=shown(record.players)) from wrong
        self._bring_luck()

    @property
    def is_at_end(self) -> bool:
        """Whether all entries have been replayed."""
        return self._compared == len(self._wanted)

    @property
    def ahead(self) -> Acted | None:
        """The action that the next step replays; None if there is none."""
        entry = None if self.is_at_end else self._wanted[self._compared]
        return entry if isinstance(entry, Acted) else None

    def step(self) -> Acted:
        """Replay the next action with its luck; raises RecordDifference if it differs from the record."""
        entry = self._wanted[self._compared]
        if not isinstance(entry, Acted):
            raise self._differs(entry, None)
        try:
            self.game.play(entry.action, entry.by)
        except (RuleViolation, UnknownName) as refusal:
            raise self._differs(entry, refusal) from refusal
        self._compare()
        self._bring_luck()
        return entry

    def _bring_luck(self) -> None:
        while not self.is_at_end and isinstance(entry := self._wanted[self._compared], Luck | Rewound):
            if isinstance(entry, Rewound):
                self.game.note(entry)
            elif self.game.awaiting is None:
                raise self._differs(entry, None)
            else:
                try:
                    self.game.supply(entry.numbers)
                except WrongLuck as wrong:
                    raise self._differs(entry, wrong) from wrong
            self._compare()

    def _compare(self) -> None:
        for entry in facts(self.game.entries[self._seen :]):
            recorded = self._wanted[self._compared] if self._compared < len(self._wanted) else None
            if entry != recorded:
                raise self._differs(recorded, entry)
            self._compared += 1
        self._seen = len(self.game.entries)

    def _differs(self, recorded: Entry | None, found: Entry | Exception | None) -> RecordDifference:
        return RecordDifference(self._compared, recorded, found, self.record.rules_version)


def replay(record: Record) -> Game:
    """Replay a record to its last entry; raises RecordDifference."""
    again = Replay(record)
    while not again.is_at_end:
        again.step()
    again.game.keep_for_good()
    return again.game


def resumed(record: Record, chance: Chance) -> Game:
    """A game in progress, to be continued; raises OtherVersion if it was begun under other rules."""
    if record.rules_version != RULES_VERSION:
        raise OtherVersion(record.rules_version)
    game = replay(record)
    game.chance = chance
    game.go_on()
    return game
