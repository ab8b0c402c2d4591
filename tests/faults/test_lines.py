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
