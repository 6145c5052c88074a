"""What nobody is greeted, or sent to bed, with: a death, an illness, a blow, a shame, by the words alone. Pure."""

import re

_HEAVY = re.compile(
    r"\b(?:died|die|dies|dying|dead|death|killed|buried|burial|funeral|coffin|grave|widow\w*|"
    r"lost (?:him|her|them|it all|my|our|the (?:baby|child|farm|house)|[A-Z]\w+)|miscarr\w+|stillborn|suicide|"
    r"cancer|stroke|dementia|hospital|divorc\w+|cried|crying|wept|grief|"
    r"(?:beat|beats|beaten|hit|hits|hitting|struck|slapped|punched|kicked|thrashed|belted|choked|strangled|hurt|touched|forced) "
    r"(?:me|us|her|him|my|our|the (?:children|boys|girls))|(?:was|were|got|been|being) (?:beaten|hit|struck|slapped|thrashed)|"
    r"rape[ds]?|rapists?|molest\w*|abus\w+|assault\w*|violen\w+|murder\w*|stabbed|shot (?:himself|herself|him|her|dead)|"
    r"hanged|drowned|overdose|took (?:his|her) own life|ashamed|shameful)\b|, no,"
)


def has_heavy_words(told: str) -> bool:
    """Does a word of it speak of such a thing, or put a slip right?"""
    return bool(_HEAVY.search(told))
