"""Papers of the rules, as the desk prints them: what each says of an event, and what it leaves out."""

import re
from collections.abc import Iterator
from html import unescape

import pytest

from kamchatka.app.office import TERMINAL, Role, new_action
from kamchatka.app.tournaments.opening import create, open_tournament
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.board import load_board
from kamchatka.referee.casebook.loading import casebook
from kamchatka.refusals import NotAllowed
from kamchatka.tournament.progress import Step
from tests.documents.printing import printed_pages, printed_text
from tests.web.laptop import Laptop, laptop
from tests.web.played import entered, go_on
from tests.web.site import signed_in
from tests.web.test_settings import fields_of

FORM = {"giocatori": "16", "durata": "giornata", "formato": "tre-partite", "giudice": "Ugo Bassi"}
SEASONS = ("milano", "primavera")
MARK = "(■ vincolante|□ libera)"


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laptop]:
    """An empty installation."""
    with laptop(tmp_path_factory.mktemp("regole")) as found:
        yield found


def made(there: Laptop, name: str, **fields: str) -> str:
    """An event made by the wizard; gives its id."""
    lasts = {"durata": "stagione"} if fields.get("formato") in SEASONS else {}
    page = there.send("/organizza/nuovo", **{**FORM, "nome": name, **lasts, **fields})
    assert page.status_code == 200, page.text
    return page.url.path.split("/")[2]


@pytest.fixture(scope="module")
def official(there: Laptop) -> str:
    """An official event, before its rules are published."""
    return made(there, "Ufficiale", scopo="ufficiale", quota="10", quota_soci="5", organizza="I Portici")


@pytest.fixture(scope="module")
def papers(there: Laptop, official: str) -> dict[str, list[str]]:
    """The pages of papers of the official event."""
    return {what: printed_pages(there, official, what) for what in ("regolamento", "regole", "conformita")}


@pytest.fixture(scope="module")
def spring(there: Laptop) -> str:
    """An event without objectives, in which borders and continents count."""
    return made(there, "Primavera", formato="primavera")


@pytest.fixture(scope="module")
def company(there: Laptop) -> str:
    """An event with public objectives."""
    return made(there, "Ditta", formato="aziendale")


@pytest.fixture(scope="module")
def company_sheet(there: Laptop, company: str) -> str:
    """Its options and arbitral regulation."""
    return printed_text(there, company, "regolamento")


@pytest.fixture(scope="module")
def challenge_sheet(there: Laptop) -> str:
    """The same of an event without a limit of armies, in which the last seat is dealt first."""
    return printed_text(there, made(there, "Sfida", formato="challenge"), "regolamento")


def publish(there: Laptop, id: str) -> None:
    """Publish the rules."""
    page = there.send(f"/organizza/{id}/fai/publish-rules", pagina="settings", azione=new_action())
    assert page.status_code == 200


def change(there: Laptop, id: str, **fields: str) -> None:
    """Change the settings in their form."""
    page = f"/organizza/{id}/impostazioni"
    shown = fields_of(there.browser.get(page).text)
    assert there.send(page, **{**shown, **fields}).status_code == 200


def attach(there: Laptop, id: str, kind: str, file: str) -> None:
    """Attach a document in the settings."""
    sent = {"documento": (file, b"%PDF-1.7", "application/pdf")}
    headers = {"sec-fetch-site": "same-origin"}
    path = f"/organizza/{id}/impostazioni/allega"
    page = there.browser.post(path, data={"tipo": kind}, files=sent, headers=headers)
    assert (page.status_code, file in page.text) == (200, True)


@pytest.mark.clause("001-P1")
def test_an_official_event_is_governed_by_the_official_regulation(
    there: Laptop, papers: dict[str, list[str]], company_sheet: str
) -> None:
    typed = {**FORM, "nome": "Altro", "scopo": "ufficiale", "formato": "challenge"}
    refused = there.send("/organizza/nuovo", **typed)
    assert (refused.status_code, "001-P1" in refused.text) == (403, True)
    title = "Regolamento Tornei Ufficiali (RTU), impronta cc6a6488"
    assert f"Regole di gioco {title} ■ vincolante 001-P1, R1" in papers["regolamento"][0]
    assert "001-P1" not in company_sheet
    assert "Torneo aziendale (002): vale per questo torneo." in company_sheet


@pytest.mark.clause("001-P3")
def test_what_binds_is_tagged_and_cannot_be_switched_off(there: Laptop) -> None:
    id = made(there, "Scelte", scopo="ufficiale")
    sheet = printed_text(there, id, "regolamento")
    assert "Attacco con meno dadi no ■ vincolante 000-9a" in sheet
    assert re.search(r"Come si chiude totale esattamente.*?□ libera: totale", sheet)
    texts = texts_of("tre-partite", overrides={"attack.fewer_dice_than_defence": True})
    with pytest.raises(NotAllowed, match="binding_value"):
        create(there.office, TERMINAL, name="Senza 9a", texts=texts, official=True)
    assert "somma esatta (si gioca così)" in sheet
    change(there, id, **{"r.closing.mode": "at-most"})
    changed = printed_text(there, id, "regolamento")
    assert "somma al più (si gioca così) 2, 3, 4 6/36 · 16,67 %" in changed
    assert "somma esatta 4 3/36 · 8,33 %" in changed


@pytest.mark.clause("001-P4")
def test_the_option_sheet_lists_every_active_option(papers: dict[str, list[str]]) -> None:
    sheet, arbitral = papers["regolamento"]
    rows = {
        "Tavoli e sorteggio": "Posti al tavolo, dal numero preferito: 4, 5",
        "Durata della partita (minuti)": "105",
        "Come si chiude": "totale esattamente nell'insieme",
        "Formula dei punti": "Punti standard",
        "Criteri di spareggio": "punti fuori obiettivo",
        "Classifica e parità": "Contano tutti i risultati",
        "Quota": "10 €, una volta sola per tutte le fasi; 5 € ai soci",
    }
    for name, value in rows.items():
        assert f"{name} {value}" in sheet
    assert len(re.findall(MARK, sheet)) == 18
    assert "non si possono cambiare (001-P3, 001-P4)" in sheet
    assert re.findall(MARK, arbitral) == []


@pytest.mark.clause("001-RA1", "001-R4")
def test_entries_wait_for_published_rules_and_a_change_for_new_ones(there: Laptop) -> None:
    id = made(there, "Pubblicare", scopo="ufficiale")
    entry = f"/organizza/{id}/iscritti"
    assert "Regolamento arbitrale non ancora pubblicato" in printed_text(there, id, "regolamento")
    refused = there.send(entry, nome="Anna Bianchi")
    assert (refused.status_code, "quello arbitrale [001-RA1]" in unescape(refused.text)) == (403, True)
    publish(there, id)
    published = printed_text(there, id, "regole")
    assert re.search(r"edizione 1, pubblicata \w+ \d+ \w+ 20\d\d alle \d\d:\d\d", published)
    assert there.send(entry, nome="Anna Bianchi").status_code == 200
    change(there, id, **{"r.clock.minutes": "90"})
    assert "cambiato dopo l’edizione 1: va pubblicato di nuovo" in printed_text(there, id, "regolamento")
    assert there.send(entry, nome="Bruno Neri").status_code == 403
    publish(there, id)
    sheet = printed_text(there, id, "regolamento")
    assert re.search(r"edizione 2, pubblicata .* alle \d\d:\d\d", sheet)
    assert "Durata della partita (minuti) 90 □ libera: da 90 a 105" in sheet
    assert there.send(entry, nome="Bruno Neri").status_code == 200


@pytest.mark.clause("001-RA2", "001-RA3")
def test_formula_and_judges_of_the_arbitral_regulation_are_the_events_own(there: Laptop) -> None:
    id = made(there, "Arbitri", giudice="")
    arbitral = printed_pages(there, id, "regolamento")[1]
    assert "Incompleto: nessun giudice è nominato (001-RA3)." in arbitral
    assert "Punti standard:" in arbitral
    change(there, id, formula="maialino", **{"o.drop": "1"})
    there.send(f"/organizza/{id}/giudici", nome="Ornella Bassi", ruolo="ufficiale")
    arbitral = printed_pages(there, id, "regolamento")[1]
    assert "Giudice Ufficiale Ornella Bassi tutto il torneo" in arbitral
    assert "Incompleto" not in arbitral
    assert "Punti standard:" not in arbitral
    assert "Maialino:" in arbitral


@pytest.mark.clause("001-RA4", "001-RA5")
def test_conduct_and_sanctions_come_from_the_casebook(there: Laptop, papers: dict[str, list[str]]) -> None:
    arbitral = papers["regolamento"][1]
    assert "Pezzi toccati fuori dal proprio turno (000-7a)" in arbitral
    assert "Sdadata dimenticata L'aveva già dimenticata in questa partita: è escluso" in arbitral
    assert "solo per casi gravi, e con un motivo scritto. 000-2f" in arbitral
    texts = texts_of("tre-partite")
    empty = create(there.office, TERMINAL, name="Senza casi", texts=texts, cases_off=tuple(casebook()))
    arbitral = printed_pages(there, empty, "regolamento")[1]
    assert "Incompleto: la casistica di questo torneo non vieta nulla (001-RA4)." in arbitral
    assert "Incompleto: la casistica di questo torneo non prevede sanzioni (001-RA5)." in arbitral
    report = printed_text(there, empty, "conformita")
    missing = "chi è responsabile dell’arbitraggio, che cosa non si può fare, sanzioni"
    assert f"incompleto: {missing} – da fare" in report


@pytest.mark.clause("001-RG4", "001-RA6")
def test_attached_samples_are_listed_and_change_no_rule(there: Laptop) -> None:
    id = made(there, "Esempi", scopo="ufficiale")
    options, arbitral = printed_pages(there, id, "regolamento")
    assert "Regole di gioco di esempio: non disponibile, nessun documento allegato (001-RG4)." in arbitral
    attach(there, id, "sample-rules", "torino-2010.pdf")
    attach(there, id, "arbitral-rules", "modena-2010.pdf")
    after, arbitral = printed_pages(there, id, "regolamento")
    assert "Regole di gioco di esempio: «torino-2010.pdf», impronta" in arbitral
    assert "Regolamento arbitrale di esempio: «modena-2010.pdf», impronta" in arbitral
    assert arbitral.count("Allegato per riferimento, non cambia nessuna regola.") == 2
    assert "non disponibile" not in arbitral
    assert options.partition("pagina 1")[0] == after.partition("pagina 1")[0]


@pytest.mark.clause("004-Z3")
def test_federal_rules_are_a_reference_or_not_available(
    there: Laptop, spring: str, papers: dict[str, list[str]]
) -> None:
    none = "Regolamento federale: non disponibile, nessun documento allegato (004-Z3)."
    assert none in printed_text(there, spring, "regolamento")
    attach(there, spring, "federal-rules", "federazione.pdf")
    listed = printed_text(there, spring, "regolamento")
    assert "Regolamento federale: «federazione.pdf», impronta" in listed
    assert none not in listed
    assert "004-Z3" not in papers["regolamento"][1]


def test_a_document_of_no_known_kind_is_refused(there: Laptop, official: str) -> None:
    sent = {"documento": ("x.pdf", b"%PDF-1.7", "application/pdf")}
    path = f"/organizza/{official}/impostazioni/allega"
    headers = {"sec-fetch-site": "same-origin"}
    refused = there.browser.post(path, data={"tipo": "altro"}, files=sent, headers=headers)
    assert (refused.status_code, "«altro»" in refused.text) == (422, True)
    assert open_tournament(there.office, official).tournament.attachments == ()


@pytest.mark.clause("001-P5")
def test_a_fee_of_twelve_fails_the_report(there: Laptop, papers: dict[str, list[str]]) -> None:
    fails = "001-F1 Quota al massimo 10 €, tutte le fasi comprese 12 € ✗ non conforme"
    id = made(there, "Dodici", formato="open", quota="12")
    report = printed_text(there, id, "conformita")
    assert fails in report
    assert "Non conforme: 1 regola non è rispettata su 25" in report
    assert "i marchi «Torneo Ufficiale» e «Club Ufficiale» non vengono stampati (001-M1)" in report
    page = unescape(there.browser.get(f"/organizza/{id}/conformita").text)
    assert "Non conforme: 1 regola non è rispettata su 25" in page
    assert page.count(">non conforme<") == 1
    [report] = papers["conformita"]
    assert "001-F1 Quota al massimo 10 €, tutte le fasi comprese 10 €, una volta sola ✓ conforme" in report
    assert "✗" not in report


@pytest.mark.clause("001-RG3")
def test_a_local_override_fails_the_report(there: Laptop, papers: dict[str, list[str]]) -> None:
    texts = texts_of("tre-partite", overrides={"armies.limit": 140})
    id = create(there.office, TERMINAL, name="Casa", texts=texts)
    report = printed_text(there, id, "conformita")
    rule = "001-RG1, RG3 Regole pubblicate e fedeli a quelle ufficiali"
    assert f"{rule} varianti locali: massimo di armate ✗ non conforme" in report
    sheet = printed_text(there, id, "regolamento")
    assert "massimo di armate: 140" in sheet
    assert "(cambiata: il regolamento dice 130)" in sheet
    assert f"{rule} non ancora pubblicate – da fare" in papers["conformita"][0]


def test_a_played_event_is_held_against_every_rule(there: Laptop) -> None:
    id = entered(there.office, 16, format="tre-partite")
    go_on(there.office, id, "close")
    report = printed_text(there, id, "conformita")
    expected = {
        "001-D3 Copia del regolamento a ciascuno 0 su 16, non ancora:": "fail",
        "001-D4, RG2 Accettazione firmata 16 su 16": "pass",
        "001-T1 Tavoli da 4 o 5 4 da 4": "pass",
        "001-T4 Sorteggio casuale, guidato solo per equità 1 sorteggio, con seme; spostati a mano: 0": "told",
        "001-D1, D2 Moduli, referti e classifiche 16 moduli, 4 referti, classifiche": "pass",
        "001-Y2 Le stesse partite per tutti 1 a testa": "pass",
        "000-2a, 2b Un Giudice Ufficiale che non gioca Ugo Bassi": "pass",
        "001-N2 Recapito della Commissione Arbitrale manca: si scrive nelle impostazioni": "fail",
    }
    signs = {"pass": "✓ conforme", "fail": "✗ non conforme", "to do": "– da fare", "told": "· non giudicato"}
    for words, outcome in expected.items():
        found = re.search(re.escape(words) + r".*?([✓✗–·] (?:non )?(?:conforme|da fare|giudicato))", report)
        assert found is not None, words
        assert found[1] == signs[outcome], words
    assert len(re.findall(r"[✓✗–] (?:conforme|non conforme|da fare)", report)) == 21
    assert report.count("· non giudicato") == 4
    ends: dict[Step, str] = {"publish": "– da fare", "done": "✓ conforme"}
    for step, outcome in ends.items():
        go_on(there.office, id, step)
        forms = re.search(
            r"16 moduli, 12 referti, .*?([✓✗–] \w+ ?\w+)", printed_text(there, id, "conformita")
        )
        assert forms is not None
        assert forms[1].startswith(outcome)


def test_a_competitors_name_on_the_papers_fails_the_report(there: Laptop) -> None:
    id = made(there, "Trofeo Rival Games")
    change(there, id, concorrenti="Rival, Altri Giochi")
    rule = "001-L2 Nessun marchio concorrente vicino ai marchi"
    named = f"{rule} nel nome del torneo, del club o della sede: Rival ✗ non conforme"
    assert named in printed_text(there, id, "conformita")
    change(there, id, concorrenti="Riva, Altri Giochi")
    left_out = f"{rule} esclusi dai fogli: Riva, Altri Giochi ✓ conforme"
    assert left_out in printed_text(there, id, "conformita")


@pytest.mark.clause("000-4.4c")
def test_the_reversed_deal_is_explained(there: Laptop, company_sheet: str, challenge_sheet: str) -> None:
    page = unescape(there.browser.get("/regolamenti/challenge").text)
    assert "chi gioca prima: in quattro, terzo e quarto ne hanno 11, primo e secondo 10." in page
    said = "in 4 i posti 3, 4 hanno 11 territori, i posti 1, 2 ne hanno 10, per compensare il vantaggio"
    assert said in challenge_sheet
    assert "per compensare" not in company_sheet


@pytest.mark.clause("001-C11a")
def test_everybody_counts_their_armies_up_to_the_limit(
    there: Laptop, papers: dict[str, list[str]], company: str, company_sheet: str, challenge_sheet: str
) -> None:
    own = "ciascuno controlla le sue, all’inizio e durante la partita ■ vincolante"
    assert re.search(rf"massimo di armate: 130; {own} .*?C11a", papers["regolamento"][0])
    # Another text limits armies too, without this clause; one without a limit asks nobody to count.
    assert f"massimo di armate: 116; {own}" in company_sheet
    assert "massimo di armate: nessun limite ■ vincolante" in challenge_sheet
    assert [own in challenge_sheet, "C11a" in challenge_sheet, "C11a" in company_sheet] == [False] * 3
    asked = "Ogni giocatore deve controllare la propria dotazione di carri"
    assert asked in papers["regole"][1]
    assert asked not in printed_text(there, company, "regole")
    counted = {"regolamento": "rtu", "offender": "A", "how": "found"}
    within = there.browser.get("/casi/over-limit", params={**counted, "armies": "128"}).text
    assert "È nel limite: 128 su 130." in unescape(within)
    beyond = there.browser.get("/casi/over-limit", params={**counted, "armies": "131"}).text
    assert "toglie subito 2 armate" in unescape(beyond)


@pytest.mark.clause("002-4e", "002-17a")
def test_the_company_sheet_has_the_public_lists_and_the_dice_cup(
    there: Laptop, company: str, papers: dict[str, list[str]]
) -> None:
    rules = printed_text(there, company, "regole")
    board = load_board()
    deck = board.deck("aziendale").objectives
    assert [len(each.territories) for each in deck] == [15] * 8
    for each in deck:
        assert (
            f"{each.number} {', '.join(board.territory(id).name('it') for id in each.territories)}" in rules
        )
    assert rules.count("bussolotto") == 1
    assert "facendoli rotolare a lungo nel coperchio della scatola (002-17a)." in rules
    other = " ".join(papers["regole"])
    assert "bussolotto" not in other
    assert "Gli obiettivi, pubblici" not in other


def test_rules_of_play_leave_out_what_the_regulation_lacks(
    there: Laptop, spring: str, papers: dict[str, list[str]]
) -> None:
    rules = " ".join(papers["regole"])
    assert "Massimo di armate 130 001-C11b" in rules
    assert "Congelati" not in rules
    assert "Bandierine" not in rules
    assert "Congelati" in printed_text(there, spring, "regole")


def test_cases_that_are_off_are_left_out(there: Laptop, official: str) -> None:
    assert "Dado caduto, sul bordo o in bilico" in printed_text(there, official, "casi")
    texts = texts_of("tre-partite")
    id = create(there.office, TERMINAL, name="Senza dado", texts=texts, cases_off=("die-out",))
    cases = printed_text(there, id, "casi")
    assert "Dado caduto" not in cases
    assert "Sdadata dimenticata" in cases


@pytest.mark.clause("004-B15b")
def test_the_value_sheet_has_every_territory_and_continent(there: Laptop, spring: str, company: str) -> None:
    sheet = printed_text(there, spring, "valori")
    listed = sheet.partition("confinano.")[2]
    values = []
    for each in load_board().territories:
        found = re.search(rf"{re.escape(each.name('it'))} (\d)(?!\d)", listed)
        assert found is not None, each.id
        values.append(int(found[1]))
    assert (len(values), sum(values)) == (42, 164)
    assert "42 territori, 164 in tutto" in sheet
    assert re.findall(r"a fine partita (\d+) punti", listed) == ["12", "6", "15", "11", "19", "5"]
    uncounted = there.browser.get(f"/organizza/{company}/stampa/valori.pdf")
    assert uncounted.status_code == 409


def test_objective_cards_are_cut_out_with_their_backs(there: Laptop, company: str, spring: str) -> None:
    front, back = printed_pages(there, company, "obiettivi")
    assert (front.count("15 territori"), back.count("15 territori")) == (8, 0)
    assert "punti" not in front  # borders do not count there
    assert there.browser.get(f"/organizza/{spring}/stampa/obiettivi.pdf").status_code == 409


def test_secret_sets_are_for_the_organiser_alone(there: Laptop) -> None:
    id = entered(there.office, 8, format="milano", name="Buste")
    go_on(there.office, id, "record")
    pages = printed_pages(there, id, "buste")
    assert [re.findall(r"Turno \d+, tavolo \d+", page) for page in pages] == [
        ["Turno 1, tavolo 1"],
        [],
        ["Turno 1, tavolo 2"],
        [],
    ]
    tables = open_tournament(there.office, id).tournament.rounds[0].tables
    sets = {each.id: each for each in load_board().deck("prestige").sets}
    for page, table in zip(pages[::2], tables.values(), strict=True):
        assert page.count("86 punti") == len(sets[table.seated.objective_set].objectives)
    site = str(there.browser.base_url)
    with signed_in(site, there.office, Role.OFFICIAL_JUDGE, id) as judge:
        for what in ("buste.pdf", "buste.png"):
            assert judge.get(f"/organizza/{id}/stampa/{what}").status_code == 403
        shelf = judge.get(f"/organizza/{id}/stampa").text
        assert ("/stampa/referti.png" in shelf, "/stampa/buste" in shelf) == (True, False)
    assert "/stampa/buste.png" in there.browser.get(f"/organizza/{id}/stampa").text
