"""A game from the first dice to the result: who decides, what they are shown, what is kept."""

from collections.abc import Callable

from kamchatka.cli.table import fighting, placing
from kamchatka.cli.table.aside import Instead, say_aside
from kamchatka.cli.table.asking import question_for
from kamchatka.cli.table.bots import Bots
from kamchatka.cli.table.desk import Desk
from kamchatka.cli.table.question import Asked, Assault, Question
from kamchatka.cli.table.refused import NotSo
from kamchatka.cli.table.screen import Left
from kamchatka.cli.table.words import ALWAYS, IN_TURN, understood
from kamchatka.game import actions as act
from kamchatka.game.codec import Unreadable
from kamchatka.game.coding import NotUnderstood
from kamchatka.game.log import Acted
from kamchatka.game.names import letter
from kamchatka.game.notation import JUDGE, acted_from_text
from kamchatka.game.violations import RuleViolation
from kamchatka.ids import Seat
from kamchatka.messages import LANGUAGES, text
from kamchatka.rules import layout, moves
from kamchatka.rules.layout import PHASE

OF_THE_SEAT = ("undo", "time", "withdraw")
"""Words that change the game: said at a small question, they take the place of what led to it."""

TURN_PHASES = (layout.REINFORCEMENT, layout.COMBAT, layout.MOVED)


class Session:
    """One sitting at one table."""

    def __init__(self, desk: Desk, bots: Bots) -> None:
        self.desk, self._bots = desk, bots
        self._deciding = False
        """Whether a person's answer is being made out: small questions may come up meanwhile."""
        self._aside = False
        """Whether a word said aside is being dealt with: what it asks is not the question behind it."""
        self._assault: Assault | None = None
        self._watched = False
        """Whether the people, all out, have said how they want to see the rest."""
        self._menu_at = -1
        """Entries in the log when the menu was last shown: it is shown once for each state."""
        desk.screen.always = self._always

    def run(self) -> None:
        """Play on until the game is over; Left where the people leave before."""
        self.desk.keep()
        try:
            self._play_on()
        except Left:
            # Whoever walks by next may be anybody.
            self.desk.look_away()
            raise

    def _play_on(self) -> None:
        desk, game = self.desk, self.desk.game
        while not game.is_over:
            desk.screen.leave_if_interrupted()
            if desk.limit.starts_now(game):
                desk.announce_end()
            if game.awaiting is not None:
                # Before the clock: what was begun gets its dice, and time expires between two decisions.
                self._bring_luck()
            elif desk.limit.is_over(game):
                self._expire()
            else:
                seat = game.to_act
                assert seat is not None
                bot = desk.player(seat).bot
                if bot is not None and not self._watched and desk.is_left_to_bots:
                    self._ask_who_watches()
                elif bot is None:
                    self._person(seat)
                else:
                    desk.play(self._bots.decide(game, seat, bot), seat, of_bot=True)
        desk.flush()

    def _bring_luck(self) -> None:
        """Let luck fall; or, where its dice are typed, cross out what asked for them."""
        try:
            self.desk.supply_luck()
        except Instead:
            self._assault = None  # an attack that goes on by itself would ask for the same dice again
            try:
                self.desk.undo(None)
            except NotSo as refusal:
                self.desk.screen.say(refusal.sentence(self.desk.lang), "yellow")

    def _expire(self) -> None:
        self.desk.flush()
        if not self.desk.is_silent:
            self.desk.screen.say(text("play.told.time", self.desk.lang), "bold")
        self.desk.play(act.ExpireTime(), None)

    def _ask_who_watches(self) -> None:
        """Everybody is out and bots go on: to the result at once, or turn by turn; leaving is a word."""
        desk = self.desk
        desk.flush()
        desk.look_away()
        typed = desk.screen.ask(text("play.ask.watch", desk.lang)).casefold()
        words = (word for lang in LANGUAGES for word in text("play.words.watch", lang).split())
        self._watched, desk.is_silent = True, typed not in words

    def _person(self, seat: Seat) -> None:
        """Ask the person of this seat once, and do what they say."""
        desk = self.desk
        desk.flush()
        desk.bring(seat)
        asked = desk.asked(seat)
        if self._assault is not None and self._goes_on(asked):
            return
        question = question_for(asked)
        if self._menu_at != len(desk.game.entries):
            desk.screen.say("")
            question.show()
            self._menu_at = len(desk.game.entries)
        line = desk.screen.ask_once(question.prompt, who=desk.signed(seat))
        try:
            action, by = self._decision(asked, question, line)
            if action is not None:
                defending = isinstance(action, act.Defend)
                desk.play(action, by)
                # Choosing dice for the defence does not stop the attack that goes on.
                self._assault = self._assault if defending else asked.assault
        except (NotSo, NotUnderstood, RuleViolation, Unreadable) as refusal:
            desk.screen.say(refusal.sentence(desk.lang), "yellow")

    def _goes_on(self, asked: Asked) -> bool:
        """Whether the attack that goes on by itself had its next roll."""
        if asked.game.position.now[PHASE] == layout.DEFENCE:
            return False
        assert self._assault is not None
        action = fighting.go_on_with(asked, self._assault)
        if action is None:
            self._assault = None
            return False
        self.desk.play(action, asked.seat)
        return True

    def _decision(self, asked: Asked, question: Question, line: str) -> tuple[act.Action | None, Seat | None]:
        """What a line means; said again at a small question of its own, the last one counts."""
        self._deciding = True
        try:
            while True:
                try:
                    return self._meaning(asked, question, line)
                except Instead as other:
                    line = other.line
        finally:
            self._deciding = False

    def _always(self, line: str) -> bool:
        """Deal with a word that is understood at any question, dice included; whether it was one."""
        word, rest = understood(line)
        at_the_dice = self.desk.game.awaiting is not None and not self._aside
        is_ruling = at_the_dice and line.startswith(f"{JUDGE} ")
        if word not in ALWAYS and not is_ruling:
            return False
        crosses_out = at_the_dice and word == "undo" and self.desk.is_cardboard
        if crosses_out or (self._deciding and word in OF_THE_SEAT):
            raise Instead(line)
        self._aside = True
        try:
            say_aside(self.desk, word, rest)
        except NotSo as refusal:
            self.desk.screen.say(refusal.sentence(self.desk.lang), "yellow")
        finally:
            self._aside = False
        return True

    def _meaning(self, asked: Asked, question: Question, line: str) -> tuple[act.Action | None, Seat | None]:
        """The action a line asks for and whose it is; None if it was dealt with here."""
        written = _written(line, asked.seat)
        if written is not None:
            return written.action, written.by
        word, rest = understood(line)
        in_turn = asked.game.position.now[PHASE] in TURN_PHASES
        if word in ALWAYS or (in_turn and word in IN_TURN):
            if word in COMMANDS:
                return COMMANDS[word](self, asked, rest)
            say_aside(self.desk, word, rest)
            return NOTHING
        return question.read(line), asked.seat

    def _show_menu_again(self) -> None:
        self._menu_at = -1


def _written(line: str, seat: Seat) -> Acted | None:
    """A line in the words of a record: “attacca brasile > congo con 3”, “giudice congela B”."""
    who, _, rest = line.partition(" ")
    named = who == JUDGE or (len(who) == 1 and who in "ABCDEF" and " " in line and rest)
    try:
        return acted_from_text(line if named else f"{letter(seat)} {line}")
    except Unreadable:
        return None


_Answer = tuple[act.Action | None, Seat | None]
NOTHING: _Answer = (None, None)


def _cards(session: Session, asked: Asked, rest: str) -> _Answer:
    session.desk.bring(asked.seat, secret=True)
    session.desk.screen.show(session.desk.draw.own(asked.seat))
    return NOTHING


def _undo(session: Session, asked: Asked, rest: str) -> _Answer:
    session.desk.undo(asked.seat)
    return NOTHING


def _time(session: Session, asked: Asked, rest: str) -> _Answer:
    return act.ExpireTime(), None


def _withdraw(session: Session, asked: Asked, rest: str) -> _Answer:
    sure = text("play.ask.sure_to_withdraw", asked.lang, name=session.desk.name(asked.seat))
    if asked.screen.yes(sure, enter=False):
        return act.WithdrawSeat(asked.seat), None
    return NOTHING


def _pass(session: Session, asked: Asked, rest: str) -> _Answer:
    return act.EndTurn(), asked.seat


def _move(session: Session, asked: Asked, rest: str) -> _Answer:
    return fighting.ask_move(asked, rest), asked.seat


def _tris(session: Session, asked: Asked, rest: str) -> _Answer:
    return placing.ask_tris(asked, rest), asked.seat


def _take_back(session: Session, asked: Asked, rest: str) -> _Answer:
    if asked.game.position.now[PHASE] == layout.MOVED:
        return act.UndoMove(), asked.seat
    return placing.take_back(asked, rest), asked.seat


def _list(session: Session, asked: Asked, rest: str) -> _Answer:
    if attacks := asked.families(moves.ATTACK):
        fighting.show_attacks(asked, attacks)
    else:
        session._show_menu_again()
    return NOTHING


COMMANDS: dict[str, Callable[[Session, Asked, str], _Answer]] = {
    "cards": _cards,
    "objective": _cards,
    "undo": _undo,
    "time": _time,
    "withdraw": _withdraw,
    "pass": _pass,
    "move": _move,
    "tris": _tris,
    "take_back": _take_back,
    "list": _list,
}
