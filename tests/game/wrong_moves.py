"""For each reason of refusal, tables where a move meets it: told in the words of case files."""

from dataclasses import dataclass

from kamchatka.game.violations import Violation
from kamchatka.rulebook import Rulebook, load, read
from kamchatka.rules import moves
from kamchatka.rules.legality import check
from tests.cases.reading import read_given, read_when
from tests.cases.runner import run_line
from tests.cases.scene import Scene, Table, build
from tests.cases.when_moves import JUDGE, MOVES

HOUSE = 'id = "casa"\ntitle = "Regolamento della casa"\nextends = "{base}"\n{change}\n'


@dataclass(frozen=True)
class Wrong:
    """A table, what happened at it, and a move that is refused there."""

    code: Violation
    clause: str
    book: str
    given: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    move: str | tuple[int, int] = ""
    """In words, or seat and number for what no words can say."""
    change: str = ""
    """What a house regulation changes in the book, where no shipped one meets the reason."""

    def rulebook(self) -> Rulebook:
        """The regulation played."""
        if not self.change:
            return load(self.book)
        return read(HOUSE.format(base=self.book, change=self.change), name="casa.toml")

    def refused(self) -> tuple[Table, int, int, int]:
        """The table, the seat, the move it tries and the reason given."""
        scene = Scene(self.book)
        for line in self.given:
            for said in read_given(line):
                said.phrase.act(scene, *said.values)
        table = build(scene, self.rulebook())
        for line in self.when:
            run_line(table, read_when(0, line), None)
        if isinstance(self.move, str):
            said = MOVES.read(self.move)
            seat, coded = said.phrase.act(table, *said.values)
        else:
            seat, coded = self.move
        hand = table.secrets.hands[seat] if seat != JUDGE else 0
        return table, seat, coded, check(table.tables, table.pos, hand, seat, coded)


A, V = 0, Violation
PLACED = ("A places 1 on Siam", "A takes back 1 from Siam") * 20
BORDER = ("A holds Brasile 5, Argentina 1", "B holds Peru 2")
DUE = (*BORDER, "A has 3 armies to place")
MOVED = ("A moves 1 from Brasile to Argentina",)
CONQUEST = ("A attacks Peru from Brasile with 3", "dice 6 6 6 against 1 1")
LATE = ("judge declares B late",)
TRIS = "A holds the cards Alaska, Peru, Brasile, Cina, India, Congo, Egitto"

WRONG_MOVES = (
    Wrong(V.GAME_OVER, "001-E3", "rtu", ("phase over",), (), "A ends turn"),
    Wrong(V.NOT_YOUR_TURN, "000-7a", "rtu", BORDER, (), "B ends turn"),
    Wrong(V.NOT_YOUR_TURN, "002-1c", "aziendale", BORDER, (), "B ends turn"),
    Wrong(V.WRONG_PHASE, "000-5.0a", "challenge", BORDER, (), "A places 1 on Brasile"),
    Wrong(V.WRONG_PHASE, "004-B26a", "primavera", BORDER, (), "A places 1 on Brasile"),
    Wrong(V.WRONG_PHASE, "000-5.0a", "milano", ("colours to choose",), (), "time expires"),
    Wrong(V.WAITING_FOR_LUCK, "001-C13a", "rtu", BORDER, CONQUEST[:1], "A ends turn"),
    Wrong(V.WAITING_FOR_LUCK, "000-5.2k", "milano", ("the game begins",), (), "A ends turn"),
    Wrong(V.UNKNOWN_MOVE, "000-5.0a", "rtu", BORDER, (), (A, moves.move(moves.END_TURN, 1))),
    Wrong(V.UNKNOWN_MOVE, "002-0a", "aziendale", BORDER, (), (A, moves.move(31))),
    Wrong(V.NO_SUCH_TERRITORY, "000-4.4a", "rtu", BORDER, (), (A, moves.move(moves.ATTACK, 42, 3, 1))),
    Wrong(V.NO_SUCH_TERRITORY, "004-B9a", "primavera", BORDER, (), (A, moves.move(moves.MOVE, 3, 255, 1))),
    Wrong(V.NO_SUCH_SEAT, "001-T1", "rtu", BORDER, (), "E withdraws"),
    Wrong(V.NO_SUCH_SEAT, "000-3a", "challenge", BORDER, (), (JUDGE, moves.move(moves.CORRECT, 3, 200, 1))),
    Wrong(
        V.COLOUR_TAKEN, "002-2a", "aziendale", ("colours to choose",), ("A chooses rosso",), "B chooses rosso"
    ),
    Wrong(
        V.COLOUR_EXCLUDED, "002-2b", "aziendale", ("colours to choose",), ("A chooses nero",), "B chooses blu"
    ),
    Wrong(
        V.TERRITORY_TAKEN,
        "002-3a",
        "aziendale",
        ("territories to choose",),
        ("A picks Peru",),
        "B picks Peru",
    ),
    Wrong(V.WRONG_NUMBER_OF_ARMIES, "000-5.1g", "rtu", DUE, (), "A places 0 on Brasile"),
    Wrong(V.WRONG_NUMBER_OF_ARMIES, "000-5.3a", "rtu", BORDER, (), "A moves 0 from Brasile to Argentina"),
    Wrong(V.WRONG_NUMBER_OF_ARMIES, "000-5.2b", "rtu", BORDER, (), "judge corrects Peru to B with 0"),
    Wrong(
        V.NO_SUCH_STRIP,
        "004-B16",
        "primavera",
        ("colours to choose",),
        ("A chooses rosso", "B chooses blu", "C chooses verde", "D chooses giallo"),
        (A, moves.move(moves.STRIP, 8)),
        change='[tally]\nstrip = "declared"',
    ),
    Wrong(V.NOT_YOUR_TERRITORY, "000-5.1g", "rtu", DUE, (), "A places 3 on Peru"),
    Wrong(V.NOT_YOUR_TERRITORY, "000-5.2p", "rtu", BORDER, (), "A attacks Brasile from Peru"),
    Wrong(V.NOT_YOUR_TERRITORY, "000-5.3a", "rtu", BORDER, (), "A moves 1 from Brasile to Peru"),
    Wrong(V.TOO_MANY_ARMIES, "001-C10a", "rtu", DUE, (), "A places 4 on Brasile"),
    Wrong(V.TOO_MANY_ARMIES, "000-5.2r", "rtu", BORDER, CONQUEST, "A advances with 2"),
    Wrong(
        V.TOO_MANY_ARMIES,
        "000-4.6a",
        "challenge",
        ("A holds Peru", "initial armies to place"),
        (),
        "A places 4 on Peru",
    ),
    Wrong(V.ARMIES_STILL_TO_PLACE, "000-5.1h", "rtu", DUE, (), "A attacks Peru from Brasile"),
    Wrong(
        V.NOTHING_TO_PLACE,
        "000-5.1a",
        "rtu",
        (*BORDER, "A has 0 armies to place"),
        (),
        "A places 1 on Brasile",
    ),
    Wrong(
        V.NOT_PLACED_THIS_TURN,
        "001-C12",
        "rtu",
        DUE,
        ("A places 1 on Brasile",),
        "A takes back 2 from Brasile",
    ),
    Wrong(
        V.MAY_NOT_REPOSITION,
        "002-11a",
        "aziendale",
        DUE,
        ("A places 1 on Brasile",),
        "A takes back 1 from Brasile",
    ),
    Wrong(
        V.TOO_MANY_TAKE_BACKS,
        "004-B26e",
        "primavera",
        ("A holds Siam", "A has 1 armies to place"),
        (*PLACED, "A places 1 on Siam"),
        "A takes back 1 from Siam",
    ),
    Wrong(
        V.TOO_MANY_TAKE_BACKS,
        "004-B26g",
        "primavera",
        BORDER,
        ("A moves 1 from Brasile to Argentina", "A takes back the move") * 20 + MOVED,
        "A takes back the move",
    ),
    Wrong(V.CARD_NOT_IN_HAND, "000-5.1c", "rtu", DUE, (), "A plays tris Alaska, Peru, Brasile"),
    Wrong(
        V.NOT_A_TRIS,
        "003-4a",
        "milano",
        ("A holds the cards Alaska, Peru, jolly", "A has 3 armies to place"),
        (),
        "A plays cards Alaska, Peru",
    ),
    Wrong(
        V.TOO_LATE_FOR_TRIS,
        "001-C9",
        "rtu",
        ("A holds Siam", TRIS, "A has 3 armies to place"),
        ("A places 1 on Siam",),
        "A plays tris Alaska, Peru, Brasile",
    ),
    Wrong(
        V.TOO_MANY_TRIS,
        "000-5.1d",
        "rtu",
        ("A holds Siam", TRIS, "A has 3 armies to place"),
        ("A plays tris Alaska, Peru, Brasile",),
        "A plays tris Cina, India, Congo",
        change="[tris]\nper_turn = 1",
    ),
    Wrong(
        V.NOT_ADJACENT,
        "000-5.2c",
        "rtu",
        ("A holds Brasile 5", "B holds Siam"),
        (),
        "A attacks Siam from Brasile",
    ),
    Wrong(
        V.NOT_ADJACENT, "000-5.3a", "rtu", ("A holds Brasile 5, Siam",), (), "A moves 1 from Brasile to Siam"
    ),
    Wrong(
        V.NOT_ADJACENT,
        "002-0a",
        "aziendale",
        ("A holds Egitto 5", "B holds Medio Oriente"),
        (),
        "A attacks Medio Oriente from Egitto",
    ),
    Wrong(V.OWN_TARGET, "000-5.2u", "rtu", BORDER, (), "A attacks Argentina from Brasile"),
    Wrong(
        V.TOO_FEW_ARMIES,
        "000-5.2b",
        "rtu",
        ("A holds Brasile 1", "B holds Peru"),
        (),
        "A attacks Peru from Brasile with 1",
    ),
    Wrong(V.WRONG_DICE, "000-5.2h", "rtu", BORDER, (), "A attacks Peru from Brasile with 4"),
    Wrong(V.WRONG_DICE, "002-10b", "aziendale", BORDER, CONQUEST[:1], "B defends with 3"),
    Wrong(V.FEWER_DICE_THAN_DEFENCE, "000-9a", "rtu", BORDER, (), "A attacks Peru from Brasile with 1"),
    Wrong(V.FEWER_DICE_THAN_DEFENCE, "003-6a", "milano", BORDER, (), "A attacks Peru from Brasile with 1"),
    Wrong(V.DICE_MUST_BE_MAXIMUM, "004-B13a", "primavera", BORDER, (), "A attacks Peru from Brasile with 2"),
    Wrong(
        V.NO_SUPERIORITY,
        "004-B12a",
        "primavera",
        ("A holds Brasile 5, Argentina 1", "B holds Peru 6"),
        (),
        "A attacks Peru from Brasile with 3",
    ),
    Wrong(V.COMBAT_CLOSED, "000-5.3d", "rtu", BORDER, MOVED, "A attacks Peru from Brasile"),
    Wrong(
        V.ELIMINATION_TOO_EARLY,
        "002-15a",
        "aziendale",
        ("lap 2", "A holds Brasile 5", "B holds Peru 2"),
        (),
        "A attacks Peru from Brasile with 3",
        change="[elimination]\nfrom_lap = 4",
    ),
    Wrong(V.TOO_FEW_LEFT, "000-5.3c", "rtu", BORDER, (), "A moves 5 from Brasile to Argentina"),
    Wrong(V.GARRISON_NEEDED, "003-8a", "milano", BORDER, (), "A moves 4 from Brasile to Argentina"),
    Wrong(V.GARRISON_NEEDED, "000-5.3c", "rtu-2020", BORDER, (), "A moves 4 from Brasile to Argentina"),
    Wrong(V.NO_MOVE_LEFT, "002-8a", "aziendale", BORDER, MOVED, "A moves 1 from Brasile to Argentina"),
    Wrong(V.SAME_TERRITORY, "000-5.3a", "rtu", BORDER, (), "A moves 1 from Brasile to Brasile"),
    Wrong(V.MOVE_IS_FINAL, "002-11a", "aziendale", BORDER, MOVED, "A takes back the move"),
    Wrong(V.CARD_LOST, "001-C20", "rtu", BORDER, (), "B takes the late card"),
    Wrong(V.ALREADY_EXPIRED, "001-E2", "rtu", BORDER, ("time expires",), "time expires"),
    Wrong(V.SEAT_NOT_PLAYING, "000-5.4b", "rtu", ("B has withdrawn",), (), "B withdraws"),
    Wrong(V.NOTHING_TO_CORRECT, "001-J1", "rtu", BORDER, (), "judge corrects Peru to B with 2"),
    Wrong(V.LATENESS_IS_FREE, "001-J1", "rtu", ("lap 1",), (), "judge declares B late"),
    Wrong(V.TOO_LATE_FOR_LATENESS, "004-B1b", "primavera", ("lap 2",), (), LATE[0]),
    Wrong(V.ALREADY_LATE, "004-B1b", "primavera", ("lap 1",), LATE, LATE[0]),
)
