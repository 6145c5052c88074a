"""Who may speak, and when. Pure: no I/O, no tasks, no clock."""
