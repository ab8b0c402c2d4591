"""The odds page: a GET form, so that an answer can be shared by its address."""

from http import HTTPStatus

from starlette.responses import HTMLResponse

from kamchatka.game.odds.question import MOST_ARMIES, BadQuestion
from kamchatka.messages import text
from kamchatka.rulebook import shipped
from kamchatka.web.rules.odds_form import OddsForm, answer
from kamchatka.web.rules.rulebook_views import known_rulebook, known_rulebooks
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.visit import AtSite

router = LockedRouter()

LONGEST_SHOWN = 60


@router.page("/probabilita", Need.NOTHING)
def show_odds(
    at: AtSite,
    *,
    attacco: str = OddsForm.attackers,
    difesa: str = OddsForm.defenders,
    regolamento: str = "",
    fermo: str = OddsForm.until,
    catena: str = "",
) -> HTMLResponse:
    """The answer, or the fields to correct; an example if nothing was asked."""
    form = OddsForm(
        attackers=attacco, defenders=difesa, rulebook=regolamento or shipped()[0], until=fermo, chain=catena
    )
    lang, found, status, fault, wrong = at.lang, None, HTTPStatus.OK, "", ""
    if known_rulebook(form.rulebook) is None:
        status, fault = HTTPStatus.NOT_FOUND, "rulebook"
        wrong = text("odds.page.unknown_rulebook", lang, value=form.rulebook[:LONGEST_SHOWN])
    else:
        try:
            found = answer(form, lang)
        except BadQuestion as error:
            status, wrong = HTTPStatus.BAD_REQUEST, error.sentence(lang)
            fault = "chain" if error.code == "together" else error.code
    return at.render(
        "odds/page.html",
        status=status,
        form=form,
        found=found,
        fault=fault,
        wrong=wrong,
        most=MOST_ARMIES,
        rulebooks=known_rulebooks(),
    )
