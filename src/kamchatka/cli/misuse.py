"""A command typed wrong: which word, how it is used, where help is; in the reader's language."""

import re
from typing import Any

from typer.exceptions import TyperException

from kamchatka.cli.help_words import in_the_language_of_the_reader, named
from kamchatka.cli.output import language
from kamchatka.messages import Language, text

__all__ = ["in_the_language_of_the_reader", "misuse"]

QUOTED = re.compile(r"'([^']*)'")
EXTRA = re.compile(r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", re.DOTALL)
WANTS = re.compile(r"requires (?:an argument|(\d+) arguments)")
CHOICE = " is not one of "


def misuse(error: TyperException) -> str:
    """Everything to say; nothing where the page of help has already been shown."""
    if type(error).__name__ == "NoArgsIsHelpError":
        return error.format_message()
    lang = language()
    lines = [_sentence(error, lang)]
    context: Any = getattr(error, "ctx", None)
    if context is not None:
        usage = context.get_usage().partition(": ")[2]
        lines.append(text("cli.misuse.usage", lang, usage=usage))
        lines.append(text("cli.misuse.help", lang, command=f"{context.command_path} --help"))
    return "\n".join(lines)


def _sentence(error: TyperException, lang: Language) -> str:
    """What is wrong; what we have no words for is quoted in those of the library."""
    name = _name(error, lang)
    found: str | None = None
    match type(error).__name__:
        case "MissingParameter":
            found = text("cli.misuse.missing", lang, name=name)
        case "NoSuchOption":
            found = _no_such_option(error, name, lang)
        case "BadParameter":
            found = _bad_value(error, name, lang)
        case "BadOptionUsage":
            found = _bad_option(error, name, lang)
        case "UsageError":
            found = _bad_words(error, lang)
    return found or text("cli.misuse.unclear", lang, why=error.format_message().rstrip("."))


def _no_such_option(error: Any, name: str, lang: Language) -> str:
    said = text("cli.misuse.option", lang, name=name)
    if error.possibilities:
        said += " " + text("cli.misuse.meant", lang, known=", ".join(sorted(error.possibilities)))
    return said


def _bad_value(error: TyperException, name: str, lang: Language) -> str:
    """What the value should have been, as far as we know."""
    if CHOICE in error.message:
        known = ", ".join(QUOTED.findall(error.message.rpartition(CHOICE)[2]))
        return text("cli.misuse.choice", lang, name=name, known=known)
    listed: Any = getattr(error.__cause__, "errors", None)
    for fault in listed() if listed is not None else ():
        match fault["type"]:
            case "int_parsing" | "int_from_float" | "int_parsing_size" | "int_type":
                return text("cli.misuse.whole", lang, name=name)
            case "greater_than_equal":
                return text("cli.misuse.least", lang, name=name, least=fault["ctx"]["ge"])
            case "less_than_equal":
                return text("cli.misuse.most", lang, name=name, most=fault["ctx"]["le"])
    return text("cli.misuse.value", lang, name=name)


def _bad_option(error: TyperException, name: str, lang: Language) -> str | None:
    """An option with a value it does not take, or without those it takes."""
    if "does not take a value" in error.message:
        return text("cli.misuse.no_value", lang, name=name)
    if found := WANTS.search(error.message):
        wanted = int(found[1] or 1)
        code = "one_value" if wanted == 1 else "values"
        return text(f"cli.misuse.{code}", lang, name=name, number=wanted)
    return None


def _bad_words(error: TyperException, lang: Language) -> str | None:
    """Words that are no command, or too many of them."""
    context: Any = getattr(error, "ctx", None)
    known = ", ".join(sorted(getattr(getattr(context, "command", None), "commands", ())))
    if error.message.startswith("No such command") and (found := QUOTED.search(error.message)):
        return text("cli.misuse.command", lang, name=found[1], known=known)
    if error.message.startswith("Missing command"):
        return text("cli.misuse.no_command", lang, known=known)
    if found := EXTRA.match(error.message):
        return text("cli.misuse.extra", lang, words=found[1])
    return None


def _name(error: TyperException, lang: Language) -> str:
    """The option or argument that is meant, as people type it."""
    parameter: Any = getattr(error, "param", None)
    hint = parameter.get_error_hint() if parameter is not None else getattr(error, "option_name", "")
    return named(str(hint).replace("'", ""), lang)
