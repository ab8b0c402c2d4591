"""Static files, sent from memory: clients that read slowly hold no file open."""

import os
from functools import lru_cache
from pathlib import Path

from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

MOST_FILES = 200
"""All there are, a megabyte."""


class HeldFiles(StaticFiles):
    """The files of a folder; each is read once, and again when it changes."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The file, or 304 if the browser has it."""
        answer = super().file_response(full_path, stat_result, scope, status_code)
        if not isinstance(answer, FileResponse):
            return answer
        headers = {name: value for name, value in answer.headers.items() if name != "accept-ranges"}
        return Response(_content(Path(full_path), stat_result.st_mtime_ns), status_code, headers)


@lru_cache(maxsize=MOST_FILES)
def _content(path: Path, changed: int) -> bytes:
    return path.read_bytes()
