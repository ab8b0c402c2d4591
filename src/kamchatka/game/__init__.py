"""The game as people and programs hold it: actions, events, luck, views, records; one façade, `Game`."""
