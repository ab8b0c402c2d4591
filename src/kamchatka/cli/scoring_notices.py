"""What to say beside scores and standings: what a judge must rule, what does not fit, what takes nothing."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kamchatka.cli.output import language
from kamchatka.cli.scoring_input import plain
from kamchatka.messages import text

if TYPE_CHECKING:
    from kamchatka.rulebook import Rulebook
    from kamchatka.scoring.formula.model import Formula
    from kamchatka.scoring.results.model import Results
    from kamchatka.scoring.standings.ranking import Standings


def incidents_of(results: "Results") -> list[str]:
    """What a judge must rule first, table by table."""
    from kamchatka.scoring.numbers import shown
    from kamchatka.scoring.results.penalties import penalties_due

    lang = language()
    due = [
        text(
            "standings.penalty_due",
            lang,
            round=each.round,
            player=plain(each.player),
            points=shown(each.points, lang),
            clause=each.clause or "",
        )
        for each in penalties_due(results)
    ]
    return due + [
        text(
            "standings.at_table",
            lang,
            round=table.round,
            table=table.number,
            said=plain(incident.sentence(lang)),
        )
        for table in results.tables()
        for incident in table.incidents
    ]


def played_rulebooks(results: "Results") -> list["Rulebook"]:
    """The regulations that were played."""
    books = {table.sheet.rulebook.id: table.sheet.rulebook for table in results.tables() if table.sheet}
    return list(books.values())


def warnings_of(results: "Results", formula: "Formula") -> list[str]:
    """Where the formula does not fit a regulation that was played."""
    from kamchatka.scoring.formula.scale import off_scale

    found = [off_scale(formula, book) for book in played_rulebooks(results)]
    return [each.sentence(language()) for each in found if each]


def scale_notices(results: "Results", formulas: Iterable["Formula"]) -> list[str]:
    """The same for many formulas: each regulation once, and below it the formulas it does not fit."""
    from kamchatka.scoring.formula.scale import off_scale
    from kamchatka.scoring.numbers import shown

    lang, listed = language(), list(formulas)
    found = []
    for book in played_rulebooks(results):
        unfit = [each for formula in listed if (each := off_scale(formula, book))]
        if unfit:
            points = shown(unfit[0].points, lang)
            found.append(text("scores.whatif.off_scale", lang, rulebook=book.id, points=points))
        for each in unfit:
            scale = each.formula.scale
            assert scale is not None, "only formulas with a scale can be off it"
            breaks = scale.breaks_en if lang == "en" else scale.breaks
            found.append(f"- {each.formula.id} ({shown(scale.most, lang)}): {breaks}")
    return found


def award_notices(read: "Results") -> list[str]:
    """That scores a referee gave are not converted to what a formula counts, such as wins."""
    if not any(table.awards for table in read.tables()):
        return []
    return [text("standings.awards_as_written", language())]


def penalty_notices(results: "Results", formulas: list["Formula"], absences: str) -> list[str]:
    """Penalties that take nothing, or that do not mean the same under these formulas."""
    from kamchatka.scoring.results.penalties import fits_penalties, without_result

    lang = language()
    found = []
    if absences == "none":
        found = [
            text("standings.penalty_without_result", lang, player=plain(each.player), round=each.round)
            for each in without_result(results)
        ]
    unfit = [formula.id for formula in formulas if not fits_penalties(formula)]
    if unfit and any(penalty.points for penalty in results.penalties):
        found.append(text("standings.penalties_as_written", lang, formulas=", ".join(unfit)))
    return found


def rulebook_notices(given: str | None, used: Iterable["Rulebook"]) -> list[str]:
    """That a regulation asked for does not count, because the file names others itself."""
    from kamchatka.cli.rulebook import open_rulebook

    if given is None:
        return []
    wanted = open_rulebook(given.strip())
    others = sorted({book.id for book in used if book.digest() != wanted.digest()})
    if not others:
        return []
    values = {"given": plain(given.strip()), "named": plain(", ".join(others))}
    return [text("scores.rulebook_in_file", language(), **values)]


def absence_notices(results: "Results", table: "Standings") -> list[str]:
    """Absences that count instead of a penalised result: whoever stayed away is better off for it."""
    from kamchatka.scoring.numbers import shown

    lang = language()
    score = table.formula.columns.index(table.formula.score)
    penalised = {(each.player, each.round) for each in results.penalties if each.target == "result"}
    names = {player for player, _ in penalised}
    found = []
    for row in table.rows if penalised else ():
        player = row.entry.name
        if player not in names:
            continue
        counted = {id(result) for result in row.entry.counted}
        away = [each.round for each in row.entry.counted if each.kind == "absence"]
        for result in row.entry.results:
            lost = (player, result.round) in penalised and id(result) not in counted
            if away and lost and result.kind != "absence":
                values = {"round": result.round, "score": shown(result.key[score], lang)}
                found.append(
                    text("scores.absence_counts", lang, player=plain(player), away=away[-1], **values)
                )
    return found
