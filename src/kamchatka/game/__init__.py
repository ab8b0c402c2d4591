"""The game as people and programs hold it: actions, events, luck, views, records; one façade, `Game`.

actions · events      what is wanted, what happened
chance · fair         where luck comes from
game · choices        the façade; what may be done
violations · coding   refusals with their clause; actions as moves of the core
narrate · sentences   steps of the core as events; events in words
log · record          what is kept, and how it is played again; record_file, record_text,
                      record_json, notation, codec
view · publicity      who may see what of a table, and of an event
odds                  exact chances of a battle
verifier · audit      recomputes fair luck without any of this; all that can be checked of a record
"""
