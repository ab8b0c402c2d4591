"""The casebook: rulings on irregular situations at a table under a regulation, as data.

expressions  the arithmetic of case files
model        a case, its questions and rulings; effects
loading      all cases, read from the `.toml` files beside this one
answers      parsing and validation of answers
asking       from answers to a ruling
rulings      who may sign a ruling, or overrule it
views        a case and a ruling for people and programs
"""
