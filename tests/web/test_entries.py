"""Entries: typed, pasted, loaded or taken from an earlier event; corrected, marked, replaced; minors."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser

from kamchatka.app.office import Role
from kamchatka.app.register.consent import day_in_rome
from kamchatka.app.register.people import register
from kamchatka.app.tournaments.opening import open_public_tournament, open_tournament
from tests.web.browser import visit
from tests.web.people_event import FRAGMENT, HOSTILE, Event, House, Preview, tree_of
from tests.web.site import signed_in


def names(event: Event) -> list[str]:
    """Everybody entered, in order of entry."""
    desk = open_tournament(event.office, event.id)
    return [desk.names[who] for who in desk.tournament.entrants]


def test_an_empty_list_says_what_to_do(empty: Event) -> None:
    assert "Non si è ancora iscritto nessuno." in empty.get("/iscritti")
    assert "Non c&#39;è ancora nessuno da chiamare." in empty.get("/appello")


def test_somebody_is_typed_in_with_what_the_format_uses(empty: Event) -> None:
    page = empty.get("/iscritti")
    assert 'name="famiglia"' in page
    assert 'name="squadra"' not in page
    done = empty.send("/iscritti", nome="  Anna   Bianchi ", club="Aosta", famiglia="bianchi")
    assert "Anna Bianchi: iscrizione fatta." in done.text
    entrant = empty.entrant("Anna Bianchi")
    assert (entrant.number, entrant.club, entrant.family) == (1, "Aosta", "bianchi")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna Bianchi\nBruno Neri, Bari\n\n", [("Anna Bianchi", ""), ("Bruno Neri", "Bari")]),
        ("1. Anna Bianchi; Aosta\n2) Bruno Neri", [("Anna Bianchi", "Aosta"), ("Bruno Neri", "")]),
        ("nome;cognome;club\nAnna;Bianchi;La Riviera, Sanremo\n", [("Anna Bianchi", "La Riviera, Sanremo")]),
        ("Anna Bianchi, La Riviera, Sanremo", [("Anna Bianchi", "La Riviera, Sanremo")]),
        ("Nome\tClub\nAnna Bianchi\tAosta\n", [("Anna Bianchi", "Aosta")]),
    ],
)
def test_lists_are_pasted_as_people_have_them(
    empty: Event, text: str, expected: list[tuple[str, str]]
) -> None:
    seen = empty.paste(text)
    assert not empty.tournament.entrants
    done = seen.confirm()
    assert f"Nuove iscrizioni: {len(expected)}." in done.text
    people = empty.tournament.entrants.values()
    assert [(names(empty)[at], each.club) for at, each in enumerate(people)] == expected


def test_a_line_that_makes_no_sense_is_left_out_and_told(empty: Event) -> None:
    seen = empty.paste("nome,email\nAnna Bianchi,anna@example.org\nBruno Neri,boh")
    assert "La voce «posta elettronica» non va bene" in seen.page
    seen.confirm()
    assert names(empty) == ["Anna Bianchi"]
    refused = seen.confirm(**{"nome-2": " ", "cognome-2": ""})
    assert "Riga 2: La voce «nome» non va bene" in refused.text
    assert empty.send("/iscritti/elenco", testo="  \n ").status_code == 422
    assert seen.confirm(prendi=[]).status_code == 422


def test_a_line_with_a_fault_is_mended_in_place_and_keeps_what_makes_sense(empty: Event) -> None:
    seen = empty.paste("nome;cognome;email;nascita\nBruno;Neri;b@example.org;31/02/boh\n;;;boh")
    assert seen.fields["prendi"] == []
    assert (seen.fields["cognome-2"], "cognome-3" in seen.fields) == ("Neri", False)
    seen.confirm(prendi=["2", "3"], **{"nome-2": "Brunello"})
    assert names(empty) == ["Brunello Neri"]
    who = empty.entrant("Brunello Neri").person
    [kept] = [each.person for each in register(empty.office) if each.id == who]
    assert (kept.email, kept.born) == ("b@example.org", "")


def test_the_preview_tells_what_will_happen_to_every_line(event: Event) -> None:
    number = len(event.tournament.entrants)
    seen = event.paste(
        "Ciao! Ecco chi viene:\n\nMarchetti;Luca;Il Molo\n1. Luca Marchetti\nLuca Marchetti (Arena)\n"
        "Bruno Neri (Bari)\nBruno Nerri (Bari)\nBruno Nerri (Como)\nNeri Bruno, Bari\n"
    )
    assert seen.lines() == [
        *("nessun nome", "riga vuota", "new", "doppione della riga 3", "maybe", "già fra gli iscritti"),
        *("maybe", "maybe", "doppione della riga 6"),
    ]
    assert len(event.tournament.entrants) == number
    bruno = event.entrant("Bruno Neri").person
    assert (seen.fields["chi-7"], seen.fields["chi-8"]) == (bruno, "nuova")
    assert seen.fields["prendi"] == ["3", "5", "7", "8"]
    changed = {"prendi": ["1", "3", "7", "8"], "cognome-1": "Rossi", "nome-1": "Ciao", "nome-3": "Lucio"}
    done = seen.confirm(**changed)
    assert "Nuove iscrizioni: 3." in done.text
    assert names(event)[number:] == ["Ciao Rossi", "Lucio Marchetti", "Bruno Nerri"]


@pytest.mark.xdist_group("browser")
def test_names_are_swapped_and_lines_counted_while_one_looks(empty: Event, browser: Browser) -> None:
    with visit(browser, empty.site, cookies=empty.cookies()) as seen:
        page = seen.page
        page.goto(f"{empty.home}/iscritti")
        page.get_by_label("Una persona per riga").fill("Ciao!\nFranco Rosa (Bari)\nBruno Neri\nUgo Serra")
        page.get_by_role("button", name="Leggi l'elenco").click()
        page.get_by_role("button", name="Scambia cognome e nome, riga 2").click()
        page.get_by_role("checkbox", name="Togli riga 4").uncheck()
        page.get_by_label("Cognome, riga 3").fill("Nerini")
        assert page.locator(".dock output").all_inner_texts() == ["2", "2"]
        page.get_by_role("button", name="Iscrivi 2", exact=True).click()
        page.locator(".people-list").wait_for()
        assert page.locator(".name-cell").all_inner_texts() == ["Franco Rosa", "Nerini Bruno"]


def test_a_known_person_is_recognised_in_any_order_of_names(house: House) -> None:
    with (
        house.event("Ulderica Quarantotti, Udine") as event,
        house.event("Zeno Zanella") as other,
        signed_in(house.site, house.office, Role.ADMINISTRATOR) as both,
    ):
        seen = replace(other, browser=both).paste("Quarantotti;Ulderica;Udine")
        assert seen.lines() == ["known"]
        seen.confirm()
        assert event.entrant("Ulderica Quarantotti").person in other.tournament.entrants


def test_guessed_surnames_are_shown_once_and_confirmed_or_corrected(empty: Event) -> None:
    for name in ("Adalgisa Rossi Bianchi", "Bruno Neri", "Zeno"):
        empty.send("/iscritti", nome=name, altro="1")
    empty.send("/iscritti", nome="Franco", cognome="Rosa", altro="1")
    assert "Di 2 persone il cognome è un&#39;ipotesi." in empty.get("/iscritti")
    page = empty.get("/iscritti/cognomi")
    found = re.findall(r'name="(cognome|nome)-(\d)" value="([^"]*)"', page)
    assert found == [
        *(("cognome", "1", "Bianchi"), ("nome", "1", "Adalgisa Rossi")),
        *(("cognome", "2", "Neri"), ("nome", "2", "Bruno")),
    ]
    typed = {"nome-1": "Ada", "cognome-1": "Rossi Bianchi", "nome-2": "Neri", "cognome-2": "Bruno"}
    assert "Cognomi confermati: 2." in empty.send("/iscritti/cognomi", **typed).text
    assert "ipotesi" not in empty.get("/iscritti")
    listed = re.findall(r'iscritti/\d">(.*?)</a>', empty.get("/iscritti"))
    assert listed == ["<b>Bruno</b> Neri", "<b>Rosa</b> Franco", "<b>Rossi Bianchi</b> Ada", "<b>Zeno</b>"]


def test_a_form_sent_twice_is_done_once_and_not_refused(event: Event) -> None:
    number = len(event.tournament.entrants)
    seen = event.paste("Bruno Nerri (Bari)\nZeno Zanella\nMarta Ulivi")
    new = {"chi-1": "nuova"}
    for _ in range(2):
        assert "Nuove iscrizioni: 3." in seen.confirm(**new).text
    assert names(event)[number:] == ["Bruno Nerri", "Zeno Zanella", "Marta Ulivi"]
    other = seen.confirm(**new, **{"nome-2": "Zenone"})
    assert other.status_code == 422
    sure = event.paste("Ada Galli\nIvo Galli")
    for _ in range(2):
        assert "Nuove iscrizioni: 2." in sure.confirm().text
    event.send("/iscritti", nome="Quirino Zucca", altro="1")
    [action] = re.findall(r'name="azione" value="([^"]*)"', event.get("/iscritti/cognomi"))
    last = event.number("Quirino Zucca")
    said = {"azione": action, f"nome-{last}": "Quirino", f"cognome-{last}": "Zucca", "nome-x": "Ugo"}
    for _ in range(2):
        done = event.send("/iscritti/cognomi", **said)
        assert (done.status_code, "Cognomi confermati: 1." in done.text) == (200, True)
    said[f"cognome-{last}"] = "Verdi"
    assert event.send("/iscritti/cognomi", **said).status_code == 422
    event.send("/iscritti/cognomi", **{**said, "azione": ""})
    assert event.number("Quirino Zucca") == last


def test_very_long_names_are_pasted_whole(empty: Event) -> None:
    name = f"Maria {'Lunghissimi' * 8}"
    empty.paste(name).confirm()
    assert names(empty) == [name]
    assert f"<b>{'Lunghissimi' * 8}</b> Maria" in empty.get("/iscritti")


def test_a_file_is_loaded_also_from_an_old_spreadsheet(empty: Event) -> None:
    content = "nome;club\nNicolò Però;Forlì\n".encode("cp1252")
    files = {"file": ("elenco.csv", content, "text/csv")}
    page = empty.browser.post(f"{empty.home}/iscritti/elenco", files=files).text
    Preview(empty, page).confirm()
    assert names(empty) == ["Nicolò Però"]
    large = {"file": ("elenco.csv", b"x" * 1_000_001, "text/csv")}
    refused = empty.browser.post(f"{empty.home}/iscritti/elenco", files=large)
    assert refused.status_code == 422
    assert "al massimo 1000 kB" in refused.text


@pytest.mark.parametrize("blank", ["\n", "\r\n\r\n", " \n\n\n"])
def test_a_loaded_list_that_begins_with_empty_lines_loses_nobody(empty: Event, blank: str) -> None:
    content = f"{blank}Anna Bianchi\n\nBruno Neri (Bari)\nUgo Serra\n"
    files = {"file": ("elenco.txt", content.encode(), "text/plain")}
    page = empty.browser.post(f"{empty.home}/iscritti/elenco", files=files).text
    Preview(empty, page).confirm()
    assert names(empty) == ["Anna Bianchi", "Bruno Neri", "Ugo Serra"]
    assert empty.entrant("Bruno Neri").club == "Bari"


def test_people_come_from_another_event_of_the_same_organiser_only(house: House, event: Event) -> None:
    with house.event("Zeno Zanella, Udine\nAnna Bianchi, Aosta") as other:
        path = f"{other.home}/iscritti/da-altri"
        assert other.browser.get(path, params={"torneo": event.id}).status_code == 404
        sent = other.browser.post(path, data={"torneo": event.id, "chi": "x"})
        assert sent.status_code == 404
        with signed_in(house.site, house.office, Role.ADMINISTRATOR) as both:
            alike = f"{other.home}/iscritti/simili"
            asked = both.get(alike, params={"nome": "Bruno Nerri"}, headers=FRAGMENT).text
            assert "<b>Bruno Neri</b> (Bari), di un torneo precedente" in asked
            page = both.get(path, params={"torneo": event.id}).text
            assert page.count('name="chi"') == 12
            chosen = [event.entrant(name).person for name in ("Bruno Neri", "Ugo Serra")]
            done = both.post(path, data={"torneo": event.id, "chi": chosen}, follow_redirects=True)
            assert "Nuove iscrizioni: 2." in done.text
            assert set(other.tournament.entrants) >= set(chosen)
            assert other.entrant("Ugo Serra").club == "Bari"
            again = both.get(path, params={"torneo": event.id}).text
            assert again.count("già fra gli iscritti") == 2


def test_an_organiser_is_told_only_of_people_of_their_own_events(house: House, event: Event) -> None:
    with house.event("Zeno Zanella, Udine") as other:
        alike = f"{other.home}/iscritti/simili"
        asked = other.browser.get(alike, params={"nome": "Bruno Neri"}, headers=FRAGMENT).text
        assert "Bruno Neri" not in asked
        own = other.browser.get(alike, params={"nome": "Zeno Zanela"}, headers=FRAGMENT).text
        assert "<b>Zeno Zanella</b> (Udine), iscrizione n. 1" in own
        theirs = event.entrant("Bruno Neri").person
        stolen = other.send("/iscritti", nome="Bruno Neri", chi=theirs)
        assert stolen.status_code == 422
        other.send("/iscritti", nome="Bruno Neri", club="Bari")
        assert other.entrant("Bruno Neri").person != theirs


def test_filters_count_and_several_people_are_marked_at_once(event: Event) -> None:
    page = event.send("/iscritti/segna", chi=[1, 2, 3], fa="quota")
    assert "Segnato per 3." in page.text
    assert [each.number for each in event.tournament.playing if each.paid == 1000] == [1, 2, 3]
    assert "Quota da pagare <b>9</b>" in page.text
    event.send("/iscritti/segna", tutti=1, mostra="owing", cerca="como", fa="firma")
    signed = [each.number for each in event.tournament.playing if each.signed_at]
    assert signed == [4, 6, 9, 12]
    shown = event.get("/iscritti", mostra="unsigned", cerca="aosta")
    assert len([row for row in re.findall(r"<tr data-find[^>]*>", shown) if " hidden" not in row]) == 4
    nobody = event.tap("/iscritti/segna", fa="firma")
    assert nobody.status_code == 422
    assert "Nessuna persona scelta" in nobody.text
    event.send("/iscritti/segna", chi=[1], fa="regolamento")
    assert event.entrant("Anna Bianchi").has_rules


def test_a_card_is_corrected_in_register_and_event_together(event: Event) -> None:
    number = event.number("Anna Bianchi")
    fields = {"nome": "Anna Bianchini", "club": "Torino", "email": "anna@example.org", "telefono": "012 3"}
    done = event.send(f"/iscritti/{number}", **fields, famiglia="b")
    assert "Scheda aggiornata: Anna Bianchini." in done.text
    entrant = event.entrant("Anna Bianchini")
    assert (entrant.club, entrant.family) == ("Torino", "b")
    [kept] = [each.person for each in register(event.office) if each.id == entrant.person]
    assert (kept.name, kept.club, kept.email, kept.phone) == tuple(fields[key] for key in fields)
    refused = event.tap(f"/iscritti/{number}", **{**fields, "email": "boh", "club": "Altrove"})
    assert refused.status_code == 422
    assert event.entrant("Anna Bianchini").club == "Torino"


def test_people_are_kept_apart_replaced_and_leave(event: Event) -> None:
    one, other = event.number("Anna Bianchi"), event.number("Bruno Neri")
    said = event.send("/fai/apart", pagina="entry", numero=one, uno=f"#{one}", altro=f"#{other}").text
    assert "Anna Bianchi, Bruno Neri: a tavoli diversi, se si può." in said
    pair = frozenset({event.entrant("Anna Bianchi").person, event.entrant("Bruno Neri").person})
    assert event.tournament.apart == {pair}
    event.send("/fai/apart", uno=f"#{one}", altro=f"#{other}", insieme=1)
    assert not event.tournament.apart
    replaced = event.send(f"/iscritti/{one}/sostituisci", nome="Zeno Zanella", firmato="1", motivo="febbre")
    assert "Zeno Zanella gioca al posto di Anna Bianchi." in replaced.text
    assert event.entrant("Anna Bianchi").status == "withdrawn"
    assert event.entrant("Zeno Zanella").signed_at
    gone = event.send("/fai/withdraw", pagina="entries", chi=f"#{other}", motivo="parte")
    assert "Tolta l&#39;iscrizione di Bruno Neri." in gone.text
    assert "Bruno Neri" not in names(event)


def born(years: int, shift: int = 0) -> str:
    """A date of birth of so many years ago, and some days."""
    today = day_in_rome(datetime.now(UTC))
    day = min(today.day, 28)
    return today.replace(year=today.year - years, day=day).replace(day=max(1, day + shift)).isoformat()


def test_a_child_is_entered_only_with_a_parent_and_disappears_when_they_withdraw(empty: Event) -> None:
    young = born(12)
    refused = empty.tap("/iscritti", nome="Leo Rossi", nascita=young)
    assert refused.status_code == 403
    assert "Leo Rossi ha meno di 14 anni" in refused.text
    assert not names(empty)
    empty.send("/iscritti", nome="Leo Rossi", nascita=young, genitore="Carla Rossi")
    number = empty.number("Leo Rossi")
    assert list(open_public_tournament(empty.office, empty.id).names.values()) == ["L. R."]
    card = empty.get(f"/iscritti/{number}")
    assert "Nelle pagine pubbliche si legge: L. R. Ha 12 anni." in card
    assert "Consenso di Carla Rossi, informativa n. 1" in card
    empty.send(f"/iscritti/{number}/consenso", fa="ritiro")
    assert "Leo" not in str(open_public_tournament(empty.office, empty.id).names)
    assert "L. R." not in str(open_public_tournament(empty.office, empty.id).names)
    barred = empty.tap(f"/appello/{number}", fa="presente")
    assert barred.status_code == 403
    assert "consenso di un genitore" in empty.get("/iscritti")
    empty.send(f"/iscritti/{number}/consenso", fa="genitore", genitore="Carla Rossi")
    assert empty.tap(f"/appello/{number}", fa="presente").status_code == 200


def test_sixteen_is_shown_by_initials_unless_they_ask(empty: Event) -> None:
    empty.send("/iscritti", nome="Mia Verdi", nascita=born(16))
    number = empty.number("Mia Verdi")
    assert list(open_public_tournament(empty.office, empty.id).names.values()) == ["M. V."]
    empty.send(f"/iscritti/{number}/consenso", fa="nome")
    assert list(open_public_tournament(empty.office, empty.id).names.values()) == ["Mia Verdi"]
    assert empty.tap(f"/iscritti/{number}/consenso", fa="boh").status_code == 400


def test_hostile_names_are_only_text_in_entries_and_roll_call(empty: Event) -> None:
    pages = ("/iscritti", "/iscritti/1", "/appello?riga=1")
    empty.browser.post(f"{empty.home}/iscritti", data={"nome": HOSTILE[0], "club": HOSTILE[0]})
    assert names(empty) == [HOSTILE[0]]

    def trees(name: str) -> list[list[tuple[str, ...]]]:
        """The elements of every page about somebody called so; none if nobody can be."""
        sent = empty.browser.post(
            f"{empty.home}/iscritti/1", data={"nome": name, "cognome": name, "club": name}
        )
        return [tree_of(empty.get(path)) for path in pages] if sent.status_code == 303 else []

    plain = trees("Persona Semplice")
    assert len(plain) == 3
    for name in HOSTILE:
        shown = trees(name)
        assert shown == plain or (not shown and (len(name) > 200 or not name.isprintable())), name
