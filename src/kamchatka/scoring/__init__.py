"""From a table sheet to a place in the standings, exactly, with the reason for every point.

numbers · grid          exact numbers; values by table size and place
sheet · board           what formulas see; a final board counted by the rules
sheet_file · seat_cells sheets as files, checked cell by cell; incidents, limits and worth are for the judge
placing · table         places at the table; the sheet as terms see it; undecided: ties no score depends on
term · terms · formula  what formulas are made of; card: what a seat scored and why
loading · catalogue/    formulas by id, with options; formula_* name all that is wrong with a file
results · results_*     rounds of tables as files; notices: what to look at again
placed · scored         every table of a tournament under a formula; result: what each player got
counting · entries      what results add up to
standings · ranking_ties totals in order, equal ones told apart with a tie_reason; penalties, teams
whatif · csv_out        formulas against each other; tables for spreadsheets
"""
