"""The loop of a game from the first dice to the result: who decides, what they see, when it is saved."""

from collections.abc import Callable

from kamchatka.app.refusals import TableRefusal
from kamchatka.cli.play import armies, fighting, opening
from kamchatka.cli.play.desk import TerminalTable
from kamchatka.cli.play.question import Assault, Situation, TerminalQuestion
from kamchatka.cli.play.screen import Leaving
from kamchatka.cli.play.words import ALWAYS, IN_TURN, understood
from kamchatka.game import actions as act
from kamchatka.game.codec import Unreadable
from kamchatka.game.coding import UnknownName
from kamchatka.game.log import Acted
from kamchatka.game.names import letter
from kamchatka.game.notation import JUDGE, acted_from_text
from kamchatka.game.violations import RuleViolation
from kamchatka.ids import Seat
from kamchatka.messages import LANGUAGES, text
from kamchatka.rules import layout, moves
from kamchatka.rules.layout import PHASE, TO_PLACE

OF_THE_SEAT = ("undo", "time", "withdraw")
"""Words that change the game: typed at a follow-up question, they replace the answer that led to it."""

TURN_PHASES = (layout.REINFORCEMENT, layout.COMBAT, layout.MOVED)

QUESTIONS: dict[int, Callable[[Situation], TerminalQuestion]] = {
    layout.COLOURS: opening.ask_colour,
    layout.STRIPS: opening.ask_strip,
    layout.DRAFT: opening.ask_pick,
    layout.PLACEMENT: armies.ask_placing,
    layout.COMBAT: fighting.ask_fight,
    layout.DEFENCE: opening.ask_defence,
    layout.ADVANCE: opening.ask_advance,
    layout.MOVED: fighting.ask_after_move,
    layout.CLOSING_CHOICE: opening.ask_closing,
}


_Answer = tuple[act.Action | None, Seat | None]
"""The requested action and the seat that asks for it."""

NOTHING: _Answer = (None, None)
"""The line was already handled."""


class OtherAnswer(Exception):
    """A line typed at a follow-up question that answers the main question instead."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line


def question_for(here: Situation) -> TerminalQuestion:
    """The question of the current phase; in reinforcement, combat once no army is left to place."""
    now = here.game.position.now
    if now[PHASE] == layout.REINFORCEMENT:
        return armies.ask_placing(here) if now[TO_PLACE] else fighting.ask_fight(here)
    return QUESTIONS[now[PHASE]](here)


class Session:
    """One session at one table."""

    def __init__(self, desk: TerminalTable) -> None:
        self.desk = desk
        self._deciding = False
        """Whether an answer is being parsed, during which follow-up questions may be asked."""
        self._aside = False
        """Whether an aside is being handled, whose own questions are not the main question."""
        self._assault: Assault | None = None
        self._watched = False
        """Whether the players, all out, have chosen how to watch the rest."""
        self._menu_at = -1
        """Length of the log when the menu was last shown; it is shown once per state."""
        desk.screen.always = self._always

    def run(self) -> None:
        """Play until the game is over; raises Leaving if the players leave before."""
        self.desk.keep()
        try:
            self._play_on()
        except Leaving:
            # Other people may see the screen afterwards.
            self.desk.look_away()
            raise

    def _play_on(self) -> None:
        desk, table, game = self.desk, self.desk.table, self.desk.game
        while not game.is_over:
            desk.screen.leave_if_interrupted()
            if table.limit.starts_now(game):
                desk.announce_end()
            if game.awaiting is not None:
                # Before the clock: a started action gets its dice, and time expires between two decisions.
                self._bring_luck()
            elif table.limit.is_over(game):
                self._expire()
            else:
                seat = game.to_act
                assert seat is not None
                if table.player(seat).bot is None:
                    self._person(seat)
                elif not self._watched and table.is_left_to_bots:
                    self._ask_who_watches()
                else:
                    desk.play_bot(seat)
        desk.flush()

    def _bring_luck(self) -> None:
        """Supply luck; or, if the players undo at typed dice, undo the action that needs them."""
        try:
            self.desk.supply_luck()
        except OtherAnswer:
            self._assault = None  # a repeated attack would ask for the same dice again
            try:
                self.desk.undo(None)
            except TableRefusal as refusal:
                self.desk.screen.refuse(refusal)

    def _expire(self) -> None:
        self.desk.flush()
        if not self.desk.is_silent:
            self.desk.screen.say(text("play.told.time", self.desk.lang), "bold")
        self.desk.play(act.ExpireTime(), None)

    def _ask_who_watches(self) -> None:
        """Ask how to watch the bots once all people are out: straight to the result, or turn by turn."""
        desk = self.desk
        desk.flush()
        desk.look_away()
        typed = desk.screen.ask(text("play.ask.watch", desk.lang)).casefold()
        words = (word for lang in LANGUAGES for word in text("play.words.watch", lang).split())
        self._watched, desk.is_silent = True, typed not in words

    def _person(self, seat: Seat) -> None:
        """Ask the player of this seat once, and play the answer."""
        desk = self.desk
        desk.flush()
        desk.bring(seat)
        here = desk.situation(seat)
        if self._assault is not None and self._goes_on(here):
            return
        question = question_for(here)
        if self._menu_at != len(desk.game.entries):
            desk.screen.say("")
            question.show()
            self._menu_at = len(desk.game.entries)
        line = desk.screen.ask_once(question.prompt, who=desk.signed(seat))
        try:
            action, by = self._decision(here, question, line)
            if action is not None:
                defending = isinstance(action, act.Defend)
                desk.play(action, by)
                # Choosing defence dice does not stop a repeated attack.
                self._assault = self._assault if defending else here.assault
        except (TableRefusal, UnknownName, RuleViolation, Unreadable) as refusal:
            desk.screen.refuse(refusal)

    def _goes_on(self, here: Situation) -> bool:
        """Play the next roll of a repeated attack; False if there was none."""
        if here.game.position.now[PHASE] == layout.DEFENCE:
            return False
        assert self._assault is not None
        action = fighting.go_on_with(here, self._assault)
        if action is None:
            self._assault = None
            return False
        self.desk.play(action, here.seat)
        return True

    def _decision(self, here: Situation, question: TerminalQuestion, line: str) -> _Answer:
        """Parse a line; a new answer typed at a follow-up question replaces it."""
        self._deciding = True
        try:
            while True:
                try:
                    return self._meaning(here, question, line)
                except OtherAnswer as other:
                    line = other.line
        finally:
            self._deciding = False

    def _always(self, line: str) -> bool:
        """Handle a word that is understood at any question, dice included; whether the line was one."""
        word, rest = understood(line)
        at_the_dice = self.desk.game.awaiting is not None and not self._aside
        is_ruling = at_the_dice and line.startswith(f"{JUDGE} ")
        if word not in ALWAYS and not is_ruling:
            return False
        crosses_out = at_the_dice and word == "undo" and self.desk.table.is_cardboard
        if crosses_out or (self._deciding and word in OF_THE_SEAT):
            raise OtherAnswer(line)
        self._aside = True
        try:
            say_aside(self.desk, word, rest)
        except TableRefusal as refusal:
            self.desk.screen.refuse(refusal)
        finally:
            self._aside = False
        return True

    def _meaning(self, here: Situation, question: TerminalQuestion, line: str) -> _Answer:
        """The action a line asks for, and its seat; None if it was handled here."""
        written = _written(line, here.seat)
        if written is not None:
            return written.action, written.by
        word, rest = understood(line)
        in_turn = here.game.position.now[PHASE] in TURN_PHASES
        if word in ALWAYS or (in_turn and word in IN_TURN):
            return self._obeyed(here, word, rest)
        return question.read(line), here.seat

    def _obeyed(self, here: Situation, word: str, rest: str) -> _Answer:
        """The action of a command word of the deciding player; other words are handled as asides."""
        match word:
            case "time":
                return act.ExpireTime(), None
            case "withdraw":
                sure = text("play.ask.sure_to_withdraw", here.lang, name=self.desk.table.name(here.seat))
                return (act.WithdrawSeat(here.seat), None) if here.screen.yes(sure, enter=False) else NOTHING
            case "pass":
                return act.EndTurn(), here.seat
            case "move":
                return fighting.ask_move(here, rest), here.seat
            case "tris":
                return armies.ask_tris(here, rest), here.seat
            case "take_back" if here.game.position.now[PHASE] == layout.MOVED:
                return act.UndoMove(), here.seat
            case "take_back":
                return armies.take_back(here, rest), here.seat
            case "cards" | "objective":
                self.desk.bring(here.seat, secret=True)
                here.screen.show(here.draw.own(here.seat))
            case "undo":
                self.desk.undo(here.seat)
            case "list" if attacks := here.families(moves.ATTACK):
                fighting.show_attacks(here, attacks)
            case "list":
                self._menu_at = -1
            case _:
                say_aside(self.desk, word, rest)
        return NOTHING


def _written(line: str, seat: Seat) -> Acted | None:
    """Parse a line in the notation of a record: “attacca brasile > congo con 3”, “giudice congela B”."""
    who, _, rest = line.partition(" ")
    named = who == JUDGE or (len(who) == 1 and who in "ABCDEF" and " " in line and rest)
    try:
        return acted_from_text(line if named else f"{letter(seat)} {line}")
    except Unreadable:
        return None


def say_aside(desk: TerminalTable, word: str, rest: str) -> None:
    """Handle a word that anyone may type at any time; TableRefusal for one that must wait."""
    match word:
        case "help":
            desk.screen.say(text("play.help.page", desk.lang))
        case "map" if desk.table.is_seated:
            desk.show_table()
        case "story":
            desk.story(rest)
        case "why":
            desk.explain(rest)
        case "cards" | "objective" if desk.table.is_seated and isinstance(desk.viewer, int):
            desk.screen.show(desk.draw.own(desk.viewer))
        case "save":
            if desk.keep():
                desk.screen.line(text("play.kept.saved", desk.lang, path=desk.table.file.path))
        case "quit":
            raise Leaving
        case "give_up":
            if desk.screen.yes(text("play.ask.sure_to_give_up", desk.lang), enter=False):
                desk.give_up()
        case _:
            raise TableRefusal("later")
