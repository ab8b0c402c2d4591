"""Access control: each route (door) declares a lock, and the guard checks it before the route runs.

The application refuses to start if a route has no lock. A role applies to one event, the `{id}` in the
address; an administrator may open every door except that of a table.
"""

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from fastapi import APIRouter, Request
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from kamchatka.app.office import Role
from kamchatka.app.register.accounts import sessions
from kamchatka.refusals import Refusal
from kamchatka.web.phone.table_door import phone_of
from kamchatka.web.play.seat_door import seated_actor
from kamchatka.web.site.visitors import Visitor, token_of, visitor_of

READ = ("GET", "HEAD")
WRITE = ("POST",)


class Need(Enum):
    """What a door requires of a visitor."""

    NOTHING = "nothing"
    ACCOUNT = "account"
    CREATOR = "creator"
    """May make new events."""
    ADMINISTRATOR = "administrator"
    TABLE_PASS = "table-pass"
    """A phone that joined the table in the address; no account opens this door."""
    SEAT = "seat"
    """A device that sits at the online table in the address; no account opens this door."""


class EventRoles(NamedTuple):
    """Roles in the event of the address, any of which opens the door."""

    roles: tuple[Role, ...]


ORGANISERS = EventRoles((Role.ORGANISER,))
JUDGES = EventRoles((Role.ORGANISER, Role.OFFICIAL_JUDGE))
OFFICIAL = EventRoles((Role.OFFICIAL_JUDGE,))
ROLL_CALL = EventRoles((Role.ORGANISER, Role.ROLL_CALLER))
SHEETS = EventRoles((*JUDGES.roles, Role.SHEET_TYPIST))
VIEW = EventRoles((*JUDGES.roles, Role.OBSERVER))
"""Pages that judges and observers read."""
SHEETS_VIEW = EventRoles((*SHEETS.roles, Role.OBSERVER))
STAFF = EventRoles((*JUDGES.roles, Role.ROLL_CALLER, Role.SHEET_TYPIST, Role.OBSERVER))
"""Everybody with a role at the desk."""
Lock = Need | EventRoles
Door = tuple[str, str]
"""Method and path of a route."""
Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


class LockedRouter(APIRouter):
    """The routes of a module, each declared with its lock."""

    def __init__(self) -> None:
        super().__init__()
        self.locks: dict[Door, Lock] = {}

    def page(self, path: str, lock: Lock) -> Callable[[Endpoint], Endpoint]:
        """A route that only reads (GET and HEAD)."""
        return self._route(path, lock, READ)

    def form(self, path: str, lock: Lock) -> Callable[[Endpoint], Endpoint]:
        """A route that receives a form (POST)."""
        return self._route(path, lock, WRITE)

    def _route(self, path: str, lock: Lock, methods: tuple[str, ...]) -> Callable[[Endpoint], Endpoint]:
        self.locks.update({(method, path): lock for method in methods})
        return self.api_route(path, methods=list(methods))


def locks_of(routers: Iterable[LockedRouter]) -> dict[Door, Lock]:
    """The lock of every door; RuntimeError if a door has none, or is declared twice."""
    locks: dict[Door, Lock] = {}
    doors: list[Door] = []
    for router in routers:
        locks.update(router.locks)
        for route in router.routes:
            assert isinstance(route, APIRoute)
            doors += [(method, route.path) for method in route.methods or ()]
    if sorted(doors) != sorted(locks):
        wrong = {door for door in doors if door not in locks or doors.count(door) > 1}
        raise RuntimeError(f"without a lock, or declared twice: {sorted(wrong)}")
    return locks


def lock_of(request: Request) -> Lock:
    """The lock of the door in the address."""
    lock: Lock = request.app.state.locks[request.method, request.scope["route"].path]
    return lock


def guard(request: Request) -> None:
    """Refuse a visitor who may not open the door; sets `request.state.actor` for the route."""
    lock = lock_of(request)
    if lock is Need.TABLE_PASS:
        request.state.actor = phone_of(request).actor
        return
    if lock is Need.SEAT:
        request.state.actor = seated_actor(request)
        return
    visitor = visitor_of(request)
    event = request.path_params.get("id", "") if isinstance(lock, EventRoles) else ""
    if not may_open(lock, visitor, event):
        # 401 leads to the login page; 403 says that the account lacks the role.
        raise HTTPException(403 if visitor.account else 401)
    if request.method not in READ and visitor.account:
        sessions.mark_seen(request.app.state.office, token_of(request))
    request.state.actor = visitor.actor(event)


def still_opens(request: Request) -> bool:
    """Whether the door of a request that lasts still opens for its visitor, who is looked up again."""
    try:
        guard(Request({**request.scope, "state": {}}))
    except (HTTPException, Refusal):
        return False
    return True


def may_open(lock: Lock, visitor: Visitor, event: str = "") -> bool:
    """Whether a lock opens for a visitor; `event` is the id in the address, if the lock requires a role."""
    if lock in (Need.TABLE_PASS, Need.SEAT):
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
