"""All steps of a game as JSON for the page's script: the changes from step to step.

The script only displays: owners, armies, numbers, sentences, dice and arrows all come from here.
"""

import json
from itertools import pairwise

from markupsafe import Markup

from kamchatka.app.games.record_summary import shown
from kamchatka.app.games.story import SeatState, Story, StoryStep
from kamchatka.board import load_board
from kamchatka.game.codec import Plain
from kamchatka.game.names import Names, letter, names_of
from kamchatka.messages import Language, text
from kamchatka.rules.layout import NEUTRAL
from kamchatka.web.replay.map_drawing import arrow_path, changed, changes
from kamchatka.web.replay.words import dice, heading, phase, sentences
from kamchatka.web.site.pages import environment


def frames(story: Story, lang: Language) -> str:
    """The JSON of `passi.json`."""
    names = names_of(story.retelling.rulebook)
    steps = story.steps
    data: dict[str, Plain] = {
        "lands": [{"id": land.id, "name": land.name(lang)} for land in load_board().territories],
        "owners": [_owner(story, seat) for seat in range(len(story.colours))]
        + [{"letter": letter(NEUTRAL), "colour": "neutral", "name": text("game.neutral", lang)}],
        "turns": turns(story),
        "steps": [
            _frame(story, None, steps[0], names, lang),
            *(_frame(story, before, step, names, lang) for before, step in pairwise(steps)),
        ],
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def turns(story: Story) -> list[int]:
    """The steps at which a turn begins, the preparation first."""
    return [0, *(at for at, step in enumerate(story.steps) if step.begins_turn and at > 0)]


def step_html(story: Story, step: StoryStep, names: Names, lang: Language) -> Markup:
    """The panel of one step, the same with and without scripts."""
    panel = environment().get_template("replay/step.html")
    html = panel.render(
        heading=heading(story, step, lang),
        phase=phase(step, lang),
        turn_colour="none" if step.turn_of is None else story.colours[step.turn_of],
        turn_letter="" if step.turn_of is None else letter(step.turn_of),
        sentences=sentences(step, names, lang),
        dice=dice(story, step, lang),
    )
    return Markup(html)  # rendered by our own template, which escapes names


def status_word(status: str, lang: Language) -> str:
    """The status of a seat, in words."""
    return text(f"replay_page.status.{status.replace('-', '_')}", lang)


def _owner(story: Story, seat: int) -> dict[str, Plain]:
    return {"letter": letter(seat), "colour": story.colours[seat], "name": shown(story.players[seat])}


def _frame(
    story: Story, before: StoryStep | None, step: StoryStep, names: Names, lang: Language
) -> dict[str, Plain]:
    """One step: `map` [territory, owner, armies], `seats` [seat, territories, armies, cards, status]."""
    frame: dict[str, Plain] = {"html": str(step_html(story, step, names, lang))}
    lands: list[Plain] = [
        [land, step.owner[land], step.armies[land]]
        for land in (range(len(step.owner)) if before is None else changes(before, step))
    ]
    seats: list[Plain] = [
        _seat(number, seat, lang)
        for number, seat in enumerate(step.seats)
        if before is None or seat != before.seats[number]
    ]
    if lands:
        frame["map"] = lands
    if seats:
        frame["seats"] = seats
    if marked := changed(before, step):
        frame["marked"] = list(marked)
    if step.arrow is not None:
        frame["arrow"] = [step.arrow.kind, arrow_path(step.arrow)]
    if step.turn_of is not None:
        frame["turn"] = step.turn_of
    return frame


def _seat(number: int, seat: SeatState, lang: Language) -> list[Plain]:
    return [number, seat.territories, seat.armies, seat.cards, status_word(seat.status, lang)]
