"""The screens. They hold no rules: they show what `advise` returns and post messages."""
