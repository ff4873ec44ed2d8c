"""Other people's recipe files: sparkrun and eugr YAML, read as data. Nothing of them is ever executed."""
