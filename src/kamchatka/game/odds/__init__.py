"""The exact odds of an attack: the numbers, the question people ask, the bars they look at."""
