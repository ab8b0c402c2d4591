"""The menu: the jobs people come for, and the pages of each."""

from dataclasses import dataclass


@dataclass(frozen=True)
class MenuPage:
    """A page of a job; its name and description are messages `home.place.<code>` and `home.about.<code>`."""

    code: str
    address: str
    icon: str


@dataclass(frozen=True)
class Job(MenuPage):
    """An item of the menu."""

    places: tuple[MenuPage, ...]
    others: tuple[str, ...] = ()
    """Further addresses that belong to it but are not listed."""

    def holds(self, path: str) -> bool:
        """Whether a page belongs to this job."""
        own = (self.address, *(place.address for place in self.places), *self.others)
        return any(path == each or path.startswith(f"{each}/") for each in own)


JOBS = (
    Job(
        "organise",
        "/organizza",
        "trophy",
        (
            MenuPage("new", "/organizza/nuovo", "plus"),
            MenuPage("quick", "/classifica-veloce", "list"),
            MenuPage("scores", "/punteggi", "sum"),
        ),
        ("/demo", "/copie", "/anagrafe"),
    ),
    Job(
        "rules",
        "/regole",
        "book",
        (
            MenuPage("rulebooks", "/regolamenti", "book"),
            MenuPage("compare", "/confronta", "swap"),
            MenuPage("cases", "/casi", "scale"),
            MenuPage("clauses", "/clausole", "list"),
        ),
    ),
    Job(
        "watch",
        "/guarda",
        "map",
        (
            MenuPage("play", "/gioca", "seat"),
            MenuPage("events", "/tornei", "trophy"),
            MenuPage("games", "/partite", "play"),
            MenuPage("board", "/mappa", "map"),
            MenuPage("odds", "/probabilita", "dice"),
        ),
    ),
)
