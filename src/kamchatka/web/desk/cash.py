"""The cash: who paid and who owes, by person and by club; own fees with their reason."""

from starlette.responses import HTMLResponse, Response

from kamchatka.app.tournaments.results import cash_view
from kamchatka.scoring.views.cells import csv_text
from kamchatka.tournament.views.cash import CASH_FILTERS, cash_csv
from kamchatka.web.site.locks import ROLL_CALL, LockedRouter
from kamchatka.web.site.pages import csv_file
from kamchatka.web.site.visit import AtDesk

router = LockedRouter()


@router.page("/organizza/{id}/cassa", ROLL_CALL)
def show_cash(at: AtDesk, mostra: str = "all") -> HTMLResponse:
    """Totals, people and clubs; a filter shows part of the people."""
    view = cash_view(at.office, at.desk)
    chosen = mostra if mostra in CASH_FILTERS else "all"
    return at.page(
        "desk/cash.html",
        "cash",
        view=view,
        filters=[each for each in CASH_FILTERS if each == "all" or view.count(each)],
        wanted_filter=chosen,
        rows=[row for row in view.rows if row.is_in(chosen)],
    )


@router.page("/organizza/{id}/cassa.csv", ROLL_CALL)
def load_cash(at: AtDesk) -> Response:
    """The cash as CSV."""
    rows = cash_csv(cash_view(at.office, at.desk), at.lang)
    return csv_file(csv_text(rows, at.lang), f"{at.id}-cassa.csv")
