"""The example gathering: one click makes it, one takes it away."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from starlette.responses import Response, StreamingResponse

from kamchatka.app.office import Actor, Office
from kamchatka.app.tournaments import demo
from kamchatka.app.tournaments.opening import OpenTournament, open_tournament, sentences
from kamchatka.messages import Language
from kamchatka.refusals import Refusal
from kamchatka.tournament.progress import winners
from kamchatka.web.site.access import LockedRouter, Need
from kamchatka.web.site.pages import render_slowly
from kamchatka.web.site.visit import AtSite

router = LockedRouter()


@dataclass(frozen=True)
class MadeStep:
    """Something that was just done, in words."""

    number: int
    said: str


@dataclass
class Making:
    """The example while it is made, and how that ended."""

    office: Office
    actor: Actor
    lang: Language
    id: str = field(default="", init=False)
    winners: str = field(default="", init=False)
    refusal: str = field(default="", init=False)

    def steps(self) -> Iterator[MadeStep]:
        """Each step as soon as it is kept."""
        try:
            for number, desk in enumerate(demo.play(self.office, self.actor), 1):
                yield MadeStep(number, self._sentence(desk))
        except Refusal as refusal:  # the page has begun: nobody else can say so any more
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
    """Make it, or go on with it; the page grows with the work."""
    making = Making(at.office, at.actor, at.lang)
    return render_slowly(at.request, "home/demo.html", steps=making.steps(), made=making, most=demo.STEPS)


@router.form("/demo/togli", Need.CREATOR)
def remove_demo(at: AtSite) -> Response:
    """Take away all that is invented."""
    removed = demo.remove(at.office, at.actor)
    return at.done("/", "home.demo.removed" if removed else "home.demo.nothing")
