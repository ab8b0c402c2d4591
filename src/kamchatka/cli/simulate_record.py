"""`kamchatka simulate --record`: one game of a plan, written down."""

from pathlib import Path

import typer

from kamchatka.cli.output import command, fail, trouble
from kamchatka.cli.simulate_options import Wanted
from kamchatka.messages import text


def record_one(wanted: Wanted, rulebook: str | None, path: Path, game: int) -> None:
    """Write one game of the plan down, to be opened by `kamchatka replay`."""
    from kamchatka.cli.table.keeping import make_room, new_path, write_record
    from kamchatka.cli.table.refused import NotSo
    from kamchatka.simulate.recording import recorded_game

    lang = wanted.lang
    if rulebook is None:
        fail(text("simulate.refused.rulebook", lang))
    plan = wanted.plan(rulebook)
    typer.echo(text("simulate.seed", lang, seed=plan.seed), err=True)
    try:
        make_room(new_path(str(path), ""))
        write_record(path, recorded_game(plan, game))
    except NotSo as refusal:
        # Nobody is playing: what a table says to people in the middle of a game would be wrong here.
        error = refusal.values.get("error")
        values = {**refusal.values, "error": trouble(error, lang) if isinstance(error, OSError) else error}
        fail(text(f"simulate.record.{refusal.code}", lang, **values))
    except OSError as error:
        # Of a name that no disk can hold, before anything is written.
        fail(text("simulate.record.no_place", lang, path=path, error=trouble(error, lang)))
    typer.echo(
        text("simulate.recorded", lang, game=game, path=path, command=command("replay", path)), err=True
    )
