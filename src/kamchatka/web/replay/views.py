"""View data of a recorded game for its page and the list."""

from dataclasses import dataclass
from typing import Any

from kamchatka.app.games.record_summary import RecordSummary, shown, summary_of
from kamchatka.app.games.records import GameListing, example_cards
from kamchatka.app.games.story import SeatState, Story
from kamchatka.board import load_board
from kamchatka.game.names import Names, letter, names_of
from kamchatka.messages import Language, text
from kamchatka.rules.layout import NOBODY
from kamchatka.web.replay.frames import status_word, turns
from kamchatka.web.replay.library import Library
from kamchatka.web.replay.map_drawing import letter_of
from kamchatka.web.replay.words import form, heading, length, moment, objective, owner_name, result


@dataclass(frozen=True, kw_only=True)
class SeatRow:
    """A seat in the panel."""

    number: int
    letter: str
    name: str
    colour: str
    colour_name: str
    state: SeatState
    status: str
    objective: str
    lands: tuple[str, ...]
    """Territories of its objective."""
    result: str
    has_won: bool


@dataclass(frozen=True, kw_only=True)
class Card:
    """A game in a list."""

    id: str
    is_upload: bool
    title: str
    length: str
    """How long it lasted; for a file also when it was written."""
    players: tuple[tuple[str, str, str], ...] = ()
    """Letter, name and colour of each seat."""
    result: str = ""
    warnings: tuple[str, ...] = ()


def cards(library: Library, lang: Language) -> dict[str, list[Card]]:
    """Examples, games of this computer's terminal, and uploaded ones."""
    shelves = {
        "examples": example_cards(),
        "played": library.terminal.listed(),
        "kept": library.shelf.uploaded(),
    }
    return {name: [card(listed, lang) for listed in shelf] for name, shelf in shelves.items()}


def card(listed: GameListing, lang: Language) -> Card:
    """One game in a list."""
    summary = listed.summary
    if summary is None:
        title, written = text("replay_page.list.damaged", lang), _written(listed, lang)
        return Card(id=listed.id, is_upload=listed.is_upload, title=title, length=written)
    return Card(
        id=listed.id,
        is_upload=listed.is_upload,
        title=text("replay_page.list.name", lang, title=summary.titles[lang], table=summary.table),
        players=tuple(
            (letter(seat), name, colour)
            for seat, (name, colour) in enumerate(zip(summary.players, summary.colours, strict=True))
        ),
        result=ending(summary, lang),
        length=" · ".join(filter(None, (length(summary, lang), _written(listed, lang)))),
        warnings=warnings(summary, lang),
    )


def _written(listed: GameListing, lang: Language) -> str:
    return "" if listed.changed is None else moment(listed.changed, lang)


def ending(summary: RecordSummary, lang: Language) -> str:
    """How the game ended and who won, in one line."""
    if summary.ending is None:
        return text(f"replay_page.ending.{'none' if summary.is_whole else 'cut'}", lang)
    winners = ", ".join(f"{letter(seat)} ({summary.players[seat]})" for seat in summary.winners)
    if not winners:
        return text("replay_page.ending.uncounted", lang)
    return text(f"replay_page.ending.{summary.ending.replace('-', '_')}", lang, winners=winners)


def warnings(summary: RecordSummary, lang: Language) -> tuple[str, ...]:
    """Warnings before a record is shared or trusted."""
    found = []
    if not summary.is_finished and summary.is_whole:
        found.append("unfinished")
    if summary.keeps_secret:
        found.append("secret")
    if not summary.follows_rules:
        found.append("other_rules" if summary.is_whole else "cut")
    return tuple(text(f"replay_page.warning.{code}", lang) for code in found)


def page_values(id: str, story: Story, number: int, lang: Language) -> dict[str, Any]:
    """Template values of a game, besides map, panel and charts."""
    names = names_of(story.retelling.rulebook)
    summary = summary_of(story)
    return {
        "form": form,
        "id": id,
        "players": ", ".join(summary.players),
        "title": text("replay_page.list.name", lang, title=summary.titles[lang], table=summary.table),
        "ending": ending(summary, lang),
        "length": length(summary, lang),
        "warnings": warnings(summary, lang),
        "difference": story.retelling.explain_difference(lang),
        "is_finished": summary.is_finished,
        "seats": _seats(story, number, names, lang),
        "has_objectives": any(story.objectives),
        "number": number,
        "last": len(story.steps) - 1,
        "turns": [(at, heading(story, story.steps[at], lang)) for at in turns(story)],
        "turn_now": max(at for at in turns(story) if at <= number),
        "lands": _lands(story, number, lang),
    }


def _seats(story: Story, number: int, names: Names, lang: Language) -> list[SeatRow]:
    return [
        SeatRow(
            number=seat,
            letter=letter(seat),
            name=shown(story.players[seat]),
            colour=story.colours[seat],
            colour_name=text(f"game.colour.{story.colours[seat]}", lang),
            state=state,
            status=status_word(state.status, lang),
            objective=objective(names, story.objectives[seat], lang),
            lands=_goal(names, story.objectives[seat]),
            result=result(story, seat, lang),
            has_won=bool(story.places) and story.places[seat] == 1,
        )
        for seat, state in enumerate(story.steps[number].seats)
    ]


def _goal(names: Names, objective: str | None) -> tuple[str, ...]:
    if objective is None or names.objectives is None:
        return ()
    return next(card.territories for card in names.objectives.objectives if card.id == objective)


def _lands(story: Story, number: int, lang: Language) -> list[tuple[str, str, str]]:
    """Every territory with its owner and armies, for people who cannot see the map."""
    step = story.steps[number]
    found = []
    for land, territory in enumerate(load_board().territories):
        owner = step.owner[land]
        who = letter_of(owner) if owner == NOBODY else owner_name(owner, lang)
        found.append((territory.name(lang), who, str(step.armies[land])))
    return found
