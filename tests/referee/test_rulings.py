"""What rulings do at a table and beyond it: turns that end, seats that leave, players who are expelled."""

from typing import Any

import pytest

from tests.referee.judge import FOUR, Judge
from tests.tournament.organiser import seated


def kinds(answer: dict[str, Any]) -> list[str]:
    """The effects that stand at the table."""
    return [each["kind"] for each in answer["effects"]]


@pytest.mark.clause("004-P1")
def test_a_player_is_made_to_pass_at_once(judge: Judge) -> None:
    judge.opens("primavera")
    judge.type("clock", "1", "--start")
    judge.wait(70)
    refused = judge.refused("incident", "1", "penalty", "--pass", "--offender", "B")
    assert refused["code"] == "against_record"  # it is the turn of A
    now = judge.rules("penalty", "A", "--pass", "--conquests", "0")
    assert (now["ruling"]["clauses"], kinds(now), now["turn"]) == (["004-P1"], ["turn-ends"], "B")
    assert [each["seconds"] for each in now["turns"]] == [70]
    # Another penalty lets the turn go on.
    assert judge.rules("penalty", "B", "--denial")["turn"] == "B"


@pytest.mark.clause("004-P3a")
def test_a_player_who_is_frozen_takes_no_more_turns(judge: Judge) -> None:
    judge.opens("primavera")
    now = judge.rules("penalty", "C", "--congelato")
    assert (now["turn"], now["seats"][2]["status"]) == ("A", "congelato")
    reminder = (
        "è congelato: i territori con una sola armata salgono a 5; i dadi della difesa li tira chi attacca"
    )
    assert f"Per {now['seats'][2]['player']} vale: {reminder}." in now["notices"]
    assert [judge.turn()["turn"] for _ in range(6)] == ["B", "D", "A", "B", "D", "A"]
    judge.type("count", "1", "--end", "--reason", "tardi")
    # Its territories stay and count: it is asked for its points like everybody.
    assert len(judge.show()["asked"][0]["players"]) == 4


@pytest.mark.clause("004-P3b")
def test_a_player_who_is_expelled_from_the_game_is_ranked_last(judge: Judge) -> None:
    seats = judge.opens("primavera", words=("--formula", "primavera"))
    now = judge.rules("penalty", "A", "--expulsion")
    assert (now["turn"], now["seats"][0]["status"]) == ("B", "excluded")
    judge.type("count", "1", "--end", "--reason", "tardi", "--points=B=30", "--points=C=40", "--points=D=50")
    assert judge.show()["asked"] == []
    judge.type("sign", "1")
    judge.organiser.type("close", judge.id)
    rows = judge.organiser.standings(judge.id)
    assert [rows[name]["rank"] for name in seats] == [4, 3, 2, 1]


def test_whoever_has_won_leaves_the_game_no_more(judge: Judge) -> None:
    judge.opens("primavera")
    judge.type("count", "1", "--risiko", "A", "--proven", "--conquests", "0")
    refused = judge.refused("incident", "1", "penalty", "--expulsion", "--offender", "A")
    assert refused["code"] == "has_won"
    judge.rules("penalty", "A", "--denial")
    assert judge.rules("penalty", "B", "--expulsion")["seats"][1]["status"] == "excluded"


@pytest.mark.parametrize(
    ("words", "clause", "left"),
    [
        pytest.param(
            "over-placement --due 5 --placed 8 --deliberate",
            "004-B6c",
            "6.8",
            marks=pytest.mark.clause("004-B6c"),
        ),
        pytest.param("withdrawal", "004-B21a", "6.8", marks=pytest.mark.clause("004-B21a")),
        pytest.param("penalty --points", "004-P4", "24.8", marks=pytest.mark.clause("004-P4")),
    ],
)
def test_points_off_reach_the_ranking(judge: Judge, words: str, clause: str, left: str) -> None:
    seats = judge.opens("primavera", words=("--formula", "primavera"))
    judge.next_round(seats, (60, 52, 51, 50))
    before = judge.organiser.standings(judge.id)
    assert before[seats[0]]["total"] == "31.8"
    case, *answers = words.split()
    assert clause in judge.rules(case, seats[0], *answers)["ruling"]["clauses"]
    after = judge.organiser.standings(judge.id)
    assert after[seats[0]]["total"] == left
    assert all(after[name]["total"] == before[name]["total"] for name in seats[1:])


@pytest.mark.clause("004-B6c", "004-B21a")
@pytest.mark.parametrize("words", ["over-placement --due 5 --placed 8 --deliberate", "withdrawal"])
def test_who_leaves_the_game_pays_once_and_plays_the_next(judge: Judge, words: str) -> None:
    first, *others = judge.opens("primavera", words=("--formula", "primavera"))
    case, *answers = words.split()
    judge.rules(case, first, *answers)
    judge.ends(dict(zip(others, (60, 52, 51), strict=True)))
    row = judge.organiser.standings(judge.id)[first]
    assert (row["rank"], row["total"]) == (4, "-25")
    assert judge.organiser.type("standings", judge.id)["incidents"] == []
    judge.organiser.type("rollcall", judge.id, "--all")
    [table] = seated(judge.organiser.type("draw", judge.id))
    assert first in table


LOCKED, CLOSED = "i rinforzi non si spostano più", "niente più attacchi"
MOVED = "lo spostamento è usato"
OPEN = "fino al passo può ancora cambiare luogo e numero dello spostamento"


@pytest.mark.parametrize(
    ("rulebook", "words", "said"),
    [
        pytest.param(
            *("rtu", "bare-attack-word", [LOCKED]), marks=pytest.mark.clause("001-C14a", "001-C14b")
        ),
        pytest.param(*("rtu", "bare-move-word", [CLOSED]), marks=pytest.mark.clause("001-C15a", "001-C15b")),
        pytest.param(
            *("rtu", "late-tris --placed", ["il tris non si accetta"]), marks=pytest.mark.clause("001-C9")
        ),
        pytest.param(
            *("primavera", "late-tris --placed", ["il tris non si accetta"]),
            marks=pytest.mark.clause("004-B26c"),
        ),
        pytest.param(
            *("aziendale", "forgotten-reinforcements --placed", ["i rinforzi dimenticati sono persi"]),
            marks=pytest.mark.clause("002-6b"),
        ),
        pytest.param(*("aziendale", "touch-move", [MOVED]), marks=pytest.mark.clause("002-11a")),
        pytest.param(
            *("primavera", "touch-move --no-announced", [MOVED, CLOSED, OPEN]),
            marks=pytest.mark.clause("004-B26h"),
        ),
        pytest.param(
            *("primavera", "under-occupation --dice 3 --moved 2 --no-announced", [MOVED, CLOSED, OPEN]),
            marks=pytest.mark.clause("004-B26i"),
        ),
    ],
)
def test_what_a_turn_forbids_stands_until_the_turn_is_passed(
    judge: Judge, rulebook: str, words: str, said: list[str]
) -> None:
    seats = judge.opens(rulebook)
    case, *answers = words.split()
    judge.rules(case, "A", *answers)
    told = judge.show()["notices"]
    assert [each.split(": ", maxsplit=1)[1] for each in told] == [f"{each}." for each in said]
    assert all(seats[0] in each for each in told)
    # Whatever else is ruled meanwhile, the seat is bound; it owes nothing before it passes.
    judge.rules("other", "B", "--effect", "warning")
    assert judge.show()["notices"] == told
    assert (judge.turn()["turn"], judge.show()["notices"]) == ("B", [])
    judge.turn("--lap", "2")
    assert (judge.show()["turn"], judge.show()["notices"]) == ("A", [])


@pytest.mark.parametrize(
    ("rulebook", "words", "limit"),
    [
        pytest.param(*("rtu", "over-limit --armies 134 --found", 126), marks=pytest.mark.clause("001-C11e")),
        pytest.param(*("primavera", "over-limit --armies 110", 90), marks=pytest.mark.clause("004-B5b")),
        pytest.param(*("primavera", "penalty --cap --hand 7", 80), marks=pytest.mark.clause("004-P2b")),
        pytest.param(
            *("primavera", "improper-communication --threat --hand 7", 80),
            marks=pytest.mark.clause("004-B25c"),
        ),
    ],
)
def test_a_lower_limit_of_armies_holds_for_that_seat_and_game(
    judge: Judge, rulebook: str, words: str, limit: int
) -> None:
    seats = judge.opens(rulebook)
    before = [each["army_limit"] for each in judge.show()["seats"]]
    case, *answers = words.split()
    now = judge.rules(case, "B", *answers)
    assert [each["army_limit"] for each in now["seats"]] == [before[0], limit, *before[2:]]
    # One army above the new limit is one too many; the others still go by the regulation's.
    for seat, at_most in (("B", limit), ("C", before[2])):
        again = judge.rules("over-limit", seat, "--armies", str(at_most + 1), "--admitted")
        assert again["ruling"]["answers"]["limit"] == at_most
        assert again["ruling"]["effects"][0]["armies"] >= 1
    assert [each["army_limit"] for each in judge.next_round(seats)["seats"]] == before


def cards_to_leave(now: dict[str, Any]) -> list[str]:
    """What stands of denied cards."""
    return [each.split(": ")[-1] for each in now["notices"] if "carte che restano nel mazzo" in each]


@pytest.mark.clause("004-P2a")
def test_denied_cards_stay_in_the_deck_one_turn_with_conquests_each(judge: Judge) -> None:
    judge.opens("primavera")
    assert cards_to_leave(judge.rules("penalty", "A", "--denial", "--cards", "2")) == ["2."]
    conquests = (
        0,
        2,
        1,
        0,
        3,
        1,
        1,
        0,
        1,
    )  # A without one, with three and with one; of the others it is theirs
    found = [cards_to_leave(judge.turn("--conquests", str(each))) for each in conquests]
    assert found == [["2."]] * 4 + [["1."]] * 4 + [[]]


@pytest.mark.clause("004-B25b")
def test_who_talks_into_another_table_pays_at_their_own(judge: Judge) -> None:
    judge.opens("primavera", *(f"P{number}" for number in range(1, 9)))
    judge.type("open", "2")
    words = ("improper-communication", "--suggestion", "--outsider", "--elsewhere", "--hand", "3")
    judge.type("incident", "2", *words, "--offender", "A", "--reason", "Consiglia al tavolo 1")
    assert [cards_to_leave(judge.show(table)) for table in (1, 2)] == [[], ["1."]]
    judge.type("turn", "1", "--conquests", "1")
    assert cards_to_leave(judge.show(2)) == ["1."]
    judge.type("turn", "2", "--conquests", "1")
    assert cards_to_leave(judge.show(2)) == []


@pytest.mark.clause("002-21b")
def test_anything_can_be_ruled_upon(judge: Judge) -> None:
    judge.opens("aziendale")
    for words in (" ", "Anna sposta il tavolo"):  # free words are for the reason, which can be erased
        assert judge.refused("incident", "1", words, "--offender", "A")["code"] == "unknown_case"
    now = judge.rules("other", "A", "--effect", "warning")
    assert (now["ruling"]["clauses"], kinds(now)) == (["002-21b"], ["warning"])


@pytest.mark.parametrize(
    ("rulebook", "words", "clause", "left"),
    [
        pytest.param("aziendale", "disruption --expelled", "002-21c", 3, marks=pytest.mark.clause("002-21c")),
        pytest.param(
            "primavera", "disruption --resumes", "004-B23a", 3, marks=pytest.mark.clause("004-B23a")
        ),
        pytest.param("rtu", "withdrawal --refusal", "001-C23e", 4, marks=pytest.mark.clause("001-C23e")),
    ],
)
def test_who_is_expelled_from_the_tournament_sits_no_more(
    judge: Judge, rulebook: str, words: str, clause: str, left: int
) -> None:
    people = [f"P{number}" for number in range(1, 10)]
    seats = judge.opens(rulebook, *people)
    judge.type("open", "2")
    case, *answers = words.split()
    now = judge.rules(case, "B", *answers)
    assert clause in now["ruling"]["clauses"]
    assert "tournament-exclusion" in kinds(now)
    for table in ("1", "2"):
        judge.type("count", table, "--end", "--reason", "tardi")
        asked = judge.show(int(table))["asked"]
        counted = [f"--points={who}={10 + at}" for at, who in enumerate(asked[0]["players"])]
        judge.type("count", table, *counted)
        judge.type("sign", table)
    judge.organiser.type("close", judge.id)
    judge.organiser.type("rollcall", judge.id, "--all")
    drawn = judge.organiser.type("draw", judge.id, "--seed", "altro")
    sitting = {seat["name"] for table in drawn["tables"] for seat in table["seats"]}
    assert sitting == {*people} - {seats[1]}
    assert judge.organiser.type("standings", judge.id)["rows"][-1]["player"] == seats[1]


@pytest.mark.clause("001-J3")
def test_no_ruling_without_a_club_that_answers_for_it(judge: Judge) -> None:
    organiser, words = judge.organiser, ("over-limit", "--offender", "A", "--armies", "134", "--found")
    judge.id = organiser.type("new", "Prova", "--judge", "Ugo Bassi", "--official", "--rulebook", "rtu")["id"]
    organiser.type("publish", judge.id, "--rules")
    organiser.enter(judge.id, *FOUR)
    organiser.type("hand-out", judge.id, *FOUR)
    organiser.type("draw", judge.id, "--seed", "seme")
    judge.type("open", "1")
    refused = judge.refused("incident", "1", *words)
    assert (refused["code"], refused["clause"]) == ("no_club", "001-J3")
    assert judge.show()["effects"] == []
    organiser.type("settings", judge.id, "--club", "Aosta")
    assert kinds(judge.type("incident", "1", *words)) == ["remove-armies", "army-limit"]


@pytest.mark.clause("001-J4")
def test_nobody_from_outside_the_club_rules(judge: Judge) -> None:
    judge.opens("rtu")
    words = ("incident", "1", "over-limit", "--offender", "A", "--armies", "134", "--found", "--by")
    for outsider in ("Anna", "Zeno Forti"):
        refused = judge.refused(*words, outsider)
        assert (refused["code"], refused["clause"]) == ("not_of_the_club", "001-J4")
        assert judge.show()["effects"] == []
    assert kinds(judge.type(*words, "Ugo Bassi")) == ["remove-armies", "army-limit"]


def test_only_the_official_judge_decides_otherwise_and_says_why(judge: Judge) -> None:
    judge.opens("rtu")
    judge.organiser.type("judge", judge.id, "Ada Neri", "--table")
    words = ("incident", "1", "over-limit", "--offender", "A", "--armies", "134", "--found")
    other = (*words, "--effect", "warning")
    refused = judge.refused(*other, "--by", "Ada Neri", "--reason", "era distratta")
    assert (refused["code"], refused["clause"]) == ("forward", "000-2j")
    assert judge.refused(*other)["clause"] == "000-2g"
    for wrong in ("boh", "army-limit", "warning=2", "army-limit=x"):
        assert judge.refused(*words, "--effect", wrong, "--reason", "x")["code"] == "unknown_effect"
    assert kinds(judge.type(*other, "--reason", "era distratta")) == ["warning"]
    # What the regulation says, a table judge applies too.
    assert kinds(judge.type(*words, "--by", "Ada Neri")) == ["warning", "remove-armies", "army-limit"]


@pytest.mark.clause("001-C0")
def test_a_case_the_event_has_switched_off_is_the_judge_s(judge: Judge) -> None:
    words = ("over-limit", "--offender", "A", "--armies", "134", "--found")
    judge.opens("rtu", words=("--off", "over-limit"))
    refused = judge.refused("incident", "1", *words)
    assert (refused["code"], refused["clause"]) == ("no_reason", "000-2g")
    now = judge.rules(*words[:1], "A", *words[3:])
    assert (now["ruling"]["standing"], kinds(now)) == ("off", ["free-ruling"])
    judge.opens("rtu")
    assert judge.type("incident", "1", *words)["ruling"]["standing"] == "ruled"
    assert judge.organiser.refused("settings", judge.id, "--off", "die-out")["code"] == "settings_fixed"


def test_what_the_table_knows_nobody_is_asked(judge: Judge) -> None:
    seats = judge.opens("rtu")
    found = ("over-limit", "--offender", seats[1], "--found", "--armies")  # by name, as by letter
    now = judge.type("incident", "1", *found, "134")
    assert [each["army_limit"] for each in now["seats"]] == [130, 126, 130, 130]
    now = judge.type("incident", "1", *found, "130")
    assert now["ruling"]["answers"]["limit"] == 126
    assert now["seats"][1]["army_limit"] == 122
    refused = judge.refused("incident", "1", "over-limit", "--offender", "B", "--armies", "130")
    assert (refused["code"], refused["missing"]) == ("unanswered", ["how"])
    refused = judge.refused("incident", "1", "over-limit", "--armies", "134", "--found")
    assert refused["missing"] == ["offender"]


def test_at_a_terminal_the_table_asks_only_for_what_it_does_not_know(
    judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = judge.opens("rtu")
    replies, asked = iter(["134", "found", seats[2]]), []

    def reply(question: str) -> str:
        asked.append(question.partition(" (")[0])
        return next(replies)

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("typer.prompt", reply)
    typed = judge.organiser.terminal.type("it", "table", "incident", judge.id, "1", "over-limit")
    assert typed[0] == 0
    assert "- chi ha sbagliato: armate da togliere: 8 (a sua scelta)" not in typed[1]
    assert "- C: armate da togliere: 8 (a sua scelta)" in typed[1]
    assert "Clausole: 001-C11b 001-C11d 001-C11e" in typed[1]
    assert asked == [
        "Quante armate ha sul planisfero?",
        "Come si è saputo?",
        "Chi ha sbagliato, o a chi è successo?",
    ]
    assert judge.show()["seats"][2]["army_limit"] == 126


def test_a_player_leaves_as_the_regulation_has_it_and_only_once(judge: Judge) -> None:
    judge.opens("rtu")
    now = judge.rules("withdrawal", "A", "--no-refusal")
    assert (now["turn"], now["seats"][0]["status"]) == ("B", "withdrawn")
    again = judge.refused("incident", "1", "withdrawal", "--no-refusal", "--offender", "A")
    assert again["code"] == "takes_no_turns"
    words = ("other", "--offender", "B", "--effect", "congelato", "--reason", "x")
    assert judge.refused("incident", "1", *words)["code"] == "no_congelato_here"


@pytest.mark.parametrize(
    ("rulebook", "turn", "turns"),
    [
        pytest.param("rtu", "A", 0, marks=pytest.mark.clause("001-C22")),
        pytest.param("primavera", "B", 1, marks=pytest.mark.clause("004-B19")),
    ],
)
def test_a_false_claim_goes_on_or_ends_the_turn(judge: Judge, rulebook: str, turn: str, turns: int) -> None:
    judge.opens(rulebook)
    now = judge.type("count", "1", "--risiko", "A", "--unproven", "--conquests", "0")
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


@pytest.mark.parametrize(
    ("rulebook", "told"),
    [
        ("rtu", "Annuncio: tempo scaduto. Questo è il penultimo giro; l'ultimo è il giro 2 [001-E2]."),
        ("challenge", "Annuncio: tempo scaduto. Questo è il penultimo giro; l'ultimo è il giro 2 [000-11c]."),
        ("milano", "Annuncio: tempo scaduto. Questo è il penultimo giro; l'ultimo è il giro 2 [003-9c]."),
        (
            "primavera",
            "Annuncio: tempo scaduto. Questo è il terzultimo giro; l'ultimo è il giro 3 [004-B2b].",
        ),
        (
            "aziendale",
            "Annuncio: tempo scaduto. Si finisce il giro, poi il dado dice se la partita è finita [002-22b].",
        ),
    ],
)
def test_the_last_laps_are_announced_while_they_are_ahead(judge: Judge, rulebook: str, told: str) -> None:
    judge.opens(rulebook)
    assert judge.type("expire", "1")["announcements"] == [told]
    if rulebook != "aziendale":  # there is no further lap
        judge.turn("--lap", "2")
        assert judge.show()["announcements"] == []
