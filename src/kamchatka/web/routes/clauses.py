"""The clause page: every rule of the regulations and whether it is proven."""

from fastapi import Request
from starlette.responses import HTMLResponse

from kamchatka.ledger import How, sources, summary
from kamchatka.web.access import LockedRouter, Need
from kamchatka.web.clause_filter import ClauseFilter, cases_about, find
from kamchatka.web.language import language_of
from kamchatka.web.pages import render

router = LockedRouter()


@router.page("/clausole", Need.NOTHING)
def show_clauses(
    request: Request, fonte: str = "", come: str = "", stato: str = "", cerca: str = ""
) -> HTMLResponse:
    """The clauses, narrowed by the form; its address can be shared."""
    chosen = ClauseFilter(source=fonte, how=come, state=stato, words=cerca)
    groups = find(chosen, language_of(request))
    return render(
        request,
        "rules/clauses.html",
        summary=summary(),
        sources=sources(),
        hows=[how.value for how in How],
        chosen=chosen,
        narrowed=chosen.narrows,
        groups=groups,
        cases=cases_about(cerca, language_of(request)),
        found=sum(len(group.entries) for group in groups),
    )
