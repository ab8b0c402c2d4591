"""Copies that make themselves: when, where, and what is never overwritten. The clock is turned by hand."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from shutil import rmtree

import pytest

from kamchatka.app.archive.copier import AGAIN, EVERY, LOOK, Copier, copy_name
from kamchatka.app.archive.found_copies import copies_in, on_sticks, open_copy
from kamchatka.app.archive.places import (
    OWN_FOLDER,
    CopyPlace,
    Stick,
    chosen_places,
    is_of_system,
    places_file,
)
from kamchatka.app.archive.views import copy_view
from kamchatka.app.history import check
from kamchatka.app.office import TERMINAL, Actor, Office, Role, open_office
from kamchatka.app.tournaments.opening import listed, open_tournament
from kamchatka.refusals import NotAllowed, NotUnderstood
from kamchatka.store.database import Holder
from tests.app.forgeries import archived
from tests.web import played

ORGANISER = Actor(Role.ORGANISER, "anna")


@dataclass
class Hand:
    """A clock that somebody turns."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Hall:
    """A laptop with an event on it, and a stick to plug in."""

    office: Office
    id: str
    copier: Copier
    hand: Hand
    stick: Stick
    plugged: list[Stick] = field(default_factory=list)

    @property
    def newest(self) -> Path:
        return self.stick.folder / f"kamchatka-{self.id}.jsonl"

    def files(self) -> list[str]:
        return sorted(path.name for path in self.stick.folder.iterdir())

    def state(self) -> str:
        return copy_view(self.copier.status(self.id), "it").state

    def said(self) -> str:
        return copy_view(self.copier.status(self.id), "it").sentence


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    stick = Stick("PORTICI", tmp_path / "PORTICI")
    stick.root.mkdir()
    hand, plugged = Hand(), [stick]
    with open_office(tmp_path / "laptop" / "k.db", Holder("serve")) as office:
        id = played.entered(office, 8)
        copier = Copier(office, tmp_path / "laptop", lambda: plugged, hand)
        yield Hall(office, id, copier, hand, stick, plugged)


def test_news_is_copied_within_a_minute_and_a_closed_round_at_once(hall: Hall) -> None:
    hall.copier.choose(ORGANISER, hall.id, hall.stick.folder, at_the_computer=False)
    assert hall.state() == "first"
    hall.copier.look()
    first = hall.newest.read_bytes()
    played.go_on(hall.office, hall.id, "record")
    hall.hand.now = EVERY - 1
    hall.copier.look()
    assert (hall.state(), hall.newest.read_bytes()) == ("behind", first)
    hall.hand.now = 60 - LOOK  # the next look might come after the minute
    hall.copier.look()
    assert (hall.state(), hall.files()) == ("current", [f"kamchatka-{hall.id}.jsonl"])
    second = hall.newest.read_bytes()
    assert second != first
    played.go_on(hall.office, hall.id, "draw", rounds=1)
    hall.hand.now += 1
    hall.copier.look()
    assert hall.files() == [f"kamchatka-{hall.id}-turno-1.jsonl", f"kamchatka-{hall.id}.jsonl"]
    assert hall.newest.read_bytes() != second
    assert hall.newest.stat().st_mode & 0o777 == 0o600
    played.go_on(hall.office, hall.id, "draw", rounds=2)
    played.go_on(hall.office, hall.id, "publish", rounds=3)
    hall.copier.look()
    assert hall.files() == [
        *(f"kamchatka-{hall.id}-turno-{round}.jsonl" for round in (1, 2, 3)),
        f"kamchatka-{hall.id}.jsonl",
    ], "two rounds closed between two looks"


def test_nothing_is_written_while_nothing_happens_and_a_lost_copy_is_made_again(hall: Hall) -> None:
    hall.copier.choose(ORGANISER, hall.id, hall.stick.folder, at_the_computer=False)
    hall.copier.look()
    before = hall.newest.stat().st_mtime_ns
    hall.hand.now = 10 * EVERY
    hall.copier.look()
    assert hall.newest.stat().st_mtime_ns == before
    hall.newest.unlink()
    hall.copier.look()
    assert hall.newest.is_file()


def test_a_stick_pulled_out_is_told_and_copies_go_on_when_it_is_back(hall: Hall) -> None:
    hall.copier.choose(ORGANISER, hall.id, hall.stick.folder, at_the_computer=False)
    hall.copier.look()
    away = hall.stick.root.rename(hall.stick.root.with_name("in tasca"))
    hall.copier.look()
    assert hall.state() == "trouble"
    assert hall.said().startswith("«PORTICI» non c'è più")
    assert not hall.stick.root.exists()
    away.rename(hall.stick.root)
    hall.copier.look()  # it rests first
    assert hall.state() == "trouble"
    hall.hand.now = AGAIN
    hall.copier.look()
    assert hall.state() == "current"


def test_where_a_stick_was_plugged_in_nothing_is_written_to_the_laptop_itself(hall: Hall) -> None:
    """The empty folder of a mount point stays when the stick goes: it is not the stick."""
    place = CopyPlace(hall.stick.folder, is_apart=True)
    hall.stick.folder.mkdir()
    with pytest.raises(Exception, match="copy_place_gone"):
        place.must_be_there(hall.stick.root.parent / "laptop")


def test_whoever_asks_for_a_copy_gets_it_at_once(hall: Hall) -> None:
    hall.copier.choose(ORGANISER, hall.id, hall.stick.folder, at_the_computer=False)
    with hall.copier.running():
        assert hall.copier.wait(hall.id, 5).made
        hall.newest.unlink()
        hall.copier.ask(hall.id)
        assert hall.copier.wait(hall.id, 5).trouble is None
        assert hall.newest.is_file()
        played.go_on(hall.office, hall.id, "record")
    assert len(hall.newest.read_bytes().splitlines()) > 30  # what was left was copied at the end
    assert hall.state() == "current"


def test_a_copy_that_is_ahead_of_this_computer_is_never_overwritten(hall: Hall, tmp_path: Path) -> None:
    """The event went on at another laptop; the first one is switched on again, with the stick in it."""
    hall.copier.choose(ORGANISER, hall.id, hall.stick.folder, at_the_computer=False)
    hall.copier.look()
    with open_office(tmp_path / "altro" / "k.db", Holder("serve")) as other:
        with hall.newest.open("rb") as file:
            assert open_copy(other, TERMINAL, file).event == hall.id
        copier = Copier(other, tmp_path / "altro", lambda: [hall.stick], hall.hand)
        copier.choose(TERMINAL, hall.id, hall.stick.folder, at_the_computer=False)
        played.go_on(other, hall.id, "record")
        copier.look()
        ahead = hall.newest.read_bytes()
    hall.copier.ask(hall.id)
    hall.copier.look()
    assert "più avanti di questo computer" in hall.said()
    assert hall.newest.read_bytes() == ahead
    with hall.newest.open("rb") as file:
        open_copy(hall.office, TERMINAL, file)
    hall.copier.ask(hall.id)
    hall.copier.look()
    assert hall.state() == "current"


def test_the_copy_of_another_event_of_the_same_name_stays(hall: Hall, tmp_path: Path) -> None:
    with open_office(tmp_path / "altro" / "k.db", Holder("serve")) as other:
        assert played.entered(other, 4) == hall.id
        copier = Copier(other, tmp_path / "altro", lambda: [hall.stick], hall.hand)
        copier.choose(TERMINAL, hall.id, hall.stick.folder, at_the_computer=False)
        copier.look()
    theirs = hall.newest.read_bytes()
    hall.copier.choose(ORGANISER, hall.id, hall.stick.folder, at_the_computer=False)
    hall.copier.look()
    assert "un altro torneo con lo stesso nome" in hall.said()
    assert hall.newest.read_bytes() == theirs


def test_a_damaged_copy_is_replaced_by_a_good_one(hall: Hall) -> None:
    hall.copier.choose(ORGANISER, hall.id, hall.stick.folder, at_the_computer=False)
    hall.copier.look()
    good = hall.newest.read_bytes()
    hall.newest.write_bytes(good[: len(good) // 2])
    hall.copier.ask(hall.id)
    hall.copier.look()
    assert hall.newest.read_bytes().splitlines()[1:-1] == good.splitlines()[1:-1]  # made later, else the same


def test_what_cannot_be_written_is_told_with_its_reason(hall: Hall) -> None:
    hall.copier.choose(ORGANISER, hall.id, hall.stick.folder, at_the_computer=False)
    hall.newest.mkdir()
    hall.copier.look()
    assert hall.said() == f"Non si può leggere {hall.newest}: è una cartella, non un file."


def test_organisers_choose_sticks_and_only_the_computer_s_own_administrator_any_folder(
    hall: Hall, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "cartella"
    for actor, here in ((ORGANISER, True), (TERMINAL, False)):
        with pytest.raises(NotAllowed, match="copy_place_not_yours"):
            hall.copier.choose(actor, hall.id, elsewhere, at_the_computer=here)
    with pytest.raises(NotAllowed, match="role"):
        hall.copier.choose(Actor(Role.TABLE_JUDGE, "t"), hall.id, hall.stick.folder, at_the_computer=True)
    with pytest.raises(NotUnderstood, match="copy_path"):
        hall.copier.choose(TERMINAL, hall.id, Path("copie"), at_the_computer=True)
    assert not elsewhere.exists()
    hall.copier.choose(TERMINAL, hall.id, elsewhere, at_the_computer=True)
    assert hall.state() == "first"


def test_no_copy_goes_over_the_system_nor_through_a_link_away_from_its_stick(
    hall: Hall, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to("/etc")
    system = [Path("/"), Path("/etc/kamchatka"), Path("/usr/local/share"), Path("/usr/../etc/x")]
    for folder in (*system, tmp_path / "link" / "kamchatka"):
        with pytest.raises(NotAllowed, match="copy_over_system"):
            hall.copier.choose(TERMINAL, hall.id, folder, at_the_computer=True)
        assert not folder.name.startswith("kamchatka") or not folder.exists()
    assert not is_of_system(Path("/run/media/anna/PORTICI/Kamchatka"))
    assert not is_of_system(Path("/media/anna/PORTICI/Kamchatka"))
    (tmp_path / "altrove").mkdir()
    hall.stick.folder.symlink_to(tmp_path / "altrove")
    with pytest.raises(NotAllowed, match="copy_place_not_yours"):
        hall.copier.choose(ORGANISER, hall.id, hall.stick.folder, at_the_computer=False)
    hall.stick.folder.unlink()
    hall.copier.choose(ORGANISER, hall.id, hall.stick.folder, at_the_computer=False)


def test_no_file_is_named_by_an_id_that_could_be_a_path() -> None:
    assert copy_name("raduno-2", 3) == "kamchatka-raduno-2-turno-3.jsonl"
    for id in ("../raduno", "a/b", "", "A", "nuovo", "x" * 61):
        with pytest.raises(NotUnderstood, match="odd_id"):
            copy_name(id)


def test_the_choice_outlives_a_restart_and_the_age_of_the_copy_too(hall: Hall, tmp_path: Path) -> None:
    hall.copier.choose(ORGANISER, hall.id, hall.stick.folder, at_the_computer=False)
    hall.copier.look()
    made = hall.copier.status(hall.id).made
    again = Copier(hall.office, tmp_path / "laptop", lambda: [], hall.hand)
    again.look()
    status = again.status(hall.id)
    assert status.place == CopyPlace(hall.stick.folder, is_apart=False)
    assert (status.waiting, status.trouble) == (0, None)
    assert "2" < status.made <= made  # the file says when it was begun
    again.leave(ORGANISER, hall.id)
    assert chosen_places(tmp_path / "laptop") == {}
    places_file(tmp_path / "laptop").write_text("[1, 2]")
    assert chosen_places(tmp_path / "laptop") == {}


def test_copies_are_found_on_sticks_and_open_as_they_were_written(hall: Hall, tmp_path: Path) -> None:
    hall.copier.choose(ORGANISER, hall.id, hall.stick.folder, at_the_computer=False)
    played.go_on(hall.office, hall.id, "draw", rounds=1)
    hall.copier.look()
    (hall.stick.root / "foto.jsonl").write_text("non una copia\n")
    (hall.stick.root / "lista.csv").write_text("nome\n")
    found = on_sticks([hall.stick])
    assert [(each.name, each.event, each.round) for each in found] == [
        ("Raduno", hall.id, 0),
        ("Raduno", hall.id, 1),
    ]
    assert found[0].path == hall.stick.root / OWN_FOLDER / f"kamchatka-{hall.id}.jsonl"
    with open_office(tmp_path / "altro" / "k.db", Holder("serve")) as other:
        with found[0].path.open("rb") as file:
            open_copy(other, TERMINAL, file)
        assert listed(other) == [hall.id]
        assert check(other).broken is None
        assert archived(other) == archived(hall.office)
        assert open_tournament(other, hall.id).names == open_tournament(hall.office, hall.id).names
    rmtree(hall.stick.root)
    assert copies_in([hall.stick.folder]) == []
