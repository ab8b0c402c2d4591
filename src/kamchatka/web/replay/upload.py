"""Reading an uploaded file, with a limit on its size while it is read."""

from fastapi import Request
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from kamchatka.app.games.records import MOST_BYTES
from kamchatka.refusals import Refusal
from kamchatka.web.site.forms import FormLimit, form_of

FRAME = 64 * 1024
"""Bytes allowed for the form around the file."""
LIMIT = FormLimit(MOST_BYTES + FRAME, fields=8, files=1, field_bytes=MOST_BYTES + FRAME)


class UploadRefusal(Refusal):
    """An upload that is not a file we accept."""

    section = "replay_page.refused"


async def uploaded(request: Request) -> tuple[bytes, str]:
    """The content of the file or of the pasted text, and the pasted text to show again.

    Raises UploadRefusal or ForeignEncoding.
    """
    try:
        async with form_of(request, LIMIT, _too_large()) as form:
            file, pasted = form.get("verbale"), form.get("testo")
            words = pasted if isinstance(pasted, str) else ""
            content = await file.read() if isinstance(file, UploadFile) else b""
    except HTTPException as error:
        raise UploadRefusal("bad_form") from error
    if not content:
        content = words.encode()
    if len(content) > MOST_BYTES:
        raise _too_large()
    if not content.strip():
        raise UploadRefusal("empty")
    return content, words


def _too_large() -> UploadRefusal:
    return UploadRefusal("too_large", most=MOST_BYTES // (1024 * 1024))
