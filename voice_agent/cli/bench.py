"""`voice-agent bench`: figures measured on this machine. Each command is a file of its own."""

import typer

from voice_agent.cli.bench_latency import latency
from voice_agent.cli.bench_seat import seat
from voice_agent.cli.bench_speech import speech
from voice_agent.cli.bench_voices import voices

app = typer.Typer(
    help="Measure what this machine does: printed as a table, and as JSON on request.",
    no_args_is_help=True,
)
app.command()(latency)
app.command()(seat)
app.command()(speech)
app.command()(voices)
