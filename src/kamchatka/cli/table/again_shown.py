"""A replay before somebody's eyes: turn by turn in words, boards between, the verdict; or as data."""

from collections.abc import Callable

from kamchatka.app.departure import departure
from kamchatka.cli.table.again import Chapter, Opened, Played
from kamchatka.cli.table.drawing import Drawing, style_of
from kamchatka.cli.table.ending import result_table
from kamchatka.cli.table.screen import Left, Screen
from kamchatka.cli.table.telling import Telling
from kamchatka.game.codec import Plain, event_to_plain
from kamchatka.game.game import Game
from kamchatka.game.names import letter
from kamchatka.game.record import Differs, Replay
from kamchatka.game.view import event_for
from kamchatka.messages import Language, text
from kamchatka.rules import RULES_VERSION
from kamchatka.rules.layout import TURN

ENOUGH = ("q", "esci", "quit", "exit")


class Shown:
    """One replay on one screen."""

    def __init__(self, opened: Opened, played: Played, screen: Screen) -> None:
        self._opened, self._played, self._screen = opened, played, screen

    @property
    def _lang(self) -> Language:
        return self._screen.lang

    def head(self) -> None:
        """Which game this is."""
        record, book = self._opened.record, self._opened.book
        values = {"title": book.title(self._lang), "id": book.id, "table": record.table}
        self._screen.say(text("replay.heading", self._lang, **values), "bold")
        self._screen.say(text("replay.players", self._lang, names=", ".join(record.players)))
        if not self._played.is_over and self._played.departs is None:
            self._screen.say(text("replay.unfinished", self._lang))

    def from_events(self) -> None:
        """The game as its file tells it, where the rules are not those it was played under."""
        values = {"found": self._opened.record.rules_version, "ours": RULES_VERSION}
        self._screen.say(text("replay.other_version", self._lang, **values), "yellow")
        for line in self._opened.story(self._lang) or [text("replay.no_events", self._lang)]:
            self._screen.say(line)

    def turns(self, last: int | None, *, step: bool, events: bool) -> bool:
        """Turn after turn up to the last one wanted; with `step` the board and a pause after each.

        Whether all of them were shown.
        """
        game = self._played.game
        if game is None:
            return True
        boards = _Boards(self._opened)
        name = _names(self._opened, game)
        telling = Telling(game, self._lang, name, lambda seat: style_of(game, seat))
        draw = Drawing(boards.game, self._screen, name)
        skip_to = 0
        for chapter in self._played.chapters:
            if last is not None and chapter.turn > last:
                if not step:
                    boards.go_to_the_end_of(last)
                    self._screen.show("", draw.board(None), draw.seats(self._played.viewer))
                return False
            self._screen.say("")
            self._screen.say(_title(chapter.turn, self._lang), "bold")
            if events:
                self._screen.show(*telling.lines(chapter.events, self._played.viewer))
            if step and chapter.turn >= skip_to:
                boards.go_to_the_end_of(chapter.turn)
                self._screen.show(draw.board(None), draw.seats(self._played.viewer))
                try:
                    typed = self._screen.ask(text("replay.prompt", self._lang))
                except Left:
                    return False
                if typed.casefold() in ENOUGH:
                    return False
                skip_to = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else 0
        return True

    def verdict(self, *, result: bool) -> None:
        """The result, and whether everything is as it was recorded."""
        played, record = self._played, self._opened.record
        self._screen.say("")
        if result and played.is_over and played.game is not None:
            seated = tuple(record.players[played.game.position.chair[s]] for s in range(played.game.seats))
            self._screen.show(result_table(played.game, seated, self._lang), "")
        if played.departs is not None:
            told = departure(record, played.departs, self._lang).sentence(self._lang)
            self._screen.say(told, "bold red")
            if not self._opened.of_other_rules:
                self._screen.say(text("replay.changed", self._lang))
            return
        turns = sum(chapter.digest is not None and chapter.turn > 0 for chapter in played.chapters)
        code = "replay.identical" if played.is_over else "replay.identical_so_far"
        self._screen.say(text(code, self._lang, moves=played.moves, turns=turns), "green")

    def data(self, last: int | None, *, events: bool) -> dict[str, Plain]:
        """The same for programs."""
        record, played = self._opened.record, self._played
        differs = departure(record, played.departs, self._lang) if played.departs is not None else None
        return {
            "rulebook": record.rulebook,
            "digest": record.digest,
            "rules": record.rules_version,
            "table": record.table,
            "players": list(record.players),
            "finished": played.is_over,
            "identical": played.departs is None,
            "moves": played.moves,
            "turns": [
                self._chapter(chapter, events=events)
                for chapter in played.chapters
                if last is None or chapter.turn <= last
            ],
            "departs": None
            if differs is None
            else {
                "move": differs.move,
                "turn": differs.turn,
                "recorded": differs.recorded,
                "found": differs.found,
                "sentence": differs.sentence(self._lang),
            },
            "story": self._opened.story(self._lang) if events and self._opened.of_other_rules else None,
        }

    def _chapter(self, chapter: Chapter, *, events: bool) -> dict[str, Plain]:
        # The digest of a turn covers hands and objectives: while they are secret it could be guessed at.
        told = chapter.digest if self._played.viewer == "judge" else None
        found: dict[str, Plain] = {"turn": chapter.turn, "digest": told}
        if events:
            viewer, book = self._played.viewer, self._opened.book
            found["events"] = [event_to_plain(event_for(e, viewer, book)) for e in chapter.events]
        return found


class _Boards:
    """The same record played once more, as slowly as somebody looks at it."""

    def __init__(self, opened: Opened) -> None:
        self._again = Replay(opened.record)

    @property
    def game(self) -> Game:
        return self._again.game

    def go_to_the_end_of(self, turn: int) -> None:
        """Play until this turn has given way to the next, the record ends or it departs."""
        try:
            while not self._again.is_at_end and self.game.position.now[TURN] <= turn:
                self._again.step()
        except Differs:
            # The verdict says where; the board stays as it was before.
            return


def _names(opened: Opened, game: Game) -> Callable[[int], str]:
    return lambda seat: f"{opened.record.players[game.position.chair[seat]]} ({letter(seat)})"


def _title(turn: int, lang: Language) -> str:
    return text("replay.turn", lang, turn=turn) if turn else text("replay.setup", lang)
