"""The group `kamchatka tournament`, in the order in which an organiser needs its commands."""

from collections.abc import Callable

import typer

from kamchatka.app.commands.listing import OF_TOURNAMENTS
from kamchatka.cli.call import called
from kamchatka.cli.declared_commands import parameters, words_of
from kamchatka.cli.tournament import checking, officials, people, results, rounds, seating
from kamchatka.cli.tournament import settings as agreeing
from kamchatka.cli.tournament.desk import declared

app = typer.Typer(no_args_is_help=True, help="I tornei, dalle iscrizioni al vincitore · tournaments.")

BY_HAND: dict[str, Callable[..., None]] = {
    "new": agreeing.new,
    "list": agreeing.list_tournaments,
    "aside": agreeing.shelve,
    "remove": agreeing.remove,
    "show": rounds.show,
    "judge": officials.judge,
    "invite": officials.invite,
    "roster": officials.roster,
    "settings": agreeing.settings,
    "attach": agreeing.attach,
    "logo": agreeing.logo,
    "import": people.import_list,
    "enter": people.enter_one,
    "entry": people.correct_entry,
    "rollcall": people.rollcall,
    "plan": seating.plan,
    "draw": seating.draw,
    "redraw": seating.redraw,
    "receipt": seating.receipt,
    "tables": rounds.show_tables,
    "arrival": rounds.arrival,
    "no-show": rounds.no_show,
    "record": results.record,
    "correct": results.correct,
    "substitute": people.substitute,
    "cut": rounds.cut,
    "standings": results.standings,
    "undo": results.undo_last,
    "results": results.results,
    "export": results.export,
    "simulate": results.simulate,
    "check": checking.check,
    "generate": checking.generate,
}
"""Commands written by hand; all others are generated from their declarations."""
ORDER = (
    *(
        "new",
        "list",
        "aside",
        "remove",
        "show",
        "judge",
        "invite",
        "roster",
        "conflict",
        "settings",
        "attach",
        "logo",
        "wifi",
    ),
    *("import", "enter", "entry", "club-code", "captain", "new-code"),
    *("sign", "hand-out", "pay", "own-fee", "rollcall", "check-in", "apart", "plan"),
    *("seed", "draw", "redraw", "receipt", "tables"),
    *("swap", "move", "venue", "arrival", "no-show", "start", "record", "confirm", "correct", "void"),
    *(
        "warn",
        "penalty",
        "lift-sanction",
        "withdraw",
        "stay",
        "substitute",
        "disqualify",
        "close",
        "end-stage",
        "cut",
    ),
    *("cut-by-hand", "standings", "publish", "undo", "results", "export", "simulate", "check", "generate"),
)
"""Order in the help; a command not named here comes last."""
OPTIONS = {**agreeing.OPTIONS, **people.OPTIONS}
"""Further options of commands written by hand."""
DECLARED = words_of(OF_TOURNAMENTS.values())

for _name in dict.fromkeys((*ORDER, *DECLARED)):
    _kinds = () if _name in BY_HAND else DECLARED[_name]
    _function = BY_HAND[_name] if _name in BY_HAND else declared(_kinds)
    _class = people.RollCallCommand if _name == "rollcall" else None
    _more = OPTIONS.get(_name) or parameters(_kinds)
    app.command(_name, cls=_class)(called(f"tournament {_name}", _more)(_function))
