"""Who may open which door: every route of the site, in one table.

The guard looks each request up before its route runs; a route that has no line here answers nobody. A role
counts for one event, the `{id}` of the address; an administrator may open every door.
"""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from fastapi import Request
from starlette.exceptions import HTTPException

from kamchatka.app.accounts import sessions
from kamchatka.app.office import Actor, Role
from kamchatka.web.table_door import phone_of
from kamchatka.web.visitors import Visitor, token_of, visitor_of

READ = ("GET", "HEAD")
WRITE = ("POST",)


class Need(Enum):
    """What a door asks of whoever knocks."""

    NOTHING = "nothing"
    ACCOUNT = "account"
    CREATOR = "creator"
    """May make new events."""
    ADMINISTRATOR = "administrator"
    TABLE_PASS = "table-pass"
    """A phone that the pass of the table in the address let in: no account opens it."""


class EventRoles(NamedTuple):
    """Roles of the event in the address, any of which opens the door."""

    roles: tuple[Role, ...]


ORGANISERS = EventRoles((Role.ORGANISER,))
JUDGES = EventRoles((Role.ORGANISER, Role.OFFICIAL_JUDGE))
OFFICIAL = EventRoles((Role.OFFICIAL_JUDGE,))
Lock = Need | EventRoles


def _doors(lock: Lock, methods: tuple[str, ...], *paths: str) -> dict[tuple[str, str], Lock]:
    return {(method, path): lock for path in paths for method in methods}


LOCKS: Mapping[tuple[str, str], Lock] = {
    # Rules, map, games, odds: for everybody.
    **_doors(
        Need.NOTHING,
        READ,
        *("/", "/regolamenti", "/regolamenti/{id}", "/confronta", "/mappa", "/clausole", "/probabilita"),
        *("/punteggi", "/partite", "/partite/{id}", "/partite/{id}/passi.json"),
    ),
    **_doors(Need.NOTHING, WRITE, "/lingua", "/partite"),
    # Menu, events and casebook; each list shows what its reader may find.
    **_doors(Need.NOTHING, READ, "/organizza", "/tornei", "/regole", "/guarda", "/casi", "/casi/{name}"),
    **_doors(Need.CREATOR, WRITE, "/demo", "/demo/togli"),
    **_doors(Need.ADMINISTRATOR, WRITE, "/partite/{id}/elimina"),
    # Entering and leaving; a link is its own key, and its routes look at it.
    **_doors(Need.NOTHING, READ, "/entra", "/avvio/{token}", "/invito/{token}"),
    **_doors(Need.NOTHING, WRITE, "/entra", "/esci", "/avvio/{token}", "/invito/{token}"),
    # One's own account; everybody's; and who may enter an event.
    **_doors(Need.ACCOUNT, READ, "/account"),
    **_doors(Need.ACCOUNT, WRITE, "/account/nome", "/account/password"),
    **_doors(Need.ACCOUNT, WRITE, "/account/sessioni/{handle}/chiudi", "/account/sessioni/altre"),
    **_doors(Need.ADMINISTRATOR, READ, "/account/tutti"),
    **_doors(
        Need.ADMINISTRATOR,
        WRITE,
        *("/account/tutti", "/account/tutti/{account}/link", "/account/tutti/{account}/sospendi"),
        *("/account/tutti/{account}/riattiva", "/account/tutti/{account}/elimina"),
        "/account/inviti/{handle}/ritira",
    ),
    **_doors(ORGANISERS, READ, "/organizza/{id}/accessi"),
    **_doors(
        ORGANISERS,
        WRITE,
        *("/organizza/{id}/accessi", "/organizza/{id}/accessi/{account}/togli"),
        "/organizza/{id}/accessi/inviti/{handle}/ritira",
    ),
    # The desk.
    **_doors(JUDGES, READ, "/organizza/{id}", "/organizza/{id}/adesso", "/organizza/{id}/tavoli"),
    **_doors(ORGANISERS, (*READ, *WRITE), "/organizza/{id}/annulla"),
    # Events as everybody sees them; each of these pages is not found where its event is hidden.
    **_doors(
        Need.NOTHING,
        READ,
        *("/tornei/{id}", "/tornei/{id}/classifica", "/tornei/{id}/classifica/stampa"),
        *("/tornei/{id}/classifica.csv", "/tornei/{id}/classifica/{number}"),
        *("/tornei/{id}/tavoli", "/tornei/{id}/tavoli/elenco", "/tornei/{id}/risultati"),
        *("/tornei/{id}/risultati/elenco", "/tornei/{id}/tabellone", "/tornei/{id}/dove-siedo"),
        *("/tornei/{id}/giocatori/{number}", "/tornei/{id}/club/{slug}", "/tornei/{id}/regole"),
        "/incorpora/{id}",
    ),
    # Results: judges write and correct them, organisers close the round.
    **_doors(JUDGES, (*READ, *WRITE), "/organizza/{id}/referti", "/organizza/{id}/referti/{round}/{table}"),
    **_doors(
        JUDGES,
        WRITE,
        *(
            f"/organizza/{{id}}/referti/{{round}}/{{table}}/{what}"
            for what in ("conferma", "tieni", "correggi", "decidi", "nulla", "telefoni")
        ),
        "/organizza/{id}/referti/carica",
    ),
    **_doors(ORGANISERS, WRITE, "/organizza/{id}/referti/chiudi"),
    # At the table: the code of a pass is its own key; then only the phones that it let in.
    **_doors(Need.NOTHING, (*READ, *WRITE), "/t/{id}/{round}/{table}/{code}"),
    **_doors(Need.TABLE_PASS, (*READ, *WRITE), "/tavolo/{id}/{round}/{table}"),
    **_doors(
        Need.TABLE_PASS,
        WRITE,
        *("/tavolo/{id}/{round}/{table}/prova", "/tavolo/{id}/{round}/{table}/conferma"),
    ),
    # Penalties: everybody at the desk reads them, the official judge gives them.
    **_doors(JUDGES, READ, "/organizza/{id}/penalita"),
    **_doors(OFFICIAL, WRITE, "/organizza/{id}/penalita", "/organizza/{id}/penalita/escludi"),
    # The draw and changes at its tables; a judge looks, and lets games begin.
    **_doors(
        JUDGES,
        READ,
        *("/organizza/{id}/sorteggio", "/organizza/{id}/sorteggio/tavoli"),
        *("/organizza/{id}/sorteggio/desideri", "/organizza/{id}/sorteggio/scambi"),
        *("/organizza/{id}/sorteggio/ricevuta.txt", "/organizza/{id}/sorteggio/ricevuta.json"),
    ),
    **_doors(JUDGES, WRITE, "/organizza/{id}/sorteggio/inizia"),
    **_doors(
        ORGANISERS, (*READ, *WRITE), "/organizza/{id}/sorteggio/rifai", "/organizza/{id}/sorteggio/assente"
    ),
    **_doors(
        ORGANISERS,
        WRITE,
        *("/organizza/{id}/sorteggio", "/organizza/{id}/sorteggio/seme", "/organizza/{id}/sorteggio/piano"),
        *("/organizza/{id}/sorteggio/separati", "/organizza/{id}/sorteggio/pubblica"),
        *("/organizza/{id}/sorteggio/nascondi", "/organizza/{id}/sorteggio/scambia"),
        *("/organizza/{id}/sorteggio/sposta", "/organizza/{id}/sorteggio/arrivo"),
        *("/organizza/{id}/sorteggio/sede",),
    ),
    # Quick standings without an event; making one of them needs somebody who may.
    **_doors(
        Need.NOTHING,
        READ,
        *("/classifica-veloce", "/classifica-veloce/modello.csv", "/classifica-veloce/opzioni"),
    ),
    **_doors(
        Need.NOTHING,
        WRITE,
        *("/classifica-veloce", "/classifica-veloce/perche", "/classifica-veloce/classifica.csv"),
        "/classifica-veloce/stampa",
    ),
    **_doors(Need.CREATOR, WRITE, "/classifica-veloce/torneo"),
    # The standings at the desk, and what everybody sees.
    **_doors(
        JUDGES,
        READ,
        *(
            "/organizza/{id}/classifica",
            "/organizza/{id}/classifica/tabella",
            "/organizza/{id}/classifica.csv",
        ),
        *("/organizza/{id}/classifica/perche/{number}", "/organizza/{id}/classifica/e-se"),
        "/organizza/{id}/classifica/e-se.csv",
    ),
    **_doors(ORGANISERS, READ, "/organizza/{id}/classifica/risultati/scarica"),
    **_doors(ORGANISERS, WRITE, "/organizza/{id}/classifica/pubblica", "/organizza/{id}/pubblico"),
    # The cut and the end.
    **_doors(JUDGES, READ, "/organizza/{id}/taglio", "/organizza/{id}/proclama"),
    **_doors(
        ORGANISERS,
        WRITE,
        *("/organizza/{id}/taglio", "/organizza/{id}/taglio/ritiro"),
        *("/organizza/{id}/proclama/pubblica", "/organizza/{id}/proclama/chiudi"),
    ),
    # Copies: an organiser sees to those of the event; opening one changes the whole installation.
    **_doors(
        ORGANISERS,
        READ,
        *("/organizza/{id}/copia", "/organizza/{id}/copie", "/organizza/{id}/copie/scarica"),
    ),
    **_doors(
        ORGANISERS,
        WRITE,
        *("/organizza/{id}/copie", "/organizza/{id}/copie/adesso", "/organizza/{id}/copie/smetti"),
    ),
    **_doors(JUDGES, READ, "/organizza/{id}/registro", "/organizza/{id}/registro/verifica"),
    **_doors(JUDGES, READ, "/organizza/{id}/giudici", "/organizza/{id}/chiamate"),
    **_doors(
        JUDGES,
        WRITE,
        "/organizza/{id}/chiamate/{table}/{number}/{what}",
        *("/organizza/{id}/giudici", "/organizza/{id}/giudici/togli", "/organizza/{id}/giudici/sessione"),
        *("/organizza/{id}/giudici/turno", "/organizza/{id}/giudici/legame"),
        "/organizza/{id}/giudici/tempo",
    ),
    **_doors(JUDGES, READ, "/organizza/{id}/stampa", "/organizza/{id}/stampa/{what}"),
    **_doors(Need.ADMINISTRATOR, READ, "/copie"),
    **_doors(Need.ADMINISTRATOR, WRITE, "/copie"),
    # A new event; entries, roll call, settings; asking to enter.
    **_doors(Need.NOTHING, (*READ, *WRITE), "/tornei/{id}/iscrizione"),
    **_doors(ORGANISERS, (*READ, *WRITE), "/organizza/{id}/impostazioni"),
    **_doors(
        ORGANISERS,
        WRITE,
        *("/organizza/{id}/impostazioni/regolamento", "/organizza/{id}/impostazioni/modulo"),
        "/organizza/{id}/impostazioni/chiudi",
    ),
    **_doors(Need.CREATOR, READ, "/organizza/nuovo"),
    **_doors(Need.CREATOR, WRITE, "/organizza/nuovo"),
    **_doors(
        ORGANISERS,
        READ,
        *("/organizza/{id}/iscritti", "/organizza/{id}/iscritti/simili", "/organizza/{id}/iscritti/da-altri"),
        *("/organizza/{id}/iscritti/{numero}", "/organizza/{id}/appello", "/organizza/{id}/appello/{numero}"),
    ),
    **_doors(
        ORGANISERS,
        WRITE,
        *("/organizza/{id}/iscritti", "/organizza/{id}/iscritti/elenco", "/organizza/{id}/iscritti/da-altri"),
        *("/organizza/{id}/iscritti/segna", "/organizza/{id}/iscritti/{numero}"),
        "/organizza/{id}/iscritti/richieste/{richiesta}",
        *("/organizza/{id}/iscritti/{numero}/consenso", "/organizza/{id}/iscritti/{numero}/separa"),
        *("/organizza/{id}/iscritti/{numero}/ritira", "/organizza/{id}/iscritti/{numero}/sostituisci"),
        *("/organizza/{id}/appello", "/organizza/{id}/appello/nuovo", "/organizza/{id}/appello/{numero}"),
        "/organizza/{id}/appello/{numero}/proposta",
    ),
}


def guard(request: Request) -> None:
    """Stop whoever may not open the door; the actor is left for the route."""
    path = request.scope["route"].path
    lock = LOCKS.get((request.method, path))
    if lock is None:
        raise RuntimeError(f"{request.method} {path} has no line in web/access.py")
    if lock is Need.TABLE_PASS:
        request.state.actor = phone_of(request).actor
        return
    visitor = visitor_of(request)
    event = request.path_params.get("id", "") if isinstance(lock, EventRoles) else ""
    if not may_open(lock, visitor, event):
        # Whoever has no account is shown the way in; whoever has one learns that it is not enough.
        raise HTTPException(403 if visitor.account else 401)
    if request.method not in READ and visitor.account:
        sessions.mark_seen(request.app.state.office, token_of(request))
    request.state.actor = visitor.actor(event)


def may_open(lock: Lock, visitor: Visitor, event: str = "") -> bool:
    """Whether a lock opens for a visitor; `event` is the id in the address, if the lock asks for a role."""
    if lock is Need.TABLE_PASS:
        return False
    if visitor.is_administrator or lock is Need.NOTHING:
        return True
    if isinstance(lock, EventRoles):
        return visitor.grants.get(event) in lock.roles
    return {
        Need.ACCOUNT: bool(visitor.account),
        Need.CREATOR: visitor.may_create,
        Need.ADMINISTRATOR: False,
    }[lock]


def may_open_desk(visitor: Visitor, event: str) -> bool:
    """Whether the desk of an event opens for a visitor."""
    return may_open(JUDGES, visitor, event)


def actor_of(request: Request) -> Actor:
    """Who asks, as the guard found it."""
    actor: Actor = request.state.actor
    return actor
