"""The regulations: the list, one page each, and any two side by side."""

from http import HTTPStatus

from starlette.responses import HTMLResponse

from kamchatka.ids import RulebookId
from kamchatka.ledger import clause
from kamchatka.rulebook import Rulebook, advice, shipped
from kamchatka.web.rules.rulebook_views import (
    known_rulebook,
    known_rulebooks,
    only_differences,
    rulebook_of,
    sections,
    side_by_side,
)
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.visit import AtSite, Visit

router = LockedRouter()

LONGEST_SHOWN = 60
"""Maximum length at which an unknown name is shown: enough to recognise a typing error."""


@router.page("/regolamenti", Need.NOTHING)
def list_rulebooks(at: AtSite) -> HTMLResponse:
    """All regulations, each with its purpose."""
    return at.render("rules/rulebooks.html", rulebooks=known_rulebooks())


@router.page("/regolamenti/{id}", Need.NOTHING)
def show_rulebook(at: AtSite, id: str) -> HTMLResponse:
    """One regulation, value by value."""
    known = known_rulebook(id)
    if known is None:
        return _unknown(at, "rules/rulebook_unknown.html", id)
    lang = at.lang
    rulebook = rulebook_of(known)
    return at.render(
        "rules/rulebook.html",
        rulebook=rulebook,
        parent=_parent(rulebook),
        others=[other for other in known_rulebooks() if other.id != known],
        sections=sections(known, lang),
        clause=clause,
        warnings=[warning.sentence(lang) for warning in advice(rulebook)],
    )


def _parent(rulebook: Rulebook) -> Rulebook | None:
    """The regulation that this one extends, if it has a page."""
    known = known_rulebook(rulebook.extends) if rulebook.extends else None
    return rulebook_of(known) if known else None


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
        left=rulebook_of(left),
        right=rulebook_of(right),
        rulebooks=known_rulebooks(),
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
        rulebooks=known_rulebooks(),
        **chosen,
    )
