"""`python -m lab`: how we know. Each evaluation is a file in evaluation/, its command one in this folder."""

import typer

from lab.commands import chapters, emotion, interview, memory, safety
from lab.commands.borrowed import borrowed
from lab.commands.chaos import chaos
from lab.commands.cost import cost
from lab.commands.dated import dated
from lab.commands.echo import echo
from lab.commands.fleet import fleet
from lab.commands.golden import golden
from lab.commands.gpu import gpu
from lab.commands.guidellm import guidellm
from lab.commands.language import language
from lab.commands.lent import lent
from lab.commands.moments import moments
from lab.commands.predictions import predictions
from lab.commands.reply_time import reply_time
from lab.commands.retold import retold
from lab.commands.returns import returns
from lab.commands.scenarios import scenarios
from lab.commands.shadow import shadow
from lab.commands.shift import shift
from lab.commands.soak import soak
from lab.commands.spoken import spoken
from lab.commands.topics import topics
from lab.commands.turn_ends import turn_ends
from lab.commands.web import web
from lab.commands.wishes import wishes
from lab.commands.years import years
from lab.size import size

app = typer.Typer(
    name="python -m lab",
    help="Measure how well it works: a table with the baseline first, and JSON on request.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.command()(memory.recall)
app.command()(memory.retrieval)
app.command()(memory.graph)
app.command()(memory.memory)
app.command()(topics)
app.command()(gpu)
app.command()(retold)
app.command()(dated)
app.command()(shift)
app.command()(chapters.chapters)
app.command()(emotion.emotion)
app.command()(interview.interview)
app.command()(interview.season)
app.command()(interview.manner)
app.command()(interview.judge)
app.command()(interview.report)
app.command()(safety.safety)
app.command()(safety.commands)
app.command()(safety.comfort)
app.command()(wishes)
app.command()(years)
app.command()(chaos)
app.command()(soak)
app.command()(fleet)
app.command()(web)
app.command()(borrowed)
app.command()(echo)
app.command()(turn_ends)
app.command()(spoken)
app.command()(reply_time)
app.command()(language)
app.command()(lent)
app.command()(golden)
app.command()(scenarios)
app.command()(predictions)
app.command()(moments)
app.command()(guidellm)

app.command()(shadow)

app.command()(returns)
app.command()(cost)
app.command()(size)
