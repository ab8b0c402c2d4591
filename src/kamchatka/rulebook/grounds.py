"""The basis of a value without a clause: a reading, or the reason why nothing printed states it."""

from kamchatka.rulebook.model import OWN_CHOICE, Rulebook
from kamchatka.rulebook.readings import Reading, readings
from kamchatka.rulebook.unstated import Unstated, declared


def readings_of(rulebook: Rulebook, key: str) -> tuple[Reading, ...]:
    """The readings behind a value: of the regulation's own text, else of the text it was inherited from."""
    comes_from = rulebook.set_by[key]
    if comes_from == OWN_CHOICE:
        return ()
    own = rulebook.sources[0]
    found = _readings(key, own)
    # If the text lacks the feature, readings of the text it extends do not apply.
    if found or _declared(rulebook, key, own):
        return found
    return _readings(key, comes_from)


def unstated_of(rulebook: Rulebook, key: str) -> Unstated | None:
    """Why a value has neither clause nor reading; None if it has one, or the author of the file chose it."""
    if rulebook.clauses.get(key) or readings_of(rulebook, key):
        return None
    for source in (*rulebook.sources[:1], rulebook.set_by[key]):
        found = _declared(rulebook, key, source)
        if found:
            return found
    return None


def _readings(key: str, source: str) -> tuple[Reading, ...]:
    return tuple(reading for reading in readings() if key in reading.keys and source in reading.sources)


def _declared(rulebook: Rulebook, key: str, source: str) -> Unstated | None:
    value = rulebook.entry(key).value
    return next((unstated for unstated in declared() if unstated.covers(key, value, source)), None)
