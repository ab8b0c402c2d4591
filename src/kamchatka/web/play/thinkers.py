"""Bots that think play in machine code, where the simulator's packages are installed."""

from importlib.util import find_spec

from kamchatka.app.games.bots import ThinkerMaker, no_thinkers
from kamchatka.bots.thinking import Thinker


def known_thinkers() -> ThinkerMaker:
    """What makes a bot that thinks; `no_thinkers` without the simulator."""
    return _compiled if find_spec("numba") else no_thinkers


def _compiled(packed: bytes) -> Thinker:
    from kamchatka.simulate.thinking import compiled_thinker  # noqa: PLC0415  # the compiler

    return compiled_thinker(packed)
