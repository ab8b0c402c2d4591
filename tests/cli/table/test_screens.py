"""`kamchatka play`: what one person may know is never on the screen of another."""

import re
from pathlib import Path

from kamchatka.cli.table.keeping import read_record
from kamchatka.game.record import replay
from tests.cli.table.typing_in import flat, play, short


def test_what_one_person_may_know_is_never_on_the_screen_of_another(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    result = play(*short(record))
    game = replay(read_record(record))
    titles = {}
    for seat in range(4):
        objective = game.names.objective(game.secrets.objective[seat])
        assert game.names.objectives is not None
        assert objective is not None
        titles[seat] = game.names.objectives.objective(objective).title("it")
    before_the_result, _, _ = result.output.partition("Risultato")
    screens = re.split(r"^─+$", before_the_result, flags=re.M)
    shown = [{seat for seat, title in titles.items() if f"«{title}»" in flat(part)} for part in screens]
    assert all(len(seats) <= 1 for seats in shown)
    people = {seat for seat in range(4) if game.position.chair[seat] < 2}
    assert set().union(*shown) == people
