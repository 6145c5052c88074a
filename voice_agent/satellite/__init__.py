"""A microphone and a loudspeaker elsewhere in the house, that speak Wyoming: the program is their client."""
