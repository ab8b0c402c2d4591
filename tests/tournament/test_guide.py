"""The guide: it asks, somebody answers, and nothing typed by mistake is lost or breaks it."""

import io

import pytest

from tests.tournament.organiser import Organiser

ANSWERS = """annulla
Serata
boh
tre-partite
Anna, Aosta
Bruno, Bari
Carla, Como
Dario, Asti


Ugo Galli


62 55 30
62 55 30 30
10
12

annulla

"""


def test_a_slip_a_tie_and_an_undo_in_one_evening(
    organiser: Organiser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(ANSWERS + "esci\n"))
    status, out, err = organiser.terminal.type("it", "tournament", "guide")
    assert status == 0, err
    assert "Non c'è il formato «boh»" in err or "boh" in err
    assert "Hai scritto: «62 55 30»." in err
    assert "il valore dei territori fuori obiettivo" in err
    assert "Annullato: Chiuso il turno 1." in out
    assert out.rstrip().endswith("Riprendi quando vuoi con lo stesso comando.")
    now = organiser.type("show", "serata")
    assert (now["entrants"], now["round"]) == (4, 1)
    rows = organiser.standings("serata")
    places = sorted(rows.values(), key=lambda row: row["rank"])
    assert [row["total"] for row in places] == ["12.62", "7.55", "5.3", "3.3"]
