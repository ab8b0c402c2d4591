"""Commands of the terminal that a running site executes: how the two reach each other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

ADDRESS = "/terminale"
SECRET = "x-terminal-secret"


@dataclass(frozen=True)
class Printed:
    """What a command printed, and its exit status."""

    status: int
    out: str
    errors: str


@dataclass(frozen=True)
class Terminal:
    """The secret of the terminal, and how the words of a command are executed."""

    secret: str
    execute: Callable[[Sequence[str], str, str], Printed]
    """Takes the words, the text typed after them, and the folder where they were typed."""
