"""Timestamps of the log in words: in this computer's time zone and the visitor's language."""

from datetime import date, datetime

from kamchatka.messages import Language, text

MINUTE, HOUR, DAY = 60, 3600, 86400


def local(at: str) -> datetime:
    """A timestamp of the log in local time."""
    return datetime.fromisoformat(at).astimezone()


def time_of(at: str) -> str:
    """The time of day."""
    return f"{local(at):%H:%M}"


def day_of(at: str, lang: Language) -> str:
    """ "sabato 14 novembre 2026"."""
    return _said(local(at), lang)


def date_words(day: str, lang: Language) -> str:
    """A date, or that of a timestamp, in words; other words of old events, such as "oggi", as they are."""
    try:
        return _said(date.fromisoformat(day[:10]), lang)
    except ValueError:
        return day


def _said(day: date, lang: Language) -> str:
    values = {
        "weekday": text(f"moments.weekday.{day.isoweekday()}", lang),
        "day": day.day,
        "month": text(f"moments.month.{day.month}", lang),
        "year": day.year,
    }
    return text("moments.day", lang, **values)


def ago(at: str, now: datetime, lang: Language) -> str:
    """How long ago that was: "2 minuti fa"; the date if a day or more."""
    seconds = (now - datetime.fromisoformat(at)).total_seconds()
    if seconds < MINUTE:
        return text("moments.now", lang)
    if seconds >= DAY:
        return text("moments.on", lang, day=day_of(at, lang), time=time_of(at))
    code, count = ("minute", seconds // MINUTE) if seconds < HOUR else ("hour", seconds // HOUR)
    return text(f"moments.{code}{'s' if count > 1 else ''}", lang, count=int(count))
