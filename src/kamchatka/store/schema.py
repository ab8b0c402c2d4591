"""The tables of the database; each column has a label: whether it is personal, its purpose and its retention.

All values are text or integers, the same bytes on both databases; texts are sorted by their bytes. SQLite
stores rows in key order (no `rowid`), so that a stream is read sequentially and an append touches fewer
pages. Alembic creates the tables (`migrations`); a test compares them with these.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.types import TypeEngine

HEAD = "0006"
"""The newest migration: the schema this code works with."""

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

Words = Text().with_variant(Text(collation="C"), "postgresql")
"""Text sorted by its bytes: PostgreSQL would otherwise use the collation of its locale."""
Number = BigInteger().with_variant(Integer(), "sqlite")


@dataclass(frozen=True)
class Label:
    """What privacy law requires us to state about a column."""

    is_personal: bool
    purpose: str
    kept: str


UNTIL_DECIDED = "until an organiser approves or refuses the request, at most ninety days"
FOR_EVER = "as long as the installation"
UNTIL_ERASED = "until the person asks to be erased"
WITH_ACCOUNT = "until the account is removed"
UNTIL_OVER = "until it ends, which it says itself"


def _column(
    name: str, kind: TypeEngine[Any], purpose: str, *, kept: str = FOR_EVER, index: bool = False
) -> Column[Any]:
    """A column without personal data: at most opaque ids."""
    return Column(name, kind, nullable=False, index=index, info={"label": Label(False, purpose, kept)})


def _personal(name: str, purpose: str, *, kept: str = UNTIL_ERASED) -> Column[str]:
    """A column of personal data, emptied when the person is erased."""
    return Column(name, Words, nullable=False, info={"label": Label(True, purpose, kept)})


events = Table(
    "events",
    metadata,
    _column("stream", Words, "what this happened to: a person, a tournament, a table"),
    _column("sequence", Number, "the place in the stream, from 1"),
    _column("feed", Words, "the tournament the stream belongs to, else the stream itself"),
    _column("number", Number, "the place in the feed, from 1"),
    _column("kind", Words, "what happened"),
    _column("version", Number, "the shape of the payload"),
    _column("at", Words, "when, in world time"),
    _column("actor", Words, "the role and the opaque id of whoever did it"),
    _column("action", Words, "the id of the request that caused it", index=True),
    _column("sealed", Words, "the salted hash of a note or of a person's data, which stand elsewhere"),
    _column("payload", Words, "what happened, as JSON in plain ASCII"),
    _column("hash", Words, "the hash over all of this and the event before"),
    PrimaryKeyConstraint("stream", "sequence"),
    UniqueConstraint("feed", "number"),
    sqlite_with_rowid=False,
)

feeds = Table(
    "feeds",
    metadata,
    _column("feed", Words, "the tournament, else the stream itself"),
    _column("number", Number, "how many events it has"),
    PrimaryKeyConstraint("feed"),
    sqlite_with_rowid=False,
)

actions = Table(
    "actions",
    metadata,
    _column("action", Words, "the id a client gave to its request: sent again, it is not done again"),
    # Not personal, but a guessed name could be tested against it: emptied whenever a person is erased.
    _column("fingerprint", Words, "a salted hash of the request, to refuse another one under its id"),
    PrimaryKeyConstraint("action"),
    sqlite_with_rowid=False,
)

texts = Table(
    "texts",
    metadata,
    _column("feed", Words, "the tournament that is played by it"),
    _column("digest", Words, "the hash of the text"),
    _column("kind", Words, "regulation, formula or format"),
    _column("content", Words, "the text as it was when the tournament was made"),
    PrimaryKeyConstraint("feed", "digest"),
    sqlite_with_rowid=False,
)

projections = Table(
    "projections",
    metadata,
    _column("name", Words, "a table that is put together from the log"),
    _column("version", Number, "how it is put together: another version is rebuilt"),
    PrimaryKeyConstraint("name"),
    sqlite_with_rowid=False,
)

mentions = Table(
    "mentions",
    metadata,
    _column("person", Words, "the opaque id of somebody an event speaks of"),
    _column("stream", Words, "the event"),
    _column("sequence", Number, "the event"),
    PrimaryKeyConstraint("person", "stream", "sequence"),
    sqlite_with_rowid=False,
)

people = Table(
    "people",
    metadata,
    _column("person", Words, "an opaque id, all that events know of somebody"),
    _column("salt", Words, "random, so that nobody can guess what the log has sealed"),
    _column("merged_into", Words, "the person this one turned out to be"),
    _personal("name", "lists, tables and standings"),
    _personal("club", "seating clubmates apart, standings of clubs"),
    _personal("email", "news of an event"),
    _personal("phone", "calling whoever is missing"),
    _personal("born", "rules for minors"),
    _personal("consent", "which notice the person accepted, and when"),
    _personal("surname", "sorting lists: the words of the name that are it"),
    PrimaryKeyConstraint("person"),
    sqlite_with_rowid=False,
)

notes = Table(
    "notes",
    metadata,
    _column("stream", Words, "the event the note belongs to"),
    _column("sequence", Number, "the event the note belongs to"),
    _column("salt", Words, "random, so that nobody can guess what the log has sealed"),
    _personal("content", "reasons in the words of whoever gave them"),
    PrimaryKeyConstraint("stream", "sequence"),
    sqlite_with_rowid=False,
)

words = Table(
    "words",
    metadata,
    _column("feed", Words, "the tournament in which it was said"),
    _column("code", Words, "the salted hash of the word, which stands in events"),
    _column("salt", Words, "random, so that nobody can guess what the log has sealed; empty once erased"),
    _personal("content", "the club, region, team or family of an entry, a contact, a venue"),
    PrimaryKeyConstraint("feed", "code"),
    sqlite_with_rowid=False,
)

former_heads = Table(
    "former_heads",
    metadata,
    _column("stream", Words, "an event whose feed was sealed anew when a person was erased"),
    _column("sequence", Number, "the event"),
    _column("hash", Words, "its hash before, which may stand on paper"),
    _column("at", Words, "when it was sealed anew, in world time"),
    PrimaryKeyConstraint("stream", "sequence"),
    sqlite_with_rowid=False,
)

accounts = Table(
    "accounts",
    metadata,
    _column("account", Words, "an opaque id, all that the log knows of whoever acts", kept=WITH_ACCOUNT),
    _personal("login", "entering: small letters; the account's id until one is chosen", kept=WITH_ACCOUNT),
    _personal("name", "who did what, in the log and in lists of who may enter", kept=WITH_ACCOUNT),
    _column("password", Words, "its Argon2 hash; empty where only a link lets in", kept=WITH_ACCOUNT),
    _column("kind", Words, "administrator, organiser or member", kept=WITH_ACCOUNT),
    _column("created", Words, "when, in world time", kept=WITH_ACCOUNT),
    _column(
        "disabled", Words, "since when nobody enters with it; empty while it is in use", kept=WITH_ACCOUNT
    ),
    PrimaryKeyConstraint("account"),
    UniqueConstraint("login"),
    sqlite_with_rowid=False,
)

grants = Table(
    "grants",
    metadata,
    _column("account", Words, "who may do something in an event", kept=WITH_ACCOUNT),
    _column("tournament", Words, "the event", kept=WITH_ACCOUNT),
    _column("role", Words, "as what", kept=WITH_ACCOUNT),
    _column("created", Words, "since when, in world time", kept=WITH_ACCOUNT),
    PrimaryKeyConstraint("account", "tournament"),
    sqlite_with_rowid=False,
)

sessions = Table(
    "sessions",
    metadata,
    _column("token", Words, "the SHA-256 of what the browser holds", kept=UNTIL_OVER),
    _column("account", Words, "who entered", kept=UNTIL_OVER, index=True),
    _column("created", Words, "when, in world time", kept=UNTIL_OVER),
    _column("seen", Words, "when it last changed something, to the quarter of an hour", kept=UNTIL_OVER),
    _column("expires", Words, "when it ends by itself", kept=UNTIL_OVER),
    _personal("device", "telling one's own browsers apart: its name and its system's", kept=UNTIL_OVER),
    PrimaryKeyConstraint("token"),
    sqlite_with_rowid=False,
)

links = Table(
    "links",
    metadata,
    _column("token", Words, "the SHA-256 of what stands in the link", kept=UNTIL_OVER),
    _column("purpose", Words, "set-up, invitation or entry", kept=UNTIL_OVER),
    _column("account", Words, "whom it lets in; empty where it makes an account", kept=UNTIL_OVER),
    _personal("name", "whom it was made for, shown before it is used", kept=UNTIL_OVER),
    _column("kind", Words, "the kind of account it makes", kept=UNTIL_OVER),
    _column("tournament", Words, "the event it is for, if any", kept=UNTIL_OVER),
    _column("role", Words, "the role it gives there", kept=UNTIL_OVER),
    _column("created", Words, "when, in world time", kept=UNTIL_OVER),
    _column("expires", Words, "until when it can be used", kept=UNTIL_OVER),
    _column("spent", Words, "when it was used; empty before", kept=UNTIL_OVER),
    PrimaryKeyConstraint("token"),
    sqlite_with_rowid=False,
)

secrets = Table(
    "secrets",
    metadata,
    _column("name", Words, "what it is for"),
    _column("value", Words, "random, known to this installation alone"),
    PrimaryKeyConstraint("name"),
    sqlite_with_rowid=False,
)

requests = Table(
    "requests",
    metadata,
    _column("request", Words, "an opaque id", kept=UNTIL_DECIDED),
    _column("tournament", Words, "the event somebody wants to enter", kept=UNTIL_DECIDED),
    _column("at", Words, "when, in world time", kept=UNTIL_DECIDED),
    _personal("name", "deciding on the request; if approved, as in the register", kept=UNTIL_DECIDED),
    _personal("club", "the same", kept=UNTIL_DECIDED),
    _personal("email", "news of the event", kept=UNTIL_DECIDED),
    _personal("phone", "calling back", kept=UNTIL_DECIDED),
    _personal("born", "rules for minors", kept=UNTIL_DECIDED),
    _personal("consent", "which notice was accepted, when, and by which parent", kept=UNTIL_DECIDED),
    _column("rules", Words, "the digest of the rules that were accepted", kept=UNTIL_DECIDED),
    _personal("surname", "the same as the name", kept=UNTIL_DECIDED),
    PrimaryKeyConstraint("request"),
    sqlite_with_rowid=False,
)

shelf = Table(
    "shelf",
    metadata,
    _column("tournament", Words, "an event put aside because it cannot be read"),
    _column("at", Words, "since when, in world time"),
    _column("actor", Words, "the role and the opaque id of whoever did it"),
    PrimaryKeyConstraint("tournament"),
    sqlite_with_rowid=False,
)
