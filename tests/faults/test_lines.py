"""On which line of a TOML file a key stands, whatever is written around it."""

from kamchatka.faults import Lines

SOURCE = '''
player = "B" # """
points = 3
note = """
points = 4
# """
status = [
  "x", # ]
]
[[seat]]
points = 5
'''


def test_texts_comments_and_lists_hide_no_later_line() -> None:
    lines = Lines(SOURCE)
    assert [lines.at((key,)) for key in ("player", "points", "note", "status")] == [2, 3, 4, 7]
    assert lines.at(("seat", 0, "points")) == 11
    assert lines.at(("seat", 0, "lot")) == 10
    assert lines.at(("other",)) is None


INLINE = """
[[round]]
absent = [ "p8",
  "p9" ]
[[round.table]]
seat = [
  { player = "A, [x]", points = 62 },  # the first
  { player = "B", points = -5 },
  { player = "C" }, { player = "D", lot = [
    3, 6 ] },
]
[[round.table]]
seat = [{ player = "D" }]
"""


def test_entries_of_a_list_stand_on_lines_of_their_own() -> None:
    lines = Lines(INLINE)
    seat = ("round", 0, "table", 0, "seat")
    assert [lines.at((*seat, at)) for at in range(5)] == [7, 8, 9, 9, 6]
    assert [lines.at((*seat, at, "points")) for at in range(3)] == [7, 8, 9]
    assert lines.at((*seat, 3, "lot", 1)) == 10
    assert [lines.at(("round", 0, "absent", at)) for at in range(2)] == [3, 4]
    assert lines.at(("round", 0, "table", 1, "seat", 0, "player")) == 13
