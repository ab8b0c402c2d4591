"""A person's full name, which knows its surname; and the guess where nobody has said which word it is."""

import unicodedata
from functools import lru_cache
from typing import Self

_PARTICLES = """
    d da dal dall dalla dalle de degli dei del dell della delle dello den der di du e el la le li lo mc mac
    san sant santa ter van von y
"""
PARTICLES = frozenset(_PARTICLES.split())
"""Words that begin a surname of several words."""
_GIVEN = """
    adriana adriano agnese alberto aldo alessandra alessandro alessia alessio alex alfredo alice alina ambra
    andrea angela angelo anita anna annalisa annamaria antonella antonia antonio arianna arturo asia aurora
    barbara beatrice benedetta bianca bruno camilla carla carlo carlotta carmela caterina cecilia celeste
    chiara cinzia clara claudia claudio corrado cosimo cristian cristiana cristiano cristina daniela daniele
    danilo dario davide debora denis diana diego donatella edoardo elena eleonora elia elisa elisabetta
    emanuela emanuele emilia emilio emma enrica enrico enzo erica erika ernesto ettore eugenio eva fabiana
    fabio fabrizio federica federico filippo flavia flavio francesca francesco franco gabriele gabriella gaia
    gennaro giacomo gianluca gianni giada ginevra giorgia giorgio giovanna giovanni giulia giuliano giulio
    giuseppe giuseppina grazia greta guido igor ilaria irene isabella ivan ivana jacopo laura leonardo letizia
    lidia lisa livio lorena lorenzo luca lucia luciana luciano lucio ludovica luigi luisa manuel manuela
    marcella marcello marco margherita maria marianna mario marta martina massimiliano massimo matilde matteo
    mattia maurizio mauro michela michele mirko monica nadia nicola nicole nicoletta nicolò nino noemi nora
    olga oscar ottavia paola paolo patrizia pietro piero raffaele raffaella rebecca renato renzo riccardo rita
    roberta roberto rocco romina rosa rosanna rosario ruggero sabrina salvatore samuele samuela sandra sandro
    sara sebastiano serena sergio silvana silvia silvio simona simone sofia sonia stefania stefano susanna
    teresa tiziana tiziano tommaso umberto valentina valentino valeria valerio vanessa veronica vincenzo
    viola viviana vito vittoria vittorio walter yuri zeno ada alba antonietta ciro domenico donato fiorella
    gian giancarlo gianfranco gianmarco gina gino giampiero graziella ines iris ivo lara lina loredana marisa
    mia mirella nicolo ornella pasquale pia pier pierluigi rosalia saverio toni ugo virginia
"""
GIVEN = frozenset(_GIVEN.split())
"""Common given names, small letters: a name that ends with one and does not begin with one is reversed."""


class FullName(str):
    """A name as it is written, `Luca De Santis`; `listed` is how a list sorted by surname writes it.

    What follows the surname, such as the club of one of two namesakes, belongs to neither part.
    """

    given: str
    surname: str
    rest: str

    def __new__(cls, name: str, given: str = "", surname: str = "", rest: str = "") -> Self:
        """This name with its parts; a name without parts is all surname."""
        self = super().__new__(cls, name + rest)
        self.given, self.surname, self.rest = given, surname or name, rest
        return self

    def with_rest(self, rest: str) -> "FullName":
        """The same name, followed by this."""
        return FullName(self, self.given, self.surname, rest)

    @property
    def listed(self) -> str:
        """Surname first."""
        return f"{self.surname} {self.given}".strip() + self.rest

    @property
    def order(self) -> str:
        """The key of lists sorted by surname: without case, accents and apostrophes."""
        bare = unicodedata.normalize("NFKD", self.listed.casefold())
        return "".join(sign for sign in bare if sign not in "'’" and not unicodedata.combining(sign))


def full_name(name: str, surname: str = "") -> FullName:
    """The name with its surname; if none is given, or the name does not have it, by a guess."""
    if surname and (fitting := fitted(name, surname)):
        return fitting
    return name if isinstance(name, FullName) else _guessed(name)


def fitted(name: str, surname: str) -> FullName | None:
    """The name split at this surname, with which it ends or begins; None if it does neither."""
    words, count = name.split(), len(surname.split())
    for last, given in ((words[-count:], words[:-count]), (words[:count], words[count:])):
        if " ".join(last).casefold() == surname.casefold():
            return FullName(name, " ".join(given), " ".join(last))
    return None


@lru_cache(maxsize=4096)
def _guessed(name: str) -> FullName:
    """What follows the common given names, or the last word with the particles before it; but the first
    words if the name is written surname first. After a particle, a given name is part of the surname.
    """
    before, comma, after = name.partition(",")
    if comma and before.strip() and after.strip():
        return FullName(name, after.strip(), before.strip())
    words = name.split()
    plain = [word.casefold().rstrip("'’.") for word in words]
    if len(words) < 2:
        return FullName(name)
    capitals = [word for word in words if word.isupper() and len(word.strip("'’.")) > 1]
    if 0 < len(capitals) < len(words) and (written := fitted(name, " ".join(capitals))):
        return written
    leads = [word.casefold().rstrip("'’") in PARTICLES for word in words]
    given = [word in GIVEN and not (at and leads[at - 1]) for at, word in enumerate(plain)]
    if given[-1] and not given[0]:
        first = given.index(True)
        return FullName(name, " ".join(words[first:]), " ".join(words[:first]))
    head = next((at for at, lead in enumerate(leads) if not lead), 0)
    if head and (head < len(words) - 1 or plain[head] in GIVEN):
        return FullName(name, " ".join(words[head + 1 :]), " ".join(words[: head + 1]))
    known = next((at for at, is_given in enumerate(given[:-1]) if not is_given), 0) or len(words) - 1
    first = next((at for at, lead in enumerate(leads[:-1]) if at and lead), known)
    first = min(first, known)
    return FullName(name, " ".join(words[:first]), " ".join(words[first:]))
