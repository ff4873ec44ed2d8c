"""The ways in which a setup can be started, each a pure function from a setup and boxes to a plan."""
