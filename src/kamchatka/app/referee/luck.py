"""Dice that the software throws for a cardboard table: from a source nobody can foresee, and recorded."""

import secrets

from kamchatka.game.chance import Chance, Request, Seeded


def rolled(dice: int, chance: Chance | None = None) -> tuple[int, ...]:
    """Faces of the closing dice."""
    source = chance or Seeded(secrets.randbits(62))
    return source.answer(0, Request("closing", dice=(dice,))) or ()
