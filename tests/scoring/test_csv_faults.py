"""Faults of a spreadsheet speak of its lines and headings, in the reader's language."""

import csv

import pytest

from kamchatka.messages import LANGUAGES
from kamchatka.rulebook import Rulebook, load
from kamchatka.scoring.files import FaultySheet
from kamchatka.scoring.results.csv_file import OpenQuote, rows_of
from kamchatka.scoring.results.model import Results
from kamchatka.scoring.results.reading import read_results_csv

HEAD = "Turno;Tavolo;Giocatore;Punti;Obiettivo;Stato;Tipo;Assegnati;Piazzamento;Sorteggio;Carte\n"
ENGLISH = "round;table;player;points;objective;status;kind;award;place;lot;cards\n"


def read(source: str, rulebook: Rulebook | None = None) -> Results:
    return read_results_csv(source, name="gara.csv", rulebook=rulebook or load("rtu"))


def told(source: str, lang: str = "it") -> list[str]:
    """The sentences about a file."""
    with pytest.raises(FaultySheet) as caught:
        read(source)
    for each in LANGUAGES:
        for fault in caught.value.faults:
            assert "{" not in fault.sentence(each)
            assert "[[" not in fault.sentence(each)
            assert "seat." not in fault.sentence(each)
    return [line[2:] for line in caught.value.report("en" if lang == "en" else "it").splitlines()[1:]]


SENTENCES = [
    ("1;1;a;;;;;;;;\n1;1;b;5;;;;;;;", "riga 2: manca «Punti»: scrivi i punti tavolo"),
    ("1;1;a;5;forse;;;;;;\n1;1;b;5;;;;;;;", "riga 2: «Obiettivo» vale forse; si scrive x o sì, oppure no"),
    (
        "1;1;a;5;;malato;;;;;\n1;1;b;5;;;;;;;",
        "riga 2: «Stato» vale malato; si può scrivere ritirato, escluso, congelato, congelato-extra, assente",
    ),
    (
        "1;1;a;5;;;festa;;;;\n1;1;b;5;;;;;;;",
        "riga 2: «Tipo» vale festa; si può scrivere tavolo, riposo, duello, morto",
    ),
    (
        "1;1;a;5;;;;;;;",
        "riga 2: turno 1, tavolo 1: servono da due a sei giocatori (il morto conta), una riga per ciascuno",
    ),
    (
        "1;1;a;;;;duello;;1;;\n1;1;b;;;;;;1;;",
        "riga 2: turno 1, tavolo 1: in un testa a testa uno ha piazzamento 1 e l'altro 2, oppure «assegnati» "
        "dà i punti a tutti e due",
    ),
    (
        "1;1;a;;;;riposo;-3;;;",
        "riga 2: «Assegnati» vale -3; un punteggio assegnato non è mai negativo",
    ),
    (
        "1;1;a;5;;;;;;x;\n1;1;b;5;;;;;;;",
        "riga 2: «Sorteggio»: scrivi i dadi tirati separati da spazi, per esempio 3 6",
    ),
    (
        "1;1;a;5;;;;;;;30\n1;1;b;5;;;;;;;30",
        "riga 2: turno 1, tavolo 1: in tutto le carte in mano sono più delle 44 del mazzo; ricontale",
    ),
    (
        "1;1;a;5;;;;;;;\n1;1;b;5;;;;;;;\n1;;d;5;;assente;;;;;",
        "riga 4: d risulta assente, ma la riga dice anche 5: togli l'assenza o il resto",
    ),
    (
        "1;1;a;5;;;;;;;\n1;1;b;5;;;;;;;\n1;;d;;;assente;;;;;\n1;;d;;;assente;;;;;",
        "riga 5: d compare due volte tra gli assenti del turno",
    ),
    (
        "1;1;a;5;;;;;;;\n1;1;b;5;;;;;;;\n1;;a;;;assente;;;;;",
        "riga 4: a risulta assente ma siede al tavolo 1: togli l'assenza o il posto",
    ),
    (
        "1;1;a;500;;;;;;;\n1;1;b;5;;;;;;;",
        "riga 2: «Punti» vale 500, ma con questo regolamento nemmeno tutto il planisfero dà più di 164 punti",
    ),
    (
        "1;1;a;5;;;;;;;\n1;1;b;5;;;;;;;\n1;;;;;assente;;;;;",
        "riga 4: «Giocatore»: scrivi il nome o il codice del giocatore",
    ),
    (
        "1;1;a;5;;;;9;;;\n1;1;b;5;;;;;;;",
        "riga 2: «Assegnati»: i punti di a si calcolano dalla partita; la colonna vale solo per riposi, "
        "testa a testa e partite annullate",
    ),
    ("1;uno;a;5;;;;;;;", "riga 2: «Tavolo» vale uno; serve un numero intero da 1 a 99999"),
    ("1;;a;;;assente;;;;;", "nel file ci sono solo assenti: aggiungi le righe dei tavoli giocati"),
]


@pytest.mark.parametrize(("lines", "sentence"), SENTENCES, ids=[said[:40] for _, said in SENTENCES])
def test_a_fault_names_line_and_heading(lines: str, sentence: str) -> None:
    assert told(HEAD + lines) == [sentence]
    (english,) = told(ENGLISH + lines, "en")
    assert not any(word in english for word in ("riga", "turno", "punti"))


def test_an_empty_file_says_what_goes_into_it() -> None:
    for source in ("", "\n\n", HEAD):
        (said,) = told(source)
        assert "turno, tavolo, giocatore, punti" in said


def test_a_regulation_that_is_missing_is_asked_for_once() -> None:
    lines = "".join(f"{turn};1;a;5;;;;;;;\n{turn};1;b;5;;;;;;;\n" for turn in range(1, 5))
    with pytest.raises(FaultySheet) as caught:
        read_results_csv(HEAD + lines, name="gara.csv")
    (fault,) = caught.value.faults
    assert "--rulebook rtu" in fault.sentence("it")
    assert "colonna «regolamento»" in fault.sentence("it")


def test_an_unknown_column_gets_its_neighbour_or_the_list() -> None:
    near, far = told("Turno;Tavolo;Giocatore;Punti;Obbiettivo;Colore\n1;1;a;5;;\n1;1;b;5;;\n")
    assert near == "riga 1: «Obbiettivo» non è una colonna conosciuta; forse: obiettivo"
    assert far.startswith("riga 1: «Colore» non è una colonna conosciuta; colonne possibili: turno, tavolo")
    assert "objective" not in far


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ('1;1;"a;5;;;;;;;\n1;1;b;5;;;;;;;\n1;1;c;4;;;;;;;\n', 2),
        ('1;1;a;5;;;;;;;\n1;1;"b;5;;;;;;;\n1;1;"c";4;;;;;;;\n', 3),
        ('1;1;a;5;;;;;;;\n1;1;"b;5;;;;;;;', 3),
        ('1;1;a;5;;;;;;;\n1;1;"b;5;;;;;;;\n' + "1;1;c;4;;;;;;;\n" * 20_000, 3),
    ],
)
def test_an_open_quotation_mark_is_found_where_it_opens(lines: str, line: int) -> None:
    (said,) = told(HEAD + lines)
    assert (
        said == f"riga {line}: le virgolette aperte in questa riga non si chiudono più: chiudile, o toglile"
    )


def test_quotation_marks_that_close_are_fine() -> None:
    (table,) = read('Turno;Tavolo;Giocatore;Punti\n1;1;"a; detto ""il Gufo""";5\n\n1;1;"b";"6"\n').tables()
    assert table.players == ('a; detto "il Gufo"', "b")


def test_lines_are_counted_as_an_editor_does() -> None:
    (said,) = told('Turno;Tavolo;Giocatore;Punti\n\n1;1;"a\nb";5\n1;1;c;x\n')
    assert said.startswith("riga 5: «Punti» vale x")
    (said,) = told("Turno;Tavolo;Giocatore;Punti\r1;1;a;5\r1;1;c;x\r")
    assert said.startswith("riga 3: «Punti» vale x")


def test_an_absence_may_repeat_what_the_table_says() -> None:
    found = read(
        "Turno;Tavolo;Giocatore;Punti;Stato;Annullato\n1;1;a;5;;no\n1;1;b;4;;no\n1;2;c;0;assente;no\n"
    )
    assert found.rounds[0].absent == ("c",)


def test_kinds_and_tie_cells_have_italian_names() -> None:
    source = (
        "Turno;Tavolo;Giocatore;Punti;Tipo;Valore fuori;Armate dentro;Armate fuori;Armate;Carte;"
        "Territori dentro;Territori fuori;Territori;Mancanti confinanti;Protetti;"
        "Miglior continente;Ultimo turno\n"
        "1;1;a;5;morto;1;2;3;5;4;2;3;5;1;1;0;30\n1;1;b;4;;;;;;;;;;;;;\n1;2;c;;riposo;;;;;;;;;;;;\n"
    )
    dummy, bye = read(source).tables()
    assert (dummy.kind, bye.kind) == ("dummy", "bye")
    assert dummy.sheet is not None
    assert dummy.sheet.seats[0].numbers["missing-beside"] == 1
    assert dummy.sheet.seats[0].numbers["earlier-last-turn"] == -30


def test_a_number_of_a_round_that_is_too_large_is_told_with_its_round() -> None:
    said = "riga 2: «turno 1» vale 100000; serve un numero intero da 1 a 99999"
    assert told(HEAD + "100000;1;a;5;;;;;;;\n100000;1;b;5;;;;;;;") == [said]
    results = read(HEAD + "99999;1;a;5;;;;;;;\n99999;1;b;5;;;;;;;")
    assert [each.number for each in results.rounds] == [99_999]


def test_the_kind_of_a_table_is_told_in_the_language_of_the_reader() -> None:
    lines = "1;1;a;5;;;duello;;;;\n1;1;b;5;;;;;;;\n1;1;c;5;;;;;;;"
    assert "a un tavolo di tipo duello serve" in " ".join(told(HEAD + lines))
    assert "a table of kind duel needs" in " ".join(told(ENGLISH + lines, "en"))


def test_every_award_that_is_no_number_is_told() -> None:
    lines = "1;1;a;;;;duello;x;;;\n1;1;b;;;;;y;;;"
    assert [said.partition(";")[0] for said in told(HEAD + lines) if "Assegnati" in said] == [
        "riga 2: «Assegnati» vale x",
        "riga 3: «Assegnati» vale y",
    ]


def test_a_quotation_mark_left_open_in_the_only_line_is_found() -> None:
    with pytest.raises(OpenQuote) as caught:
        rows_of('turno;"tavolo\n')
    assert caught.value.line == 1


def test_a_cell_of_several_lines_before_the_last_line_is_no_open_quotation_mark() -> None:
    assert rows_of('a;b\n"x\ny";2\n3;4\n') == [(1, ["a", "b"]), (2, ["x\ny", "2"]), (4, ["3", "4"])]
    with pytest.raises(OpenQuote) as caught:
        rows_of('a;b\n"x\ny";2\n3;"4\n')
    assert caught.value.line == 4


def test_what_is_no_table_of_cells_is_left_to_the_reader() -> None:
    with pytest.raises(csv.Error, match="new-line"):
        rows_of("a;b\rc;d")
