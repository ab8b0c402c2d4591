"""Settings: changed while they may be, then told with their clause; rules published, an event closed."""

import re
from html import unescape

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, new_action
from kamchatka.tournament.draws import DrawRound
from kamchatka.tournament.entries import CallRoll, SignAcceptance
from tests.web.people_event import Event, House


def fields_of(page: str) -> dict[str, str]:
    """The big form of the page, as a browser would send it untouched."""
    form = page[page.index('hx-post="/organizza/') :].split("</form>", maxsplit=1)[0]
    found = dict(re.findall(r'<input[^>]*?name="([^"]+)"[^>]*?value="([^"]*)"', form))
    checks = {
        name
        for name, rest in re.findall(r'type="checkbox" name="([^"]+)"([^>]*)>', form)
        if "checked" not in rest
    }
    for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        found[name] = next(iter(re.findall(r'value="([^"]*)" selected', options)), "")
    return {unescape(name): unescape(value) for name, value in found.items() if name not in checks}


def test_untouched_settings_change_nothing(event: Event) -> None:
    before = event.tournament.settings
    saved = event.send("/impostazioni", **fields_of(event.get("/impostazioni")))
    assert "Impostazioni salvate." in saved.text
    assert event.tournament.settings == before


def test_what_is_agreed_changes_before_round_one(event: Event) -> None:
    fields = fields_of(event.get("/impostazioni"))
    changed = {
        "nome": "Serata di gala",
        "sede": "Bologna",
        "data": "2026-12-06",
        "quota": "7,50",
        "o.drop": "1",
    }
    changed |= {"r.clock.minutes": "90", "standard.fourth-out": "3", "conferma": "judge", "amichevole": "1"}
    event.send("/impostazioni", **{**fields, **changed})
    settings = event.tournament.settings
    assert (settings.name, settings.place, settings.starts) == ("Serata di gala", "Bologna", "2026-12-06")
    assert (settings.fee, settings.options, settings.formula_options) == (750, {"drop": 1}, {"fourth-out": 3})
    assert (settings.overrides, event.tournament.setup.rulebook.clock.minutes) == ({"clock.minutes": 90}, 90)
    assert (settings.confirmation, settings.judge_gate) == ("judge", "open")
    back = fields_of(event.get("/impostazioni"))
    assert (back["r.clock.minutes"], back["o.drop"], back["standard.fourth-out"]) == ("90", "1", "3")
    event.send("/impostazioni", **{**back, "r.clock.minutes": "105", "formula": "maialino"})
    settings = event.tournament.settings
    assert (settings.overrides, settings.formula.id, settings.formula_options) == ({}, "maialino", {})
    event.send("/impostazioni", **{**fields_of(event.get("/impostazioni")), "formato": "raduno"})
    assert (event.tournament.format.id, event.tournament.settings.options) == ("raduno", {})


def test_a_refusal_names_the_clause_and_changes_nothing(event: Event) -> None:
    fields = fields_of(event.get("/impostazioni"))
    refused = event.tap("/impostazioni", **{**fields, "quota": "30"})
    assert (refused.status_code, refused.headers["hx-retarget"]) == (403, "#avviso")
    assert "001-F1" in refused.text
    assert event.tournament.settings.fee == 1000


def test_rules_are_fixed_once_a_round_is_drawn(event: Event) -> None:
    everybody = tuple(event.tournament.entrants)
    execute(event.office, TERMINAL, event.id, SignAcceptance(everybody, "2026-01-01"), CallRoll(everybody))
    before = fields_of(event.get("/impostazioni"))
    execute(event.office, TERMINAL, event.id, DrawRound("gru-4471"))
    page = event.get("/impostazioni")
    assert "Il torneo è cominciato" in page
    assert 'name="formula"' not in page
    event.send("/impostazioni", **{**fields_of(page), "sede": "Pisa"})
    assert (event.tournament.settings.place, event.tournament.settings.fee) == ("Pisa", 1000)
    late = event.tap("/impostazioni", **{**before, "o.drop": "1"})
    assert late.status_code == 403
    assert "001-R2" in late.text


def test_rules_are_published_and_a_tournament_closes_when_it_is_over(house: House) -> None:
    with house.event("", official=True, judge_gate="") as event:
        assert event.tap("/iscritti", nome="Anna Bianchi").status_code == 403
        done = event.send("/fai/publish-rules", pagina="settings", azione=new_action())
        assert "Pubblicato il regolamento del torneo." in done.text
        assert event.tournament.rules is not None
        assert event.tap("/iscritti", nome="Anna Bianchi").status_code == 204
        assert event.tap("/fai/publish-rules").status_code == 409
        early = event.tap("/fai/close-tournament")
        assert early.status_code == 409
        assert "Prima di chiudere il torneo pubblica la classifica finale" in early.text
