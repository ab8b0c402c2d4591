"""The casebook: what a strange situation at a table means under a regulation, as data.

expressions  the small arithmetic of case files
model        a case, its questions and rulings; effects
loading      all cases, read from the `.toml` files beside this one
answers      what people answer, read and checked
asking       answers in, a ruling out
rulings      who may sign a ruling, or overrule it
views        a case and a ruling as people and programs see them
"""
