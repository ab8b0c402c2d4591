"""A stored tournament at every event: a digest of its state, and what the checker finds.

`python -m tests.tournament.streams FILE` prints both for an exported file, wherever it runs.
"""

import hashlib
import json
import locale
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from kamchatka.app.archive import backup as keeping
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.tournaments.opening import OpenTournament, listed, open_tournament
from kamchatka.tournament.checker import check
from kamchatka.tournament.folding import begun, evolve, settings_in, standing


def canonical(value: object) -> Any:
    """A value as JSON knows it, sets in order."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: canonical(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return [[str(key), canonical(each)] for key, each in value.items()]
    if isinstance(value, frozenset | set):
        return sorted((canonical(each) for each in value), key=json.dumps)
    if isinstance(value, tuple | list):
        return [canonical(each) for each in value]
    return value


def digests(desk: OpenTournament) -> list[str]:
    """The state after each event that stands, what it is played by left out."""
    events = standing(desk.occurrences)
    state = begun(desk.tournament.setup, settings_in(events))
    found = []
    for event in events:
        state = evolve(state, event)
        data = {
            each.name: canonical(getattr(state, each.name)) for each in fields(state) if each.name != "setup"
        }
        found.append(hashlib.sha256(json.dumps(data).encode()).hexdigest()[:16])
    return found


def report(office: Office) -> dict[str, Any]:
    """All tournaments of an installation."""
    desks = [open_tournament(office, id) for id in sorted(listed(office))]
    checks = [check(desk.tournament.setup, desk.occurrences, desk.names) for desk in desks]
    return {
        "digests": {desk.id: digests(desk) for desk in desks},
        "differences": [notice.code for each in checks for notice in each.differences],
    }


if __name__ == "__main__":
    locale.setlocale(locale.LC_ALL, "")
    with open_office(None) as memory:
        keeping.restore(memory, TERMINAL, Path(sys.argv[1]))
        print(json.dumps({**report(memory), "hash": hash("Kamchatka")}))
