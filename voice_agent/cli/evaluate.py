"""`voice-agent evaluate`: how we know. Each evaluation is a file in evaluation/, its command one elsewhere."""

import typer

from voice_agent.cli import (
    evaluate_chapters,
    evaluate_emotion,
    evaluate_interview,
    evaluate_memory,
    evaluate_safety,
    evaluate_topics,
)
from voice_agent.cli.evaluate_dated import dated
from voice_agent.cli.evaluate_retold import retold
from voice_agent.cli.evaluate_shift import shift

app = typer.Typer(
    help="Measure how well it works: a table with the baseline first, and JSON on request.",
    no_args_is_help=True,
)
app.command()(evaluate_memory.recall)
app.command()(evaluate_memory.retrieval)
app.command()(evaluate_memory.graph)
app.command()(evaluate_topics.topics)
app.command()(retold)
app.command()(dated)
app.command()(shift)
app.command()(evaluate_chapters.chapters)
app.command()(evaluate_emotion.emotion)
app.command()(evaluate_interview.interview)
app.command()(evaluate_interview.season)
app.command()(evaluate_interview.manner)
app.command()(evaluate_interview.judge)
app.command()(evaluate_interview.report)
app.command()(evaluate_safety.safety)
app.command()(evaluate_safety.commands)
app.command()(evaluate_safety.comfort)
