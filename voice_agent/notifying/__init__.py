"""Messages out of the house, only to those whom the settings name."""
