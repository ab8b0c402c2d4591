"""Drawing the table: the board by continents, the seats, a hand, an objective."""

from collections.abc import Callable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kamchatka.board.model import ContinentInfo
from kamchatka.cli.play.screen import Screen
from kamchatka.cli.play.words import counted
from kamchatka.game.game import Game
from kamchatka.game.names import COLOURS, letter
from kamchatka.game.view import Viewer, knows_hand_size
from kamchatka.ids import Seat
from kamchatka.messages import Language, text
from kamchatka.rules.layout import CLOSING_ROUND, LAP, LAST_LAP, NEUTRAL, NOBODY, PLAYING, TURN
from kamchatka.rules.names import STATUS_NAMES
from kamchatka.rules.victory import goal_of

STYLES = {
    "rosso": "bold red",
    "blu": "bold blue",
    "verde": "bold green",
    "giallo": "bold yellow",
    "nero": "bold reverse",
    "viola": "bold magenta",
}
WIDE, MIDDLING = 112, 74
"""Minimum terminal width for three, and for two, columns of continents."""
GAP = "   "
COLUMNS = {
    3: (("america_del_nord", "america_del_sud"), ("europa", "africa"), ("asia", "oceania")),
    2: (("america_del_nord", "america_del_sud", "africa"), ("europa", "asia", "oceania")),
    1: (("america_del_nord", "america_del_sud", "europa", "africa", "asia", "oceania"),),
}


def style_of(game: Game, seat: int) -> str:
    """The colour of a seat's armies, always used together with its letter."""
    colour = game.position.colour[seat] if 0 <= seat < game.seats else -1
    return STYLES[COLOURS[colour]] if colour >= 0 else ""


def owner_sign(game: Game, owner: int) -> Text:
    """The owner's letter in its colour; a dash for neutral, a dot for no owner."""
    return Text("." if owner == NOBODY else letter(owner), style=style_of(game, owner))


class Drawing:
    """Draws one game on one screen. `name` gives the player of a seat."""

    def __init__(self, game: Game, screen: Screen, name: Callable[[int], str]) -> None:
        self._game, self._screen, self._name = game, screen, name

    @property
    def _lang(self) -> Language:
        return self._screen.lang

    @property
    def star(self) -> str:
        """The mark of territories in the player's own objective."""
        return "*" if self._screen.is_plain else "★"

    def table(self, looking: Seat | None) -> RenderableType:
        """Lap, board, seats and the secrets of the seat that is looking, if any."""
        parts: list[RenderableType] = [self.heading(), Text(), self.board(looking), Text()]
        parts.append(self.seats("public" if looking is None else looking))
        if looking is not None:
            parts += [Text(), self.hand(looking), self.objective(looking, is_whole=False)]
        return Group(*parts)

    def heading(self) -> Text:
        """The current lap, and the last lap or the closing round if it has come."""
        now = self._game.position.now
        if not now[TURN]:
            return Text(text("play.table.before", self._lang), style="bold")
        said = text("play.table.lap", self._lang, lap=now[LAP], turn=now[TURN])
        if now[CLOSING_ROUND]:
            said += text("play.table.closing", self._lang, round=now[CLOSING_ROUND])
        elif now[LAST_LAP]:
            said += text("play.table.last_lap", self._lang, lap=now[LAST_LAP])
        return Text(said, style="bold")

    def board(self, looking: Seat | None) -> Text:
        """All territories with owner, armies and value, in as many columns as fit."""
        width = self._screen.out.width
        wanted = COLUMNS[3 if width >= WIDE else 2 if width >= MIDDLING else 1]
        goal = goal_of(self._game.tables, self._game.secrets, looking) if looking is not None else 0
        continents = {str(info.id): info for info in self._game.names.board.continents}
        columns = [self._column([continents[id] for id in ids], goal) for ids in wanted]
        height = max(map(len, columns))
        for column in columns:
            column.extend([Text(" " * column[0].cell_len)] * (height - len(column)))
        lines = [Text(GAP).join(row) for row in zip(*columns, strict=True)]
        return Text("\n", no_wrap=True).join(lines)

    def _column(self, continents: Sequence[ContinentInfo], goal: int) -> list[Text]:
        """Continents one below the other, lines padded to the same width."""
        lines: list[Text] = []
        for at, info in enumerate(continents):
            lines += [Text()] if at else []
            lines += self._continent(info, goal)
        width = max(line.cell_len for line in lines)
        for line in lines:
            line.pad_right(width - line.cell_len)
        return lines

    def _continent(self, info: ContinentInfo, goal: int) -> list[Text]:
        pos, board = self._game.position, self._game.names.board
        owners = {pos.owner[board.number(id)] for id in info.territories}
        held = owners.pop() if len(owners) == 1 else NOBODY
        title = text("play.table.continent", self._lang, name=info.name(self._lang), bonus=info.bonus)
        lines = [Text.assemble((title, "bold underline"), " ")]
        if 0 <= held < NEUTRAL:
            lines[0].append_text(owner_sign(self._game, held))
        widest = max(len(territory.name(self._lang)) for territory in board.territories)
        for id in info.territories:
            number, territory = board.number(id), board.territory(id)
            owner = pos.owner[number]
            line = Text.assemble((self.star if goal >> number & 1 else " ", "bold"), " ")
            line.append(f"{territory.name(self._lang):<{widest}} ")
            line.append_text(owner_sign(self._game, owner))
            line.append(f"{pos.armies[number]:>3}", style=style_of(self._game, owner))
            line.append(f" ({territory.value})", style="dim")
            lines.append(line)
        return lines

    def seats(self, viewer: Viewer) -> Table:
        """One line for each seat: player, colour, and holdings as far as the viewer may know."""
        pos = self._game.position
        table = Table.grid(padding=(0, 2))
        for seat in range(self._game.seats):
            colour = (
                text(f"game.colour.{COLOURS[pos.colour[seat]]}", self._lang) if pos.colour[seat] >= 0 else ""
            )
            status = STATUS_NAMES[pos.status[seat]].replace("-", "_")
            table.add_row(
                Text(self._name(seat), style=style_of(self._game, seat)),
                colour,
                self._holdings(seat, viewer),
                "" if pos.status[seat] == PLAYING else text(f"play.status.{status}", self._lang),
            )
        return table

    def _holdings(self, seat: int, viewer: Viewer) -> str:
        pos = self._game.position
        territories, armies = pos.owned[seat].bit_count(), pos.on_board[seat]
        counts = {"territories": territories, "armies": armies, "cards": pos.hand[seat]}
        values = {what: counted(what, number, self._lang) for what, number in counts.items()}
        code = "holds" if knows_hand_size(self._game, viewer, seat) else "holds_unknown_cards"
        return text(f"play.table.{code}", self._lang, **values)

    def own(self, seat: Seat) -> RenderableType:
        """The seat's cards and its objective."""
        return Group(self.hand(seat), self.objective(seat, is_whole=True))

    def hand(self, seat: Seat) -> Text:
        """The cards of a seat."""
        cards = self._game.names.cards_of(self._game.secrets.hands[seat])
        said = ", ".join(self._game.names.card_name(card, self._lang) for card in cards)
        if not cards:
            return Text(text("play.table.no_cards", self._lang))
        return Text(text("play.table.cards", self._lang, cards=said))

    def objective(self, seat: Seat, *, is_whole: bool) -> Text:
        """The seat's objective; with `is_whole`, also the territories still missing."""
        game, names = self._game, self._game.names
        if game.rulebook.victory.goal == "points":
            points = game.rulebook.victory.points[game.seats]
            return Text(text("play.table.by_points", self._lang, points=points))
        id = names.objective(game.secrets.objective[seat])
        if id is None or names.objectives is None:
            return Text(text("play.table.no_objective", self._lang))
        card = names.objectives.objective(id)
        owned = game.position.owned[seat]
        missing = [t for t in card.territories if not owned >> names.board.number(t) & 1]
        values = {
            "title": card.title(self._lang),
            "total": len(card.territories),
            "held": counted("territories", len(card.territories) - len(missing), self._lang),
            "missing": ", ".join(names.territory_name(t, self._lang) for t in missing),
            "star": self.star,
        }
        told = text("play.table.objective", self._lang, **values)
        if missing and is_whole:
            told += " " + text("play.table.missing", self._lang, **values)
        return Text(told)
