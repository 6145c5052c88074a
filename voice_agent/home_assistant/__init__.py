"""What a house with Home Assistant is told by MQTT, and its button “Talk now”: off by default, and without a word of content."""
