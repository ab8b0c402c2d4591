"""Settings as form fields: parsing and display for wizard, settings page and terminal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, get_args

from kamchatka.messages import Language
from kamchatka.refusals import NotUnderstood
from kamchatka.tournament.events import Confirmation, Settings
from kamchatka.tournament.fees import cents_of, money


def _confirmation(word: str) -> str:
    known = get_args(Confirmation)
    if word not in known:
        raise NotUnderstood("unknown_word", given=word, known=", ".join(known))
    return word


def _listed(words: str) -> tuple[str, ...]:
    """Names separated by commas."""
    return tuple(dict.fromkeys(filter(None, (" ".join(each.split()) for each in words.split(",")))))


@dataclass(frozen=True)
class SettingField:
    """A setting and its form field."""

    name: str
    word: str
    read: Callable[[str], Any] = str
    """Parses the typed value; raises NotUnderstood."""
    show: Callable[[Any, Language], str] = lambda value, lang: str(value)


FIELDS = (
    SettingField("name", "nome", lambda words: " ".join(words.split())),
    SettingField("fee", "quota", cents_of, lambda cents, lang: money(cents, lang) if cents else ""),
    SettingField(
        "member_fee", "quota_soci", cents_of, lambda cents, lang: "" if cents is None else money(cents, lang)
    ),
    SettingField("starts", "data"),
    SettingField("place", "sede"),
    SettingField("club", "organizza"),
    SettingField("contact", "recapito"),
    SettingField("official", "ufficiale", bool, lambda value, lang: "1" if value else ""),
    *(
        SettingField(
            gate, "amichevole", lambda _: "open", lambda value, lang: "1" if value in ("warn", "open") else ""
        )
        for gate in ("judge_gate", "signature_gate")
    ),
    SettingField("confirmation", "conferma", _confirmation),
    SettingField("recognised", "riconosciuto", bool, lambda value, lang: "1" if value else ""),
    SettingField("sponsors", "sponsor", _listed, lambda names, lang: ", ".join(names)),
    SettingField("competitors", "concorrenti", _listed, lambda names, lang: ", ".join(names)),
)
DEFAULTS = {each.name: each.default for each in fields(Settings)} | {"name": ""}


def read_settings(**typed: Any) -> dict[str, Any]:
    """Settings by name with parsed values; settings that were not given are left out."""
    readers = {each.name: each.read for each in FIELDS}
    return {
        name: readers[name](value) if isinstance(value, str) else value
        for name, value in typed.items()
        if value is not None
    }


def read_form(typed: Mapping[str, str], shown: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Parsed settings of a form that differ from the values shown; an empty field means the default."""
    given = ((each, typed.get(each.word, "")) for each in FIELDS)
    return {
        each.name: each.read(words) if words else DEFAULTS[each.name]
        for each, words in given
        if shown is None or words != shown[each.word]
    }


def shown_settings(settings: Settings, lang: Language) -> dict[str, str]:
    """Form fields with the current settings; a field for several settings is empty unless they are equal."""
    found: dict[str, str] = {}
    for each in FIELDS:
        words = each.show(getattr(settings, each.name), lang)
        found[each.word] = words if found.get(each.word, words) == words else ""
    return found
