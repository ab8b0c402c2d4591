"""An entrant's card: data, what is missing, consents, withdrawal and substitution."""

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from kamchatka.app.register.consent import NOTICE_VERSION, Agreement, Consent
from kamchatka.app.tournaments.consent import record_consent
from kamchatka.app.tournaments.opening import OpenTournament
from kamchatka.app.tournaments.personal_codes import personal_codes
from kamchatka.app.tournaments.roster import correct_entry, entry_card, entry_fields, substitute
from kamchatka.tournament.entries import is_known_to_rounds
from kamchatka.tournament.events import Entry
from kamchatka.tournament.state import Entrant
from kamchatka.tournament.views.people import EntrantRow, entrants
from kamchatka.web.desk.entries import ask_who, known_clubs, told_who
from kamchatka.web.desk.people_form import TypedPerson, parent_consent, today, typed_person
from kamchatka.web.site.locks import ORGANISERS, LockedRouter
from kamchatka.web.site.pages import existing
from kamchatka.web.site.visit import AtDesk, DeskForm, DeskVisit

router = LockedRouter()

AGREEMENTS = {
    "informativa": Agreement.NOTICE,
    "nome": Agreement.FULL_NAME,
    "ritiro": Agreement.WITHDRAWN,
}


def entrant_numbered(desk: OpenTournament, number: int) -> Entrant:
    """The entrant with this number; 404 if there is none."""
    return existing(next((each for each in desk.tournament.entrants.values() if each.number == number), None))


@router.page("/organizza/{id}/iscritti/{numero}", ORGANISERS)
def show_card(at: AtDesk, numero: int) -> HTMLResponse:
    """Everything the desk knows about an entrant."""
    return _page(at, numero)


def _page(
    at: DeskVisit,
    number: int,
    *,
    replacing: TypedPerson | None = None,
    asked: tuple[EntrantRow, ...] = (),
) -> HTMLResponse:
    desk = at.desk
    entrant = entrant_numbered(desk, number)
    card = entry_card(at.office, desk, entrant.person)
    people = entrants(desk.tournament, desk.names)
    others = [row for row in people if row.entrant.status == "playing" and row.person != entrant.person]
    return at.page(
        "desk/entry.html",
        "entries",
        status=409 if asked else 200,
        card=card,
        settings=desk.tournament.settings,
        fields=entry_fields(desk.tournament),
        others=[(f"#{row.number}", row.full_name.listed) for row in others],
        has_played=is_known_to_rounds(desk.tournament, entrant.person),
        may_part=desk.tournament.stage.heeds_pairs,
        has_captains=desk.tournament.format.team.captain != "none",
        code=personal_codes(at.office, at.id, desk.tournament)[entrant.person],
        typed=replacing or TypedPerson(),
        asked=asked,
        known_clubs=known_clubs(desk),
    )


@router.form("/organizza/{id}/iscritti/{numero}", ORGANISERS)
def save_card(at: DeskForm, numero: int) -> Response:
    """Correct a person's data in the register and in this event."""
    desk, typed = at.desk, typed_person(at.form)
    who = entrant_numbered(desk, numero).person
    data = {
        "name": typed.nome,
        "surname": typed.cognome,
        "club": typed.club,
        "email": typed.email,
        "phone": typed.telefono,
        "born": typed.nascita,
    }
    entry = Entry(who, typed.club, **typed.said)
    correct_entry(at.office, at.actor, at.id, entry, data, action=at.action)
    return at.done(f"/iscritti/{numero}", "entries_page.done.corrected", name=typed.name)


@router.form("/organizza/{id}/iscritti/{numero}/consenso", ORGANISERS)
def post_consent(at: DeskForm, numero: int) -> Response:
    """Record a parent's consent, the choice on showing the full name, or acceptance of the privacy notice."""
    desk, what, day = at.desk, at.field("fa"), today(at.office)
    who = entrant_numbered(desk, numero).person
    parent = at.field("genitore")
    if what == "genitore" and parent:
        consent = parent_consent(parent, day)
    elif what in AGREEMENTS:
        consent = Consent(AGREEMENTS[what], NOTICE_VERSION, day)
    else:
        raise HTTPException(400)
    record_consent(at.office, at.actor, at.id, who, consent, action=at.action)
    code = "consent_withdrawn" if what == "ritiro" else "consent"
    return at.done(f"/iscritti/{numero}", f"entries_page.done.{code}", name=desk.names[who])


@router.form("/organizza/{id}/iscritti/{numero}/sostituisci", ORGANISERS)
def replace_with(at: DeskForm, numero: int) -> Response:
    """Substitute an entrant; asks first if the substitute's name may mean a known person."""
    desk, typed = at.desk, typed_person(at.form)
    leaving = entrant_numbered(desk, numero).person
    player = told_who(at, typed)
    if isinstance(player, tuple):
        return ask_who(at, player) or _page(at, numero, replacing=typed, asked=player)
    substitute(
        at.office,
        at.actor,
        desk,
        leaving,
        player,
        is_signed=bool(at.field("firmato")),
        reason=at.field("motivo"),
        action=at.action,
    )
    names = {"name": desk.names[leaving], "by": player.person.name}
    return at.done("/iscritti", "entries_page.done.substituted", **names)
