"""Where a record and the game played again part ways, in the same words everywhere."""

from dataclasses import dataclass

from kamchatka.game.chance import Luck, WrongLuck
from kamchatka.game.coding import NotUnderstood
from kamchatka.game.log import Acted, Entry, TurnClosed
from kamchatka.game.notation import acted_to_text, luck_to_text
from kamchatka.game.record import Differs, Record, facts
from kamchatka.game.violations import RuleViolation
from kamchatka.messages import Language, text


@dataclass(frozen=True)
class Departure:
    """The first move of a record that is not as it was played, and its turn (0: preparation)."""

    move: int
    turn: int
    recorded: str
    found: str

    def sentence(self, lang: Language) -> str:
        """All of it; it may hold luck that is still secret."""
        values = {"move": self.move, "turn": self.turn, "recorded": self.recorded, "found": self.found}
        return text("replay.differs", lang, **values)


def departure(record: Record, differs: Differs, lang: Language) -> Departure:
    """Where and how a record departs."""
    before = facts(record.entries)[: differs.at]
    moves = sum(isinstance(entry, Acted) for entry in before)
    turns = [entry.turn for entry in before if isinstance(entry, TurnClosed)]
    return Departure(
        move=moves + (moves == 0 or isinstance(differs.recorded, Acted)),
        turn=turns[-1] + 1 if turns else 0,
        recorded=_in_words(differs.recorded, lang),
        found=_found(differs, lang),
    )


def _in_words(entry: Entry | None, lang: Language) -> str:
    match entry:
        case Acted():
            return acted_to_text(entry)
        case Luck():
            return luck_to_text(entry)
        case TurnClosed(turn, digest):
            return text("replay.digest", lang, turn=turn, digest=digest[:12])
    return text("replay.nothing", lang)


def _found(differs: Differs, lang: Language) -> str:
    match differs.found:
        case RuleViolation() | NotUnderstood() as refusal:
            return text("replay.found_refusal", lang, sentence=refusal.sentence(lang).removesuffix("."))
        case WrongLuck() as wrong:
            return f"{text('replay.found_wrong_luck', lang)}: {wrong.sentence(lang)}"
        case Acted() | Luck() | TurnClosed() as entry:
            return text("replay.found_entry", lang, entry=_in_words(entry, lang))
    return text("replay.found_nothing", lang)
