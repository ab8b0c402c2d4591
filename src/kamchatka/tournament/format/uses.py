"""Which keys of a format have an effect: a key without one is refused, with what it belongs to.

Only files are checked for this. The text of an event that was created before stays as it is.
"""

from collections.abc import Container, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from kamchatka.faults import Path
from kamchatka.messages import Phrase, text
from kamchatka.scoring.options import REFERENCE, stated_in
from kamchatka.tournament.format.model import Format, FormatOption, Layout, Stage, StageSource

USES: Mapping[str, tuple[str, ...]] = {
    "everybody": (),
    "ranks": ("ranks", "games"),
    "winners": ("stage", "each"),
    "losers": ("stage", "each"),
    "best-losers": ("stage", "count"),
    "recalled": ("ranks", "count", "place", "games"),
    "direct": (),
}
"""The keys of `enters` that each `who` uses."""


class KeyUse(NamedTuple):
    """A key that is written in the file: whether it has an effect, and what it belongs to."""

    path: Path
    is_used: bool
    belongs: str | Phrase


def key_uses(format: Format) -> Iterator[KeyUse]:
    """Keys whose effect depends on others; those of stages that are not played are left out."""
    yield from _table_uses(format)
    for at, wish in enumerate(format.wishes):
        yield KeyUse(("wishes", at, "rounds"), wish.kind == "opponents", 'kind = "opponents"')
    for at, stage in enumerate(format.stage):
        if stage.when:
            yield from _stage_uses(format, stage, ("stage", at))


def proposed_uses(format: Format, options: Container[str]) -> Iterator[KeyUse]:
    """Options that a proposal sets: the format must have them."""
    for at, use in enumerate(format.proposed):
        for name in use.options:
            yield KeyUse(("proposed", at, "options", name), name in options, f"[option.{name}]")


def lacking(format: Format) -> Iterator[tuple[Path, str]]:
    """Sources of ranks that do not say which."""
    for at, stage in enumerate(format.stage):
        for path, source in sources(stage):
            if source.who == "ranks" and source.ranks is None:
                yield ("stage", at, *path), "ranks"


def option_uses(raw: Mapping[str, Any], options: Mapping[str, FormatOption]) -> Iterator[KeyUse]:
    """Options that stand for no value, and bounds of an option that lists its values."""
    for name in stated_in(raw):
        yield KeyUse(("option", name), REFERENCE + name in _strings(raw), f'"{REFERENCE}{name}"')
    for name, option in options.items():
        is_number = not option.choices and type(option.default) is int
        for key in ("least", "most"):
            yield KeyUse(("option", name, key), is_number, _phrase("number_option"))


def sources(stage: Stage) -> Iterator[tuple[Path, StageSource]]:
    """The sources of a stage, each with its path."""
    for at, source in enumerate(stage.enters):
        yield ("enters", at), source
    for number, layout in enumerate(stage.layouts):
        for at, source in enumerate(layout.enters):
            yield ("layouts", number, "enters", at), source


def _strings(raw: object) -> Iterator[str]:
    if isinstance(raw, str):
        yield raw
    elif isinstance(raw, dict | list):
        for each in raw.values() if isinstance(raw, dict) else raw:
            yield from _strings(each)


def _phrase(code: str) -> Phrase:
    return partial(text, f"format.belongs.{code}")


def _table_uses(format: Format) -> Iterator[KeyUse]:
    """Keys of tables, standings and roll call."""
    tables, rollcall = format.tables, format.rollcall
    named = [name for way in (tables.by_number, tables.last_round) for each in way.values() for name in each]
    for key in ("bye", "bye_at_rank"):
        yield KeyUse(("tables", key), "bye" in named or tables.rest, _phrase("bye"))
    yield KeyUse(("standings", "teams"), format.teams > 0, "teams")
    yield KeyUse(("team", "short"), format.team.least > 0, "team.least")
    yield KeyUse(("rollcall", "grace"), bool(rollcall.by), "rollcall.by")
    yield KeyUse(("rollcall", "cards_lost"), bool(rollcall.by and rollcall.grace), "rollcall.grace")


def _stage_uses(format: Format, stage: Stage, path: Path) -> Iterator[KeyUse]:
    stages = format.stages
    number = stages.index(stage)
    is_first, has_layouts = number == 0, bool(stage.layouts)
    later = _phrase("later_stages")
    yield KeyUse((*path, "enters"), not (is_first or has_layouts), later if is_first else "layouts")
    yield KeyUse((*path, "layouts"), not is_first, later)
    yield KeyUse((*path, "pick"), has_layouts, "layouts")
    yield KeyUse((*path, "rollcall"), is_first, _phrase("first_stage"))
    yield KeyUse((*path, "wishes"), stage.heeds_pairs, 'seating = "wishes"')
    for at, wish in enumerate(stage.wishes or ()):
        yield KeyUse((*path, "wishes", at, "rounds"), wish.kind == "opponents", 'kind = "opponents"')
    together = format.together(stage.id)
    first, last = stages.index(together[0]), stages.index(together[-1])
    before = format.together(stages[first - 1].id) if first else ()
    after = format.together(stages[last + 1].id) if last + 1 < len(stages) else ()
    sends = any(layout.direct for each in before for layout in each.layouts)
    for at, layout in enumerate(stage.layouts):
        yield KeyUse((*path, "layouts", at, "direct"), _takes_direct(layout, after), _phrase("direct_after"))
        asks = any(source.who == "ranks" for source in layout.enters)
        asks |= layout.direct > 0 and layout.direct_games is None
        yield KeyUse((*path, "layouts", at, "games"), asks, _phrase("layout_games"))
        yield KeyUse((*path, "layouts", at, "direct_games"), layout.direct > 0, "direct")
    for part, source in sources(stage):
        for key in type(source).model_fields:
            if key not in ("who", "clauses"):
                belongs = " · ".join(f'who = "{who}"' for who, keys in USES.items() if key in keys)
                yield KeyUse((*path, *part, key), key in USES[source.who], belongs)
        if source.who == "direct":
            yield KeyUse((*path, *part, "who"), sends, _phrase("direct_before"))


def _takes_direct(layout: Layout, after: tuple[Stage, ...]) -> bool:
    """Whether those who skip the stage have a place after it."""
    taken = any(source.who == "direct" for each in after for _, source in sources(each))
    return taken or not layout.enters
