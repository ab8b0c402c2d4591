"""`casebook list`, `show` and `ask`: words for people, data for programs, questions at a terminal."""

import json
from typing import Any

import pytest

from kamchatka.referee.casebook.loading import casebook
from kamchatka.rulebook import shipped
from tests.cli.typed import Terminal


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


def test_the_list_names_every_case_and_who_rules_it(terminal: Terminal) -> None:
    found = json.loads(terminal.type("it", "casebook", "list", "--rulebook", "milano", "--json")[1])
    rows = {each["id"]: each for each in found}
    assert list(rows) == list(casebook())
    assert rows["under-defence"]["standing"] == "ruled"
    assert rows["under-defence"]["clauses"] == ["003-5a"]
    assert rows["bare-move-word"]["standing"] == "silent"
    status, shown, _ = terminal.type("en", "casebook", "list")
    assert status == 0
    assert all(name in shown for name in casebook())


def test_the_list_shows_what_the_club_has_switched_off(terminal: Terminal) -> None:
    words = ("casebook", "list", "--rulebook", "rtu", "--off", "die-out", "--json")
    rows = {each["id"]: each for each in json.loads(terminal.type("it", *words)[1])}
    assert (rows["die-out"]["standing"], rows["early-defence"]["standing"]) == ("off", "ruled")


@pytest.mark.parametrize("id", ["", *shipped()])
@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_case_is_shown(terminal: Terminal, lang: str, id: str) -> None:
    asked = ("--rulebook", id) if id else ()
    for name, case in casebook().items():
        status, shown, errors = terminal.type(lang, "casebook", "show", name, *asked)
        assert (status, errors) == (0, "")
        assert case.name("en" if lang == "en" else "it") in shown


def test_a_case_is_shown_with_its_questions_and_rulings(terminal: Terminal) -> None:
    shown = terminal.type("it", "casebook", "show", "over-limit", "--rulebook", "primavera")[1].splitlines()
    for line in (
        "Armate oltre il limite (over-limit)",
        "- Quante armate ha sul planisfero?",
        "  Scrivi --armies e un numero da 0 a 999.",
        "- È nel limite: … su ….",
        "  armies <= limit  004-B4",
        "  altrimenti  004-B4 004-B5a 004-B5b",
        "Per chiedere: ./run casebook ask over-limit --rulebook primavera",
    ):
        assert line in shown


def test_a_ruling_in_words(terminal: Terminal) -> None:
    words = ("casebook", "ask", "over-limit", "--rulebook", "rtu", "--armies", "134", "--found")
    assert terminal.type("it", *words, "--offender", "b") == (
        0,
        "Armate oltre il limite (rtu)\n"
        "Sono 4 di troppo: toglie subito 8 armate, da dove vuole, e fino alla fine della partita il suo"
        " limite è 126.\n"
        "- B: armate da togliere: 8 (a sua scelta)\n"
        "- B: limite di armate: 126\n"
        "Clausole: 001-C11b 001-C11d 001-C11e\n",
        "",
    )
    shown = terminal.type("en", *words[:3], "--rulebook", "milano", "--armies", "131", "--admitted")[1]
    assert "The player said so: 1 army is removed at once" in shown
    assert "Reading AMB-97: Exceeding 130 armies is not ruled: the casebook of 001 applies." in shown


@pytest.mark.parametrize(
    ("rulebook", "asked", "italian", "english"),
    [
        (
            "rtu",
            "false-risiko --proved",
            "- il giocatore interessato: vince la partita",  # nobody did anything wrong
            "- player concerned: wins the game",
        ),
        (
            "primavera",
            "lateness --minutes 5",
            "lascia nel mazzo le prime 3 carte che guadagna",
            "the first 3 cards earned stay in the deck",
        ),
        (
            "primavera",
            "withdrawal",
            "con almeno 5 armate ciascuno; i dadi della difesa li tira chi attacca",
            "with at least 5 armies each; the attacker throws the defence dice",
        ),
        (
            "aziendale",
            "withdrawal",
            "i dadi della difesa li tira il primo giocatore, in ordine di gioco, che non è nel combattimento",
            "the first player, in order of play, who is not in the combat throws the defence dice",
        ),
        (
            "primavera",
            "single-armies --singles 10 --no-risiko",
            "i dadi della difesa li tira chi attacca",
            "the attacker throws the defence dice",
        ),
        (
            "primavera",
            "penalty --congelato",
            "con una sola armata salgono a 5; i dadi della difesa li tira chi attacca",
            "with a single army rise to 5; the attacker throws the defence dice",
        ),
        (
            "primavera",
            "freeze-hint --in-turn",
            "con una sola armata salgono a 5; i dadi della difesa li tira chi attacca",
            "with a single army rise to 5; the attacker throws the defence dice",
        ),
        (
            "primavera",
            "over-placement --due 5 --placed 8 --deliberate",
            "I suoi territori diventano neutrali con almeno 5 armate ciascuno, ed è ultimo al tavolo.",
            "The territories become neutral with at least 5 armies each",
        ),
        (
            "primavera",
            "disruption --no-resumes --last-round",
            "agli altri valgono i punti dell'ultimo turno che hanno disputato.",
            "the others get the points of the last round they played.",
        ),
        (
            "primavera",
            "disruption --no-resumes --no-last-round",
            "agli altri vale il punteggio che faranno al turno seguente.",
            "the others get the score they make in the next round.",
        ),
        (
            "primavera",
            "touch-move --no-announced",
            "Finché non passa può ancora cambiarne il luogo e il numero di armate.",
            "Until the pass its place and its number of armies may still be changed.",
        ),
    ],
)
def test_what_a_judge_is_told(
    terminal: Terminal, rulebook: str, asked: str, italian: str, english: str
) -> None:
    words = ("casebook", "ask", *asked.split(), "--rulebook", rulebook)
    assert italian in terminal.type("it", *words)[1]
    assert english in terminal.type("en", *words)[1]


def test_the_answer_for_programs(terminal: Terminal) -> None:
    words = ("casebook", "ask", "over-limit", "--rulebook", "rtu", "--armies=134", "--how=found", "--json")
    data: dict[str, Any] = json.loads(terminal.type("it", *words)[1])
    assert data["ruling"].startswith("Sono 4 di troppo: toglie subito 8 armate")
    assert data["effects"] == [
        {"kind": "remove-armies", "who": "offender", "of": "any", "armies": 8},
        {"kind": "army-limit", "who": "offender", "limit": 126, "scope": "game"},
    ]
    assert data["clauses"] == ["001-C11b", "001-C11d", "001-C11e"]
    assert data["answers"] == {"armies": 134, "how": "found"}


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (("over-limt",), 2, "Nella casistica non c'è «over-limt». Volevi dire «over-limit»?"),
        (("xyz",), 2, "Nella casistica non c'è «xyz». I casi sono elencati da «casebook list»."),
        (("over-limit", "134"), 2, "«134» non è una risposta: ogni risposta comincia con due trattini."),
        (("over-limit", "--tanks", "134"), 2, "«tanks» non è una domanda del caso «over-limit»."),
        (("over-limit", "--no-armies"), 2, "«no-armies» non è una domanda del caso «over-limit»."),
        (("over-limit", "--armies"), 2, "Dopo «--armies» manca la risposta. Scrivi --armies e un numero"),
        (("over-limit", "--armies", "1e9"), 2, "A «armies» non si può rispondere «1e9». Scrivi --armies e"),
        (("over-limit", "--armies", "1000"), 2, "A «armies» non si può rispondere «1000»."),
        (("over-limit", "--armies", "1", "--armies", "2"), 2, "A «armies» hai risposto due volte"),
        (
            ("over-limit", "--armies", "134"),
            2,
            "Manca una risposta: Come si è saputo? Scrivi --admitted (lo ha",
        ),
        (("over-limit", "--offender", "G"), 2, "A «offender» non si può rispondere «G»."),
        (("penalty", "--role", "table-judge"), 3, "Un giudice di tavolo non prende decisioni disciplinari"),
    ],
)
def test_what_cannot_be_answered_is_told_with_what_to_do(
    terminal: Terminal, words: tuple[str, ...], status: int, told: str
) -> None:
    found = terminal.type("it", "casebook", "ask", *words, "--rulebook", "rtu")
    assert (found[0], found[1]) == (status, "")
    assert found[2].startswith(told)


def test_at_a_terminal_the_questions_are_asked(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["134", "found"])
    asked: list[str] = []

    def prompt(question: str) -> str:
        asked.append(question)
        return next(answers)

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("typer.prompt", prompt)
    status, shown, _ = terminal.type("it", "casebook", "ask", "over-limit", "--rulebook", "rtu")
    assert status == 0
    assert "limite di armate: 126" in shown
    assert asked[0] == "Quante armate ha sul planisfero? (un numero)"
    assert asked[1].startswith("Come si è saputo? (admitted: lo ha detto lui, found: ")
