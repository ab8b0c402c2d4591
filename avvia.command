#!/bin/sh
# Starts Kamchatka by a double click: macOS, and Linux through avvia.desktop.
cd "$(dirname "$0")" || exit 1
./run serve --open || read -r _
