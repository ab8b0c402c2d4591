"""Who takes part: entries, signatures, fees, the roll call, withdrawals."""

import re
from dataclasses import replace
from functools import reduce
from typing import Annotated

from kamchatka.command import ClauseRef, EntrantRef, Meaning, Moment, Reason
from kamchatka.ids import PersonId
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood
from kamchatka.tournament.command import TournamentCommand, entrant_of, player_of, reasoned
from kamchatka.tournament.events import (
    AcceptanceSigned,
    EntrantEntered,
    EntrantRemoved,
    Entry,
    EntryCorrected,
    FeePaid,
    PlayerDisqualified,
    PlayerExpected,
    PlayerSubstituted,
    PlayerWithdrawn,
    RollCalled,
    RulesHandedOut,
    SeatsChanged,
)
from kamchatka.tournament.gates import check_signatures
from kamchatka.tournament.settings import euros
from kamchatka.tournament.state import Tournament, evolve

SeveralEntrants = Annotated[
    tuple[PersonId, ...],
    Meaning("entrant", "who", "chi", "Numeri o nomi; nessuno: tutti · none: all.", "[CHI]…", "argument"),
]
TIME = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)")


def minutes(time: str) -> int:
    """A time of day in minutes; NotUnderstood if it is none."""
    found = TIME.fullmatch(time.strip())
    if not found:
        raise NotUnderstood("not_a_time", given=time)
    return int(found[1]) * 60 + int(found[2])


class EnterPlayers(TournamentCommand):
    """Enter people, one or many."""

    entries: tuple[Entry, ...]

    def decide(self, tournament: Tournament) -> list[object]:
        """Anybody who is not in already and does not judge, as long as the first stage lasts."""
        if tournament.settings.official and tournament.rules is None:
            raise NotAllowed("rules_not_published", clause="001-RG1")
        if tournament.cuts:
            raise NotPossibleNow("entries_over")
        first = _next_number(tournament)
        found = [_entered(tournament, entry, at) for at, entry in enumerate(self.entries, first)]
        people = [entry.person for entry in self.entries]
        twice = next((who for who in people if who in tournament.entrants or people.count(who) > 1), None)
        if twice is not None:
            raise NotPossibleNow("entered_already", who=twice)
        return list(found)


def _next_number(tournament: Tournament) -> int:
    return max((each.number for each in tournament.entrants.values()), default=0) + 1


def _entered(tournament: Tournament, entry: Entry, number: int) -> EntrantEntered:
    """Somebody who enters, and does not judge."""
    if tournament.judges.get(entry.person) == "official-judge":
        raise NotAllowed("judge_plays", clause="000-2b", who=entry.person)
    return EntrantEntered(**vars(entry), number=number)


class CorrectEntry(TournamentCommand):
    """Say something else of an entrant."""

    entry: Entry

    def decide(self, tournament: Tournament) -> list[object]:
        """Club, region, team, relatives."""
        entrant_of(tournament, self.entry.person)
        return [EntryCorrected(**vars(self.entry))]


class SignAcceptance(TournamentCommand):
    """Note who accepted regulation and decisions in writing."""

    typed = "sign"
    help = "Segna chi ha firmato l'accettazione · note who signed the acceptance."
    people: SeveralEntrants
    """None named: everybody who plays."""
    at: Moment

    def decide(self, tournament: Tournament) -> list[object]:
        """Those who had not signed yet."""
        people = self.people or tuple(each.person for each in tournament.playing)
        new = tuple(who for who in people if not entrant_of(tournament, who).signed_at)
        return [AcceptanceSigned(new, self.at)] if new else []


class HandOutRules(TournamentCommand):
    """Note who received a copy of the rules."""

    typed = "hand-out"
    help = "Segna chi ha ricevuto il regolamento · note who received the rules."
    people: SeveralEntrants
    """None named: everybody who plays."""

    def decide(self, tournament: Tournament) -> list[object]:
        """Those who had none yet."""
        people = self.people or tuple(each.person for each in tournament.playing)
        new = tuple(who for who in people if not entrant_of(tournament, who).has_rules)
        return [RulesHandedOut(new)] if new else []


class PayFee(TournamentCommand):
    """Note that somebody paid."""

    typed = "pay"
    help = "Segna chi ha pagato la quota · note who paid the fee."
    person: EntrantRef
    member: Annotated[bool, Meaning("flag", "member", "socio", "È socio · is a member.")] = False

    def decide(self, tournament: Tournament) -> list[object]:
        """The whole fee, once, or what members pay."""
        settings = tournament.settings
        if entrant_of(tournament, self.person).paid is not None:
            raise NotPossibleNow("fee_paid", clause="001-F1", who=self.person, fee=euros(settings.fee))
        lower = settings.fee if settings.member_fee is None else settings.member_fee
        return [FeePaid(self.person, lower if self.member else settings.fee, self.member)]


class PayFees(TournamentCommand):
    """Note that several people paid."""

    people: tuple[PersonId, ...]
    member: bool = False

    def decide(self, tournament: Tournament) -> list[object]:
        """Those who had not paid yet."""
        owing = [who for who in self.people if entrant_of(tournament, who).paid is None]
        return [event for who in owing for event in PayFee(who, self.member).decide(tournament)]


class CallRoll(TournamentCommand):
    """Say who is there for the next round, or for the one that is drawn, and who is not."""

    present: tuple[PersonId, ...] = ()
    absent: tuple[PersonId, ...] = ()
    at: str = ""
    """When those present came, where it matters."""

    def decide(self, tournament: Tournament) -> list[object]:
        """Whoever comes too late does not play; a little late costs something at the table."""
        for who in (*self.present, *self.absent):
            player_of(tournament, who)
        late: tuple[PersonId, ...] = ()
        rules = tournament.format.rollcall
        if self.at:
            came = minutes(self.at)
            by = minutes(rules.by) if rules.by else came
            if came > by + rules.grace and rules.grace:
                clause = tournament.format.clause(rules, "grace", "by")
                raise NotAllowed("too_late", clause=clause, at=self.at, by=rules.by, grace=rules.grace)
            late = self.present if came > by else ()
        return [RollCalled(_called(tournament), self.present, self.absent, self.at, late)]


def _called(tournament: Tournament) -> int:
    """The round that a roll call is about."""
    return tournament.open_round.number if tournament.open_round else tournament.next_number


class ExpectPlayer(TournamentCommand):
    """Note when somebody who is missing will come."""

    person: PersonId
    at: str

    def decide(self, tournament: Tournament) -> list[object]:
        """Only of who plays."""
        player_of(tournament, self.person)
        return [PlayerExpected(self.person, self.at)]


class WithdrawPlayer(TournamentCommand):
    """Note that somebody will not play on."""

    name = "withdraw"
    help = "Una persona si ritira; chi non ha mai giocato si toglie · somebody withdraws, or is removed."
    person: EntrantRef
    reason: Reason = ""

    def decide(self, tournament: Tournament) -> list[object]:
        """Results so far stay; whoever nothing has happened to is taken off the list."""
        player_of(tournament, self.person)
        if _is_known_to_rounds(tournament, self.person):
            return [PlayerWithdrawn(self.person)]
        return [EntrantRemoved(self.person)]


def _is_known_to_rounds(tournament: Tournament, who: PersonId) -> bool:
    """Whether a round, a cut or a penalty speaks of somebody."""
    seen = {penalty.person for penalty in tournament.penalties}
    seen |= {each.person for cut in tournament.cuts for each in (*cut.qualified, *cut.direct)}
    rounds = tournament.rounds
    return who in seen or any(each.table_of(who) or who in each.missing for each in rounds)


class SubstitutePlayer(TournamentCommand):
    """Let somebody play on in the place of another, who may have withdrawn already."""

    person: PersonId
    by: Entry
    signed_at: str = ""
    """When the substitute signed, if they have."""

    def decide(self, tournament: Tournament) -> list[object]:
        """The substitute enters for the club and team of whoever leaves, and sits down if a table awaits."""
        leaving, entry = entrant_of(tournament, self.person), self.by
        current = tournament.open_round
        if entry.person == self.person:
            raise NotUnderstood("substitutes_self", who=self.person)
        found: list[object] = []
        if entry.person not in tournament.entrants:
            club, region = entry.club or leaving.club, entry.region or leaving.region
            entry = replace(entry, club=club, region=region, team=entry.team or leaving.team)
            found.append(_entered(tournament, entry, _next_number(tournament)))
        else:
            player_of(tournament, entry.person)
            if tournament.cut and entry.person in [each.person for each in tournament.cut.qualified]:
                raise NotPossibleNow("qualified_already", who=entry.person)
            if current and current.table_of(entry.person):
                raise NotPossibleNow("seated_already", who=entry.person, round=current.number)
        if self.signed_at:
            found.append(AcceptanceSigned((entry.person,), self.signed_at))
        found.append(PlayerSubstituted(self.person, entry.person))
        table = current.table_of(self.person) if current else None
        if current and table and not table.is_started:
            after = reduce(evolve, found, tournament)
            check_signatures(tournament, [after.entrants[entry.person]])
            seats = tuple(entry.person if who == self.person else who for who in table.seated.seats)
            found.append(SeatsChanged(current.number, (replace(table.seated, seats=seats),)))
        return [*found, RollCalled(_called(tournament), (entry.person,))]


class DisqualifyPlayer(TournamentCommand):
    """Exclude somebody from the tournament."""

    name = "disqualify"
    help = "Il giudice ufficiale esclude una persona · the official judge excludes somebody."
    roles = ("official-judge",)
    person: EntrantRef
    reason: Reason
    clause: ClauseRef = None

    def decide(self, tournament: Tournament) -> list[object]:
        """Only with a reason: it is the gravest thing a judge can do."""
        reasoned(self.reason, "000-2g")
        player_of(tournament, self.person)
        return [PlayerDisqualified(self.person, self.clause)]
