"""`python -m voice_agent` is `voice-agent`."""

from voice_agent.cli import main

main()
