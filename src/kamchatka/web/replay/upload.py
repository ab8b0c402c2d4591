"""Reading an uploaded file, with a limit on its size while it is read."""

from fastapi import Request
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException

from kamchatka.app.games.records import MOST_BYTES
from kamchatka.refusals import Refusal
from kamchatka.web.site.forms import request_up_to

FRAME = 64 * 1024
"""Bytes allowed for the form around the file."""


class UploadRefusal(Refusal):
    """An upload that is not a file we accept."""

    section = "replay_page.refused"


async def uploaded(request: Request) -> tuple[bytes, str]:
    """The content of the file or of the pasted text, and the pasted text to show again.

    Raises UploadRefusal.
    """
    form = await _form(request)
    try:
        file, pasted = form.get("verbale"), form.get("testo")
        # A form may name an encoding that decodes to lone surrogates, which no page can show.
        words = pasted.encode("utf-8", errors="replace").decode() if isinstance(pasted, str) else ""
        content = await file.read() if isinstance(file, UploadFile) else b""
    finally:
        await form.close()
    if not content:
        content = words.encode()
    if len(content) > MOST_BYTES:
        raise _too_large()
    if not content.strip():
        raise UploadRefusal("empty")
    return content, words


async def _form(request: Request) -> FormData:
    limited = request_up_to(request, MOST_BYTES + FRAME, _too_large())
    try:
        return await limited.form(max_files=1, max_fields=8, max_part_size=MOST_BYTES + FRAME)
    except (HTTPException, MultiPartException, ValueError, LookupError) as error:
        # The last two: the form names an encoding that does not fit its bytes, or an unknown one.
        raise UploadRefusal("bad_form") from error


def _too_large() -> UploadRefusal:
    return UploadRefusal("too_large", most=MOST_BYTES // (1024 * 1024))
