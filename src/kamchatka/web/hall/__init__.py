"""The hall: live streams, the screen and the clock of the round."""
