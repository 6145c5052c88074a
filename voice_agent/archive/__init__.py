"""The record on disk: the only importer of sqlite3."""
