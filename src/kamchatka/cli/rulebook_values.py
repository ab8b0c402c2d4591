"""Values of regulations as the terminal shows them: what each rests on, in words and as data."""

from rich.text import Text

from kamchatka import ledger
from kamchatka.cli.output import console
from kamchatka.messages import Language, text
from kamchatka.rulebook import Entry, Explanation, Rulebook, readings_of, unstated_of


def grounds(book: Rulebook, entry: Entry, lang: Language) -> str:
    """In few words what a value rests on: clauses, readings, or why there is neither."""
    if entry.clauses:
        return " ".join(entry.clauses)
    readings = readings_of(book, entry.key)
    if readings:
        return " ".join(reading.id for reading in readings)
    unstated = unstated_of(book, entry.key)
    return text(f"rulebook.unstated.{unstated.kind if unstated else 'own'}", lang)


def print_explanation(found: Explanation, lang: Language) -> None:
    """A value with its clauses, or why it has none, its readings and what else may be written."""
    out = console()
    out.print(Text.assemble((found.label, "bold"), "  ", (found.key, "dim"), f"\n{found.about}\n"))
    out.print(Text.assemble(f"{text('rulebook.cli.value', lang)}: ", (found.shown, "bold")))
    for clause in found.clauses:
        out.print(f"  {clause}  {ledger.clause(clause).rule(lang)}")
    if not found.clauses:
        out.print(f"  {_no_clause(found, lang)}")
    for reading in found.readings:
        out.print(f"\n{text('rulebook.cli.reading', lang)} {reading.id}: {reading.words(lang)}")
    if found.alternatives:
        out.print(f"\n{text('rulebook.cli.alternatives', lang)}:")
        for other in found.alternatives:
            out.print(f"  - {other}")
    out.print(f"\n{text('rulebook.cli.allowed', lang)}: {found.allowed}")


def _no_clause(found: Explanation, lang: Language) -> str:
    """What stands in the place of a clause where there is none."""
    if found.unstated is None:
        why = text(f"rulebook.unstated.{'reading' if found.readings else 'own'}", lang)
        return text("rulebook.unstated.no_clause", lang, why=why)
    kind = text(f"rulebook.unstated.{found.unstated.kind}", lang)
    return f"{text('rulebook.unstated.no_clause', lang, why=kind)}. {found.unstated.words(lang)}"


def entry_data(book: Rulebook, entry: Entry) -> dict[str, object]:
    """A value for programs, with what it rests on."""
    unstated = unstated_of(book, entry.key)
    return {
        "key": entry.key,
        "value": entry.value,
        "clauses": list(entry.clauses),
        "readings": [reading.id for reading in readings_of(book, entry.key)],
        "unstated": unstated.kind if unstated else None,
    }


def explanation_data(found: Explanation, lang: Language) -> dict[str, object]:
    """All there is to know about a value, for programs."""
    unstated = found.unstated
    return {
        "key": found.key,
        "label": found.label,
        "about": found.about,
        "value": found.value,
        "shown": found.shown,
        "clauses": list(found.clauses),
        "readings": [{"id": r.id, "reading": r.words(lang)} for r in found.readings],
        "unstated": {"kind": unstated.kind, "reason": unstated.words(lang)} if unstated else None,
        "alternatives": list(found.alternatives),
        "allowed": found.allowed,
    }
