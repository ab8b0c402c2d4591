"""Open a tournament in its current state, and change it by one command in one transaction."""

import re
import secrets
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any

from kamchatka.app.events import sentence
from kamchatka.app.history import PersonNames, PublicNames
from kamchatka.app.office import Actor, Office, Role, new_action
from kamchatka.app.register.accounts.account_register import grant_maker
from kamchatka.app.register.consent import day_in_rome, needs_parent
from kamchatka.app.register.people import registered
from kamchatka.app.tournaments.texts import Options, Texts, setup_of
from kamchatka.app.tournaments.unreadable import as_unreadable
from kamchatka.full_name import FullName, full_name
from kamchatka.ids import ActionId, PersonId
from kamchatka.messages import Language
from kamchatka.refusals import NotAllowed, NotUnderstood, Refusal
from kamchatka.scoring.numbers import whole
from kamchatka.store import shelf
from kamchatka.store.chain import StoredEvent
from kamchatka.store.log import LogReader, LogWriter
from kamchatka.store.projections import PERSON
from kamchatka.tournament.command import TournamentCommand, decide
from kamchatka.tournament.events import (
    ActionUndone,
    EntrantEntered,
    Pinned,
    RollCalled,
    RoundDrawn,
    SeatsChanged,
    Settings,
    SettingsChanged,
    StandingsPublished,
    TournamentCreated,
)
from kamchatka.tournament.folding import begun, evolve, settings_in, standing, undone
from kamchatka.tournament.format.model import Stage
from kamchatka.tournament.scores import Names
from kamchatka.tournament.settings import created, first_day, is_date
from kamchatka.tournament.state import Occurrence, Tournament

TOURNAMENTS = "tournament/"
"""Prefix of the streams of tournaments."""
LONGEST_CLUB = 30
"""Most letters of a club beside a namesake."""
RESERVED = ("nuovo",)
"""Ids that no tournament may have, since other pages use these URLs."""
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_ID = 60
ENDING_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Signs of random endings, without those that look alike."""
ANIMALS = ("airone", "cervo", "corvo", "falco", "gatto", "gru", "istrice", "lince", "lontra", "lupo", "orso")
"""First words of seeds, so that a seed can be read out."""


REWRITING = (ActionUndone, SettingsChanged)
"""Events after which a tournament is folded again from the beginning: undone requests, or other texts."""


@dataclass(frozen=True, kw_only=True)
class Fold:
    """The current state of a tournament, and the events it was folded from."""

    tournament: Tournament
    occurrences: tuple[Occurrence, ...]
    undone: frozenset[ActionId]
    """The requests that were undone."""
    published: Tournament | None
    """Its state when standings were last published."""
    kept_names: dict[tuple[object, ...], Names] = field(default_factory=dict, compare=False, repr=False)
    """Names of its people that were read before, by what they depend on."""

    @property
    def version(self) -> int:
        """Number of events so far."""
        return len(self.occurrences)


@dataclass(frozen=True, kw_only=True)
class OpenTournament(Fold):
    """The current state of a tournament, with its id and the names of its people."""

    id: str
    names: Names

    def entrant(self, who: str) -> PersonId:
        """An entrant by number or name; NotUnderstood if there is none, or several have the name."""
        word = plain_name(who)
        entrants = self.tournament.entrants.values()
        number = whole(word.removeprefix("#"))
        called = {each.person: full_name(self.names[each.person]) for each in entrants}
        named = [who for who, name in called.items() if word in (plain_name(name), plain_name(name.listed))]
        if not named and number is not None:
            named = [each.person for each in entrants if each.number == number]
        if named:
            return named[0]
        namesakes = [each for each in entrants if plain_name(self.names[each.person]).startswith(f"{word} (")]
        if namesakes:
            numbers = ", ".join(str(each.number) for each in namesakes)
            raise NotUnderstood("several_entrants", who=who, numbers=numbers)
        raise NotUnderstood("not_entered", who=who)

    def judge(self, name: str) -> PersonId:
        """A judge by name; NotUnderstood if there is none."""
        found = [who for who in self.tournament.judges if plain_name(self.names[who]) == plain_name(name)]
        if not found:
            raise NotUnderstood("not_a_judge", who=name)
        return found[0]


def is_id(words: str) -> bool:
    """Whether this can be the id of a tournament: it becomes part of URLs and file names."""
    return bool(ID.fullmatch(words)) and len(words) <= LONGEST_ID and words not in RESERVED


def plain_name(words: str) -> str:
    """A name for comparison: spaces, case and the encoding of accents make no difference."""
    return " ".join(unicodedata.normalize("NFC", words).split()).casefold()


def stream_of(id: str) -> str:
    """The stream of a tournament, which is its feed too."""
    return f"{TOURNAMENTS}{id}"


def new_seed() -> str:
    """A random seed, short enough to be read out."""
    return f"{secrets.choice(ANIMALS)}-{secrets.randbelow(9000) + 1000}"


def new_secret() -> str:
    """A secret for dealing sets of objectives, independent of the seed of the draw."""
    return secrets.token_hex(16)


def open_tournament(office: Office, id: str, lang: Language = "it") -> OpenTournament:
    """A tournament by its id; NotUnderstood if there is none."""
    with office.reading() as reading:
        return tournament_in(reading, id, lang)


def open_public_tournament(office: Office, id: str, lang: Language = "it") -> OpenTournament:
    """A tournament for public pages: with the public names of its people."""
    with office.reading() as reading:
        fold, day = fold_in(reading, id), day_in_rome(office.clock())

        def read() -> Names:
            people = PublicNames(reading, lang, day, _people(fold.tournament))
            return display_names(fold.tournament, people)

        return OpenTournament(**vars(fold), id=id, names=_kept(reading, fold, read, "public", lang, day))


def listed(office: Office) -> list[str]:
    """The ids of all tournaments, but for those put aside."""
    with office.reading() as reading:
        return listed_in(reading)


def listed_in(reading: LogReader) -> list[str]:
    """The same, within a transaction."""
    aside = shelf.put_aside(reading.connection)
    found = (each.removeprefix(TOURNAMENTS) for each in reading.feeds(TOURNAMENTS))
    return [id for id in found if id not in aside]


def tournament_in(reading: LogReader, id: str, lang: Language = "it") -> OpenTournament:
    """A tournament by its id, within a transaction; NotUnderstood if there is none."""
    fold = fold_in(reading, id)
    names = _kept(reading, fold, lambda: _names(reading, fold.tournament, lang), "all", lang)
    return OpenTournament(**vars(fold), id=id, names=names)


def fold_in(reading: LogReader, id: str) -> Fold:
    """The same without names; folds only the events since the cached state."""
    with as_unreadable(id):
        fold: Fold | None = reading.state(stream_of(id), partial(_carried, reading, id))
    if fold is None:
        known = listed_in(reading)
        code = "unknown_tournament" if known else "no_tournaments"
        raise NotUnderstood(code, id=id, known=", ".join(known))
    with as_unreadable(id):
        if not is_id(id):
            raise NotUnderstood("odd_id", id=id)
    return fold


def _carried(reading: LogReader, id: str, before: Fold | None, stored: Sequence[StoredEvent]) -> Fold:
    """Fold more events into a tournament; from the beginning if they change earlier ones."""
    new = tuple(Occurrence(reading.decode(each), ActionId(each.action), each.at) for each in stored)
    occurrences = (*before.occurrences, *new) if before else new
    if before is None or any(isinstance(each.event, REWRITING) for each in new):
        events = standing(occurrences)
        if not isinstance(next(iter(events), None), TournamentCreated):
            raise NotUnderstood("no_beginning")
        settings = settings_in(events)
        if settings.starts and not is_date(settings.starts):
            raise NotUnderstood("not_a_date", given=settings.starts)
        texts = _pinned_texts(reading, id, settings)
        setup = setup_of(texts, settings.options, settings.formula_options)
        tournament, published = begun(setup, settings), None
        gone = frozenset(undone(occurrences))
    else:
        events = [each.event for each in new]
        tournament, published, gone = before.tournament, before.published, before.undone
    for event in events:
        tournament = evolve(tournament, event)
        if isinstance(event, StandingsPublished):
            published = tournament
    return Fold(tournament=tournament, occurrences=occurrences, undone=gone, published=published)


def _pinned_texts(reading: LogReader, id: str, settings: Settings) -> Texts:
    feed = stream_of(id)
    pins = {"format": settings.format, "formula": settings.formula, "rulebook": settings.rulebook}
    found = {kind: reading.pinned(feed, pin.digest) for kind, pin in pins.items()}
    ids = {kind: pin.id for kind, pin in pins.items()}
    return Texts(found["format"], found["formula"], found["rulebook"], ids)


def texts_now(office: Office, desk: OpenTournament) -> Texts:
    """The pinned texts of a tournament."""
    with office.reading() as reading:
        return _pinned_texts(reading, desk.id, desk.tournament.settings)


def display_names(tournament: Tournament, name: Callable[[PersonId], FullName]) -> Names:
    """The names shown in a tournament; namesakes get their club, or else their number."""
    plain = {who: name(who) for who in tournament.entrants}
    clubs = {
        who: plain[who].with_rest(f" ({each.club[:LONGEST_CLUB]})")
        for who, each in tournament.entrants.items()
        if each.club
    }
    common = Counter(map(plain_name, plain.values()))
    with_club = Counter(map(plain_name, clubs.values()))
    found: dict[PersonId, str] = {}
    for who, entrant in tournament.entrants.items():
        if common[plain_name(plain[who])] == 1:
            found[who] = plain[who]
        elif who in clubs and with_club[plain_name(clubs[who])] == 1:
            found[who] = clubs[who]
        else:
            found[who] = plain[who].with_rest(f" ({entrant.number})")
    judges = {who: name(who) for who in tournament.judges if who not in found}
    return {**found, **judges}


def _names(reading: LogReader, tournament: Tournament, lang: Language) -> Names:
    return display_names(tournament, PersonNames(reading, lang, _people(tournament)))


def _people(tournament: Tournament) -> set[PersonId]:
    return {*tournament.entrants, *tournament.judges}


def _kept(reading: LogReader, fold: Fold, read: Callable[[], Names], *key: object) -> Names:
    """The names of a tournament's people, read again only after a change of the tournament or of any person.

    A write transaction keeps none: what it changed may be rolled back.
    """
    people, kept = reading.people_number(), fold.kept_names
    found = kept.get((*key, people))
    if found is None:
        found = read()
        if not isinstance(reading, LogWriter):
            if any(each[-1] != people for each in [*kept]):
                kept.clear()
            kept[*key, people] = found
    return found


def sentences(
    office: Office, events: Iterable[object], names: Names, lang: Language, stages: Sequence[Stage] = ()
) -> list[str]:
    """Events as sentences, with the names shown in this tournament, else those of the register."""
    with office.reading() as reading:
        others = PersonNames(reading, lang)
        return [sentence(event, lang, lambda who: names.get(who) or others(who), stages) for event in events]


def create(
    office: Office,
    actor: Actor,
    *,
    name: str,
    texts: Texts,
    options: Options | None = None,
    formula_options: Options | None = None,
    reference: str = "",
    action: ActionId | None = None,
    **agreed: Any,
) -> str:
    """Create a tournament; returns its id. What the format chooses holds unless something else is given."""
    actor.must_be(Role.ORGANISER)
    formula_options = texts.formula_options if formula_options is None else formula_options
    setup = setup_of(texts, options or {}, formula_options)
    starts = agreed.get("starts") or first_day(setup, office.clock().date())
    agreed = {"overrides": dict(texts.overrides), **agreed, "starts": starts}
    plain = Settings(
        name=" ".join(name.split()),
        **_pins(texts, lambda kind, text: ""),
        options=dict(options or {}),
        formula_options=dict(formula_options),
        **agreed,
    )
    event = created(plain, setup, reference)

    def work(writing: LogWriter) -> None:
        id = _free_id(writing, name, actor)
        settings = pin_texts(writing, stream_of(id), event.settings, texts)
        writing.append(stream_of(id), 0, TournamentCreated(settings), feed=stream_of(id))
        grant_maker(writing.connection, office.now(), actor, id)

    [stored] = office.carry_out(actor, action or new_action(), ["create", repr(plain)], work)
    return stored.stream.removeprefix(TOURNAMENTS)


def pin_texts(writing: LogWriter, feed: str, settings: Settings, texts: Texts) -> Settings:
    """Pin the texts in the feed; returns the settings with their digests."""
    return replace(settings, **_pins(texts, partial(writing.pin, feed)))


def _pins(texts: Texts, digest: Callable[[str, str], str]) -> dict[str, Any]:
    """The texts as fields of the settings, each with its id and digest."""
    return {kind: Pinned(id, digest(kind, getattr(texts, kind))) for kind, id in texts.ids.items()}


def _free_id(writing: LogWriter, name: str, actor: Actor) -> str:
    """An unused id: the name in lower-case ASCII, with a random ending if it is taken.

    Organisers, who may not know of hidden tournaments, always get the ending: it tells nobody that another
    tournament has the name.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = "-".join(re.findall(r"[a-z0-9]+", plain))[:40].strip("-") or "torneo"
    id = base if actor.role == Role.ADMINISTRATOR else _with_ending(base)
    while not is_id(id) or writing.version(stream_of(id)):
        id = _with_ending(base)
    return id


def _with_ending(base: str) -> str:
    return f"{base}-{''.join(secrets.choice(ENDING_SIGNS) for _ in range(4))}"


def record(writing: LogWriter, id: str, command: TournamentCommand, note: str = "") -> None:
    """Append the events of a command, as part of a request; a refusal contains names instead of ids."""
    fold = fold_in(writing, id)
    try:
        events = decide(fold.tournament, command)
        _check_parents(writing, fold.tournament, events)
    except Refusal as refusal:
        raise named(refusal, _names(writing, fold.tournament, "it")) from refusal.__cause__
    if events:
        feed = stream_of(id)
        writing.append(feed, fold.version, *events, feed=feed, note=note)


def _check_parents(writing: LogWriter, tournament: Tournament, events: Sequence[object]) -> None:
    """NotAllowed if a person under fourteen would take part without a parent's consent."""
    brought_in = [who for event in events for who in _brought_in(event)]
    if not brought_in:
        return
    day = day_in_rome(datetime.fromisoformat(writing.stamp.at))
    for who, person in registered(writing, brought_in).items():
        if needs_parent(person, day):
            raise NotAllowed("needs_parent", who=who if who in tournament.entrants else person.name)


def _brought_in(event: object) -> Sequence[PersonId]:
    """The people whom an event lets take part: entered, present or seated."""
    match event:
        case EntrantEntered():
            return [event.person]
        case RollCalled():
            return event.present
        case RoundDrawn() | SeatsChanged():
            return [who for table in event.tables for who in table.seats]
    return []


def decoded(reading: LogReader, stored: Iterable[StoredEvent]) -> list[object]:
    """Decode the events of tournaments and their tables among those of a request."""
    return [reading.decode(event) for event in stored if event.stream.startswith(TOURNAMENTS)]


def named(refusal: Refusal, names: Names) -> Refusal:
    """The same refusal, with the ids of people replaced by names."""

    def said(value: object) -> object:
        if callable(value):
            return lambda lang: with_names(str(value(lang)), names)
        return with_names(value, names) if isinstance(value, str) else value

    refusal.values = {key: said(value) for key, value in refusal.values.items()}
    refusal.missing = tuple(with_names(each, names) for each in refusal.missing)
    return refusal


def with_names(words: str, names: Names) -> str:
    """The text with the ids of people replaced by names."""
    return PERSON.sub(lambda found: names.get(PersonId(found[0]), found[0]), words)
