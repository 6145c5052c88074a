"""`voice-agent bench`: figures measured on this machine. Each command is a file of its own."""

import typer

from voice_agent.cli.bench_echo import echo
from voice_agent.cli.bench_language import language
from voice_agent.cli.bench_latency import latency
from voice_agent.cli.bench_speech import speech
from voice_agent.cli.bench_voices import voices
from voice_agent.cli.bench_web import web
from voice_agent.cli.bench_wishes import wishes
from voice_agent.cli.bench_years import years
from voice_agent.cli.evaluate_memory import memory

app = typer.Typer(
    help="Measure what this machine does: printed as a table, and as JSON on request.",
    no_args_is_help=True,
)
app.command()(latency)
app.command()(speech)
app.command()(echo)
app.command()(language)
app.command()(voices)
app.command()(memory)
app.command()(wishes)
app.command()(web)
app.command()(years)
