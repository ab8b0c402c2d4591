"""Public pages of a player and of a club."""

from dataclasses import dataclass

from starlette.responses import Response

from kamchatka.app.tournaments.results import SanctionEntry, sanction_trail
from kamchatka.ids import PersonId
from kamchatka.messages import Language, text
from kamchatka.scoring.views.standings import scored
from kamchatka.tournament.views.public import PlayerGame, SeatAnswer, club_slugs, games_of, where_sits
from kamchatka.tournament.views.standings import PlayerRow, StandingsPage, reasons_for
from kamchatka.web.public.event import AtEvent, PublicEvent, kept
from kamchatka.web.site.charts import PanelChart, places_chart, points_chart
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.pages import existing

router = LockedRouter()


@router.page("/tornei/{id}/giocatori/{number}", Need.NOTHING)
@kept
def show_player(event: AtEvent, number: str) -> Response:
    """A player's games, the reasons for the place, and charts."""
    shown, lang = event.showing, event.lang
    people = shown.tournament.entrants.items()
    who = existing(next((who for who, each in people if str(each.number) == number), None))
    player = player_shown(event, who)
    page, row = player.page, player.row
    why = reasons_for(shown.results, page, row, lang) if page and row else None
    club = shown.tournament.entrants[who].club
    slug = next((slug for slug, name in club_slugs(shown.tournament).items() if name == club), "")
    return event.page(
        "public/player.html",
        "",
        seat=player.seat,
        club=club,
        entrant=shown.tournament.entrants[who],
        slug=slug,
        row=row,
        headings=page.total_headings if page else (),
        why=why,
        games=player.games,
        charts=_charts(page, row, lang) if page and row else (None, None),
        sanctions=_sanctions(event, who),
    )


def _sanctions(event: PublicEvent, who: PersonId) -> list[SanctionEntry]:
    """What judges gave a player; the log is read only where there is something."""
    desk = event.showing.desk
    if not any(each.event.person == who for each in desk.tournament.sanctions):
        return []
    return [
        each for each in sanction_trail(event.office, desk, event.lang) if each.number and each.person == who
    ]


@dataclass(frozen=True)
class PlayerShown:
    """What everybody may see of a player."""

    seat: SeatAnswer
    games: tuple[PlayerGame, ...]
    page: StandingsPage | None
    """The standings, if they can be computed."""
    row: PlayerRow | None
    """The player's row in them."""


def player_shown(event: PublicEvent, who: PersonId) -> PlayerShown:
    """The seat, the games and the place of a player."""
    shown, lang = event.showing, event.lang
    number = shown.tournament.entrants[who].number
    found, _ = scored(lambda: (event.standings, games_of(event.outcomes, number)), lang)
    page, games = found or (None, ())
    row = page.row(number) if page and not page.is_of_teams else None
    return PlayerShown(where_sits(shown.tournament, shown.names, who, lang), games, page, row)


def _charts(
    page: StandingsPage, row: PlayerRow, lang: Language
) -> tuple[PanelChart | None, PanelChart | None]:
    """Charts of places after each round, and of points per round if the formula adds them up."""
    names = [text("standings_page.round", lang, round=each.number) for each in page.columns]
    summed = {each.number for each in page.columns if each.is_summed}
    scores = [
        (name, game.score.counted or game.score.discarded, game.score.number, bool(game.score.counted))
        for name, game in zip(names, row.games, strict=True)
        if game.round in summed
    ]
    return places_chart(row.course, names), points_chart(scores)


@router.page("/tornei/{id}/club/{slug}", Need.NOTHING)
@kept
def show_club(event: AtEvent, slug: str) -> Response:
    """The players of a club, with their places."""
    shown = event.showing
    club = existing(club_slugs(shown.tournament).get(slug))
    numbers = {each.number: who for who, each in shown.tournament.entrants.items() if each.club == club}
    page, _ = scored(lambda: event.standings, event.lang)
    rows = [row for row in page.rows if row.number in numbers] if page and not page.is_of_teams else []
    ranked = {row.number for row in rows}
    others = [(number, shown.names[who]) for number, who in numbers.items() if number not in ranked]
    return event.page("public/club.html", "", club=club, rows=rows, page=page, others=others)
