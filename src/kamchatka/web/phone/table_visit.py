"""A request of a phone about its table."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from fastapi import Depends

from kamchatka.app.tournaments.opening import OpenTournament, open_public_tournament
from kamchatka.app.tournaments.passes import Phone, TablePlace
from kamchatka.ids import PersonId
from kamchatka.refusals import NotUnderstood
from kamchatka.tournament.state import Table
from kamchatka.tournament.views.sheets import SheetView, sheet
from kamchatka.web.phone.table_door import page_of, phone_of, place_of
from kamchatka.web.site.forms import number_in
from kamchatka.web.site.visit import Visit, asking, sending


@dataclass(frozen=True)
class TableVisit(Visit):
    """A request about the table in the address."""

    @property
    def place(self) -> TablePlace:
        """The table in the address, which may not exist."""
        return place_of(self.request)

    @property
    def phone(self) -> Phone:
        """The phone that sent the request."""
        return phone_of(self.request)

    @cached_property
    def desk(self) -> OpenTournament:
        """The event as the public may see it."""
        return open_public_tournament(self.office, self.place.id, self.lang)

    @property
    def table(self) -> Table:
        """The table, in a round being played."""
        return self.desk.tournament.rounds[self.place.round - 1].tables[self.place.table]

    @property
    def standing(self) -> SheetView:
        """The recorded sheet."""
        place = self.place
        return sheet(self.desk.tournament, self.desk.names, place.round, place.table, self.lang)

    def seated(self) -> PersonId:
        """The player whom the form names as sender, by seat from 1."""
        people = self.table.seated.seats
        seat = number_in(self.field("chi"))
        if not 1 <= seat <= len(people):
            raise NotUnderstood("who_are_you")
        return people[seat - 1]

    @property
    def _holder(self) -> str:
        """Who holds the phone, in words; empty before they said so, or before the phone has joined."""
        phone: Phone | None = getattr(self.request.state, "phone", None)
        if phone is None or phone.holder is None:
            return ""
        return phone.holder.said(self.desk.names, self.lang)

    def frame(self) -> dict[str, Any]:
        """Template values of the head of a table's pages."""
        return {
            "event": self.desk.tournament.settings.name,
            "place": self.place,
            "seats": [self.desk.names[who] for who in self.table.seated.seats],
            "address": page_of(self.place),
            "holder": self._holder,
        }


AtTable = Annotated[TableVisit, Depends(asking(TableVisit))]
TableForm = Annotated[TableVisit, Depends(sending(TableVisit))]
