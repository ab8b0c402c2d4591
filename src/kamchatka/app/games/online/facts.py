"""An envelope: what one viewer may know of an online table, with its sentences.

Board, hands and events come through `game.view`; the rest is public, or the viewer's own.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from kamchatka.app.games.online import envelope as env
from kamchatka.app.games.online.diary import diary, since
from kamchatka.app.games.online.hall import CODE_LENGTH, TableHall
from kamchatka.app.games.online.keeper import minutes_end
from kamchatka.app.games.online.live import LiveTable
from kamchatka.app.games.online.record_files import replay_address
from kamchatka.app.games.online.say import say
from kamchatka.app.games.online.table import OnlineTable, events_of
from kamchatka.clock import SECOND
from kamchatka.game.actions import PlayCards
from kamchatka.game.codec import entry_to_plain
from kamchatka.game.coding import action_of
from kamchatka.game.game import Game
from kamchatka.game.names import letter
from kamchatka.game.notation import action_to_text
from kamchatka.game.odds.duel import copy_of
from kamchatka.game.odds.exact import odds, odds_on_board
from kamchatka.game.odds.question import MOST_ARMIES
from kamchatka.game.sentences import objective_title
from kamchatka.game.view import Viewer, event_for, view
from kamchatka.game.violations import RuleViolation
from kamchatka.ids import Seat
from kamchatka.messages import Language, text, texts_under
from kamchatka.refusals import Refusal
from kamchatka.rules import layout, moves
from kamchatka.rules.bits import count
from kamchatka.rules.combat import NO_SUPERIORITY_ASKED
from kamchatka.rules.ending import closes, is_excused, open_slot
from kamchatka.rules.reinforcement import reinforcements_due
from kamchatka.rules.tally import value_of
from kamchatka.rules.tris import armies_for
from kamchatka.rules.victory import goal_of

HAPPENED, SUGGESTED, FACES = 24, 4, 6
MOST_SHOWN = 100
"""Steps kept for a table as viewers see them."""


def viewer_of(table: OnlineTable, chair: int | None) -> Viewer:
    """The eyes of whoever holds this chair."""
    seat = None if chair is None else table.seat_of(chair)
    return "public" if seat is None else seat


def envelope(
    hall: TableHall,
    live: LiveTable,
    chair: int | None,
    lang: Language,
    seen: int | None = None,
    *,
    is_judge: bool = False,
) -> env.Envelope:
    """The envelope for whoever holds this chair, or for a spectator; the table is locked meanwhile.

    A judge sees what the public sees, but without its delay.
    """
    table = live.table
    if chair is None and not is_judge and table.game is not None and table.is_delayed:
        return _late_envelope(hall, live, table.game, lang)
    game, viewer = table.game, viewer_of(table, chair)
    common = _common(hall, live, chair, lang)
    if game is None:
        return env.Envelope(table.version, None, replace(common, say=say(live, viewer, lang, None)))
    seat = viewer if isinstance(viewer, int) else None
    dice = closing(game)
    found = replace(
        common,
        clock=_clock(hall, live),
        say=say(live, viewer, lang, dice),
        reinforcement=_reinforcement(game, lang),
        continents=tuple(_continents(game)),
        closing=dice,
        happened=tuple(_happened(table, viewer)),
        diary=diary(table, viewer, lang),
    )
    if seat is not None:
        found = replace(
            found,
            attacks=_attacks(table, game, seat),
            tris=tuple(_tris(game, seat, lang)),
            goal=_goal(table, game, seat, lang),
            since=None if seen is None else since(table, seat, seen, lang),
        )
    return env.Envelope(table.version, view(game, viewer).plain(), found)


def _late_envelope(hall: TableHall, live: LiveTable, game: Game, lang: Language) -> env.Envelope:
    """What spectators see of a table that is shown one lap late: nothing of the present but who is there."""
    table = live.table
    late = table.late_view()
    version = 0 if late is None else late.version
    found = replace(
        _common(hall, live, None, lang),
        say=env.Say("late", text("online.say.late", lang), "", ()),
        happened=() if late is None else tuple(_happened(table, "public", version)),
        diary=() if late is None else diary(table, "public", lang, version),
        delayed=True,
    )
    return env.Envelope(version, None if late is None else late.view, found)


def _common(hall: TableHall, live: LiveTable, chair: int | None, lang: Language) -> env.TableView:
    """What is true of a table for everybody, and who the viewer is."""
    table = live.table
    seat = None if chair is None else table.seat_of(chair)
    return env.TableView(
        id=table.id,
        code=table.id[:CODE_LENGTH].upper(),
        name=table.opened.title or text("online.table.named", lang, name=table.chairs[0].name),
        state=_state(live),
        stopped_because=_stopped(live),
        me=None if chair is None else env.Me(chair, None if seat is None else letter(seat)),
        terms=_terms(table, lang),
        players=tuple(_players(hall, live, chair, lang)),
        talk=tuple(_talk(table, lang)),
        phrases=tuple(texts_under("online.phrases", lang).items()) if chair is not None else (),
        watchers=live.watchers,
        promise=_promise(table),
        clock=env.ClockView(server_now=hall.at_in(0), laps=table.terms.laps),
        rematch=table.rematch or None,
        replay=replay_address(table),
    )


def _state(live: LiveTable) -> env.State:
    state = live.table.state
    return "stopped" if state == "playing" and not live.has_people else state


def _stopped(live: LiveTable) -> str | None:
    if _state(live) != "stopped":
        return None
    by = live.table.stopped_by
    return "no_people" if by is None else live.table.chairs[by].name


def _terms(table: OnlineTable, lang: Language) -> env.TermsView:
    terms = table.terms
    return env.TermsView(
        rulebook=terms.rulebook,
        title=table.book.titles[lang],
        digest=terms.digest,
        turn_seconds=terms.turn_seconds,
        reserve_seconds=terms.reserve_seconds,
        minutes=terms.minutes,
        laps=terms.laps,
        moves_any_time=table.book.move.when == "any-time",
        public=terms.public,
        spectators=terms.spectators,
        odds=terms.odds,
        free_talk=terms.free_talk,
        away=terms.away,
        event=terms.event or None,
    )


def _players(hall: TableHall, live: LiveTable, chair: int | None, lang: Language) -> Iterator[env.PlayerView]:
    table = live.table
    for at, each in enumerate(table.chairs):
        seat = table.seat_of(at)
        kind = each.bot.partition(":")[0]
        yield env.PlayerView(
            chair=at,
            seat=None if seat is None else letter(seat),
            name=table.shown_name(at),
            bot=each.bot or None,
            grade=text(f"online.bot.{kind}", lang) if kind else None,
            is_me=at == chair,
            connected=bool(each.bot or live.streams.get(at)),
            since=live.since.get(at),
            away=table.state == "playing" and hall.is_away(live, at),
            word=each.word.hex() if each.word or each.bot else None,
            ready=bool(each.bot) or each.is_ready,
            rematch=each.rematch,
        )


def _clock(hall: TableHall, live: LiveTable) -> env.ClockView:
    table, game, now = live.table, live.table.game, hall.timer()
    assert game is not None
    seat, seats = game.to_act, range(game.seats if table.terms.turn_seconds else 0)
    ahead = live.spent(now)
    turn_left = expires = minutes = None
    reserve = {letter(each): table.clock.reserve_left(each) / SECOND for each in seats}
    if seat is not None and table.terms.turn_seconds:
        left = table.clock.turn_left(seat)
        turn_left = max(0, left - ahead) / SECOND
        reserve[letter(seat)] = max(0, table.clock.reserve_left(seat) - max(0, ahead - left)) / SECOND
        if live.running is not None:
            expires = hall.at_in(turn_left + reserve[letter(seat)])
    if (ends := minutes_end(table)) is not None:
        minutes = max(0, ends - ahead) / SECOND / 60
    return env.ClockView(
        seat=None if seat is None else letter(seat),
        running=live.running is not None,
        turn_left=turn_left,
        reserve_left=reserve,
        expires_at=expires,
        server_now=hall.at_in(0),
        laps=table.terms.laps,
        minutes_left=minutes,
    )


# What the viewer may do


def _attacks(table: OnlineTable, game: Game, seat: Seat) -> tuple[env.AttackView, ...]:
    choices = [each for each in game.legal_actions(seat) if each.kind() == moves.ATTACK]
    if not choices:
        return ()
    armies = game.position.armies
    rows = []
    for choice in choices:
        source, target = moves.first_of(choice.coded), moves.second_of(choice.coded)
        rows.append((choice, source, target, _chances(game, source, target)))
    # The best source of each target, then the best targets: those of the objective first.
    best = {row[2]: row for row in sorted(rows, key=lambda row: (row[3][0], armies[row[1]], -row[1]))}
    goal = goal_of(game.tables, game.secrets, seat)
    ranked = sorted(best.values(), key=lambda row: (not goal >> row[2] & 1, -row[3][0], row[2]))
    places = {(row[1], row[2]): place for place, row in enumerate(ranked[:SUGGESTED], 1)}
    found, shown = [], table.terms.odds
    for choice, source, target, (win, lost, killed) in rows:
        found.append(
            env.AttackView(
                action=action_to_text(choice.action()),
                source=game.names.territories[source],
                target=game.names.territories[target],
                least=choice.least,
                most=choice.most,
                win=win if shown else None,
                losses=(lost, killed) if shown else None,
                proposed=best[target][1] == source,
                suggested=places.get((source, target)) if shown else None,
            )
        )
    return tuple(found)


Chances = tuple[float, float, float]
"""To win, and mean losses of attacker and defender."""
_KNOWN: dict[tuple[str, int, int], Chances] = {}
"""By regulation and armies, where nothing else on the board counts."""
MOST_KNOWN = 20_000


def _chances(game: Game, source: int, target: int) -> Chances:
    pos, tables = game.position, game.tables
    attackers, defenders = pos.armies[source], pos.armies[target]
    is_alone = tables.superiority == NO_SUPERIORITY_ASKED and max(attackers, defenders) <= MOST_ARMIES
    key = game.rulebook_digest, attackers, defenders
    if is_alone and key in _KNOWN:
        return _KNOWN[key]
    found = odds(tables, attackers, defenders) if is_alone else odds_on_board(tables, pos, source, target)
    chances = round(found.win, 4), round(found.attacker_losses, 2), round(found.defender_losses, 2)
    if is_alone:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[key] = chances
    return chances


def _tris(game: Game, seat: Seat, lang: Language) -> Iterator[env.TrisView]:
    """What the seat may exchange now; else every tris of its hand, and why it must wait."""
    pos = copy_of(game.position)
    pos.now[layout.SEAT] = seat
    found = [each.coded | each.most for each in game.legal_actions(seat) if each.kind() == moves.TRIS]
    if not found:
        hand = [card for card in range(layout.QUEUE) if game.secrets.hands[seat] >> card & 1]
        found = [moves.move(moves.TRIS, *three) for three in combinations(hand, 3)]
    for coded in found:
        cards = moves.first_of(coded), moves.second_of(coded), moves.number_of(coded)
        armies = armies_for(game.tables, pos, *cards)
        action = action_of(game.names, coded)
        if armies and isinstance(action, PlayCards):
            why_not = game.why_not(action, seat)
            refusal = None if why_not is None else refusal_view(why_not, lang)
            yield env.TrisView(action.cards, armies, action_to_text(action), refusal)


def refusal_view(refusal: RuleViolation | Refusal, lang: Language) -> env.RefusalView:
    """A refusal for pages: code, clause, sentence."""
    if isinstance(refusal, RuleViolation):
        return env.RefusalView(refusal.code.name.lower(), refusal.clause, refusal.sentence(lang))
    return env.RefusalView(refusal.code, refusal.clause, refusal.on_page(lang))


# The state of the game


def _reinforcement(game: Game, lang: Language) -> env.ReinforcementView | None:
    pos, tables, board = game.position, game.tables, game.names.board
    if pos.now[layout.PHASE] != layout.REINFORCEMENT:
        return None
    seat = pos.now[layout.SEAT]
    armies, owned = reinforcements_due(tables, pos, seat), pos.owned[seat]
    held = [
        (each, tables.continent_bonus[number])
        for number, each in enumerate(board.continents)
        if owned & tables.continent_masks[number] == tables.continent_masks[number]
    ]
    of_territories = armies - sum(bonus for _, bonus in held)
    terms = []
    if of_territories:
        values = {"armies": of_territories, "number": count(owned)}
        terms.append(text("online.reinforcement.territories", lang, **values))
    for each, bonus in held:
        terms.append(text("online.reinforcement.continent", lang, armies=bonus, continent=each.name(lang)))
    return env.ReinforcementView(armies, tuple(terms))


def _goal(table: OnlineTable, game: Game, seat: Seat, lang: Language) -> env.GoalView | None:
    id, mask = game.names.objective(game.secrets.objective[seat]), goal_of(game.tables, game.secrets, seat)
    tables, pos = game.tables, game.position
    if id is None:
        whole = 2 * tables.victory_points[game.seats] if tables.victory_by_points else 0
        return env.GoalView(None, "", (), 0, table.points(seat), whole) if whole else None
    territories = tuple(name for at, name in enumerate(game.names.territories) if mask >> at & 1)
    return env.GoalView(
        id=id,
        title=objective_title(id, game.names, lang),
        territories=territories,
        held=count(pos.owned[seat] & mask),
        points=table.points(seat),
        of=tables.points_borders_inside * value_of(tables, mask),
    )


def _continents(game: Game) -> Iterator[tuple[str, str | None]]:
    pos, tables = game.position, game.tables
    for number, each in enumerate(game.names.board.continents):
        mask = tables.continent_masks[number]
        holder = next((seat for seat in range(game.seats) if pos.owned[seat] & mask == mask), None)
        yield each.id, None if holder is None else letter(holder)


def closing(game: Game) -> env.ClosingView | None:
    """The closing dice that the seat in turn rolls at the end of this turn, or is excused from."""
    if game.is_over or game.position.now[layout.TURN] == 0:
        return None
    tables, pos = game.tables, copy_of(game.position)
    phase, turn_of = pos.now[layout.PHASE], pos.now[layout.SEAT]
    is_due = phase in (layout.CLOSING, layout.CLOSING_CHOICE) or open_slot(tables, pos, turn_of)
    round, excused = pos.now[layout.CLOSING_ROUND], is_excused(tables, pos)
    if not round or not (is_due or excused):
        return None
    throws = [sum(dice) for dice in product(range(1, FACES + 1), repeat=tables.closing_dice)]
    ending = [total for total in throws if closes(tables, round, total)]
    totals = tuple(sorted(set(ending)))
    return env.ClosingView(round, tables.closing_dice, totals, len(ending), len(throws), excused)


def _happened(table: OnlineTable, viewer: Viewer, until: int | None = None) -> Iterator[env.Happening]:
    assert table.game is not None
    missing = None
    for step in table.steps_until(until)[-HAPPENED:]:
        eyes = step.eyes(viewer)
        known = table.shown.get((step.version, eyes))
        if known is None:
            missing = missing or table.game.entries
            events = events_of(missing[step.first : step.last])
            seen = tuple(entry_to_plain(event_for(event, eyes, table.book)) for event in events)
            by = None if step.by is None else letter(step.by)
            known = env.Happening(step.version, by, step.reason, seen)
            table.shown[step.version, eyes] = known
            while len(table.shown) > MOST_SHOWN:
                del table.shown[next(iter(table.shown))]
        yield known


def _talk(table: OnlineTable, lang: Language) -> Iterator[env.TalkLine]:
    for said in table.talk:
        words = text(f"online.phrases.{said.phrase}", lang) if said.phrase else said.text
        yield env.TalkLine(said.chair, said.at, words)


def _promise(table: OnlineTable) -> env.PromiseView:
    promise = table.promise
    secret = None if promise.secret is None else promise.secret.hex()
    entropy = tuple(part.hex() for part in promise.entropy)
    return env.PromiseView(promise.table, promise.commitment.hex(), entropy, secret)
