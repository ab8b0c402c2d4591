"""The words for numbers of the layout, each beside its number."""

from kamchatka.rules import layout
from kamchatka.rules.names import ENDING_NAMES, STATUS_NAMES


def test_each_status_and_each_ending_has_its_own_word() -> None:
    assert {
        name: STATUS_NAMES[number] for name, number in vars(layout).items() if name in STATUSES
    } == STATUSES
    assert {
        name: ENDING_NAMES[number - 1] for name, number in vars(layout).items() if name in ENDINGS
    } == ENDINGS


STATUSES = {
    "PLAYING": "playing",
    "ELIMINATED": "eliminated",
    "WITHDRAWN": "withdrawn",
    "EXCLUDED": "excluded",
    "CONGELATO": "congelato",
    "CONGELATO_IN_EXTRA_LAPS": "congelato-in-extra-laps",
}
ENDINGS = {
    "BY_OBJECTIVE": "objective",
    "BY_CLOSING": "closing",
    "LAST_SEAT": "last-seat",
    "BY_BOUND": "bound",
    "BY_JUDGE": "judge",
}
