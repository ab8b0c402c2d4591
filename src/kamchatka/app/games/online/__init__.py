"""Online tables: games played in the browser, each a stream of its own in the event log.

events, terms   what the log keeps of a table, and what whoever opens it chooses
table           a table as its events left it: the waiting room, then the game
seating         open, join, word for the dice, ready, start, leave, move a seat
playing         actions of seats, of bots, of the clock and of a judge
turn_clock      the time of a turn, without ever reading the time
envelope        what one viewer gets: version, view, table
facts, diary    the parts of the envelope; the turns in sentences
hall            the tables in memory, their locks, limits and followers
keeper          bots, ends of time and empty tables, at a human pace
"""
