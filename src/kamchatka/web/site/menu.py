"""What people come to do: the menu, and the pages each of its words gathers."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """A page of a job; its name and its sentence are `home.place.<code>` and `home.about.<code>`."""

    code: str
    address: str
    icon: str


@dataclass(frozen=True)
class Job(Place):
    """A word of the menu."""

    places: tuple[Place, ...]
    others: tuple[str, ...] = ()
    """Addresses that belong to it and that nobody is sent to from a list."""

    def holds(self, path: str) -> bool:
        """Whether a page belongs to it."""
        own = (self.address, *(place.address for place in self.places), *self.others)
        return any(path == each or path.startswith(f"{each}/") for each in own)


JOBS = (
    Job(
        "organise",
        "/organizza",
        "trophy",
        (
            Place("new", "/organizza/nuovo", "plus"),
            Place("quick", "/classifica-veloce", "list"),
            Place("scores", "/punteggi", "sum"),
        ),
        ("/demo", "/copie"),
    ),
    Job(
        "rules",
        "/regole",
        "book",
        (
            Place("rulebooks", "/regolamenti", "book"),
            Place("compare", "/confronta", "swap"),
            Place("cases", "/casi", "scale"),
            Place("clauses", "/clausole", "list"),
        ),
    ),
    Job(
        "watch",
        "/guarda",
        "map",
        (
            Place("events", "/tornei", "trophy"),
            Place("games", "/partite", "play"),
            Place("board", "/mappa", "map"),
            Place("odds", "/probabilita", "dice"),
        ),
    ),
)
