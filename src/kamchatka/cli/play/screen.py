"""Lines in and out: a terminal with people before it, or a pipe; and Ctrl-C where nothing is half done."""

import contextlib
import io
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Protocol

from rich.console import Console, RenderableType
from rich.text import Text

from kamchatka.cli.output import console
from kamchatka.messages import LANGUAGES, Language, text

FORGET_WHAT_SCROLLED_AWAY = "\x1b[3J"


class Explainable(Protocol):
    """Why not, in either language."""

    def sentence(self, lang: Language) -> str: ...


class Leaving(Exception):
    """The people leave the table: the input has ended, Ctrl-C, or a word."""


class Interrupts:
    """Whether Ctrl-C came. While a line is awaited it interrupts; during a move it waits for its end."""

    def __init__(self) -> None:
        self.came = False
        self._awaits_a_line = False

    @contextlib.contextmanager
    def heard(self) -> Iterator[None]:
        """Hear Ctrl-C from here on, where this program may: started in the background it may not."""
        in_main_thread = threading.current_thread() is threading.main_thread()
        if not in_main_thread or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            yield
            return
        before = signal.signal(signal.SIGINT, self._hear)
        try:
            yield
        finally:
            # Whoever is impatient presses twice: the people have left, and the command only ends.
            signal.signal(signal.SIGINT, signal.SIG_IGN if self.came else before)

    @contextlib.contextmanager
    def at_once(self) -> Iterator[None]:
        """KeyboardInterrupt in here as Ctrl-C comes, or if it came before."""
        self._awaits_a_line = True
        try:
            if self.came:
                raise KeyboardInterrupt
            yield
        finally:
            self._awaits_a_line = False

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        first, self.came = not self.came, True
        if first and self._awaits_a_line:
            raise KeyboardInterrupt


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
        self.is_typed = sys.stdin is not None and sys.stdin.isatty()
        self.is_seen = self.is_typed and self.out.is_terminal
        self._forget_typed_lines: Callable[[], None] = lambda: None
        if self.is_seen:
            # Editing the line and finding earlier ones; not everywhere is there such a module.
            with contextlib.suppress(ImportError):
                import readline  # noqa: PLC0415 - some systems have none

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

    def refuse(self, refusal: Explainable) -> None:
        """Say why something was not done."""
        self.say(refusal.sentence(self.lang), "yellow")

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
        """The line that was typed, without white space around it; Leaving where there is none."""
        asked = Text(prompt, style="cyan")
        self.out.print(asked if who is None else Text.assemble(who, " · ", asked))
        try:
            with self.interrupts.at_once():
                line = input("> ")
        except (EOFError, KeyboardInterrupt, RuntimeError):  # the last where there is no input at all
            self.out.print()
            raise Leaving from None
        if not self.is_typed:
            self.out.print(Text(line))
        return line.strip()

    def leave_if_interrupted(self) -> None:
        """Leaving if Ctrl-C came while nothing was asked."""
        if self.interrupts.came:
            self.out.print()
            raise Leaving

    def clear(self) -> None:
        """Leave nothing to be read, neither above nor by going back through the lines that were typed."""
        self._forget_typed_lines()
        if self.is_seen:
            self.out.clear()
            self.out.file.write(FORGET_WHAT_SCROLLED_AWAY)
            self.out.file.flush()
        else:
            self.out.rule(characters="-" if self.is_plain else "─")
