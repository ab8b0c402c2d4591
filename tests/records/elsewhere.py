"""Every old record replayed and written again in this process: `python -m tests.records.elsewhere`."""

import hashlib
import json
import locale
import time
from dataclasses import replace

from kamchatka.game.record_json import record_to_json
from kamchatka.game.record_text import record_to_text
from tests.game.rewriting import replayed
from tests.records.games import FILES, read


def everything() -> dict[str, str]:
    """For each file a digest of the table after each action, and of both files written again."""
    found = {}
    for path in FILES:
        record = read(path)
        game, digests = replayed(record)
        retold = replace(record, entries=game.entries)
        content = "\n".join((*digests, record_to_text(retold), record_to_json(retold)))
        found[path.name] = hashlib.sha256(content.encode("utf-8")).hexdigest()
    return found


def main() -> None:
    """Say where this process runs and what it found."""
    active = locale.setlocale(locale.LC_ALL, "")
    where = [active, locale.localeconv()["decimal_point"], time.localtime(0).tm_gmtoff // 3600]
    print(json.dumps({"where": where, "hash": hash("Kamchatka"), "found": everything()}))


if __name__ == "__main__":
    main()
