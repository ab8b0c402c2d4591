"""Use cases: what people may ask for that is stored or needs permission.

office       an open installation, and who acts in it
commands     every command: listed, read from words, executed
tournaments  opening, entries, results, standings, the pages of the desk
tables       refereed tables, followed live
games        digital tables, records, replays
register     people, consent, accounts
archive      backups and copies that make themselves
events       the kinds of event the log keeps, in sentences; history reads the log
plain        views as plain data, for programs
"""
