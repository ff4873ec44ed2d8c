"""The verbs: one short function each. What a verb needs is imported inside it, so that `--help` stays quick."""
