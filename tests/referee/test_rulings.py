"""What rulings do at a table and beyond it: turns that end, seats that leave, players who are expelled."""

import pytest

from tests.referee.judge import FOUR, Judge


def ruled(judge: Judge, case: str, seat: str, *effects: str, reason: str = "visto") -> dict[str, object]:
    """The official judge rules against a seat of table 1."""
    words = [f"--effect={effect}" for effect in effects]
    found: dict[str, object] = judge.type(
        *("incident", "1", case, "--seat", seat, *words, "--by", "Ugo Bassi", "--reason", reason)
    )
    return found


@pytest.mark.clause("004-P1")
def test_a_player_is_made_to_pass_at_once(judge: Judge) -> None:
    judge.opens("primavera")
    assert judge.show()["turn"] == "A"
    assert ruled(judge, "force-pass", "A", "turn-ends")["turn"] == "B"
    # A ruling without that effect lets the turn go on.
    assert ruled(judge, "talk", "B", "warning")["turn"] == "B"


@pytest.mark.clause("004-P3a")
def test_a_player_who_is_frozen_takes_no_more_turns(judge: Judge) -> None:
    judge.opens("primavera")
    now = ruled(judge, "freeze", "C", "congelato")
    assert (now["turn"], now["seats"][2]["status"]) == ("A", "congelato")  # type: ignore[index]
    assert [judge.turn()["turn"] for _ in range(6)] == ["B", "D", "A", "B", "D", "A"]
    judge.type("count", "1", "--end", "--reason", "tardi")
    # Its territories stay and count: it is asked for its points like everybody.
    assert len(judge.show()["asked"][0]["players"]) == 4


@pytest.mark.clause("004-P3b")
def test_a_player_who_is_expelled_from_the_game_is_ranked_last(judge: Judge) -> None:
    seats = judge.opens("primavera", words=("--formula", "primavera"))
    now = ruled(judge, "threats", "A", "excluded")
    assert (now["turn"], now["seats"][0]["status"]) == ("B", "excluded")  # type: ignore[index]
    judge.type("count", "1", "--end", "--reason", "tardi", "--points=B=30", "--points=C=40", "--points=D=50")
    assert judge.show()["asked"] == []
    judge.type("sign", "1")
    judge.organiser.type("close", judge.id)
    rows = judge.organiser.standings(judge.id)
    assert [rows[name]["rank"] for name in seats] == [4, 3, 2, 1]


@pytest.mark.clause("002-21b")
def test_anything_can_be_ruled_upon(judge: Judge) -> None:
    judge.opens("aziendale")
    for words in (" ", "Anna sposta il tavolo"):  # free words are for the reason, which can be erased
        assert judge.refused("incident", "1", words, "--seat", "A")["code"] == "case_word"
    now = ruled(judge, "other", "A", "warning", reason="sposta il tavolo di proposito")
    assert [each["kind"] for each in now["effects"]] == ["warning"]  # type: ignore[attr-defined]
    assert now["ruled"] is True


@pytest.mark.parametrize(
    ("rulebook", "case"),
    [
        pytest.param("aziendale", "unsporting", marks=pytest.mark.clause("002-21c")),
        pytest.param("primavera", "disruption", marks=pytest.mark.clause("004-B23a")),
        pytest.param("rtu", "refuses-ruling", marks=pytest.mark.clause("001-C23e")),
    ],
)
def test_who_is_expelled_from_the_tournament_sits_no_more(judge: Judge, rulebook: str, case: str) -> None:
    people = [f"P{number}" for number in range(1, 10)]
    seats = judge.opens(rulebook, *people)
    judge.type("open", "2")
    ruled(judge, case, "B", "withdrawn", "tournament-exclusion", reason="rovescia il planisfero")
    for table in ("1", "2"):
        judge.type("count", table, "--end", "--reason", "tardi")
        asked = judge.show(int(table))["asked"]
        words = [f"--points={who}={10 + at}" for at, who in enumerate(asked[0]["players"])]
        judge.type("count", table, *words)
        judge.type("sign", table)
    judge.organiser.type("close", judge.id)
    judge.organiser.type("rollcall", judge.id, "--all")
    drawn = judge.organiser.type("draw", judge.id, "--seed", "altro")
    sitting = {seat["name"] for table in drawn["tables"] for seat in table["seats"]}
    assert sitting == {*people} - {seats[1]}
    assert judge.organiser.type("standings", judge.id)["rows"][-1]["player"] == seats[1]


@pytest.mark.clause("001-J3")
def test_no_ruling_without_a_club_that_answers_for_it(judge: Judge) -> None:
    organiser = judge.organiser
    for club in ("", "Aosta"):
        words = ("--official", "--rulebook", "rtu", *(("--club", club) if club else ()))
        judge.id = organiser.type("new", "Prova", "--judge", "Ugo Bassi", *words)["id"]
        organiser.type("publish", judge.id, "--rules")
        organiser.enter(judge.id, *FOUR)
        organiser.type("hand-out", judge.id, *FOUR)
        organiser.type("draw", judge.id, "--seed", "seme")
        judge.type("open", "1")
        if club:
            assert ruled(judge, "talk", "A", "warning")["ruled"] is True
            continue
        refused = judge.refused("incident", "1", "talk", "--seat", "A", "--effect", "warning")
        assert (refused["code"], refused["clause"]) == ("ruling_without_club", "001-J3")
        assert judge.show()["effects"] == []
        organiser.type("settings", judge.id, "--club", "Aosta")
        assert ruled(judge, "talk", "A", "warning")["ruled"] is True


@pytest.mark.clause("001-J4")
def test_nobody_from_outside_the_club_rules(judge: Judge) -> None:
    judge.opens("rtu")
    for outsider in ("Anna", "Zeno Forti"):
        words = ("incident", "1", "talk", "--seat", "A", "--effect", "warning", "--by", outsider)
        refused = judge.refused(*words)
        assert (refused["code"], refused["clause"]) == ("not_of_club", "001-J4")
        assert judge.show()["effects"] == []
    assert ruled(judge, "talk", "A", "warning")["ruled"] is True


@pytest.mark.parametrize(
    ("rulebook", "turn", "turns"),
    [
        pytest.param("rtu", "A", 0, marks=pytest.mark.clause("001-C22")),
        pytest.param("primavera", "B", 1, marks=pytest.mark.clause("004-B19")),
    ],
)
def test_a_false_claim_goes_on_or_ends_the_turn(judge: Judge, rulebook: str, turn: str, turns: int) -> None:
    judge.opens(rulebook)
    now = judge.type("count", "1", "--risiko", "A", "--unproven")
    assert (now["turn"], now["over"], len(now["turns"]), now["effects"]) == (turn, False, turns, [])
    judge.opens(rulebook)
    assert judge.type("count", "1", "--risiko", "A", "--proven")["ending"] == "objective"


def test_the_end_is_announced_beforehand_if_the_event_wants(judge: Judge) -> None:
    judge.sits("rtu")
    judge.type("open", "1", "--warn", "10")
    judge.type("clock", "1", "--start")
    judge.wait(94 * 60)
    assert judge.show()["announcements"] == []
    judge.wait(2 * 60)
    assert judge.show()["announcements"] == ["Annuncio: mancano 9:00 alla fine del tempo."]
    judge.wait(9 * 60)
    assert judge.type("expire", "1")["announcements"] == [
        "Annuncio: tempo scaduto. Questo è il penultimo giro; l'ultimo è il giro 2 [001-E2]."
    ]
