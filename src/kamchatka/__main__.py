"""`python -m kamchatka`."""

from kamchatka.cli import main

main()
