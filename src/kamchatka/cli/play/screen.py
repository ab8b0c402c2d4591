"""Input and output, on a terminal or a pipe; Ctrl-C takes effect only between moves."""

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
    """A refusal with a sentence in each language."""

    def sentence(self, lang: Language) -> str: ...


class Leaving(Exception):
    """The players leave the table: end of input, Ctrl-C, or the word to quit."""


class Interrupts:
    """Ctrl-C handling: interrupts while waiting for a line; during a move it is deferred to the end."""

    def __init__(self) -> None:
        self.came = False
        self._awaits_a_line = False

    @contextlib.contextmanager
    def heard(self) -> Iterator[None]:
        """Handle SIGINT in this block, unless it is ignored (background process) or in another thread."""
        in_main_thread = threading.current_thread() is threading.main_thread()
        if not in_main_thread or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            yield
            return
        before = signal.signal(signal.SIGINT, self._hear)
        try:
            yield
        finally:
            # After a first Ctrl-C, ignore a second one: the command is already ending.
            signal.signal(signal.SIGINT, signal.SIG_IGN if self.came else before)

    @contextlib.contextmanager
    def at_once(self) -> Iterator[None]:
        """Ctrl-C raises KeyboardInterrupt in this block, also if pressed before it."""
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
    """Input and output of a game."""

    def __init__(self, lang: Language) -> None:
        self.lang = lang
        self.interrupts = Interrupts()
        self.always: Callable[[str], bool] = lambda line: False
        """Handles words that are understood at any question; returns whether the line was one."""
        for stream in (sys.stdin, sys.stdout):
            # Characters that the terminal cannot encode must not end a game.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        self.out: Console = console()
        self.is_typed = sys.stdin is not None and sys.stdin.isatty()
        self.is_seen = self.is_typed and self.out.is_terminal
        self._forget_typed_lines: Callable[[], None] = lambda: None
        if self.is_seen:
            # Line editing and history.
            with contextlib.suppress(ImportError):
                import readline  # noqa: PLC0415 - some systems have none

                self._forget_typed_lines = readline.clear_history

    @property
    def is_plain(self) -> bool:
        """Whether only ASCII can be shown."""
        return bool(self.out.options.ascii_only)

    def show(self, *what: RenderableType) -> None:
        """Print each item on lines of its own."""
        for each in what:
            self.out.print(each)

    def say(self, words: str, style: str = "") -> None:
        """Print one paragraph."""
        self.out.print(Text(words, style=style))

    def refuse(self, refusal: Explainable) -> None:
        """Print why something was refused."""
        self.say(refusal.sentence(self.lang), "yellow")

    def line(self, words: str, style: str = "") -> None:
        """Print one line without wrapping: a path, a command or a number to copy."""
        self.out.print(Text(words, style=style), soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """The typed answer; asks again after a word that `always` handled."""
        while True:
            line = self.ask_once(prompt)
            if not self.always(line):
                return line

    def yes(self, prompt: str, *, enter: bool) -> bool:
        """Whether the answer is yes; `enter` is the default for an empty line."""
        words = " ".join(text("play.words.yes", lang) for lang in LANGUAGES).split()
        typed = self.ask(prompt).casefold()
        return typed in words if typed else enter

    def ask_once(self, prompt: str, who: Text | None = None) -> str:
        """The typed line, stripped; Leaving at the end of input."""
        asked = Text(prompt, style="cyan")
        self.out.print(asked if who is None else Text.assemble(who, " · ", asked))
        try:
            with self.interrupts.at_once():
                line = input("> ")
        except (EOFError, KeyboardInterrupt, RuntimeError):  # RuntimeError: no standard input at all
            self.out.print()
            raise Leaving from None
        if not self.is_typed:
            self.out.print(Text(line))
        return line.strip()

    def leave_if_interrupted(self) -> None:
        """Raise Leaving if Ctrl-C was pressed during a move."""
        if self.interrupts.came:
            self.out.print()
            raise Leaving

    def clear(self) -> None:
        """Clear the screen, the scrollback and the history of typed lines."""
        self._forget_typed_lines()
        if self.is_seen:
            self.out.clear()
            self.out.file.write(FORGET_WHAT_SCROLLED_AWAY)
            self.out.file.flush()
        else:
            self.out.rule(characters="-" if self.is_plain else "─")
