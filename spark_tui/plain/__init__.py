"""What the verbs print for people: plain text that fits 80 columns and pipes well."""
