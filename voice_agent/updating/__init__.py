"""An update that comes on a stick, is tried before it is switched to, and can be undone."""
