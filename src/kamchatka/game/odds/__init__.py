"""The exact odds of an attack: the computation, the question, the bars of the chart."""
