"""Words that tell of a loss, an illness or violence: rather once too often. Pure."""

import re

_HARD = re.compile(
    r"\b(?:(?:all|it is|it's) (?:coming|comes) (?:up|back over me)|(?:i )?(?:cannot|can't) (?:stop|go on|bear)|too much for me|died|dies|dying|death|"
    r"(?<!stopped )(?<!stops )(?<!stop )(?<!went )dead(?! (?:as|on|straight|down|slow|easy|centre|center|level|keen|quiet|drunk|certain|sure|heat|end|torch|battery|batteries|phone)\b)|"
    r"funeral|buried|grave|killed|murdered|suicide|drowned|hanged|stillborn|miscarr\w+|"
    r"cancer|stroke|tumou?r|lost (?:him|her|them|my|our|the baby)|passed away|wept|crying|cried|sobb\w+|grie[fv]\w*|"
    r"mourn\w*|beat me|beaten|abused?|raped?|hospice(?! shop)|passed on|"
    r"(?:i|she|he|mother|mum|mam|sister|father|me|her|him)(?:'s|'m| am| is| was|'ve been|'d been| had been| have been| became|) (?:left )?(?:a |an )?(?:young )?(?:widow(?:er|ed)?|orphan(?:ed)?)|"
    r"(?:we|they) (?:were|are) (?:all )?orphan\w*)\b",
    re.IGNORECASE,
)
_THINGS = re.compile(
    r"\b(?:phone|telephone|line|battery|batteries|car|engine|motor|tractor|telly|television|radio|wireless|set|bulb|torch|lights?|boiler|lift|clock|"
    r"watch|fire|stove|town|place|street|screen|computer|laptop|tablet|hearing aid)(?: (?:was|were|is|are|went|goes|had|has|gone|just|all|stone|quite)){1,3} dead\b",
    re.IGNORECASE,
)
"""Dead, and nobody's grief."""


def hard(said: str) -> bool:
    """Do the plain words tell of a loss, an illness or violence? Rather once too often."""
    return bool(_HARD.search(_THINGS.sub(" ", said)))
