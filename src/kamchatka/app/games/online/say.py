"""What the table says to a viewer now: one sentence, one more, and the buttons, the primary first."""

from kamchatka.app.games.online.envelope import ClosingView, Say
from kamchatka.app.games.online.live import LiveTable
from kamchatka.game.actions import PassWithoutCard
from kamchatka.game.game import Game
from kamchatka.game.names import letter
from kamchatka.game.view import Viewer
from kamchatka.ids import Seat
from kamchatka.messages import Language, text
from kamchatka.rules import layout, moves

BUTTONS: dict[int, str] = {
    moves.COLOUR: "colour",
    moves.STRIP: "strip",
    moves.PICK: "pick",
    moves.PLACE_FIRST: "place",
    moves.PLACE: "place",
    moves.ATTACK: "attack",
    moves.ADVANCE_WITH: "advance",
    moves.DEFEND: "defend",
    moves.ROLL: "roll_to_close",
    moves.MOVE: "move",
    moves.END_TURN: "pass",
    moves.TRIS: "tris",
    moves.TAKE_BACK: "take_back",
    moves.UNDO_MOVE: "undo_move",
    moves.LATE_CARD: "late_card",
}
"""Buttons by what is legal, in the order in which they are offered."""

PHASES: dict[int, str] = {
    layout.COLOURS: "colours",
    layout.STRIPS: "strips",
    layout.DRAFT: "draft",
    layout.PLACEMENT: "placement",
    layout.REINFORCEMENT: "reinforcement",
    layout.COMBAT: "attack",
    layout.ADVANCE: "advance",
    layout.DEFENCE: "defence",
    layout.MOVED: "moved",
    layout.CLOSING_CHOICE: "closing_choice",
}


def say(live: LiveTable, viewer: Viewer, lang: Language, closing: ClosingView | None) -> Say:
    """The command of this viewer."""
    table, game = live.table, live.table.game
    if table.is_over:
        return _said("over", lang, ("rematch",) if isinstance(viewer, int) else ())
    if game is None:
        return _said("all_ready" if table.is_ready else "wait_others", lang, ())
    if table.stopped_by is not None:
        return _said("stopped", lang, ("resume",) if isinstance(viewer, int) else ())
    seat = game.to_act
    if seat is None:
        return _said("luck", lang, ())
    if seat == viewer:
        return _own(game, seat, lang, closing)
    is_late = isinstance(viewer, int) and bool(game.legal_actions(viewer))
    if is_late:
        return _said("late_card", lang, ("late_card",))
    if game.position.now[layout.PHASE] == layout.DEFENCE:
        return _said("defends", lang, ("wait",), seat=letter(seat))
    code = "turn_of" if table.bot_of(seat) is None else "turn_of_bot"
    return _said(code, lang, ("wait",), seat=letter(seat))


def _own(game: Game, seat: Seat, lang: Language, closing: ClosingView | None) -> Say:
    now, kinds = game.position.now, {each.kind() for each in game.legal_actions(seat)}
    code = PHASES[now[layout.PHASE]]
    if code == "reinforcement" and not now[layout.TO_PLACE]:
        code = "attack"
    target = ""
    if now[layout.TO] >= 0:
        target = game.names.territory_name(game.names.territories[now[layout.TO]], lang)
    goes_on = code == "attack" and _may_go_on(game, seat)
    first = ("roll", "until_end") if goes_on else ()
    buttons = tuple(button for kind, button in BUTTONS.items() if kind in kinds)
    if code == "closing_choice":
        buttons = (*buttons, "let_it_be")
    if "pass" in buttons and game.tables.late_card and game.why_not(PassWithoutCard(), seat) is None:
        buttons = (*buttons, "pass_without_card")
    number = now[layout.PLACED_IN_PASS] if code == "placement" else now[layout.TO_PLACE]
    said = _said("attack_again" if goes_on else code, lang, (*first, *buttons), number=number, target=target)
    return Say(said.code, said.sentence, _detail(code, closing, lang), said.buttons)


def _may_go_on(game: Game, seat: Seat) -> bool:
    """Whether the attack fought last may be rolled again."""
    now = game.position.now
    last = moves.move(moves.ATTACK, now[layout.FROM], now[layout.TO]) if now[layout.TO] >= 0 else -1
    return any(each.coded == last for each in game.legal_actions(seat))


def _detail(code: str, closing: ClosingView | None, lang: Language) -> str:
    if closing is not None and code in ("attack", "moved", "closing_choice"):
        if closing.excused:
            return text("online.detail.excused", lang)
        return text("online.detail.closing", lang, totals=", ".join(map(str, closing.totals)))
    return text(f"online.detail.{code}", lang) if code in ("reinforcement", "attack") else ""


def _said(code: str, lang: Language, buttons: tuple[str, ...], **values: object) -> Say:
    return Say(code, text(f"online.say.{code}", lang, **values), "", buttons)
