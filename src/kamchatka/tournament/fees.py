"""Entry fees in cents: amounts as people write them, what an entrant pays and still owes."""

from kamchatka.messages import Language
from kamchatka.refusals import NotUnderstood
from kamchatka.scoring.numbers import whole
from kamchatka.tournament.state import Entrant, Tournament


def money(cents: int, lang: Language) -> str:
    """An amount of euros as people write it: 10, or 7,50."""
    euros, part = divmod(cents, 100)
    return f"{euros}{'.' if lang == 'en' else ','}{part:02d}" if part else str(euros)


def cents_of(words: str) -> int:
    """An amount typed in euros, in cents; NotUnderstood if it cannot be parsed."""
    euros, _, part = words.strip().replace(",", ".").partition(".")
    whole_euros, cents = whole(euros), whole(f"{part:0<2}", 2)
    if whole_euros is None or cents is None:
        raise NotUnderstood("not_euros", given=words[:40])
    return whole_euros * 100 + cents


def fee_of(tournament: Tournament, entrant: Entrant) -> int:
    """The fee of an entrant: what was paid, else the entrant's own fee, else the full one."""
    if entrant.paid is not None:
        return entrant.paid
    full = tournament.settings.fee
    return full if entrant.own_fee is None else min(entrant.own_fee, full)


def owed(tournament: Tournament, entrant: Entrant) -> int:
    """What an entrant still has to pay; nothing after leaving the tournament."""
    is_due = entrant.paid is None and entrant.status == "playing"
    return fee_of(tournament, entrant) if is_due else 0
