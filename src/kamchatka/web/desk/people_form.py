"""A person in a form: the typed fields, and the register entry and entrant made from them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date

from starlette.datastructures import FormData

from kamchatka.app.office import Office
from kamchatka.app.register.consent import NOTICE_VERSION, Agreement, Consent, day_in_rome, with_consents
from kamchatka.app.register.people import person_of
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.recognition import Known
from kamchatka.store.people import Person
from kamchatka.web.site.forms import field_of
from kamchatka.web.site.visitors import Visitor

LONGEST_PARENT = 80


@dataclass(frozen=True, kw_only=True)
class TypedPerson:
    """The fields of a person's form, under their names in the form."""

    nome: str = ""
    """The given name; without a surname, the full name."""
    cognome: str = ""
    club: str = ""
    regione: str = ""
    squadra: str = ""
    famiglia: str = ""
    email: str = ""
    telefono: str = ""
    nascita: str = ""
    genitore: str = ""
    """The parent who consents for an entrant under fourteen."""

    def person(self, day: date) -> Person:
        """The person for the register; NotUnderstood names the invalid field."""
        person = person_of(
            {
                "name": self.nome,
                "surname": self.cognome,
                "club": self.club,
                "email": self.email,
                "phone": self.telefono,
                "born": self.nascita,
            }
        )
        if not self.genitore:
            return person
        return with_consents(person, parent_consent(self.genitore, day))

    def listed(self, day: date) -> ListedPlayer:
        """The person as a player to enter."""
        return ListedPlayer(self.person(day), self.said)

    @property
    def name(self) -> str:
        """The full name."""
        return f"{self.nome} {self.cognome}".strip()

    @property
    def said(self) -> Mapping[str, str]:
        """Data that apply to one tournament only."""
        return {"region": self.regione, "team": self.squadra, "family": self.famiglia}


def parent_consent(by: str, day: date) -> Consent:
    """A parent's consent, given on this day."""
    return Consent(Agreement.PARENT, NOTICE_VERSION, day, by[:LONGEST_PARENT])


def typed_person(form: FormData) -> TypedPerson:
    """The person's fields in a form."""
    return TypedPerson(**{each.name: field_of(form, each.name) for each in fields(TypedPerson)})


def today(office: Office) -> date:
    """Today's date in Italy."""
    return day_in_rome(office.clock())


def known_events(visitor: Visitor) -> Known:
    """The tournaments whose people the visitor may see; None for the whole register."""
    return None if visitor.is_administrator else tuple(id for id in visitor.grants if visitor.runs(id))
