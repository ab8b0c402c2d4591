"""Reading an uploaded file without ever holding more of it than we keep."""

from fastapi import Request
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.types import Message

from kamchatka.app.records import MOST_BYTES
from kamchatka.refusals import Refusal

FRAME = 64 * 1024
"""Room for what a form adds around a file."""
PATIENCE = 16 * MOST_BYTES
"""A browser shows our answer only after it has sent everything; beyond this we do not wait for it."""


class UploadRefusal(Refusal):
    """Something sent that is no file we could take."""

    section = "replay_page.refused"


async def uploaded(request: Request) -> tuple[bytes, str]:
    """What the form brings: the file or the pasted text, and the pasted text to show again.

    Raises UploadRefusal.
    """
    form = await _form(request)
    try:
        file, pasted = form.get("verbale"), form.get("testo")
        # A form may name an encoding that leads to half signs, which no page can show.
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
    body = await _body(request)

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    again = Request(request.scope, receive)
    try:
        return await again.form(max_files=1, max_fields=8, max_part_size=MOST_BYTES + FRAME)
    except (HTTPException, MultiPartException, ValueError, LookupError) as error:
        # The last two: an encoding named by the form that cannot read it, or that nobody knows.
        raise UploadRefusal("bad_form") from error


async def _body(request: Request) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size <= MOST_BYTES + FRAME:
            parts.append(part)
        elif size > PATIENCE:
            break
        else:
            parts.clear()
    if size > MOST_BYTES + FRAME:
        raise _too_large()
    return b"".join(parts)


def _too_large() -> UploadRefusal:
    return UploadRefusal("too_large", most=MOST_BYTES // (1024 * 1024))
