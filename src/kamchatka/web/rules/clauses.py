"""The clause page: every rule of the regulations and whether it is proven."""

from starlette.responses import HTMLResponse

from kamchatka.ledger import How, sources, summary
from kamchatka.referee.casebook.views import case_rows
from kamchatka.web.rules.clause_filter import ClauseFilter, find
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.visit import AtSite

router = LockedRouter()


@router.page("/clausole", Need.NOTHING)
def show_clauses(
    at: AtSite, fonte: str = "", come: str = "", stato: str = "", cerca: str = ""
) -> HTMLResponse:
    """The clauses that match the form; the address can be shared."""
    chosen = ClauseFilter(source=fonte, how=come, state=stato, words=cerca)
    groups = find(chosen, at.lang)
    return at.render(
        "rules/clauses.html",
        summary=summary(),
        sources=sources(),
        hows=[how.value for how in How],
        chosen=chosen,
        narrowed=chosen.narrows,
        groups=groups,
        cases=list(case_rows(None, at.lang, about=cerca)) if cerca else [],
        found=sum(len(group.entries) for group in groups),
    )
