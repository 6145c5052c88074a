"""The lab: how we know, and what taught the readers. It stands beside the program; nothing in the program imports it.

`python -m lab` lists its commands; evaluation/ measures, training/ made what is in models/ and holds its lessons, labelled/ what
hands marked to measure by, talks/ talks that were held and graded, reports/ pages that evaluations wrote.
"""

from pathlib import Path

LABELLED = Path(__file__).with_name("labelled")
"""What was said and what it is, a file a hand: safety.tsv, commands.tsv."""
