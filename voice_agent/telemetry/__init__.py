"""How a device is, told to whoever keeps several of them: off by default, and without a word of content."""
