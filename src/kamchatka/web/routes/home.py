"""The home page, the events of this installation, and the pages that gather what belongs to one job."""

from functools import partial

from fastapi import Request
from starlette.responses import HTMLResponse

from kamchatka.app.tournament.listing import ListedEvent, events_for
from kamchatka.ledger import summary
from kamchatka.web.access import LockedRouter, Need, may_open_desk
from kamchatka.web.forms import office_of
from kamchatka.web.jobs import JOBS
from kamchatka.web.language import language_of
from kamchatka.web.moments import day_of
from kamchatka.web.pages import render
from kamchatka.web.visitors import visitor_of

router = LockedRouter()
ORGANISE, RULES, WATCH = JOBS
MOST_EVENTS = 4
"""That the home page lists, of those that go on, else of those that come, else of those that are over."""


@router.page("/", Need.NOTHING)
def home(request: Request) -> HTMLResponse:
    """What is going on, and what can be done here."""
    events = _events(request)
    return render(
        request,
        "home/home.html",
        events=events,
        first=next((each for each in events if each.is_own and each.phase != "past"), None),
        nearest=[each for each in events if each.phase == events[0].phase][:MOST_EVENTS],
        demo=_demo(events),
        day_of=day_of,
    )


@router.page("/organizza", Need.NOTHING)
def show_own_events(request: Request) -> HTMLResponse:
    """The events of whoever asks, with what to do in each."""
    events = _events(request)
    own = [each for each in events if each.is_own]
    return render(request, "home/organise.html", events=own, demo=_demo(events), job=ORGANISE, day_of=day_of)


@router.page("/tornei", Need.NOTHING)
def show_events(request: Request) -> HTMLResponse:
    """All events that whoever asks may find."""
    return render(request, "home/events.html", events=_events(request), day_of=day_of)


@router.page("/regole", Need.NOTHING)
def show_rules(request: Request) -> HTMLResponse:
    """Everything about rules, and how much of it is proven."""
    return render(request, "home/job.html", job=RULES, summary=summary())


@router.page("/guarda", Need.NOTHING)
def show_watching(request: Request) -> HTMLResponse:
    """Everything to look at and to try."""
    return render(request, "home/job.html", job=WATCH, summary=None)


def _events(request: Request) -> list[ListedEvent]:
    visitor = visitor_of(request)
    return events_for(office_of(request), language_of(request), partial(may_open_desk, visitor))


def _demo(events: list[ListedEvent]) -> ListedEvent | None:
    return next((each for each in events if each.row.is_demo), None)
