"""`python -m kamchatka`."""

from kamchatka.cli import main

if __name__ == "__main__":  # a process that helps this one imports it too
    main()
