"""The door for commands of this computer's terminal, while the site holds the database."""

import hmac
import json
from dataclasses import asdict

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from kamchatka.app.terminal import ADDRESS, SECRET, Terminal
from kamchatka.web.site.hosts import is_local
from kamchatka.web.site.locks import LockedRouter, Need

router = LockedRouter()
MOST_BYTES = 4 << 20


@router.form(ADDRESS, Need.NOTHING)
async def execute(request: Request) -> JSONResponse:
    """Execute a command of the terminal; 404 for all who are not on this computer or lack the secret."""
    terminal: Terminal | None = request.app.state.terminal
    secret = request.headers.get(SECRET, "").encode()
    if (
        terminal is None
        or not is_local(request)
        or not hmac.compare_digest(secret, terminal.secret.encode())
        or int(request.headers.get("content-length") or MOST_BYTES + 1) > MOST_BYTES
    ):
        raise HTTPException(404)
    asked = json.loads(await request.body())
    given = asked["words"], asked["typed"], asked["folder"]
    return JSONResponse(asdict(await run_in_threadpool(terminal.execute, *given)))
