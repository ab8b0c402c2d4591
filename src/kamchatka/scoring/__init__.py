"""Score a table sheet and rank it in the standings, in exact numbers, with a reason for every point.

numbers    exact numbers, and their decimal form
files      parsing of formula, sheet and result files: the regulations they name, faults in file order
sheet      the record of a finished game: cells and headings, validated, counted, placed
formula    files of terms with options, validated by models; the score card
results    rounds of sheets, penalties, teams and lots; spreadsheets
standings  totals, tie-breaks with their reasons, and the standings under other formulas
views      cards, standings and notices as plain data, for terminal, JSON and pages
"""
