"""Boards of every regulation: the same seven situations for each, then what only some of them know."""

from tests.perft.boards import BRIDGE7, GRID6, KITE5, LINE4, RING5, STAR4, WHEEL8, Board

EVERY = ("challenge", "rtu", "rtu-2020", "aziendale", "milano", "primavera")

COMMON = [
    board
    for rules in EVERY
    for board in (
        Board(
            name=f"{rules} reinforcements",
            rules=rules,
            map=GRID6,
            holds="0:1 1:1 2:2 | 3:2 4:1 5:1",
            continents=(("0 1", 1), ("3 4 5", 2)),
        ),
        Board(
            name=f"{rules} cards",
            rules=rules,
            map=LINE4,
            holds="0:1 1:2 | 2:1 3:1",
            hands={0: "0 1 2 5 42", 1: "3 43"},
        ),
        Board(name=f"{rules} battles", rules=rules, map=RING5, holds="0:5 1:3 | 2:3 3:4 4:2", deck="4 20"),
        Board(
            name=f"{rules} elimination",
            rules=rules,
            map=STAR4,
            holds="0:4 | 1:1 | 2:1 3:2",
            hands={0: "4", 1: "20 21", 2: "22"},
            deck="",
            discards="30 31",
        ),
        Board(
            name=f"{rules} closing",
            rules=rules,
            map=KITE5,
            holds="0:1 1:2 | 2:1 | 3:1 4:2",
            lap=4,
            last_lap=5,
            turn=1,
            deck="7",
        ),
        Board(
            name=f"{rules} leaving",
            rules=rules,
            map=BRIDGE7,
            holds="0:1 1:1 | 2:2 3:1 | 4:1 5:1 | 6:2",
            hands={1: "8", 3: "9 10"},
            turn=1,
            lap=3,
            outside="expire withdraw exclude",
        ),
        Board(
            name=f"{rules} goal",
            rules=rules,
            map=GRID6,
            holds="0:3 1:3 | 2:1 5:1 | 3:1 4:1",
            goals=("0 1 2", "2 5 4", "0 1 4"),
            continents=(("0 1 2", 2),),
            change={"victory.points": {3: 16}} if rules == "primavera" else {},
        ),
    )
]

CLOSING = [
    Board(
        name="rtu the last seat falls during the closing rolls (001-C26)",
        rules="rtu",
        map=STAR4,
        holds="1:1 | 2:1 | 0:3 | 3:1",
        lap=6,
        last_lap=5,
        turn=2,
    ),
    Board(
        name="rtu the last seat has withdrawn",
        rules="rtu",
        map=RING5,
        holds="0:1 | 1:1 4:1 | 2:2 | 3:1",
        lap=5,
        last_lap=5,
        turn=2,
        status={3: "withdrawn"},
        hands={3: "11 12"},
    ),
    Board(
        name="challenge judges send seats away in the closing laps",
        rules="challenge",
        map=KITE5,
        holds="0:1 1:1 | 2:1 | 3:1 4:1",
        lap=5,
        last_lap=5,
        turn=2,
        outside="withdraw exclude",
    ),
    Board(
        name="rtu two conquests excuse, and a seat leaves",
        rules="rtu",
        map=STAR4,
        holds="0:4 | 1:1 | 2:1 | 3:1",
        lap=6,
        last_lap=5,
        turn=0,
        outside="withdraw",
        change={"closing.excused_by_conquests": 2},
    ),
    Board(
        name="challenge with thresholds that grow by lap",
        rules="challenge",
        map=LINE4,
        holds="0:1 1:1 | 2:1 | 3:1",
        lap=5,
        last_lap=5,
        turn=2,
        change={"closing.step": "game-lap"},
    ),
    Board(
        name="aziendale the last seat leaves before the die",
        rules="aziendale",
        map=KITE5,
        holds="0:1 1:1 | 2:1 | 3:2 4:1",
        lap=5,
        turn=1,
        outside="expire withdraw",
    ),
    Board(
        name="milano conquests excuse",
        rules="milano",
        map=STAR4,
        holds="1:1 | 0:6 | 2:1 3:1",
        lap=5,
        last_lap=4,
        turn=1,
    ),
]

CARDS = [
    Board(
        name="rtu a card left lying",
        rules="rtu",
        map=KITE5,
        holds="0:1 1:3 | 2:1 3:1 4:1",
        hands={1: "13 14"},
        outside="pass",
    ),
    Board(
        name="primavera cards left lying in the extra laps",
        rules="primavera",
        map=STAR4,
        holds="0:5 | 1:1 | 2:1 | 3:1",
        lap=6,
        last_lap=5,
        deck="20 21 22",
        outside="pass",
        change={"cards.second_card_from": 2, "reinforcement.minimum": 0},
    ),
    Board(
        name="primavera seven cards",
        rules="primavera",
        map=LINE4,
        holds="0:1 | 1:2 | 2:1 | 3:1",
        hands={0: "0 1 2 3 4 42 43", 1: "5 6", 2: "7"},
    ),
    Board(
        name="primavera leftovers exchanged",
        rules="primavera",
        map=LINE4,
        holds="0:1 | 1:2 | 2:1 | 3:1",
        hands={0: "0 1 2 3 42", 1: "5 6", 2: "7"},
        change={"tris.leftovers_exchange": True},
    ),
    Board(
        name="primavera a latecomer",
        rules="primavera",
        map=STAR4,
        holds="0:8 | 1:1 | 2:1 | 3:1",
        lap=6,
        last_lap=5,
        forfeits={0: 1, 1: 1},
        change={"cards.second_card_from": 1},
    ),
    Board(
        name="milano cards under the deck",
        rules="milano",
        map=STAR4,
        holds="0:6 | 1:1 | 2:1 | 3:2",
        hands={1: "20", 2: "21 22"},
        deck="",
    ),
    Board(
        name="challenge tris after placing",
        rules="challenge",
        map=LINE4,
        holds="0:1 1:1 2:1 | 3:1",
        hands={0: "0 1 6 2 5 42"},
        deck="",
    ),
]

ARMIES = [
    Board(
        name="rtu under its limit of armies",
        rules="rtu",
        map=LINE4,
        holds="0:2 1:2 2:1 | 3:1",
        hands={0: "0 1 6"},
        change={"armies.limit": 7},
    ),
    Board(
        name="milano limit, tris and armies taken back",
        rules="milano",
        map=LINE4,
        holds="0:2 1:2 2:1 | 3:1",
        hands={0: "19 22 16 42"},
        change={"armies.limit": 8},
    ),
    Board(
        name="milano garrison beside an enemy", rules="milano", map=GRID6, holds="0:6 1:5 3:4 | 2:1 4:1 5:2"
    ),
    Board(
        name="rtu-2020 garrison beside an enemy",
        rules="rtu-2020",
        map=WHEEL8,
        holds="0:6 1:4 2:1 | 3:1 4:1 5:2 6:1 7:1",
    ),
    Board(
        name="aziendale the defender chooses", rules="aziendale", map=RING5, holds="0:4 1:2 | 2:4 3:1 | 4:3"
    ),
    Board(
        name="aziendale retreat after a conquest",
        rules="aziendale",
        map=KITE5,
        holds="0:5 1:1 | 2:1 3:1 4:1",
        continents=(("0 1 2", 3),),
    ),
    Board(
        name="aziendale three for one",
        rules="aziendale",
        map=BRIDGE7,
        holds="0:2 1:1 2:4 4:1 | 3:1 5:1 6:1",
        goals=("0 1 5", "6 0"),
    ),
    Board(
        name="primavera superiority of armies",
        rules="primavera",
        map=GRID6,
        holds="0:2 1:1 | 2:2 | 3:3 | - 4:3 5:1",
        change={"attack.superiority_waived_from": 4},
    ),
    Board(
        name="primavera ten armies and neutral lands",
        rules="primavera",
        map=STAR4,
        holds="0:10 | 1:2 | 2:1 | - 3:12",
    ),
    Board(
        name="primavera frozen",
        rules="primavera",
        map=BRIDGE7,
        holds="0:2 1:1 2:1 | 3:1 4:2 | 5:1 6:1",
        hands={0: "22", 1: "23"},
        lap=6,
        last_lap=5,
        change={"congelato.single_armies": 2},
    ),
    Board(
        name="primavera frozen after the roll",
        rules="primavera",
        map=KITE5,
        holds="0:1 1:1 | 2:1 3:1 | 4:2",
        hands={0: "22", 1: "23"},
        lap=6,
        last_lap=5,
        outside="pass",
        change={
            "congelato.single_armies": 2,
            "congelato.order": "after-roll",
            "congelato.raises": "all",
        },
    ),
    Board(
        name="primavera best path",
        rules="primavera",
        map=WHEEL8,
        holds="0:4 1:1 2:1 5:1 | 3:1 4:1 | 6:1 7:1",
        continents=(("0 1 2 3", 2), ("5 6 7", 1)),
        change={"tally.strip": "path", "victory.points": {3: 34}},
    ),
]

BOARDS = tuple(COMMON + CLOSING + CARDS + ARMIES)
