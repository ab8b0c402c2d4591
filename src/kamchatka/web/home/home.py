"""The home page, the events of this installation, and the overview page of each job."""

from functools import partial

from starlette.responses import HTMLResponse

from kamchatka.app.tournaments.listing import EventList, ListedEvent, events_for
from kamchatka.ledger import summary
from kamchatka.web.site.locks import STAFF, LockedRouter, Need, may_open
from kamchatka.web.site.menu import JOBS
from kamchatka.web.site.visit import AtSite, Visit

router = LockedRouter()
ORGANISE, RULES, WATCH = JOBS
MOST_EVENTS = 4
"""Maximum on the home page: current events, else coming ones, else past ones."""


@router.page("/", Need.NOTHING)
def home(at: AtSite) -> HTMLResponse:
    """Nearest events, and what can be done here."""
    events = _listed(at).events
    return at.render(
        "home/home.html",
        events=events,
        first=next((each for each in events if each.is_own and each.phase != "past"), None),
        nearest=[each for each in events if each.phase == events[0].phase][:MOST_EVENTS],
        demo=_demo(events),
    )


@router.page("/organizza", Need.NOTHING)
def show_own_events(at: AtSite) -> HTMLResponse:
    """The visitor's own events, each with its next step."""
    found = _listed(at)
    own = [each for each in found.events if each.is_own]
    return at.render(
        "home/organise.html",
        events=own,
        unreadable=[(each.id, each.reason(at.lang)) for each in found.unreadable],
        aside=found.aside,
        demo=_demo(found.events),
        job=ORGANISE,
    )


@router.page("/tornei", Need.NOTHING)
def show_events(at: AtSite) -> HTMLResponse:
    """All events visible to the visitor."""
    return at.render("home/events.html", events=_listed(at).events)


@router.page("/regole", Need.NOTHING)
def show_rules(at: AtSite) -> HTMLResponse:
    """Pages about rules, and how many clauses are proven."""
    return at.render("home/job.html", job=RULES, summary=summary())


@router.page("/guarda", Need.NOTHING)
def show_watching(at: AtSite) -> HTMLResponse:
    """Pages to watch and to try things."""
    return at.render("home/job.html", job=WATCH, summary=None)


def _listed(at: Visit) -> EventList:
    return events_for(at.office, at.lang, partial(may_open, STAFF, at.visitor))


def _demo(events: list[ListedEvent]) -> ListedEvent | None:
    return next((each for each in events if each.row.is_demo), None)
