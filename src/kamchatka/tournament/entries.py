"""Commands for entrants: entries, signatures, fees, roll call, withdrawals."""

import re
from dataclasses import replace
from functools import partial, reduce
from typing import Annotated

from kamchatka.command import ClauseRef, EntrantRef, Meaning, Moment, Reason
from kamchatka.ids import PersonId
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood
from kamchatka.tournament.command import ROLL_CALL, TournamentCommand, entrant_of, player_of, reasoned
from kamchatka.tournament.events import (
    AcceptanceSigned,
    CaptainNamed,
    ClubCodeSet,
    CodeRevoked,
    EntrantEntered,
    EntrantRemoved,
    Entry,
    EntryCorrected,
    FeePaid,
    OwnFeeSet,
    PlayerDisqualified,
    PlayerExpected,
    PlayerSubstituted,
    PlayerWithdrawn,
    RollCalled,
    RulesHandedOut,
    SeatsChanged,
)
from kamchatka.tournament.fees import cents_of, fee_of, money, owed
from kamchatka.tournament.folding import evolve
from kamchatka.tournament.gates import check_signatures
from kamchatka.tournament.state import Entrant, Tournament
from kamchatka.tournament.teams import check_members

SeveralEntrants = Annotated[
    tuple[PersonId, ...],
    Meaning("entrant", "who", "chi", "Numeri o nomi; nessuno: tutti · none: all.", "[CHI]…", "argument"),
]
CLUB_CODE = re.compile(r"[A-Z0-9]{2,4}", re.ASCII)
TIME = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)", re.ASCII)


def minutes(time: str) -> int:
    """A time of day in minutes; NotUnderstood if it cannot be parsed."""
    found = TIME.fullmatch(time.strip())
    if not found:
        raise NotUnderstood("not_a_time", given=time)
    return int(found[1]) * 60 + int(found[2])


class EnterPlayers(TournamentCommand):
    """Enter one or more people."""

    roles = ROLL_CALL
    entries: tuple[Entry, ...]

    def decide(self, tournament: Tournament) -> list[object]:
        """Allowed during the first stage; refuses the official judge and people already entered."""
        if tournament.settings.official and tournament.rules is None:
            raise NotAllowed("rules_not_published", clause="001-RG1")
        if tournament.cuts:
            raise NotPossibleNow("entries_over")
        check_members(tournament, self.entries)
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
    """The event of an entry; the official judge may not enter."""
    if tournament.judges.get(entry.person) == "official-judge":
        raise NotAllowed("judge_plays", clause="000-2b", who=entry.person)
    return EntrantEntered(**vars(entry), number=number)


class CorrectEntry(TournamentCommand):
    """Change the data of an entry."""

    entry: Entry

    def decide(self, tournament: Tournament) -> list[object]:
        """Changes club, region, team or relatives."""
        entrant_of(tournament, self.entry.person)
        check_members(tournament, [self.entry])
        return [EntryCorrected(**vars(self.entry))]


class NameCaptain(TournamentCommand):
    """Name the captain of a team, in place of the present one."""

    name = "captain"
    help = "Nomina il capitano di una squadra · name the captain of a team."
    person: EntrantRef

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a player with a team; gives no events if nothing changes."""
        found = player_of(tournament, self.person)
        if not found.team:
            raise NotAllowed("without_team", missing=(found.person,), who=found.person)
        return [] if found.is_captain else [CaptainNamed(found.person)]


class SetClubCode(TournamentCommand):
    """Give a club another code on badges."""

    name = "club-code"
    help = "Cambia la sigla di un club · change the code of a club."
    club: Annotated[str, Meaning("text", "club", "club", "Il club · the club.", "CLUB")]
    letters: Annotated[str, Meaning("text", "letters", "sigla", "La sigla · the code.", "SIGLA")]

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a club of an entrant, and a code of two to four letters that no other has by choice."""
        letters = self.letters.strip().upper()
        clubs = {each.club for each in tournament.entrants.values()} - {""}
        if self.club not in clubs:
            raise NotUnderstood("no_such_club", club=self.club)
        if not CLUB_CODE.fullmatch(letters):
            raise NotUnderstood("club_code", given=self.letters)
        owner = next((club for club, own in tournament.club_codes.items() if own == letters), self.club)
        if owner != self.club and owner in clubs:
            raise NotAllowed("club_code_taken", letters=letters, club=owner)
        return [] if tournament.club_codes.get(self.club) == letters else [ClubCodeSet(self.club, letters)]


class SignAcceptance(TournamentCommand):
    """Record that entrants accepted the regulation and the judges' decisions in writing."""

    typed = "sign"
    help = "Segna chi ha firmato l'accettazione · note who signed the acceptance."
    roles = ROLL_CALL
    people: SeveralEntrants
    """Empty: all players."""
    at: Moment

    def decide(self, tournament: Tournament) -> list[object]:
        """Skips entrants who have signed; a captain may sign for the whole team."""
        people = self.people or tuple(each.person for each in tournament.playing)
        if tournament.format.team.captain == "signs":
            signing = [entrant_of(tournament, who) for who in people]
            teams = {each.team for each in signing if each.is_captain}
            people = (*people, *(each.person for each in tournament.playing if each.team in teams))
            people = tuple(dict.fromkeys(people))
        new = tuple(who for who in people if not entrant_of(tournament, who).signed_at)
        return [AcceptanceSigned(new, self.at)] if new else []


class HandOutRules(TournamentCommand):
    """Record that entrants received a copy of the rules."""

    typed = "hand-out"
    help = "Segna chi ha ricevuto il regolamento · note who received the rules."
    people: SeveralEntrants
    """Empty: all players."""

    def decide(self, tournament: Tournament) -> list[object]:
        """Skips entrants who have a copy."""
        people = self.people or tuple(each.person for each in tournament.playing)
        new = tuple(who for who in people if not entrant_of(tournament, who).has_rules)
        return [RulesHandedOut(new)] if new else []


class PayFee(TournamentCommand):
    """Record that an entrant paid the fee."""

    name = "pay"
    help = "Segna chi ha pagato la quota · note who paid the fee."
    roles = ROLL_CALL
    person: EntrantRef
    member: Annotated[bool, Meaning("flag", "member", "socio", "È socio · is a member.")] = False

    def decide(self, tournament: Tournament) -> list[object]:
        """Allowed once; a member pays the members' fee, an entrant with a fee of their own that one."""
        settings, entrant = tournament.settings, entrant_of(tournament, self.person)
        check_unpaid(tournament, entrant)
        lower = settings.fee if settings.member_fee is None else settings.member_fee
        fee = fee_of(tournament, entrant)
        return [FeePaid(self.person, min(fee, lower) if self.member else fee, self.member)]


def check_unpaid(tournament: Tournament, entrant: Entrant) -> None:
    """NotPossibleNow if the entrant has paid the fee."""
    if entrant.paid is not None:
        fee = partial(money, tournament.settings.fee)
        raise NotPossibleNow("fee_paid", clause="001-F1", who=entrant.person, fee=fee)


class SetOwnFee(TournamentCommand):
    """Agree a lower fee with an entrant, or none."""

    name = "own-fee"
    help = "Una quota ridotta o nessuna, con il motivo · a lower fee for somebody, or none."
    person: EntrantRef
    euros: Annotated[
        str, Meaning("text", "euros", "quota", "In euro; 0: non paga · in euros; 0: pays nothing.", "EURO")
    ]
    reason: Reason

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a reason and an amount up to the full fee; allowed until it is paid."""
        reasoned(self.reason)
        entrant, cents, full = (
            entrant_of(tournament, self.person),
            cents_of(self.euros),
            tournament.settings.fee,
        )
        check_unpaid(tournament, entrant)
        if cents > full:
            raise NotAllowed("own_fee_higher", fee=partial(money, full), own=partial(money, cents))
        return [] if cents == fee_of(tournament, entrant) else [OwnFeeSet(self.person, cents)]


class PayFees(TournamentCommand):
    """Record that several entrants paid the fee."""

    roles = ROLL_CALL
    people: tuple[PersonId, ...]
    member: bool = False

    def decide(self, tournament: Tournament) -> list[object]:
        """Skips entrants who have paid."""
        owing = [who for who in self.people if owed(tournament, entrant_of(tournament, who))]
        return [event for who in owing for event in PayFee(who, self.member).decide(tournament)]


class CallRoll(TournamentCommand):
    """Record who is present and absent for the open round, or else for the next one."""

    roles = ROLL_CALL
    present: tuple[PersonId, ...] = ()
    absent: tuple[PersonId, ...] = ()
    at: str = ""
    """Time of arrival of the people present, where it matters."""

    def decide(self, tournament: Tournament) -> list[object]:
        """Refuses arrivals after the grace period; arrivals within it are marked late."""
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
    """The number of the round a roll call refers to."""
    return tournament.open_round.number if tournament.open_round else tournament.next_number


class ExpectPlayer(TournamentCommand):
    """Record when a missing player will arrive."""

    roles = ROLL_CALL
    person: PersonId
    at: str

    def decide(self, tournament: Tournament) -> list[object]:
        """Refused for a person who no longer plays."""
        player_of(tournament, self.person)
        return [PlayerExpected(self.person, self.at)]


class WithdrawPlayer(TournamentCommand):
    """Withdraw a player."""

    name = "withdraw"
    help = "Una persona si ritira; chi non ha mai giocato si toglie · somebody withdraws, or is removed."
    person: EntrantRef
    reason: Reason = ""

    def decide(self, tournament: Tournament) -> list[object]:
        """Keeps the player's results; a player never drawn, qualified or penalised is removed instead."""
        player_of(tournament, self.person)
        if is_known_to_rounds(tournament, self.person):
            return [PlayerWithdrawn(self.person)]
        return [EntrantRemoved(self.person)]


def is_known_to_rounds(tournament: Tournament, who: PersonId) -> bool:
    """Whether a round, a cut or a sanction refers to the person."""
    seen = {given.event.person for given in tournament.sanctions}
    seen |= {who for cut in tournament.cuts for who in cut.people}
    rounds = tournament.rounds
    return who in seen or any(each.table_of(who) or who in each.missing for each in rounds)


class RevokeCode(TournamentCommand):
    """Give an entrant another personal code: the old one opens nothing any more."""

    name = "new-code"
    help = "Dà un altro codice personale a un iscritto · give an entrant another personal code."
    outlasts_closing = True
    person: EntrantRef

    def decide(self, tournament: Tournament) -> list[object]:
        """For everybody who is entered."""
        return [CodeRevoked(entrant_of(tournament, self.person).person)]


class SubstitutePlayer(TournamentCommand):
    """Let a substitute take a player's place; the player may have withdrawn already."""

    person: PersonId
    by: Entry
    signed_at: str = ""
    """When the substitute signed; empty: not yet."""

    def decide(self, tournament: Tournament) -> list[object]:
        """The substitute inherits club, region and team, and the seat if its game has not begun."""
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
            if entry.person in [each.person for cut in tournament.last_cuts for each in cut.qualified]:
                raise NotPossibleNow("qualified_already", who=entry.person)
            if tournament.cut and entry.person in [each.person for each in tournament.cut.direct]:
                raise NotPossibleNow("waits_for_next", who=entry.person)
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
    """Disqualify a player."""

    name = "disqualify"
    help = "Il giudice ufficiale esclude una persona · the official judge excludes somebody."
    roles = ("official-judge",)
    person: EntrantRef
    reason: Reason
    clause: ClauseRef = None

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a reason."""
        reasoned(self.reason, "000-2g")
        player_of(tournament, self.person)
        return [PlayerDisqualified(self.person, self.clause)]
