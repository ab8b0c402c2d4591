"""What to look at again in results that can be read: doubtful numbers, names that may be one person."""

from kamchatka.messages import Language, text
from kamchatka.scoring.results.model import Results
from kamchatka.scoring.results.near_names import near_names

MOST_TOLD = 3
"""Notices of one kind that are told in full."""


def notices_of(results: Results, lang: Language) -> list[str]:
    """Sentences for people, a few of each kind."""
    return _a_few(_doubts(results, lang), lang) + _a_few(_names(results, lang), lang)


def _doubts(results: Results, lang: Language) -> list[str]:
    return [
        text("standings.at_table", lang, round=table.round, table=table.number, said=doubt.sentence(lang))
        for table in results.tables()
        for doubt in table.doubts
    ]


def _names(results: Results, lang: Language) -> list[str]:
    rounds = [
        frozenset(each.absent).union(*(table.players for table in each.tables)) for each in results.rounds
    ]
    groups = near_names(rounds)
    return [text("standings.near_names", lang, names=" · ".join(group)) for group in groups]


def _a_few(sentences: list[str], lang: Language) -> list[str]:
    more = len(sentences) - MOST_TOLD
    if more <= 0:
        return sentences
    code = "one_more_notice" if more == 1 else "more_notices"
    return [*sentences[:MOST_TOLD], text(f"standings.{code}", lang, count=more)]
