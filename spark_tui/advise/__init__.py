"""What to pick: needs, fit, speed, ranking and explanation. Pure functions over the catalog."""
