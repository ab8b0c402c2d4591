"""The group of commands on tournaments, in the order in which an organiser needs them."""

from collections.abc import Callable

import typer

from kamchatka.cli.tournament import agreeing, checking, officials, people, results, rounds, seating
from kamchatka.cli.tournament.desk import called

app = typer.Typer(no_args_is_help=True, help="I tornei, dalle iscrizioni al vincitore · tournaments.")

COMMANDS: dict[str, Callable[..., None]] = {
    "new": agreeing.new,
    "list": agreeing.list_tournaments,
    "show": rounds.show,
    "judge": officials.judge,
    "roster": officials.roster,
    "conflict": officials.conflict,
    "settings": agreeing.settings,
    "attach": agreeing.attach,
    "import": people.import_list,
    "enter": people.enter_one,
    "entry": people.correct_entry,
    "sign": people.sign,
    "hand-out": people.hand_out,
    "pay": people.pay,
    "rollcall": people.rollcall,
    "apart": seating.apart,
    "plan": seating.plan,
    "seed": seating.seed,
    "draw": seating.draw,
    "redraw": seating.redraw,
    "receipt": seating.receipt,
    "tables": rounds.show_tables,
    "swap": rounds.swap,
    "move": rounds.move,
    "venue": rounds.venue,
    "arrival": rounds.arrival,
    "no-show": rounds.no_show,
    "start": rounds.start,
    "record": results.record,
    "confirm": results.confirm,
    "correct": results.correct,
    "void": results.void,
    "penalty": people.penalty,
    "withdraw": people.withdraw,
    "substitute": people.substitute,
    "disqualify": people.disqualify,
    "close": agreeing.close,
    "cut": rounds.cut,
    "standings": results.standings,
    "publish": agreeing.publish,
    "undo": results.undo_last,
    "results": results.results,
    "export": results.export,
    "simulate": results.simulate,
    "check": checking.check,
    "generate": checking.generate,
}
for _name, _function in COMMANDS.items():
    _kind = people.RollCallCommand if _name == "rollcall" else None
    app.command(_name, cls=_kind)(called(_name, _function))
