"""The group of commands at live tables, in the order in which a judge needs them."""

from collections.abc import Callable

import typer

from kamchatka.cli.call import called
from kamchatka.cli.declared_commands import parameters
from kamchatka.cli.referee import counting, judging, taps

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
    # Unknown options of `incident` are answers to the questions of its case.
    _settings = {"ignore_unknown_options": True} if _name == "incident" else None
    _typed = called(f"table {_name}", parameters(taps.DECLARED.get(_name, ())))(_function)
    app.command(_name, context_settings=_settings)(_typed)
app.command("deal")(counting.deal)
