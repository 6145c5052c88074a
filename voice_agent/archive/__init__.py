"""The record on disk: the only importer of sqlite3. The door is `record.Record`."""
