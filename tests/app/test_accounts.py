"""Bar S9, the use cases: entering, links that work once, limits, and what ends whose session."""

import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select

from kamchatka.app.office import TERMINAL, Actor, Office, Role, open_office
from kamchatka.app.register.accounts import account_register as register
from kamchatka.app.register.accounts import installation_secret, links, own, passwords, sessions
from kamchatka.app.register.accounts.account_register import Kind
from kamchatka.app.register.accounts.links import Password, Purpose
from kamchatka.app.register.accounts.passwords import TooManyTries, Tries
from kamchatka.app.register.accounts.sessions import SignedIn
from kamchatka.ids import AccountId
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood, Refusal
from kamchatka.store import accounts, schema
from tests.app.canaries import kept_in_tables, kept_on_disk
from tests.plugins.databases import TESTS, SteppingClock

SEED = 20261118
ANNA, HERS = "anna@example.org", "la nebbia di marzo"
SETUP, INVITED = (Purpose.SETUP,), (Purpose.INVITATION, Purpose.ENTRY)


@pytest.fixture
def tries(clock: SteppingClock, monkeypatch: pytest.MonkeyPatch) -> Tries:
    """Limits that go by the clock of the office under test."""

    def now() -> float:
        return clock.time.timestamp()

    monkeypatch.setattr("limits.storage.memory.time", SimpleNamespace(time=now))
    return Tries()


def account(office: Office, kind: Kind = Kind.MEMBER, name: str = "Anna") -> AccountId:
    with register.writing(office) as connection:
        return register.make(connection, office.now(), kind, name).account


def anna(office: Office) -> AccountId:
    """Somebody with a password."""
    id = account(office)
    with register.writing(office) as connection:
        own.set_password(connection, id, ANNA, own.new_hash(ANNA, HERS))
    return id


def enter(office: Office, tries: Tries, login: str = ANNA, password: str = HERS, **more: Any) -> str:
    return sessions.log_in(
        office, tries, login, password, **{"address": "192.0.2.1", "device": "Firefox", **more}
    )


def inside(office: Office, token: str) -> SignedIn:
    found = sessions.find(office, token)
    assert found is not None
    return found


def code_of(refused: pytest.ExceptionInfo[Refusal]) -> str:
    assert refused.value.sentence("it") != refused.value.sentence("en")
    return refused.value.code


def test_a_fresh_installation_has_no_account_and_no_key(office: Office) -> None:
    assert register.listing(office, TERMINAL) == []
    with office.reading() as reading:
        tables = (schema.accounts, schema.sessions, schema.links, schema.grants, schema.secrets)
        assert [reading.connection.execute(select(table)).all() for table in tables] == [[]] * 5
    assert links.needs_setup(office)


def test_each_login_makes_a_session_of_its_own_and_ends_the_one_the_browser_had(
    office: Office, tries: Tries
) -> None:
    id = anna(office)
    first = enter(office, tries, "  Anna@Example.ORG ")
    second = enter(office, tries, leaving=first)
    assert len({first, second}) == 2
    assert all(len(token) >= 43 for token in (first, second)), "256 bits"
    assert sessions.find(office, first) is None
    assert inside(office, second).account.id == id
    stored = kept_in_tables(office)
    assert [secret for secret in (first, second, HERS) if secret in stored] == []
    sessions.log_out(office, second)
    assert sessions.find(office, second) is None


def test_a_session_ends_by_itself_and_is_forgotten(
    office: Office, tries: Tries, clock: SteppingClock
) -> None:
    anna(office)
    token = enter(office, tries)
    clock.time += sessions.LASTS - timedelta(minutes=1)
    assert sessions.find(office, token) is not None
    clock.time += timedelta(minutes=2)
    assert sessions.find(office, token) is None
    enter(office, tries)
    with office.reading() as reading:
        assert len(reading.connection.execute(select(schema.sessions)).all()) == 1


def test_a_session_is_marked_at_most_every_quarter_of_an_hour(
    office: Office, tries: Tries, clock: SteppingClock
) -> None:
    anna(office)
    me = inside(office, token := enter(office, tries))
    before = own.own_sessions(office, me)[0].seen
    sessions.mark_seen(office, token)
    assert own.own_sessions(office, me)[0].seen == before
    clock.time += timedelta(minutes=20)
    sessions.mark_seen(office, token)
    assert own.own_sessions(office, me)[0].seen > before


@pytest.mark.parametrize("who", ["unknown", "wrong", "no password", "disabled"])
def test_every_failure_gives_the_same_answer(office: Office, tries: Tries, who: str) -> None:
    id, administrator = anna(office), Actor(Role.ADMINISTRATOR, account(office, Kind.ADMINISTRATOR))
    if who == "disabled":
        register.disable(office, administrator, id)
    login = {"unknown": "nessuno", "no password": account(office, name="Senza")}.get(who, ANNA)
    with pytest.raises(NotAllowed) as refused:
        enter(office, tries, login, HERS if who == "disabled" else "sbagliata!")
    assert (refused.value.code, refused.value.values) == ("login", {})


def answer_times(office: Office, login: str, rounds: int) -> list[float]:
    found = []
    for _ in range(rounds):
        began = time.perf_counter()
        with pytest.raises(NotAllowed):
            enter(office, Tries(), login, "sbagliata!")
        found.append(time.perf_counter() - began)
    return found


@pytest.mark.parametrize("kept", ["", "planted"])
def test_known_and_unknown_names_take_the_same_time(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, kept: str
) -> None:
    """As a ratio: a login that looked the name up and stopped there would take a hundredth."""
    if kept:
        real = passwords.matches
        monkeypatch.setattr(sessions, "matches", lambda hash, word: bool(hash) and real(hash, word))
    with open_office(tmp_path_factory.mktemp("x") / "k.db", TESTS, lambda: datetime.now(UTC)) as office:
        anna(office)
        answer_times(office, "nessuno", 1)  # makes nobody's hash
        pairs = [(answer_times(office, ANNA, 1)[0], answer_times(office, "nessuno", 1)[0]) for _ in range(9)]
    known, unknown = (statistics.median(column) for column in zip(*pairs, strict=True))
    assert (0.6 < unknown / known < 1.7) is (kept == ""), (known, unknown)


def test_five_tries_in_a_quarter_of_an_hour_and_then_again(
    office: Office, tries: Tries, clock: SteppingClock
) -> None:
    anna(office)
    for _ in range(5):
        with pytest.raises(NotAllowed):
            enter(office, tries, password="sbagliata!")
    with pytest.raises(TooManyTries) as refused:
        enter(office, tries)
    assert code_of(refused) == "too_many_tries"
    clock.time += timedelta(minutes=16)
    enter(office, tries)
    for _ in range(4):  # the right password wiped the count
        with pytest.raises(NotAllowed):
            enter(office, tries, password="sbagliata!")
    enter(office, tries)


def test_a_stranger_locks_out_strangers_but_no_device_that_was_in_before(
    office: Office, tries: Tries, clock: SteppingClock
) -> None:
    id, other = anna(office), account(office, name="Bruno")
    marks = {id: sessions.device_mark(office, id)}
    forged = (
        {id: sessions.device_mark(office, other)},
        {other: marks[id]},
        {id: f"altro.{marks[id].partition('.')[2]}"},
        {id: marks[id][:-1]},
        {id: marks[id].partition(".")[0]},
        {id: "\udc80.\udc80"},
        {id: ""},
    )
    for _ in range(31):  # by then his address has no try left either
        with pytest.raises((NotAllowed, TooManyTries)):
            enter(office, tries, password="sbagliata!")
    for each in (None, *forged):
        with pytest.raises(TooManyTries):
            enter(office, tries, marks=each, address="203.0.113.9")
    for _ in range(2):
        me = inside(office, enter(office, tries, marks=marks))  # from the stranger's own network
        for _ in range(4):
            with pytest.raises(NotAllowed):
                enter(office, tries, password="sbagliata!", marks=marks)
    with pytest.raises(TooManyTries):
        enter(office, tries, address="203.0.113.9")  # a known device's password is no pardon for strangers
    with pytest.raises(NotAllowed):
        enter(office, tries, password="sbagliata!", marks=marks)
    with pytest.raises(TooManyTries):
        enter(office, tries, marks=marks)
    enter(office, tries, marks={id: sessions.device_mark(office, id)})  # another device of theirs
    own.change_password(office, tries, me, login=ANNA, old=HERS, new="una nuova di zecca")
    clock.time += timedelta(minutes=16)
    enter(office, tries, password="una nuova di zecca")


def attacked(
    office: Office, tries: Tries, clock: SteppingClock, attempts: int, luck: Random
) -> tuple[int, int]:
    """So many attempts within a quarter of an hour at ten names from many addresses: how often a password was
    looked at, for one name and from one address at most.
    """
    looked: dict[str, int] = {}
    start = clock.time
    for number in range(attempts):
        clock.time = start + timedelta(minutes=14) * number / attempts
        name, address = f"nome{luck.randrange(10)}", f"198.51.100.{luck.randrange(40)}"
        try:
            enter(office, tries, name, "sbagliata!", address=address)
        except NotAllowed:
            for key in (name, address):
                looked[key] = looked.get(key, 0) + 1
        except TooManyTries:
            pass
    clock.time = start
    return (
        max(count for key, count in looked.items() if key.startswith("nome")),
        max(count for key, count in looked.items() if not key.startswith("nome")),
    )


def test_500_attempts_look_at_five_passwords_a_name_and_a_planted_fault_is_caught(
    tries: Tries, clock: SteppingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    print(f"seed {SEED}")
    monkeypatch.setattr(sessions, "matches", lambda kept, password: False)  # not the hashing is tried here
    with open_office(None, TESTS, clock) as office:
        assert attacked(office, tries, clock, 500, Random(SEED))[0] == 5
        clock.time += timedelta(hours=1)
        # One address that goes through names: fewer than one a name, but its own limit holds.
        for number in range(31):
            with pytest.raises(NotAllowed if number < 30 else TooManyTries):
                enter(office, tries, f"altro{number}", address="203.0.113.9")
        clock.time += timedelta(hours=1)
        monkeypatch.setattr(Tries, "count", lambda *_: None)
        assert attacked(office, tries, clock, 500, Random(SEED))[0] > 5


def test_a_home_has_one_limit_however_many_addresses_it_takes() -> None:
    networks = [
        passwords.network_of(each)
        for each in ("2001:db8::1", "2001:db8::ffff", "2001:db8:0:1::1", "::ffff:192.0.2.1", "192.0.2.1", "?")
    ]
    assert networks == ["2001:db8::/64"] * 2 + ["2001:db8:0:1::/64", "192.0.2.1", "192.0.2.1", "?"]


def test_changing_the_password_asks_the_old_one_and_ends_other_sessions(office: Office, tries: Tries) -> None:
    anna(office)
    here, there = enter(office, tries), enter(office, tries)
    me = inside(office, here)
    with pytest.raises(NotAllowed) as refused:
        own.change_password(office, tries, me, login=ANNA, old="sbagliata!", new="una nuova di zecca")
    assert code_of(refused) == "old_password"
    assert sessions.find(office, there) is not None
    own.change_password(office, tries, me, login=ANNA, old=HERS, new="una nuova di zecca")
    assert sessions.find(office, there) is None
    assert inside(office, here).account.id == me.account.id
    with pytest.raises(NotAllowed):
        enter(office, tries)
    enter(office, tries, password="una nuova di zecca")


@pytest.mark.parametrize(
    ("login", "password", "code"),
    [
        ("anna", "corta", "password_length"),
        ("anna", "x" * 201, "password_length"),
        ("anna", "Risiko-ANNA-2026", "password_is_name"),
        ("zz", "abbastanza lunga", "login_name"),
        ("anna rossi", "abbastanza lunga", "login_name"),
        ("an\x00na", "abbastanza lunga", "login_name"),
        (ANNA.upper(), "abbastanza lunga", "login_taken"),
    ],
)
def test_a_name_and_password_that_will_not_do_are_told_why(
    tries: Tries, login: str, password: str, code: str
) -> None:
    with open_office(None, TESTS) as office:
        with register.writing(office) as connection:
            other = register.make(connection, office.now(), Kind.MEMBER, "Anna").account
            accounts.change(connection, other, login=ANNA)
            id = register.make(connection, office.now(), Kind.MEMBER, "Bruno").account
            token = sessions.begin(connection, office, id, "")
        me = inside(office, token)
        with pytest.raises((NotUnderstood, NotPossibleNow)) as refused:
            own.change_password(office, tries, me, login=login, new=password)
        assert code_of(refused) == code


def test_somebody_closes_the_account_elsewhere(office: Office, tries: Tries) -> None:
    anna(office)
    tokens = [enter(office, tries, device=device) for device in ("Firefox", "Chrome", "Safari")]
    me = inside(office, tokens[0])
    listed = own.own_sessions(office, me)
    assert [(each.device, each.is_this) for each in listed] == [
        ("Safari", False),
        ("Chrome", False),
        ("Firefox", True),
    ]
    own.end_session(office, me, listed[1].handle)
    assert [sessions.find(office, token) is None for token in tokens] == [False, True, False]
    own.end_other_sessions(office, me)
    assert [sessions.find(office, token) is None for token in tokens] == [False, True, True]
    stranger = inside(office, _session(office, account(office, name="Bruno")))
    own.end_session(office, stranger, listed[2].handle)
    assert sessions.find(office, tokens[0]) is not None, "only one's own"


def _session(office: Office, id: AccountId) -> str:
    with register.writing(office) as connection:
        return sessions.begin(connection, office, id, "")


# --- links ---


def test_the_set_up_link_works_once_within_ten_minutes(office: Office, clock: SteppingClock) -> None:
    first = links.make_setup_link(office)
    second = links.make_setup_link(office)
    for _ in range(3):
        assert links.look_at(office, second, SETUP).purpose == Purpose.SETUP
    for wrong in (first, "", "x" * 43, "\udc80"):
        with pytest.raises(NotPossibleNow) as refused:
            links.use(office, wrong, SETUP, device="")
        assert code_of(refused) == "link_over"
    with pytest.raises(NotPossibleNow):
        links.use(office, second, INVITED, device="")
    me = inside(office, links.use(office, second, SETUP, device="Chrome"))
    assert (me.account.kind, me.account.has_password) == (Kind.ADMINISTRATOR, False)
    with pytest.raises(NotPossibleNow):
        links.use(office, second, SETUP, device="")
    late = links.make_setup_link(office)
    clock.time += timedelta(minutes=10)
    with pytest.raises(NotPossibleNow):
        links.use(office, late, SETUP, device="")
    stopped = links.make_setup_link(office)
    links.close_setup(office)
    with pytest.raises(NotPossibleNow):
        links.look_at(office, stopped, SETUP)


def test_a_second_set_up_lets_into_the_same_account_until_it_has_a_password(
    office: Office, tries: Tries
) -> None:
    first = inside(office, links.use(office, links.make_setup_link(office), SETUP, device=""))
    assert links.needs_setup(office)
    token = links.use(office, links.make_setup_link(office), SETUP, device="", password=Password(ANNA, HERS))
    assert inside(office, token).account.id == first.account.id
    assert not links.needs_setup(office)
    assert inside(office, enter(office, tries)).account.kind == Kind.ADMINISTRATOR
    # A lost password: whoever starts the program may let the administrator in again.
    again = links.use(office, links.make_setup_link(office), SETUP, device="")
    assert not inside(office, again).account.has_password
    assert sessions.find(office, token) is None


def test_a_link_taken_by_several_at_once_lets_one_in(office: Office) -> None:
    token = links.make_setup_link(office)

    def take(_: int) -> bool:
        try:
            return bool(links.use(office, token, SETUP, device=""))
        except NotPossibleNow:
            return False

    with ThreadPoolExecutor(4) as crowd:
        assert sorted(crowd.map(take, range(8))) == [False] * 7 + [True]


def test_an_invitation_gives_a_role_to_a_new_account_or_to_ones_own(office: Office) -> None:
    organiser = Actor(Role.ORGANISER, "x")
    token = links.invite(office, organiser, "Marta Rossi", "raduno", Role.OFFICIAL_JUDGE)
    assert [each.name for each in links.pending(office, organiser, "raduno")] == ["Marta Rossi"]
    assert links.pending(office, organiser, "altro") == []
    marta = inside(office, links.use(office, token, INVITED, device="", name="Marta Rossi"))
    assert (marta.account.name, marta.account.kind) == ("Marta Rossi", Kind.MEMBER)
    assert marta.grants == {"raduno": Role.OFFICIAL_JUDGE}
    assert links.pending(office, organiser, "raduno") == []
    more = links.invite(office, organiser, "Marta", "raduno", Role.ORGANISER)
    again = inside(office, links.use(office, more, INVITED, device="", me=marta))
    assert (again.account.id, again.grants) == (marta.account.id, {"raduno": Role.ORGANISER})
    less = links.invite(office, organiser, "Marta", "raduno", Role.OFFICIAL_JUDGE)
    kept = inside(office, links.use(office, less, INVITED, device="", me=again))
    assert kept.grants == {"raduno": Role.ORGANISER}, "nobody loses by an invitation"
    holders = register.role_holders(office, organiser, "raduno")
    assert [(each.account.name, each.role) for each in holders] == [("Marta Rossi", Role.ORGANISER)]


def test_an_invitation_ends_after_a_week_or_when_it_is_withdrawn(
    office: Office, clock: SteppingClock
) -> None:
    organiser = Actor(Role.ORGANISER, "x")
    token, late = (
        links.invite(office, organiser, name, "raduno", Role.OFFICIAL_JUDGE) for name in ("Marta", "Luca")
    )
    [first, _] = links.pending(office, organiser, "raduno")
    links.withdraw(office, organiser, first.handle, "altro")
    links.look_at(office, token, INVITED)
    links.withdraw(office, organiser, first.handle, "raduno")
    with pytest.raises(NotPossibleNow):
        links.use(office, token, INVITED, device="")
    clock.time += timedelta(days=7)
    with pytest.raises(NotPossibleNow):
        links.use(office, late, INVITED, device="")
    links.make_setup_link(office)
    assert "Luca" not in kept_in_tables(office), "names of those who were invited go with the link"


@pytest.mark.parametrize("role", [Role.OFFICIAL_JUDGE, Role.TABLE_JUDGE, Role.PLAYER, Role.SPECTATOR])
def test_only_organisers_invite_and_revoke(role: Role) -> None:
    with open_office(None, TESTS) as office:
        actor = Actor(role, "x")
        for work in (
            lambda: links.invite(office, actor, "Marta", "raduno", Role.OFFICIAL_JUDGE),
            lambda: links.pending(office, actor, "raduno"),
            lambda: links.withdraw(office, actor, "x", "raduno"),
            lambda: register.role_holders(office, actor, "raduno"),
            lambda: register.revoke(office, actor, "raduno", "x"),
        ):
            with pytest.raises(NotAllowed):
                work()


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.OFFICIAL_JUDGE, Role.SPECTATOR])
def test_only_administrators_look_after_accounts(role: Role) -> None:
    with open_office(None, TESTS) as office:
        actor, id = Actor(role, "x"), account(office)
        for work in (
            lambda: register.listing(office, actor),
            lambda: links.invite_organiser(office, actor, "Marta"),
            lambda: links.make_entry_link(office, actor, id),
            lambda: links.pending(office, actor),
            lambda: links.withdraw(office, actor, "x"),
            lambda: register.disable(office, actor, id),
            lambda: register.enable(office, actor, id),
            lambda: register.remove(office, actor, id),
        ):
            with pytest.raises(NotAllowed):
                work()


def test_no_link_makes_what_nobody_may_give() -> None:
    with open_office(None, TESTS) as office:
        with pytest.raises(NotUnderstood) as refused:
            links.invite(office, TERMINAL, "Marta", "raduno", Role.ADMINISTRATOR)
        assert code_of(refused) == "invited_role"
        with pytest.raises(NotUnderstood):
            links.invite_organiser(office, TERMINAL, "Marta", "boss")


def test_a_lost_password_is_replaced_by_a_link(office: Office, tries: Tries) -> None:
    id = anna(office)
    old = enter(office, tries)
    token = links.make_entry_link(office, TERMINAL, id)
    enter(office, tries)  # asking for a link changes nothing
    found = links.look_at(office, token, INVITED)
    assert (found.purpose, found.name) == (Purpose.ENTRY, "Anna")
    me = inside(office, links.use(office, token, INVITED, device=""))
    assert me.account.id == id
    assert sessions.find(office, old) is None
    with pytest.raises(NotAllowed):
        enter(office, tries)
    own.change_password(office, tries, me, login=ANNA, new="tutta un'altra frase")
    enter(office, tries, password="tutta un'altra frase")


# --- accounts ---


def test_a_suspended_account_is_out_at_once_and_comes_back_by_a_link(office: Office, tries: Tries) -> None:
    id, actor = anna(office), Actor(Role.ADMINISTRATOR, account(office, Kind.ADMINISTRATOR))
    token = enter(office, tries)
    register.disable(office, actor, id)
    assert sessions.find(office, token) is None
    with pytest.raises(NotPossibleNow) as refused:
        links.make_entry_link(office, actor, id)
    assert code_of(refused) == "account_disabled"
    register.enable(office, actor, id)
    with pytest.raises(NotAllowed):
        enter(office, tries)
    again = links.use(office, links.make_entry_link(office, actor, id), INVITED, device="")
    assert inside(office, again).account.id == id


def test_nobody_removes_their_own_account_or_one_that_is_gone(office: Office) -> None:
    me = account(office, Kind.ADMINISTRATOR)
    actor = Actor(Role.ADMINISTRATOR, me)
    for work in (register.disable, register.remove):
        with pytest.raises(NotPossibleNow) as refused:
            work(office, actor, me)
        assert code_of(refused) == "own_account"
        with pytest.raises(NotUnderstood):
            work(office, actor, "u-0")


def test_an_account_that_is_removed_leaves_nothing_of_whose_it_was(office: Office, tries: Tries) -> None:
    id = anna(office)
    with register.writing(office) as connection:
        accounts.change(connection, id, name="Ugo Can7f3a")
        register.grant(connection, office.now(), id, "raduno", Role.ORGANISER)
    token = enter(office, tries)
    links.make_entry_link(office, TERMINAL, id)
    register.remove(office, TERMINAL, id)
    stored = kept_in_tables(office)
    marks = ("Can7f3a", ANNA, id)
    assert [mark for mark in marks if mark in stored] == []
    assert sessions.find(office, token) is None
    if office.store.database.is_sqlite:
        files = b"".join(kept_on_disk(office, None))
        assert [mark for mark in marks if mark.encode() in files] == []


def test_an_event_keeps_an_organiser(office: Office) -> None:
    one, two = account(office), account(office, name="Bruno")
    with register.writing(office) as connection:
        for id in (one, two):
            register.grant(connection, office.now(), id, "raduno", Role.ORGANISER)
    register.revoke(office, Actor(Role.ORGANISER, one), "raduno", two)
    with pytest.raises(NotPossibleNow) as refused:
        register.revoke(office, Actor(Role.ORGANISER, one), "raduno", one)
    assert code_of(refused) == "last_organiser"
    register.revoke(office, TERMINAL, "raduno", one)
    assert register.role_holders(office, TERMINAL, "raduno") == []


def test_the_installations_secret_is_its_own_and_stays(office: Office) -> None:
    first = installation_secret(office)
    assert (len(first), installation_secret(office)) == (32, first)
    with open_office(None, TESTS) as other:
        assert installation_secret(other) != first
