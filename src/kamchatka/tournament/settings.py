"""Commands for settings, judges, rules, attachments, visibility and closing."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import fields
from datetime import date
from functools import partial
from typing import Annotated, get_args

from kamchatka import rulebook
from kamchatka.command import JudgeRef, Meaning, Moment
from kamchatka.ids import PersonId
from kamchatka.messages import Language, Phrase, text
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood
from kamchatka.scoring.options import about
from kamchatka.tournament.command import JUDGES, TournamentCommand
from kamchatka.tournament.events import (
    SCREEN_PANELS,
    SPORTING,
    Attachment,
    FileAttached,
    JudgeNamed,
    JudgeRemoved,
    JudgeRole,
    LogoRemoved,
    LogoSet,
    RulesPublished,
    ScreenSet,
    Settings,
    SettingsChanged,
    TournamentClosed,
    TournamentCreated,
    VisibilityChanged,
    WifiSet,
)
from kamchatka.tournament.fees import money
from kamchatka.tournament.format.loading import load_format, shipped_formats
from kamchatka.tournament.state import Setup, Tournament

YEARS = range(1970, 2201)
"""Years in which a tournament may begin."""
OFFICIAL_FEE = 10
"""Maximum fee in euros of an official tournament."""
GOVERNING = "001"
"""The printed regulation that every official tournament follows."""
ANY_SITE = "*"
SITE = re.compile(r"(https?://)?(\*\.)?[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}(:\d{1,5})?", re.ASCII)
"""A site: scheme (optional), host, port (optional); `*.` stands for all subdomains."""
MOST_SITES = 20
SCREEN_SECONDS = range(5, 121)
LONGEST_MESSAGE = 120
LONGEST_NETWORK = 32
"""Most bytes of the name of a Wi-Fi network."""
WIFI_PASSWORD = range(8, 64)
"""Lengths of a Wi-Fi password."""


def created(settings: Settings, setup: Setup, reference: str = "") -> TournamentCreated:
    """The creation event, if the settings are allowed."""
    check(settings, setup, reference)
    if settings.selection:
        raise NotAllowed("selection_without_rules", clause="001-N1")
    return TournamentCreated(settings)


def check(settings: Settings, setup: Setup, reference: str) -> None:
    """Refuse settings that the regulation does not allow."""
    if not settings.name.strip():
        raise NotUnderstood("no_tournament_name")
    if settings.starts and not is_date(settings.starts):
        raise NotUnderstood("not_a_date", given=settings.starts)
    most = OFFICIAL_FEE if settings.official else setup.format.fee.most
    if settings.fee < 0 or (most is not None and settings.fee > most * 100):
        raise NotAllowed(
            "fee_too_high", clause="001-F1", most=most or OFFICIAL_FEE, fee=partial(money, settings.fee)
        )
    if settings.member_fee is not None and not 0 <= settings.member_fee <= settings.fee:
        member, fee = partial(money, settings.member_fee), partial(money, settings.fee)
        raise NotAllowed("member_fee_higher", clause="001-F2", member=member, fee=fee)
    if settings.official:
        for code, clause, what in _against_official(settings, setup):
            if not reference.strip():
                raise NotAllowed(code, clause=clause, what=what)


def _against_official(settings: Settings, setup: Setup) -> Iterator[tuple[str, str, str | Phrase]]:
    """Settings that an official tournament may use only with a reference to an official source."""
    if GOVERNING not in setup.rulebook.sources:
        yield "not_governing", "001-P1", setup.rulebook.title
    for key in settings.overrides:
        if key not in left_open(setup):
            yield "binding_value", "001-R2", partial(rulebook.label, key)
    clock = setup.rulebook.clock
    if not clock.minutes_least <= clock.minutes <= clock.minutes_most:
        clause = next(iter(setup.rulebook.entry("clock.minutes_least").clauses), "")
        yield "minutes_outside", clause, f"{clock.minutes_least}–{clock.minutes_most}"
    if settings.rulebook.id not in rulebook.shipped():
        yield "house_rulebook", "001-R3", settings.rulebook.id
    for name, value in settings.options.items():
        option = setup.format.option[name]
        if option.binding and value != option.default:
            yield "binding_value", "001-R2", partial(about, option)
    for gate in (settings.judge_gate, settings.signature_gate):
        if gate in ("warn", "open"):
            yield "binding_gate", "000-2a", gate


def left_open(setup: Setup) -> set[str]:
    """Values an official tournament may choose: free in its format and in a shipped one of its regulation."""
    known = (load_format(id) for id in shipped_formats())
    shipped = {key for each in known if each.rulebook == setup.rulebook.id for key in each.free}
    return shipped & set(setup.format.free)


def first_day(setup: Setup, today: date) -> str:
    """The next date of the format's printed first day; empty if the format has none."""
    printed = setup.format.calendar.first
    if not printed:
        return ""
    month, day = map(int, printed.split("-"))
    coming = date(today.year, month, day)
    return (coming if coming >= today else date(today.year + 1, month, day)).isoformat()


def is_date(words: str) -> bool:
    """Whether this is a day on which a tournament may begin, such as 2001-02-22."""
    try:
        day = date.fromisoformat(words)
        return day.isoformat() == words and day.year in YEARS
    except ValueError:
        return False


class ChangeSettings(TournamentCommand):
    """Change the settings."""

    settings: Settings
    setup: Setup
    """The format, rulebook and formula of the new settings."""
    reference: str = ""

    def decide(self, tournament: Tournament) -> list[object]:
        """Before round 1 all settings may change; later only those that are not rules of the tournament."""
        before = tournament.settings
        changed = tuple(
            each.name
            for each in fields(Settings)
            if getattr(before, each.name) != getattr(self.settings, each.name)
        )
        if not changed:
            return []
        if tournament.rounds and set(changed) & set(SPORTING):
            clause = tournament.format.clause(tournament.format, "settings") or "001-R2"
            raise NotAllowed("settings_fixed", clause=clause)
        check(self.settings, self.setup, self.reference)
        attached = {each.kind for each in tournament.attachments}
        if self.settings.selection and "selection" not in attached:
            raise NotAllowed("selection_without_rules", clause="001-N1")
        return [SettingsChanged(self.settings, changed, self.reference)]


class NameJudge(TournamentCommand):
    """Appoint a judge of the tournament."""

    roles = JUDGES
    person: PersonId
    role: JudgeRole = "official-judge"
    by: PersonId | None = None
    """The appointing person, if stated."""

    def decide(self, tournament: Tournament) -> list[object]:
        """There is one official judge, who does not play and appoints the table judges."""
        if self.by is not None and tournament.judges.get(self.by) != "official-judge":
            raise NotAllowed("appointed_by", clause="000-2h", who=self.by)
        if self.role == "official-judge" and self.person in tournament.entrants:
            raise NotAllowed("judge_plays", clause="000-2b", who=self.person)
        others = [who for who, role in tournament.judges.items() if role == "official-judge"]
        if self.role == "official-judge" and others and self.person not in others:
            return [JudgeRemoved(others[0]), JudgeNamed(self.person, self.role)]
        return [JudgeNamed(self.person, self.role)]


class RemoveJudge(TournamentCommand):
    """Remove a judge."""

    name = "remove-judge"
    roles = JUDGES
    person: JudgeRef

    def decide(self, tournament: Tournament) -> list[object]:
        """Refused for a person who is not a judge."""
        if self.person not in tournament.judges:
            raise NotUnderstood("not_a_judge", who=self.person)
        return [JudgeRemoved(self.person)]


def rules_digest(settings: Settings) -> str:
    """Digest of the rules: pinned texts and chosen options."""
    pins = [settings.format.digest, settings.rulebook.digest, settings.formula.digest]
    chosen = [sorted(settings.options.items()), sorted(settings.formula_options.items())]
    return hashlib.sha256(json.dumps([pins, chosen]).encode()).hexdigest()


class PublishRules(TournamentCommand):
    """Publish the rules of the tournament."""

    name = "publish-rules"
    at: Moment

    def decide(self, tournament: Tournament) -> list[object]:
        """Allowed again after each change; the event keeps the time."""
        digest = rules_digest(tournament.settings)
        if tournament.rules and tournament.rules.digest == digest:
            raise NotPossibleNow("rules_published", at=tournament.rules.at)
        return [RulesPublished(digest, self.at)]


def attachment_kind(word: str) -> Attachment:
    """The kind of a document; NotUnderstood if there is none of this name."""
    kinds: dict[str, Attachment] = {each: each for each in get_args(Attachment)}
    if word not in kinds:
        raise NotUnderstood("unknown_word", given=word[:40], known=", ".join(kinds))
    return kinds[word]


def attachment_title(kind: Attachment, lang: Language) -> str:
    """What a document of this kind is."""
    return text(f"rules_papers.attached.{kind.replace('-', '_')}", lang)


class AttachFile(TournamentCommand):
    """Attach a document that papers refer to."""

    kind: Attachment
    file: str
    digest: str

    def decide(self, tournament: Tournament) -> list[object]:
        """The file is only listed, never executed."""
        return [FileAttached(self.kind, self.file, self.digest)]


class SetLogo(TournamentCommand):
    """Set the logo that papers carry; its picture is pinned beside."""

    outlasts_closing = True
    digest: str

    def decide(self, tournament: Tournament) -> list[object]:
        """Nothing happens for the same picture."""
        return [] if self.digest == tournament.logo else [LogoSet(self.digest)]


class RemoveLogo(TournamentCommand):
    """Let papers carry no logo."""

    name = "remove-logo"
    outlasts_closing = True

    def decide(self, tournament: Tournament) -> list[object]:
        """Nothing happens without a logo."""
        return [LogoRemoved()] if tournament.logo else []


class SetWifi(TournamentCommand):
    """Say which Wi-Fi the hall has; without a name there is none."""

    name = "wifi"
    help = "Il Wi-Fi della sala, per il suo cartello; senza nome, nessuno · the hall's Wi-Fi, for its poster."
    network: Annotated[
        str, Meaning("text", "network", "rete", "Il nome della rete · its name.", "RETE", "argument")
    ] = ""
    password: Annotated[
        str, Meaning("text", "password", "password", "La password, se c'è · its password.", place="option")
    ] = ""

    def decide(self, tournament: Tournament) -> list[object]:
        """Refused if no network may be called so, or no password be so long."""
        if len(self.network.encode("utf-8", "replace")) > LONGEST_NETWORK:
            raise NotUnderstood("wifi_name", longest=LONGEST_NETWORK)
        if self.password and len(self.password) not in WIFI_PASSWORD:
            raise NotUnderstood("wifi_password", least=WIFI_PASSWORD[0], most=WIFI_PASSWORD[-1])
        said = WifiSet(self.network, self.password if self.network else "")
        return [] if said == (tournament.wifi or WifiSet("")) else [said]


class ChangeVisibility(TournamentCommand):
    """Change what the public sees."""

    outlasts_closing = True
    visibility: VisibilityChanged

    def decide(self, tournament: Tournament) -> list[object]:
        """Allowed at any time; validates the addresses of the sites."""
        sites = self.visibility.embedders
        for site in sites:
            if site != ANY_SITE and not SITE.fullmatch(site):
                raise NotUnderstood("not_a_site", given=site)
        if len(sites) > MOST_SITES:
            raise NotUnderstood("too_many_sites", most=MOST_SITES)
        return [] if self.visibility == tournament.visibility else [self.visibility]


class SetScreen(TournamentCommand):
    """Choose what the screen of the hall shows."""

    name = "screen"
    help = "Lo schermo della sala: che cosa mostra · what the hall's screen shows."
    roles = JUDGES
    outlasts_closing = True
    panels: Annotated[
        tuple[str, ...],
        Meaning("text", "show", "mostra", "tables, seats, standings; nessuno: tutti · none: all."),
    ] = ()
    """Empty: all of them."""
    seconds: Annotated[
        int, Meaning("number", "seconds", "secondi", "Secondi per ogni parte · seconds for each part.")
    ] = 12
    message: Annotated[
        str, Meaning("text", "message", "messaggio", "Un avviso da leggere in sala · a message for the hall.")
    ] = ""
    freeze: Annotated[
        bool,
        Meaning("flag", "freeze", "congela", "La classifica resta com'è adesso · the standings stay as now."),
    ] = False

    def decide(self, tournament: Tournament) -> list[object]:
        """Frozen standings stay at the round at which they were frozen."""
        chosen = [each for each in SCREEN_PANELS if each in self.panels]
        if len(chosen) < len(set(self.panels)):
            given = next(each for each in self.panels if each not in SCREEN_PANELS)
            raise NotUnderstood("unknown_word", given=given[:20], known=", ".join(SCREEN_PANELS))
        if self.seconds not in SCREEN_SECONDS:
            raise NotUnderstood("screen_seconds", least=SCREEN_SECONDS[0], most=SCREEN_SECONDS[-1])
        closed = sum(each.is_closed for each in tournament.rounds)
        frozen = tournament.screen.frozen
        said = ScreenSet(
            panels=tuple(chosen) or SCREEN_PANELS,
            seconds=self.seconds,
            message=self.message[:LONGEST_MESSAGE],
            frozen=(closed if frozen is None else frozen) if self.freeze else None,
        )
        return [] if said == tournament.screen else [said]


class CloseTournament(TournamentCommand):
    """Close the tournament."""

    name = "close-tournament"

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs published final standings."""
        if not tournament.rounds or tournament.published != len(tournament.rounds):
            raise NotPossibleNow("not_published")
        return [TournamentClosed()]
