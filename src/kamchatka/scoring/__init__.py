"""From a table sheet to a place in the standings, exactly, with the reason for every point.

numbers    exact numbers, and how people read them
files      files of formulas, sheets and results: data, the regulations they name, faults in order
sheet      what a game leaves on paper: cells and their headings, read and checked, counted, placed
formula    files of terms with options, checked by their models; the score card
results    rounds of sheets, penalties, teams and lots; spreadsheets
standings  results added up, equal totals told apart with a reason; what other formulas would give
views      cards, standings and notices as plain data, for terminal, JSON and pages
"""
