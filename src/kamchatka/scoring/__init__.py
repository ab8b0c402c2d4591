"""From a table sheet to a place in the standings, exactly, with the reason for every point.

numbers · grid        exact numbers; values by table size and place
sheet · board         what formulas see; a final board counted by the rules
sheet_file            sheets as files, checked cell by cell; incidents are for the judge
placing · table       places at the table; the sheet as terms see it
terms · formula       what formulas are made of; score cards
loading · catalogue/  formulas by id, with options; formula_faults names what is wrong
"""
