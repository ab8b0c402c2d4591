"""Lines in and out: a terminal with people before it, or a pipe."""

import contextlib
import io
import sys
from collections.abc import Callable

from rich.console import Console, RenderableType
from rich.text import Text

from kamchatka.cli.output import console
from kamchatka.cli.table.interrupt import Interrupts
from kamchatka.messages import LANGUAGES, Language, text

FORGET_WHAT_SCROLLED_AWAY = "\x1b[3J"


class Left(Exception):
    """The people leave the table: the input has ended, Ctrl-C, or a word."""


class Screen:
    """Where people read and type."""

    def __init__(self, lang: Language) -> None:
        self.lang = lang
        self.interrupts = Interrupts()
        self.always: Callable[[str], bool] = lambda line: False
        """Deals with words that are understood whatever is asked; whether the line was such a word."""
        for stream in (sys.stdin, sys.stdout):
            # Letters that a terminal does not know must not end a game.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        self.out: Console = console()
        self.is_typed = sys.stdin.isatty()
        self.is_seen = self.is_typed and self.out.is_terminal
        self._forget_typed_lines: Callable[[], None] = lambda: None
        if self.is_seen:
            # Editing the line and finding earlier ones; not everywhere is there such a module.
            with contextlib.suppress(ImportError):
                import readline

                self._forget_typed_lines = readline.clear_history

    @property
    def is_plain(self) -> bool:
        """Whether only plain letters can be shown."""
        return bool(self.out.options.ascii_only)

    def show(self, *what: RenderableType) -> None:
        """Print each on lines of its own."""
        for each in what:
            self.out.print(each)

    def say(self, words: str, style: str = "") -> None:
        """One paragraph."""
        self.out.print(Text(words, style=style))

    def line(self, words: str, style: str = "") -> None:
        """One line that is never broken: a path, a command or a number to copy."""
        self.out.print(Text(words, style=style), soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """The answer that was typed; words that are always understood are obeyed, and it is asked again."""
        while True:
            line = self.ask_once(prompt)
            if not self.always(line):
                return line

    def yes(self, prompt: str, *, enter: bool) -> bool:
        """Whether they agree; `enter` says what Enter alone means."""
        words = " ".join(text("play.words.yes", lang) for lang in LANGUAGES).split()
        typed = self.ask(prompt).casefold()
        return typed in words if typed else enter

    def ask_once(self, prompt: str, who: Text | None = None) -> str:
        """The line that was typed, without white space around it; Left where there is none."""
        asked = Text(prompt, style="cyan")
        self.out.print(asked if who is None else Text.assemble(who, " · ", asked))
        try:
            with self.interrupts.at_once():
                line = input("> ")
        except (EOFError, KeyboardInterrupt):
            self.out.print()
            raise Left from None
        if not self.is_typed:
            self.out.print(Text(line))
        return line.strip()

    def leave_if_interrupted(self) -> None:
        """Left if Ctrl-C came while nothing was asked."""
        if self.interrupts.came:
            self.out.print()
            raise Left

    def clear(self) -> None:
        """Leave nothing to be read, neither above nor by going back through the lines that were typed."""
        self._forget_typed_lines()
        if self.is_seen:
            self.out.clear()
            self.out.file.write(FORGET_WHAT_SCROLLED_AWAY)
            self.out.file.flush()
        else:
            self.out.rule(characters="-" if self.is_plain else "─")
