"""Every command for programs answers as it always did, key by key and in the same order."""

from tests.cli.json_answers import FILE, recorded


def test_commands_answer_programs_as_they_always_did() -> None:
    assert recorded().splitlines() == FILE.read_text(encoding="utf-8").splitlines()
