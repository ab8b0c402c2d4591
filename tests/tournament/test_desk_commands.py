"""At the terminal: inviting to the desk, agreeing a fee, warning somebody and taking it back."""

from tests.tournament.organiser import Organiser


def test_the_terminal_invites_to_every_role_of_the_desk(organiser: Organiser) -> None:
    id = organiser.begin("tre-partite", 8)
    for role in ("organiser", "official-judge", "roll-caller", "sheet-typist", "observer"):
        found = organiser.type("invite", id, "Marta Rossi", "--as", role)
        assert (found["name"], found["role"]) == ("Marta Rossi", role)
        assert found["path"].startswith("/invito/")
    wrong = organiser.refused("invite", id, "Marta Rossi", "--as", "cuoco")
    assert wrong["code"] == "unknown_word"


def test_a_fee_is_agreed_and_a_warning_taken_back_at_the_terminal(organiser: Organiser) -> None:
    id = organiser.begin("tre-partite", 8, "--fee", "10")
    assert organiser.refused("own-fee", id, "1", "12", "--reason", "per sbaglio")["code"] == "own_fee_higher"
    agreed = organiser.type("own-fee", id, "1", "7,50", "--reason", "aiuta in sala")
    assert agreed["events"] == ["Giocatore 001 paga una quota di 7,50 €."]
    waived = organiser.type("own-fee", id, "2", "0", "--reason", "sotto i 14 anni")
    assert waived["events"] == ["Giocatore 002 non paga la quota."]
    warned = organiser.type("warn", id, "3", "--reason", "telefono al tavolo")
    assert warned["events"] == ["Ammonizione a Giocatore 003."]
    lifted = organiser.type("lift-sanction", id, "1", "--reason", "era una chiamata urgente")
    assert lifted["events"] == ["Ritirato il provvedimento 1, dato a Giocatore 003."]
    again = organiser.refused("lift-sanction", id, "1", "--reason", "di nuovo")
    assert again["code"] == "lifted_already"
