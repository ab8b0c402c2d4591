"""Lists of people as clubs have them: tables with headings, and lines of a chat, a message or a notebook."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from kamchatka.app.register.people import person_of
from kamchatka.full_name import GIVEN, PARTICLES, full_name
from kamchatka.ids import PersonId
from kamchatka.near_names import plain_words
from kamchatka.refusals import NotUnderstood
from kamchatka.scoring.results.csv_file import OpenQuote, rows_of
from kamchatka.scoring.results.source import CSV, NotWords, words_of
from kamchatka.store.people import Person

COLUMNS = {
    "name": (
        *("nome", "name", "giocatore", "player", "nominativo", "full_name"),
        *("cognome_e_nome", "cognome_nome", "nome_e_cognome", "nome_cognome"),
    ),
    "surname": ("cognome", "surname"),
    "club": ("club",),
    "region": ("regione", "region"),
    "team": ("squadra", "team"),
    "family": ("famiglia", "family"),
    "email": ("email", "posta"),
    "phone": ("telefono", "phone"),
    "born": ("nascita", "data_di_nascita", "born"),
}
"""Headings of the columns in lists of entrants; other columns are ignored."""
ENTRY = ("region", "team", "family")
"""Fields that belong to this tournament only."""
MOST = 2000
PLAIN = ("name", "surname", "club")
"""Columns of a list without headings."""
MOST_WORDS = 5
"""Most words of a name in a line without headings: more are a sentence, unless they have capitals."""
CHAT = re.compile(
    r"^\[?\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4},?\s+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\]?\s*(?:-\s*)?[^:]{1,60}:\s*"
)
"""Time and sender before a message of a chat."""
NUMBERED = re.compile(r"^[^\w(]*(?:\d{1,4}\s*[.):°-]*\s*)?[^\w(]*")
"""The number, bullet or picture before a name."""
SEPARATOR = re.compile(r"[,;\t]")
WITH_CLUB = re.compile(r"(?P<name>.+?)(?:\s*[(\[](?P<club>[^()\[\]]+)[)\]]|\s+[-–—|/]\s+(?P<after>.+))")
"""A name with a club in brackets or after a dash."""
NAME_WORD = re.compile(r"[^\W\d_]+(?:[.'’-][^\W\d_]*)*")
NO_NAMES = frozenset(
    plain_words(
        "ciao salve buongiorno buonasera buonanotte ecco grazie saluti elenco iscritti iscrizioni lista viene"
        " vengono vengo anche forse poi ok okay presenti presente partecipanti giocatori totale chi che come"
        " con per non sono siamo ti vi raduno torneo domani stasera ragazzi tutti hello hi hey"
        " thanks list players entries dear the and total"
    )
)
"""Words of greetings and remarks: a line with one of them names nobody."""


@dataclass(frozen=True)
class ListedPlayer:
    """A line of a list of entrants."""

    person: Person
    said: Mapping[str, str] = field(default_factory=dict)
    line: int = 0
    known_as: PersonId | None = None
    """The entry of the register that the organiser chose."""
    is_new: bool = False
    """Whether the organiser said that the person is not in the register."""
    unlike: tuple[PersonId, ...] = ()
    """The known people with a similar name of whom the organiser said so."""


@dataclass(frozen=True)
class ListLine:
    """A line of a list as it was written, and what was read of it."""

    number: int
    raw: str
    player: ListedPlayer | None
    """None: nothing can be read of it."""
    why: Literal["", "empty", "heading", "no_name", "fault"] = ""
    """Why it is left out; empty: it is not."""
    fault: NotUnderstood | None = None


def read_list(source: str) -> list[ListedPlayer]:
    """The people of a table with headings; NotUnderstood names the first invalid line."""
    lines = read_lines(source)
    first = next(line for line in lines if line.why != "empty")
    if first.why != "heading":
        raise NotUnderstood("list_columns", found=", ".join(_headings(first.raw)))
    for line in lines:
        if line.fault:
            raise NotUnderstood("list_line", line=line.number, said=line.fault.sentence) from line.fault
    found = [line.player for line in lines if line.player]
    if not found:
        raise NotUnderstood("list_empty")
    return found


def read_lines(source: str) -> list[ListLine]:
    """Every line of a pasted text, with or without headings; lines that name nobody say why."""
    source = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = source.rstrip().split("\n")
    first = next((at for at, line in enumerate(lines) if line.strip()), None)
    if first is None:
        raise NotUnderstood("list_empty")
    columns = _columns(_headings(lines[first]))
    is_table = "name" in columns
    if len(lines) - first - is_table > MOST:
        raise NotUnderstood("list_too_long", most=MOST)
    if not is_table:
        return [_line(at, line, PLAIN, _cells(line)) for at, line in enumerate(lines, 1)]
    try:
        rows = rows_of(source)[1:]
    except OpenQuote as error:
        raise NotUnderstood("list_quote", line=error.line) from error
    read = [_line(at, lines[at - 1], columns, row) for at, row in rows]
    return [ListLine(first + 1, lines[first], None, "heading"), *read]


def _headings(line: str) -> list[str]:
    return [cell.strip(' "') for cell in SEPARATOR.split(line)]


def _line(number: int, raw: str, columns: Sequence[str], row: Sequence[str] | None) -> ListLine:
    if row is None:
        why: Literal["empty", "no_name"] = "no_name" if raw.strip() else "empty"
        return ListLine(number, raw, _remark(number, raw) if raw.strip() else None, why)
    try:
        return ListLine(number, raw, _player(columns, number, row))
    except NotUnderstood as refusal:
        return ListLine(number, raw, _mendable(columns, number, row), "fault", refusal)


def _mendable(columns: Sequence[str], number: int, row: Sequence[str]) -> ListedPlayer | None:
    """The person in the cells that make sense; None if the name does not."""
    names = [name if name in ("name", "surname") else "" for name in columns]
    kept = list(names)
    try:
        player = _player(names, number, row)
    except NotUnderstood:
        return None
    for at, name in enumerate(columns):
        more = [*kept[:at], name, *kept[at + 1 :]]
        with suppress(NotUnderstood):
            player, kept = _player(more, number, row), more
    return player


def _remark(number: int, raw: str) -> ListedPlayer | None:
    """A line that seems to name nobody, as a name, if it can be one."""
    try:
        return ListedPlayer(person_of({"name": raw}), dict.fromkeys(ENTRY, ""), number)
    except NotUnderstood:
        return None


def _cells(line: str) -> tuple[str, str, str] | None:
    """Given name, surname and club in a line without headings; None if it names nobody."""
    text = NUMBERED.sub("", CHAT.sub("", line.strip())).strip()
    found = WITH_CLUB.fullmatch(text)
    if found and not (";" in text or "\t" in text):
        name, club = found["name"], found["club"] or found["after"]
    else:
        name, club = _separated(text)
    if not _is_name(name):
        return None
    parts = full_name(name)
    given, surname = _cased(parts.given), _cased(parts.surname)
    return (given, surname, club) if given else (surname, "", club)


def _separated(text: str) -> tuple[str, str]:
    """Name and club in a line with commas, semicolons or tabs: `Surname;Name;Club`, `Surname, Name`."""
    is_table = ";" in text or "\t" in text
    first, *others = [cell.strip() for cell in re.split(r"[;\t]" if is_table else ",", text)]
    if not others:
        return first, ""
    second, *rest = others
    begins, follows = (any(word in GIVEN for word in plain_words(cell)[:1]) for cell in (first, second))
    if is_table and rest and begins and " " not in first and not follows:
        return f"{second}, {first}", ", ".join(filter(None, rest))
    if (follows and not begins) or (is_table and rest and not begins):
        return f"{first}, {second}", ", ".join(filter(None, rest))
    return first, ", ".join(filter(None, others))


def _is_name(text: str) -> bool:
    words = text.replace(",", " ").split()
    if not words or not all(NAME_WORD.fullmatch(word) for word in words):
        return False
    if len(words) > MOST_WORDS and any(word.islower() and word not in PARTICLES for word in words):
        return False
    return not NO_NAMES.intersection(plain_words(text)) and (len(words) > 1 or words[0][0].isupper())


def _cased(part: str) -> str:
    """A part of a name, with capitals if it was written in small letters or in capitals only."""
    if not (part.islower() or (part.isupper() and len(part) > 2)):
        return part
    return re.sub(r"[^\W\d_]+", lambda word: word[0].capitalize(), part)


def _columns(heading: Sequence[str]) -> Sequence[str]:
    words = ("_".join(cell.strip().lower().split()) for cell in heading)
    return [next((name for name, said in COLUMNS.items() if word in said), "") for word in words]


def _player(columns: Sequence[str], line: int, row: Sequence[str]) -> ListedPlayer:
    """The person in these cells; NotUnderstood names the first invalid one."""
    cells = {name: cell.strip() for name, cell in zip(columns, row, strict=False) if name}
    cells["name"] = cells.get("name") or cells.get("surname", "")
    said = {key: cells.pop(key, "") for key in ENTRY}
    return ListedPlayer(person_of(cells), said, line)


def read_text(path: Path) -> str:
    """Read a list saved by a spreadsheet, also in an old Windows encoding."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotUnderstood("unreadable", path=path, error=error) from error
    return decoded(data, path.name)


def decoded(data: bytes, name: str) -> str:
    """The text of a list; NotUnderstood if it is not text."""
    try:
        return words_of(data, CSV).words
    except NotWords as wrong:
        raise NotUnderstood("not_a_list", path=name) from wrong
