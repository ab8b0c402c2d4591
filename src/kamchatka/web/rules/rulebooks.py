"""The regulations: the list, one page each, and any two side by side."""

from http import HTTPStatus

from starlette.responses import HTMLResponse

from kamchatka.ids import RulebookId
from kamchatka.ledger import clause
from kamchatka.rulebook import advice, load, shipped
from kamchatka.web.rules.rulebook_views import known_rulebook, only_differences, sections, side_by_side
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.visit import AtSite, Visit

router = LockedRouter()

LONGEST_SHOWN = 60
"""Maximum length at which an unknown name is shown: enough to recognise a typing error."""


@router.page("/regolamenti", Need.NOTHING)
def list_rulebooks(at: AtSite) -> HTMLResponse:
    """All regulations, each with its purpose."""
    return at.render("rules/rulebooks.html", rulebooks=[load(id) for id in shipped()])


@router.page("/regolamenti/{id}", Need.NOTHING)
def show_rulebook(at: AtSite, id: str) -> HTMLResponse:
    """One regulation, value by value."""
    known = known_rulebook(id)
    if known is None:
        return _unknown(at, "rules/rulebook_unknown.html", id)
    lang = at.lang
    rulebook = load(known)
    return at.render(
        "rules/rulebook.html",
        rulebook=rulebook,
        parent=load(rulebook.extends) if rulebook.extends else None,
        others=[load(other) for other in shipped() if other != known],
        sections=sections(known, lang),
        clause=clause,
        warnings=[warning.sentence(lang) for warning in advice(rulebook)],
    )


@router.page("/confronta", Need.NOTHING)
def compare(at: AtSite, a: str = "", b: str = "", tutto: str = "") -> HTMLResponse:
    """Two regulations side by side: what differs, or everything if asked.

    A regulation not named is the first shipped one that the other is not.
    """
    left = known_rulebook(a or next(id for id in shipped() if id != b))
    right = known_rulebook(b or next(id for id in shipped() if id != left))
    if left is None or right is None:
        unknown = [wanted for wanted, known in ((a, left), (b, right)) if known is None]
        return _unknown(at, "rules/compare_unknown.html", *unknown, left=left, right=right)
    compared = side_by_side(left, right, at.lang)
    differences = only_differences(compared)
    return at.render(
        "rules/compare.html",
        left=load(left),
        right=load(right),
        rulebooks=[load(id) for id in shipped()],
        everything=tutto != "",
        sections=compared if tutto else differences,
        clause=clause,
        different=sum(len(section.rules) for section in differences),
        total=sum(len(section.rules) for section in compared),
    )


def _unknown(at: Visit, template: str, *wanted: str, **chosen: RulebookId | None) -> HTMLResponse:
    """The 404 page: the unknown regulations, and the known ones to choose from."""
    return at.render(
        template,
        status=HTTPStatus.NOT_FOUND,
        unknown=[name[:LONGEST_SHOWN] for name in dict.fromkeys(wanted)],
        rulebooks=[load(id) for id in shipped()],
        **chosen,
    )
