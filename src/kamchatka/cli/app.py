"""The `kamchatka` command: joins the groups of commands."""

import locale

import typer

app = typer.Typer(
    name="kamchatka",
    no_args_is_help=True,
    add_completion=False,
    help="Kamchatka: tornei di RisiKo! · RisiKo! tournaments.",
)


def main() -> None:
    """Entry point of the console script."""
    locale.setlocale(locale.LC_CTYPE, "")
    app()
