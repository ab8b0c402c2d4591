"""The example gathering: created and deleted with one click."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from starlette.responses import Response, StreamingResponse

from kamchatka.app.office import Actor, Office
from kamchatka.app.tournaments import demo
from kamchatka.app.tournaments.opening import OpenTournament, open_tournament, sentences
from kamchatka.messages import Language
from kamchatka.refusals import Refusal
from kamchatka.tournament.progress import winners
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.pages import render_slowly
from kamchatka.web.site.visit import AtSite

router = LockedRouter()


@dataclass(frozen=True)
class MadeStep:
    """A finished step, as a sentence."""

    number: int
    said: str


@dataclass
class Making:
    """Creates the example step by step, and holds the outcome."""

    office: Office
    actor: Actor
    lang: Language
    id: str = field(default="", init=False)
    winners: str = field(default="", init=False)
    refusal: str = field(default="", init=False)

    def steps(self) -> Iterator[MadeStep]:
        """Each step as soon as it is stored."""
        try:
            for number, desk in enumerate(demo.play(self.office, self.actor), 1):
                yield MadeStep(number, self._sentence(desk))
        except Refusal as refusal:  # too late for an error page: the response has begun
            self.refusal = refusal.sentence(self.lang)
            return
        self.id = demo.find(self.office) or ""
        desk = open_tournament(self.office, self.id, self.lang)
        self.winners = ", ".join(winners(desk.tournament, desk.names))

    def _sentence(self, desk: OpenTournament) -> str:
        [said] = sentences(self.office, [desk.occurrences[-1].event], desk.names, self.lang)
        return said


@router.form("/demo", Need.CREATOR)
def make_demo(at: AtSite) -> StreamingResponse:
    """Create the example, or resume it; the page streams each step."""
    making = Making(at.office, at.actor, at.lang)
    return render_slowly(at.request, "home/demo.html", steps=making.steps(), made=making, most=demo.STEPS)


@router.form("/demo/togli", Need.CREATOR)
def remove_demo(at: AtSite) -> Response:
    """Delete the example and its invented people."""
    removed = demo.remove(at.office, at.actor)
    return at.done("/", "home.demo.removed" if removed else "home.demo.nothing")
