"""The deal at a table, card by card: regular, or what to do."""

from starlette.responses import HTMLResponse

from kamchatka.board import load_board
from kamchatka.messages import text
from kamchatka.referee.dealing import Deal, DealtCard, dealt
from kamchatka.referee.views import letter
from kamchatka.refusals import Refusal
from kamchatka.web.phone.follow import TABLE, AtTable
from kamchatka.web.site.forms import status_of
from kamchatka.web.site.locks import LockedRouter, Need

router = LockedRouter()


@router.page(f"{TABLE}/distribuzione", Need.TABLE_PASS)
def show_deal(at: AtTable) -> HTMLResponse:
    """What becomes of the cards in the address, in their order; a card that is refused is not added."""
    cards = [each.strip() for each in at.query.getlist("carta") if each.strip()]
    rulebook, seats = at.desk.tournament.setup.rulebook, len(at.table.seated.seats)
    refusal: Refusal | None = None
    found = Deal((), (), is_complete=False)
    try:
        found = dealt(rulebook, seats, cards)
    except Refusal as wrong:
        refusal, cards = wrong, cards[:-1]
        found = dealt(rulebook, seats, cards) if cards else found
    said = []
    for each in found.steps:
        values = {**_words(each, "card", "seat", at), **_words(each.exchange, "other", "first", at)}
        said.append(
            text(f"referee.deal.{'neutral' if each.seat is None else each.verdict}", at.lang, **values)
        )
    return at.render(
        "table/deal.html",
        status=status_of(refusal) if refusal else 200,
        **at.frame(),
        cards=cards,
        steps=said,
        dealer=text(f"referee.dealer.{rulebook.setup.dealer}", at.lang),
        hands=", ".join(f"{letter(seat)} {held}" for seat, held in enumerate(found.hands)),
        is_complete=found.is_complete,
        territories=[each.name(at.lang) for each in load_board().territories],
        refusal=refusal and {"code": "", "sentence": refusal.on_page(at.lang), "clause": refusal.clause},
    )


def _words(dealt: DealtCard | None, card: str, seat: str, at: AtTable) -> dict[str, str]:
    if dealt is None:
        return {}
    return {card: dealt.card.name(at.lang), seat: "" if dealt.seat is None else letter(dealt.seat)}
