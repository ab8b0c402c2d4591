"""The game for people and programs: actions, events, luck, views, records; one façade, `Game`.

actions · events      intentions of players; facts of play
chance · fair         sources of luck
game · choices        the façade; the legal actions
violations · coding   refusals with their clause; actions as moves of the core
narrate · sentences   steps of the core as events; events in words
log · record          the stored entries, and their replay; record_file, record_text,
                      record_json, notation, codec
view · publicity      visibility of a table, and of an event
odds                  exact chances of a battle
verifier · audit      recomputes fair luck without our other code; all checks of a record
"""
