"""Audit a record without trusting it: its seal, its luck, its replay and its sentences, one line each.

`verifier` recomputes fair luck from the bytes of the file alone. Our own code then parses the same bytes,
recomputes the luck of a secret or a seed again, and replays the game: the replay proves that the rules
requested exactly this luck, and that the events and sentences describe what happened.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from kamchatka.game import verifier
from kamchatka.game.chance import Chance, Luck, Seeded, Typed, WrongLuck
from kamchatka.game.codec import Unreadable
from kamchatka.game.events import Event
from kamchatka.game.fair import Fair, Promise
from kamchatka.game.game import Game
from kamchatka.game.log import Acted, Entry, Rewound, TurnClosed
from kamchatka.game.notation import acted_to_text, luck_to_text
from kamchatka.game.record import OtherRegulation, Record, RecordDifference, facts, replay
from kamchatka.game.record_file import is_json, normal_text, read_record
from kamchatka.game.record_text import record_to_text
from kamchatka.game.violations import RuleViolation
from kamchatka.messages import Language, text
from kamchatka.refusals import Refusal
from kamchatka.rulebook import FaultyRulebook, read_recorded
from kamchatka.rules import RULES_VERSION

Check = Literal["file", "seal", "luck", "replay", "corrections", "words"]
Answer = Literal["right", "wrong", "unproven"]
Verdict = Literal["verified", "wrong", "unreadable", "unproven"]


@dataclass(frozen=True)
class AuditLine:
    """One check and its outcome."""

    plain_as = "check answer code number=values.number turns=values.turns sentence"

    check: Check
    answer: Answer
    code: str
    values: Mapping[str, object] = field(default_factory=dict)

    def sentence(self, lang: Language) -> str:
        """The sentence."""
        values = {name: _word(value, lang) for name, value in self.values.items()}
        return text(f"verify.{self.check}.{self.code}", lang, **values)


@dataclass(frozen=True)
class Audit:
    """All checks of a record."""

    plain_as = "verdict checks=lines commitment=promise.commitment entropy=promise.entropy"

    lines: tuple[AuditLine, ...]
    record: Record | None = None

    @property
    def promise(self) -> Promise | None:
        """The published commitment of the dice, at a fair table."""
        luck = self.record.luck if self.record else None
        return luck if isinstance(luck, Promise) else None

    @property
    def verdict(self) -> Verdict:
        """The overall verdict: unreadable, wrong, proven in every part, or right as far as can be known."""
        if self.record is None and all(line.check == "file" for line in self.lines):
            return "unreadable"
        answers = {line.answer for line in self.lines}
        if "wrong" in answers:
            return "wrong"
        return "unproven" if "unproven" in answers else "verified"


def audit(data: bytes) -> Audit:
    """Run all checks on the bytes of a file."""
    said = _said_by_verifier(data)
    try:
        record, content = read_record(data), normal_text(data)
    except Unreadable as error:
        # After a broken seal nothing else can be trusted.
        if said is not None and said.status == 1:
            return Audit((_wrong_line(said),))
        return Audit((AuditLine("file", "wrong", "unreadable", {"why": error}),))
    return Audit(
        (*_about_luck(record, said), *_about_replay(record, "" if is_json(content) else content)), record
    )


def _said_by_verifier(data: bytes) -> verifier.Wrong | None:
    try:
        verifier.verify(data)
    except verifier.Wrong as wrong:
        return wrong
    return None


def _wrong_line(said: verifier.Wrong) -> AuditLine:
    check: Check = "seal" if said.code in ("no_seal", "broken_seal") else "luck"
    return AuditLine(check, "wrong", said.code, said.values)


def _about_luck(record: Record, said: verifier.Wrong | None) -> Iterator[AuditLine]:
    source = record.luck
    luck = [entry for entry in record.entries if isinstance(entry, Luck)]
    has_no_seal = said is not None and said.code == "no_seal"
    if not has_no_seal:
        yield AuditLine("seal", "right", "whole")
    elif not isinstance(source, Promise):
        yield AuditLine("seal", "unproven", "no_seal")
    match source:
        case Typed():
            yield AuditLine("luck", "unproven", "typed", {"number": len(luck)})
        case Seeded(seed):
            wrong = _first_wrong(luck, source)
            yield wrong or AuditLine("luck", "unproven", "seeded", {"number": len(luck), "seed": seed})
        case Promise(secret=None):
            # Without the secret the verifier still checks the seal and the chairs.
            is_wrong = said is not None and said.status == 1
            yield _wrong_line(said) if said and is_wrong else AuditLine("luck", "unproven", "untold")
        case Promise(table, _, entropy, secret):
            if said is not None:
                yield _wrong_line(said)
                return
            assert secret is not None
            right = AuditLine("luck", "right", "verified", {"number": len(luck)})
            yield _first_wrong(luck, Fair(table, secret, entropy)) or right


def _first_wrong(luck: list[Luck], chance: Chance) -> AuditLine | None:
    """The first luck that this source does not produce, recomputed by our own code."""
    for number, each in enumerate(luck):
        if each.number != number:
            return AuditLine("luck", "wrong", "gap", {"number": number, "found": each.number})
        if each.request.dice == () and not 1 <= each.request.among <= 256:
            return AuditLine("luck", "wrong", "request", {"number": number})
        right = chance.answer(number, each.request)
        if each.numbers != right:
            values = {"number": number, "found": list(each.numbers), "right": list(right or ())}
            return AuditLine("luck", "wrong", "luck", values)
    return None


def _about_replay(record: Record, content: str) -> Iterator[AuditLine]:
    try:
        game = replay(record)
    except RecordDifference as error:
        yield _difference(record, error)
        return
    except OtherRegulation:
        yield AuditLine("replay", "wrong", "regulation", {"id": record.rulebook})
        return
    except Unreadable as error:
        yield AuditLine("replay", "wrong", "table", {"why": error})
        return
    turns = {"turns": _turns(game.entries)}
    # Entries cut off the end of a record leave no trace.
    yield (
        AuditLine("replay", "right", "identical", turns)
        if game.is_over
        else AuditLine("replay", "unproven", "unfinished", turns)
    )
    if not _tells_its_regulation(record):
        yield AuditLine("replay", "wrong", "regulation", {"id": record.rulebook})
    crossed_out = sum(len(entry.lines) for entry in record.entries if isinstance(entry, Rewound))
    if crossed_out:
        yield AuditLine("corrections", "right", "crossed_out", {"number": crossed_out})
    yield _about_words(record, game, content)


def _tells_its_regulation(record: Record) -> bool:
    """Whether the regulation text in the record is the one played, even if it is a shipped one."""
    try:
        book = read_recorded(record.regulation, name=f"{record.rulebook}.toml")
    except (FaultyRulebook, RecursionError):
        return False
    return (book.id, book.digest()) == (record.rulebook, record.digest)


def _turns(entries: tuple[Entry, ...]) -> int:
    """Number of closed turns; turn 0 is the preparation."""
    return sum(isinstance(entry, TurnClosed) and entry.turn > 0 for entry in entries)


def _difference(record: Record, error: RecordDifference) -> AuditLine:
    values: dict[str, object] = {
        "turns": _turns(facts(record.entries)[: error.at]),
        "recorded": error.recorded,
        "found": error.found,
        "version": record.rules_version,
        "ours": RULES_VERSION,
    }
    if record.rules_version != RULES_VERSION:
        return AuditLine("replay", "unproven", "other_rules", values)
    return AuditLine("replay", "wrong", "differs", values)


def _about_words(record: Record, game: Game, content: str) -> AuditLine:
    """Whether the events, or the sentences of a text, match the replay."""
    if content:
        told = content.split("\n")
        right = record_to_text(replace(record, entries=game.entries)).split("\n")
        sealed = slice(None, len(right) - 2)
        found = _first_difference(told[sealed], right[sealed])
    else:
        found = _first_difference(list(record.entries), list(game.entries))
    if found is None:
        return AuditLine("words", "right", "same")
    return AuditLine("words", "unproven", "line" if content else "entry", {"number": found + 1})


def _first_difference(one: list[str] | list[Entry], other: list[str] | list[Entry]) -> int | None:
    pairs = enumerate(zip(one, other, strict=False))
    found = next((place for place, (mine, theirs) in pairs if mine != theirs), None)
    if found is None and len(one) != len(other):
        return min(len(one), len(other))
    return found


def _word(value: object, lang: Language) -> object:
    match value:
        case Refusal() | RuleViolation() | WrongLuck():
            return value.sentence(lang)
        case Acted():
            return acted_to_text(value)
        case Luck():
            return luck_to_text(value)
        case TurnClosed(turn, digest):
            return text("verify.word.turn", lang, turn=turn, digest=digest[:12])
        case Event() | None:
            return text("verify.word.nothing", lang)
    return value
