"""Names of rounds and stages in sentences."""

from collections.abc import Iterable

from kamchatka.messages import Language, has_text, text
from kamchatka.tournament.cutting import following
from kamchatka.tournament.format.model import Stage
from kamchatka.tournament.progress import next_step
from kamchatka.tournament.state import Tournament


def towards(stage: Stage | str, lang: Language) -> str:
    """ "alla finale": where players go on to; a stage with a name of its own is quoted, or its id alone."""
    title, name = (stage, stage) if isinstance(stage, str) else (stage.title, stage.name(lang))
    code = f"tournament.towards.{title.casefold()}"
    return text(code if has_text(code, lang) else "tournament.towards.other", lang, stage=name)


def lone_stage(tournament: Tournament, number: int, lang: Language) -> str:
    """The name of a round that is a stage of its own, such as "Finale"; empty for a round of several."""
    stages: Iterable[Stage] = (part.stage for part in tournament.parts)
    if number <= len(tournament.rounds):
        stages = map(tournament.stage_named, tournament.rounds[number - 1].stages)
    elif next_step(tournament) == "cut" and (after := following(tournament)):
        stages = [after]
    found = list(stages)
    is_lone = found[0] is not tournament.format.stages[0] and all(each.rounds == 1 for each in found)
    return ", ".join(each.name(lang) for each in found) if is_lone else ""
