"""Deleting a tournament: a demonstration, or one that was made to try things out."""

from kamchatka.app.events import TournamentRemoved
from kamchatka.app.office import Actor, Office, Role, new_action
from kamchatka.app.tournaments.opening import open_tournament, stream_of
from kamchatka.refusals import NotAllowed
from kamchatka.store import requests
from kamchatka.store.accounts import take_back
from kamchatka.store.log import LogWriter, take_out
from kamchatka.store.projections import PERSON
from kamchatka.tournament.events import RulesPublished, StandingsPublished

OFFICIAL = (RulesPublished, StandingsPublished)
"""Kinds of events that others may refer to."""
REMOVALS = "removals"
"""The stream that tells which tournaments were deleted."""


def remove_trial(office: Office, actor: Actor, id: str) -> str:
    """Delete a tournament with the people only it entered; returns its name.

    The log tells that it was deleted. NotAllowed once its regulation or standings have been published, also
    if that was undone.
    """
    actor.must_be(Role.ORGANISER)
    name = open_tournament(office, id).tournament.settings.name

    def work(writing: LogWriter) -> None:
        writing.hold(stream_of(id))
        kinds = {event.kind for event in writing.stream(stream_of(id))}
        if kinds & {each.stored_as for each in OFFICIAL}:
            raise NotAllowed("published_event", name=name)
        remove_in(writing, id)
        writing.append(REMOVALS, writing.version(REMOVALS), TournamentRemoved(id))

    office.carry_out(actor, new_action(), ["remove", id], work)
    office.store.database.wipe()  # if readers prevent it, the next wipe removes the rest
    return name


def remove_in(writing: LogWriter, id: str) -> None:
    """Delete a tournament without a trace, with the people that it entered and nothing else mentions."""
    feed = stream_of(id)
    actions = {event.action for event in writing.stream(feed)}
    named = {who for event in writing.stream(feed) for who in PERSON.findall(event.payload)}
    own = {who for who in named if _is_ours(writing, who, feed, actions)}
    take_out(writing, [feed, *(f"person/{who}" for who in own)], own)
    take_back(writing.connection, id)
    requests.remove_all(writing.connection, id)


def _is_ours(writing: LogWriter, who: str, feed: str, actions: set[str]) -> bool:
    """Whether the tournament entered this person, and nothing else in the log mentions them."""
    own = writing.stream(f"person/{who}")
    elsewhere = writing.feeds_mentioning(who) - {feed, f"person/{who}"}
    return bool(own) and own[0].action in actions and not elsewhere
