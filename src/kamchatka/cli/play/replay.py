"""`kamchatka replay`: play a recorded game again, turn by turn, and compare it with its record."""

from pathlib import Path
from typing import Annotated

import typer

from kamchatka.app.games.game_file import GameFile
from kamchatka.app.games.retelling import Chapter, Retelling, play_again
from kamchatka.app.plain import plain
from kamchatka.cli.call import SpokenCall, called
from kamchatka.cli.output import fail
from kamchatka.cli.play.board_picture import STYLES, Drawing
from kamchatka.cli.play.result import result_table
from kamchatka.cli.play.screen import Leaving, Screen
from kamchatka.cli.play.telling import Telling
from kamchatka.game import events as ev
from kamchatka.game.codec import Plain, event_to_plain
from kamchatka.game.log import Acted
from kamchatka.game.names import letter, names_of
from kamchatka.game.record import RecordDifference, Replay
from kamchatka.game.view import event_for
from kamchatka.messages import Language, text
from kamchatka.refusals import Refusal
from kamchatka.rules import RULES_VERSION
from kamchatka.rules.layout import TURN
from kamchatka.scoring.numbers import whole

DEPARTS = 1
"""Exit status if the replay differs from the record."""

ENOUGH = ("q", "esci", "quit", "exit")


@called()
def replay(
    call: SpokenCall,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="Il verbale .partita, .txt o .json · the record, .partita, .txt or .json."
        ),
    ],
    *,
    step: Annotated[bool, typer.Option("--step", help="Turno per turno · turn by turn.")] = False,
    until: Annotated[str, typer.Option(help="Fino a questo turno, o end · up to this turn, or end.")] = "end",
    no_events: Annotated[bool, typer.Option("--no-events", help="Senza racconto · no telling.")] = False,
) -> None:
    """Rigioca un verbale e controlla che sia identico · play a record again and see that it is identical."""
    last = _turn(until, call.lang)
    try:
        retelling = play_again(GameFile(file).read())
    except Refusal as refusal:
        fail(refusal.sentence(call.lang))
    shown = ReplayScreen(retelling, Screen(call.lang))

    def draw() -> None:
        shown.head()
        is_whole = shown.turns(last, step=step, events=not no_events)
        shown.verdict(result=is_whole)

    call.give(lambda: shown.data(last, events=not no_events), draw)
    if retelling.difference is not None:
        raise typer.Exit(DEPARTS)


def _turn(until: str, lang: Language) -> int | None:
    """The last turn to play; None for all."""
    if until.casefold() in ("end", "fine"):
        return None
    turn = whole(until, 5)
    return fail(text("replay.until", lang, value=until[:20])) if turn is None else turn


class ReplayScreen:
    """Shows a replay: turns in words, boards between them, and the verdict; or as JSON."""

    def __init__(self, retelling: Retelling, screen: Screen) -> None:
        self._retelling, self._screen, self._lang = retelling, screen, screen.lang
        seated = [entry for entry in retelling.entries if isinstance(entry, ev.SeatsTaken)]
        players = retelling.record.players
        self._chairs = seated[-1].chairs if seated else tuple(range(len(players)))
        self._colours = {
            entry.seat: entry.colour for entry in retelling.entries if isinstance(entry, ev.ColourChosen)
        }

    def _name(self, seat: int) -> str:
        return f"{self._retelling.record.players[self._chairs[seat]]} ({letter(seat)})"

    def _style(self, seat: int) -> str:
        return STYLES.get(self._colours.get(seat, ""), "")  # type: ignore[call-overload]

    def head(self) -> None:
        """Title and facts of the game."""
        record, book = self._retelling.record, self._retelling.rulebook
        values = {"title": book.title(self._lang), "id": book.id, "table": record.table}
        self._screen.say(text("replay.heading", self._lang, **values), "bold")
        self._screen.say(text("replay.players", self._lang, names=", ".join(record.players)))
        if self._retelling.is_of_other_rules:
            versions = {"found": record.rules_version, "ours": RULES_VERSION}
            self._screen.say(text("replay.other_version", self._lang, **versions), "yellow")
        if not self._retelling.is_over and self._retelling.is_whole:
            self._screen.say(text("replay.unfinished", self._lang))

    def turns(self, last: int | None, *, step: bool, events: bool) -> bool:
        """Show the turns up to `last`; with `step`, the board and a pause after each.

        Returns whether all turns of the game were shown.
        """
        retelling = self._retelling
        boards = None if retelling.game is None else _Boards(retelling, self)
        names = names_of(retelling.rulebook)
        telling = Telling(retelling.rulebook, names, self._lang, self._name, self._style)
        skip_to = 0
        for chapter in retelling.chapters:
            if last is not None and chapter.turn > last:
                if boards and not step:
                    self._screen.say("")
                    boards.show(last)
                return False
            self._screen.say("")
            self._screen.say(_title(chapter.turn, self._lang), "bold")
            if events:
                self._screen.show(*telling.lines(chapter.events, retelling.viewer))
            if step and chapter.turn >= skip_to:
                if boards:
                    boards.show(chapter.turn)
                try:
                    typed = self._screen.ask(text("replay.prompt", self._lang))
                except Leaving:
                    return False
                if typed.casefold() in ENOUGH:
                    return False
                skip_to = whole(typed, 5) or 0
        return True

    def board(self, replay: Replay) -> None:
        """Show the table at this point of a replay."""
        draw = Drawing(replay.game, self._screen, self._name)
        self._screen.show(draw.board(None), draw.seats(self._retelling.viewer))

    def verdict(self, *, result: bool) -> None:
        """Show the result, and whether the replay equals the record."""
        retelling, lang = self._retelling, self._lang
        self._screen.say("")
        if result and retelling.is_over:
            names = names_of(retelling.rulebook)
            self._screen.show(result_table(retelling.entries, names, self._name, self._style, lang), "")
        if retelling.difference is not None:
            self._screen.say(retelling.explain_difference(lang), "bold red")
            return
        turns = sum(chapter.digest is not None and chapter.turn > 0 for chapter in retelling.chapters)
        code = "replay.identical" if retelling.is_over else "replay.identical_so_far"
        self._screen.say(text(code, lang, moves=self._moves, turns=turns), "green")

    @property
    def _moves(self) -> int:
        """Number of moves replayed."""
        entries = self._retelling.game.entries if self._retelling.game is not None else ()
        return sum(isinstance(entry, Acted) for entry in entries)

    def data(self, last: int | None, *, events: bool) -> dict[str, object]:
        """The replay as data for JSON."""
        retelling, record = self._retelling, self._retelling.record
        departure = retelling.departure(self._lang)
        # The entry at the first difference may reveal luck that is still secret.
        is_told = retelling.is_over or not retelling.is_of_other_rules
        return {
            **plain(record, self._lang, "rulebook digest rules=rules_version table players"),
            "finished": retelling.is_over,
            "identical": departure is None,
            "moves": self._moves,
            "turns": [
                self._chapter(chapter, events=events)
                for chapter in retelling.chapters
                if last is None or chapter.turn <= last
            ],
            "departs": departure
            and {
                **vars(departure),
                **({} if is_told else {"recorded": None, "found": None}),
                "sentence": retelling.explain_difference,
            },
        }

    def _chapter(self, chapter: Chapter, *, events: bool) -> dict[str, Plain]:
        viewer, book = self._retelling.viewer, self._retelling.rulebook
        # The digest of a turn covers hands and objectives, which could be guessed from it while secret.
        found: dict[str, Plain] = {
            "turn": chapter.turn,
            "digest": chapter.digest if viewer == "judge" else None,
        }
        if events:
            found["events"] = [event_to_plain(event_for(e, viewer, book)) for e in chapter.events]
        return found


class _Boards:
    """A second replay that advances only as boards are shown."""

    def __init__(self, retelling: Retelling, screen: ReplayScreen) -> None:
        self._again, self._screen = Replay(retelling.record), screen
        self._departed = False

    def show(self, turn: int) -> None:
        """Show the board at the end of a turn; nothing after the replay differs from the record."""
        try:
            while not self._again.is_at_end and self._again.game.position.now[TURN] <= turn:
                self._again.step()
        except RecordDifference:
            self._departed = True
        if not self._departed:
            self._screen.board(self._again)


def _title(turn: int, lang: Language) -> str:
    return text("replay.turn", lang, turn=turn) if turn else text("replay.setup", lang)
