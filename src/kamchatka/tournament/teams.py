"""Teams: which are complete for a round, which have a captain, and how many members they may have."""

from collections import Counter
from collections.abc import Sequence

from kamchatka.refusals import NotAllowed
from kamchatka.tournament.events import Entry
from kamchatka.tournament.state import Entrant, Tournament


def short_teams(tournament: Tournament) -> tuple[str, ...]:
    """Teams of the present stage with fewer members present than the format wants, by name."""
    present: Counter[str] = Counter()
    for each in tournament.members:
        present[each.team] += bool(each.is_present)
    least = tournament.format.team.least
    return tuple(sorted(team for team, count in present.items() if team and count < least))


def players_to_seat(tournament: Tournament) -> tuple[Entrant, ...]:
    """The players to seat if the next round were drawn now; a short team may have to sit out."""
    out = short_teams(tournament) if tournament.format.team.short == "out" else ()
    return tuple(each for each in tournament.members if each.is_present and each.team not in out)


def without_captain(tournament: Tournament) -> tuple[str, ...]:
    """Teams that should have a captain and have none, by name."""
    if tournament.format.team.captain == "none":
        return ()
    teams = {each.team for each in tournament.playing if each.team}
    return tuple(sorted(teams - {each.team for each in tournament.playing if each.is_captain}))


def check_teams(tournament: Tournament, players: Sequence[Entrant]) -> None:
    """Refuse players without a team and teams with too many players for a round."""
    most = tournament.format.teams
    if not most:
        return
    alone = tuple(each.person for each in players if not each.team)
    if alone:
        raise NotAllowed("without_team", missing=alone, who=", ".join(alone))
    for team, count in Counter(each.team for each in players).items():
        if count > most:
            raise NotAllowed("team_too_large", team=team, count=count, most=most)


def check_members(tournament: Tournament, entries: Sequence[Entry]) -> None:
    """Refuse entries that give a team more members than players and reserves."""
    rules = tournament.format.team
    if rules.reserves is None:
        return
    most = tournament.format.teams + rules.reserves
    new = {each.person for each in entries}
    members = Counter(each.team for each in tournament.playing if each.person not in new)
    members.update(each.team for each in entries)
    for team in dict.fromkeys(each.team for each in entries):
        if team and members[team] > most:
            clause = tournament.format.clause(rules, "reserves")
            raise NotAllowed("team_full", clause=clause, team=team, count=members[team], most=most)
