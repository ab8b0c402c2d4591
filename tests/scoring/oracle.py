"""A second computation of every formula, straight from the printed clauses, sharing no code with the product.

As plain as possible and not at all general: each formula is a function of its own.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction

from tests.scoring.oracle_table import Seat, Table

Key = tuple[Fraction, ...]
Options = Mapping[str, object]


def _chosen(options: Options, name: str, otherwise: int) -> int:
    value = options.get(name, otherwise)
    assert isinstance(value, int)
    return value


def _kept(options: Options, otherwise: str) -> bool:
    return options.get("ties", otherwise) == "keep"


def _conversione(first: int, book: str, seats: list[Seat], options: Options) -> tuple[Table, list[Key]]:
    """001-FP3, FP4."""
    t = Table(book, seats, kept=_kept(options, "break"), risiko=_chosen(options, "risiko", 100))
    found: list[Key] = []
    for seat in range(t.n):
        place, gap = t.place[seat], t.gap[seat]
        if t.out[seat]:
            number = Fraction((10, 20, 30, _chosen(options, "fourth-out", 40))[t.went[seat] - 1])
        elif t.reached[seat]:  # FP3g: whatever else was chosen
            number = first + 1 - t.second / 100
        elif place == 1:
            decimals = options.get("decimals", "1/100")
            if decimals == "digits":
                whole = int(t.lead)
                number = first + Fraction(f"0.{whole}")
            else:
                number = first + t.lead / (100 if decimals == "1/100" else 10)
        elif t.n == 4:
            number = max({2: 100, 3: 80, 4: 60}[place] - gap, Fraction({2: 80, 3: 60, 4: 40}[place]))
        else:
            base, least = {2: (100, 90), 3: (80, 70), 4: (60, 50), 5: (50, 40)}[place]
            number = max(base - gap, Fraction(least))
        found.append((number,))
    return t, found


def _shared_bonus(t: Table, seat: int, bonus: int) -> Fraction:
    """001-FP5d, FP5e: alone whole, two halve it, more get none."""
    if t.place[seat] != 1:
        return Fraction(0)
    return {1: Fraction(bonus), 2: Fraction(bonus, 2)}.get(t.sharing(seat), Fraction(0))


def _bonus(book: str, seats: list[Seat], options: Options) -> tuple[Table, list[Key]]:
    """001-FP5; the circuit's gathering."""
    t = Table(book, seats, kept=_kept(options, "keep"), risiko=100)
    bonus = _chosen(options, "bonus", 50)
    return t, [(t.points[s] + _shared_bonus(t, s, bonus),) for s in range(t.n)]


def _open(book: str, seats: list[Seat], options: Options) -> tuple[Table, list[Key]]:
    """The circuit's Open: at five a winner above 80 counts 100, else times 1.25; at three times 0.75."""
    t, _ = _bonus(book, seats, options)
    factor = {3: Fraction(3, 4), 5: Fraction(5, 4)}.get(t.n, Fraction(1))
    bonus = _chosen(options, "bonus", 50)
    found: list[Key] = []
    for s in range(t.n):
        full = t.n == 5 and t.place[s] == 1 and t.points[s] > 80
        found.append(((100 if full else t.points[s] * factor) + _shared_bonus(t, s, bonus),))
    return t, found


def _master(book: str, seats: list[Seat], options: Options) -> tuple[Table, list[Key]]:
    """The circuit's Master: thousandths, times 1.25 at tables of five and rounded up, capped at 100."""
    t = Table(book, seats, kept=False, risiko=100)
    found: list[Key] = []
    for seat in range(t.n):
        points = t.points[seat] * (Fraction(5, 4) if t.n == 5 else 1)
        whole = int(points) + (points != int(points))
        found.append((Fraction(min(whole, 100), 1000) + (t.place[seat] == 1),))
    return t, found


def _wins(t: Table, seat: int, options: Options) -> Fraction:
    """AMB-40."""
    if t.place[seat] != 1:
        return Fraction(0)
    if t.sharing(seat) == 1:
        return Fraction(1)
    return Fraction(1, 2) if options["shared-win"] == "half" and t.sharing(seat) == 2 else Fraction(0)


def _keeps_wins(options: Options) -> bool:
    return options.get("shared-win", "break") != "break"


def _vittorie(book: str, seats: list[Seat], options: Options) -> tuple[Table, list[Key]]:
    """001-FP6."""
    t = Table(book, seats, kept=_keeps_wins(options), risiko=100)
    bonus = _chosen(options, "bonus", 50)
    return t, [(_wins(t, s, options), t.points[s] + _shared_bonus(t, s, bonus)) for s in range(t.n)]


def _triestino(book: str, seats: list[Seat], options: Options) -> tuple[Table, list[Key]]:
    """001-FP7, AMB-41."""
    t = Table(book, seats, kept=_keeps_wins(options), risiko=_chosen(options, "risiko", 100))
    whole = sum(t.points)
    found: list[Key] = []
    for seat in range(t.n):
        part = 100 * t.n * t.points[seat] / whole if whole else Fraction(0 if t.out[seat] else 100)
        if (kept := options.get("decimals", "all")) != "all":
            assert isinstance(kept, int)
            part = Fraction((part * 10**kept + Fraction(1, 2)) // 1, 10**kept)
        found.append((_wins(t, seat, options), part))
    return t, found


def _standard(book: str, seats: list[Seat], options: Options) -> tuple[Table, list[Key]]:
    """001-FP8; the team championship."""
    t = Table(book, seats, kept=_kept(options, "break"), risiko=100)
    scale = options.get("scale", [12, 7, 5, 3, 2])
    assert isinstance(scale, list)
    found: list[Key] = []
    for seat in range(t.n):
        if t.out[seat]:
            last = _chosen(options, "fourth-out", 4)
            found.append((Fraction((1, 2, 3, last, last, last)[t.went[seat] - 1]),))
        else:
            place = scale[t.place[seat] - 1] if t.place[seat] <= len(scale) else 0
            found.append((place + t.points[seat] / 100,))
    return t, found


def _faentino(book: str, seats: list[Seat], options: Options) -> tuple[Table, list[Key]]:
    """001-FP9."""
    t = Table(book, seats, kept=_kept(options, "break"), risiko=_chosen(options, "risiko", 100))
    found: list[Key] = []
    for seat in range(t.n):
        if t.out[seat]:
            number = 0
        elif t.place[seat] == 1:
            number = 110 if t.reached[seat] else 100
        else:
            number = 50 if t.gap[seat] <= 15 else 10
        found.append((Fraction(number),))
    return t, found


def _spartaco(book: str, seats: list[Seat], options: Options) -> tuple[Table, list[Key]]:
    """001-FP10, AMB-42, AMB-43."""
    t = Table(book, seats, kept=_kept(options, "break"), risiko=_chosen(options, "risiko", 86))
    found: list[Key] = []
    for seat in range(t.n):
        suffered = any(t.reached) and not t.reached[seat]
        if t.reached[seat]:
            number = Fraction(186)
        elif suffered and options.get("malus") == "flat":
            number = Fraction(-14)
        elif t.out[seat] and options.get("eliminated") == "zero":
            number = Fraction(0)
        elif t.place[seat] == 1:
            number = 100 + t.points[seat]
        else:
            number = 100 - t.gap[seat] - (14 if suffered else 0)
        found.append((number,))
    return t, found


def _medagliere(book: str, seats: list[Seat], options: Options) -> tuple[Table, list[Key]]:
    """001-FP11, AMB-44."""
    t = Table(book, seats, kept=_keeps_wins(options), risiko=None)
    found: list[Key] = []
    for seat in range(t.n):
        medal = Fraction(1)
        if t.sharing(seat) > 1 and _keeps_wins(options):
            half = options["shared-win"] == "half" and t.sharing(seat) == 2
            medal = Fraction(1, 2) if half else Fraction(0)
        found.append(tuple(medal if t.place[seat] == place else Fraction(0) for place in range(1, 6)))
    return t, found


def _maialino(book: str, seats: list[Seat], options: Options) -> tuple[Table, list[Key]]:
    """001-FP12, AMB-45, AMB-46."""
    t = Table(book, seats, kept=_kept(options, "keep"), risiko=_chosen(options, "risiko", 100))
    prizes = [60, 10, 5, 0, _chosen(options, "fifth-bonus", 0), 0, 0]
    found: list[Key] = []
    for seat in range(t.n):
        prize = Fraction(prizes[t.place[seat] - 1])
        if t.sharing(seat) == 2:
            if options.get("share") == "pooled":
                prize = Fraction(prizes[t.ahead(seat)] + prizes[t.ahead(seat) + 1], 2)
            else:
                prize /= 2
        elif t.sharing(seat) > 2:
            prize = Fraction(10 if t.sharing(seat) == 3 and t.place[seat] == 1 else 0)
        if t.out[seat] and options.get("eliminated-bonus") == "none":
            prize = Fraction(0)
        found.append((t.points[seat] / 2 + prize,))
    return t, found


def _veronese(book: str, seats: list[Seat], options: Options) -> tuple[Table, list[Key]]:
    """001-FP13, AMB-46."""
    t = Table(book, seats, kept=_kept(options, "break"), risiko=_chosen(options, "risiko", 100))
    prizes = [100, 60, 40, 20, _chosen(options, "fifth-bonus", 0), 0]
    found: list[Key] = []
    for seat in range(t.n):
        without = t.out[seat] and options.get("eliminated-bonus") == "none"
        found.append((t.points[seat] + (0 if without else prizes[t.place[seat] - 1]),))
    return t, found


MILANO = {
    4: [(100, 80), (80, 60), (60, 40)],
    5: [(100, 90), (80, 70), (60, 50), (50, 40)],
    6: [(100, 95), (80, 75), (60, 55), (50, 45), (45, 40)],
}


def _milano(book: str, seats: list[Seat], options: Options) -> tuple[Table, list[Key]]:
    """003-11."""
    worth = options.get("risiko", "counted")
    t = Table(book, seats, kept=False, risiko=worth if isinstance(worth, int) else None)
    found: list[Key] = []
    for seat in range(t.n):
        if t.out[seat]:
            number = Fraction(10)
        elif t.place[seat] == 1:
            number = Fraction({4: 200, 5: 210, 6: 215}[t.n])
        else:
            top, bottom = MILANO[t.n][t.place[seat] - 2]
            number = max(top - t.gap[seat], Fraction(bottom))
        found.append((number,))
    return t, found


def _primavera(book: str, seats: list[Seat], options: Options) -> tuple[Table, list[Key]]:
    """004-S1..S6."""
    level = options.get("zero-ties", "share-worst") == "share-worst"
    t = Table(book, seats, kept=False, risiko=200, level=level)
    found: list[Key] = []
    for seat in range(t.n):
        if t.place[seat] == 1:
            number = 31 + t.lead / 10
        else:
            number = max(Fraction(0), (15, 7, 3, 1, 1)[t.place[seat] - 2] - t.gap[seat] / 10)
        found.append((number,))
    return t, found


Formula = Callable[[str, list[Seat], Options], tuple[Table, list[Key]]]

FORMULAS: dict[str, Formula] = {
    "bonus-50": _bonus,
    "conversione-150": lambda book, seats, options: _conversione(150, book, seats, options),
    "conversione-200": lambda book, seats, options: _conversione(200, book, seats, options),
    "faentino": _faentino,
    "maialino": _maialino,
    "master": _master,
    "medagliere": _medagliere,
    "milano": _milano,
    "open": _open,
    "primavera": _primavera,
    "raduno": _bonus,
    "spartaco": _spartaco,
    "squadre": _standard,
    "standard": _standard,
    "triestino": _triestino,
    "veronese": _veronese,
    "vittorie": _vittorie,
}
SIZES = {"conversione-150": (4, 5), "conversione-200": (4, 5), "milano": (4, 5, 6), "primavera": (3, 4, 5)}
"""Table sizes a formula speaks of; three to six where it is not said."""


def scored(formula: str, book: str, seats: list[Seat], options: Options) -> list[tuple[int, Key]]:
    """The place and the key of each seat."""
    table, keys = FORMULAS[formula](book, seats, options)
    return list(zip(table.place, keys, strict=True))
