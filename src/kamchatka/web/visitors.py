"""Who opens a page."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fastapi import Request

from kamchatka.app.office import Actor, Role
from kamchatka.web.local import is_local


@dataclass(frozen=True, kw_only=True)
class Visitor:
    """Somebody who opens a page; without an account, anybody."""

    account: str = ""
    """An opaque id."""
    name: str = ""
    is_administrator: bool = False
    may_create: bool = False
    grants: Mapping[str, Role] = field(default_factory=dict)
    """The role in each event, by the event's id."""

    def actor(self, event: str = "") -> Actor:
        """The visitor as use cases know it, in an event or in none."""
        if self.is_administrator:
            return Actor(Role.ADMINISTRATOR, self.account)
        without = Role.ORGANISER if self.may_create and not event else Role.SPECTATOR
        return Actor(self.grants.get(event, without), self.account or "anybody")

    def runs(self, event: str) -> bool:
        """Whether the visitor is an organiser of an event."""
        return self.is_administrator or self.grants.get(event) == Role.ORGANISER


ANYBODY = Visitor()


def visitor_of(request: Request) -> Visitor:
    """Who asks. Whoever sits at the computer itself is its administrator."""
    if is_local(request):
        return Visitor(account="local", name="", is_administrator=True, may_create=True)
    return ANYBODY
