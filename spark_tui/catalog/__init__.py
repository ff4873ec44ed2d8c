"""What is known: schema, loading, checking, searching and export of the catalog. Pure: no screen, no network."""
