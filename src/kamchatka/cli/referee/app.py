"""The group of commands at live tables, in the order in which a judge needs them."""

from collections.abc import Callable

import typer

from kamchatka.cli.referee import counting, judging, taps
from kamchatka.cli.tournament.desk import called

app = typer.Typer(no_args_is_help=True, help="I tavoli seguiti dal vivo · tables followed live.")

COMMANDS: dict[str, Callable[..., None]] = {
    "open": taps.open_one,
    "clock": taps.clock,
    "turn": taps.turn,
    "expire": taps.expire,
    "roll": taps.roll,
    "incident": judging.incident,
    "call": judging.call_judge,
    "count": counting.count,
    "sign": counting.sign_sheet,
    "show": taps.show,
}
for _name, _function in COMMANDS.items():
    # Of an incident any option may be an answer.
    _settings = {"ignore_unknown_options": True} if _name == "incident" else None
    app.command(_name, context_settings=_settings)(
        called(_name, _function, "table", taps.DECLARED.get(_name, ()))
    )
app.command("deal")(counting.deal)
