"""`python -m lab`."""

import sys

from lab.commands import app
from voice_agent.cli import show
from voice_agent.errors import VoiceAgentError

try:
    app()
except VoiceAgentError as error:
    show(error)
    sys.exit(1)
