"""What spreadsheets and the fields of the page call cells, statuses and kinds of table, in Italian."""

ITALIAN_HEADINGS = {
    "round": "turno",
    "table": "tavolo",
    "seat": "posto",
    "player": "giocatore",
    "points": "punti",
    "objective": "obiettivo",
    "eliminated": "eliminato",
    "status": "stato",
    "lot": "sorteggio",
    "award": "assegnati",
    "place": "piazzamento",
    "rulebook": "regolamento",
    "kind": "tipo",
    "void": "annullato",
    "armies": "armate",
    "cards": "carte",
    "outside": "valore_fuori",
    "armies_inside": "armate_dentro",
    "armies_outside": "armate_fuori",
    "inside_count": "territori_dentro",
    "outside_count": "territori_fuori",
    "territory_count": "territori",
    "missing_adjacent": "mancanti_confinanti",
    "protected": "protetti",
    "best_continent": "miglior_continente",
    "last_turn": "ultimo_turno",
}
"""Every cell as files name it, and as Italian spreadsheets and the fields of the page do."""

ITALIAN_STATUSES = {
    "withdrawn": "ritirato",
    "excluded": "escluso",
    "congelato": "congelato",
    "congelato-in-extra-laps": "congelato-extra",
    "absent": "assente",
}
ITALIAN_KINDS = {"table": "tavolo", "bye": "riposo", "duel": "duello", "dummy": "morto"}

OTHER_STATUSES = {
    **{word: status for status, word in ITALIAN_STATUSES.items()},
    "frozen": "congelato",
    "frozen-extra": "congelato-in-extra-laps",
}
"""Words for a status that are understood beside its own name; the last two stand in older sheets."""
