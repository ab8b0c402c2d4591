"""Use cases: requests that store something or need permission.

office       an open installation, and who acts in it
commands     every command: listed, parsed, executed
tournaments  opening, entries, results, standings, the pages of the desk
tables       refereed tables, followed live
games        digital tables, records, replays
register     people, consent, accounts
archive      backups and automatic copies
events       the kinds of event the log keeps, in sentences; history reads the log
plain        views as plain data, for programs
"""
