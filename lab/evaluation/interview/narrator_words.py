"""What a narrator from another century understands by an interviewer's words.

Nobody in 1870 wrote "when you were small". Each concept names the words of a question that call it up and the
words of a book that answer it; fixed before any planner was measured with it. Words are stemmed before use.
"""

from lab.evaluation.interview.plain_words import stem

_TABLE = """
childhood | child childhood small little kid boy girl grew young toddler | child childhood boy boyhood girl girlhood born infant nurse playing schoolboy
home | home house kitchen room door cottage garden roof | home house kitchen cottage room garden parlour fireside lived dwelling
mother | mother mum mom mama | mother mama
father | father dad papa | father papa
siblings | brother sister sibling siblings | brother brothers sister sisters elder eldest younger
grandparents | grandmother grandfather grandparents granny | grandmother grandfather aunt uncle
family | family relative relatives parents household | family mother father brother sister uncle aunt cousin household
school | school teacher lesson lessons classroom learned | school schoolmaster teacher lessons pupil master learned taught class
reading | book books reading read library | book books read library author novel volume
play | play game games toy fun laugh | play game games fun laughed joke sport
friend | friend friends friendship neighbour neighbor | friend friends friendship companion neighbour acquaintance
love | love sweetheart courting fall marry married wedding husband wife | love lover married marriage wedding husband wife engaged courtship
children | son daughter children baby grandchildren | son daughter children baby infant born
work | work job trade earn wage employed occupation | work employed employment trade wages office business situation clerk apprentice
money | money poor rich pay afford | money poor pounds dollars paid debt wealth poverty income
travel | travel journey trip voyage abroad sail train ship | journey travelled voyage sailed ship visit steamer train arrived passage
move | move moved moving emigrate settle leave leaving | moved settled removed emigrated removal arrived left sailed
war | war soldier army battle fight | war soldier army battle regiment troops enemy
illness | ill illness health sick doctor hospital body sickness | ill illness sick fever doctor health pain recovered disease
loss | death died loss lose lost grief miss goodbye funeral mourn | death died dead grave loss sorrow funeral mourning grief
fear | fear afraid danger scared frightened worry | afraid fear danger terror frightened alarm
joy | happy joy happiest proud glad delight best high peak | happy happiness joy delight proud pleasure triumph glad success
sorrow | sad unhappy hard hardest difficult trouble low worst lonely | unhappy trouble misery sorrow hard despair bitter lonely tears wept
failure | failure fail regret mistake wrong sorry differently undone | failed failure mistake regret wrong blame error ashamed
turning | turning decision decide chose choice direction road begin beginning start began | decided resolved determined decision began beginning changed opportunity
faith | god faith church religion religious pray prayer belief beliefs believe spiritual sacred | church god religion religious minister sermon prayer faith bible belief worship
politics | politics political vote government party society justice social | political politics election vote government party reform parliament congress public
values | value values right fair honest principle important matters live wise wisdom advice advise | principle duty honest virtue truth character justice conscience moral wisdom advice
future | future hope hopes dream dreams plan plans ahead tomorrow wish next coming | hope hopes future plan plans wish dream ambition intend look forward
project | project building making helping legacy leave teach | work built founded library institution society established scheme
music | music song sing dance play theatre | music song sang singing dance concert theatre piano
food | food meal eat cook dinner taste supper bread | dinner supper bread ate food breakfast table meal
animals | animal dog cat horse bird | dog cat horse horses bird animals
nature | river sea mountain wood field outdoors summer winter snow weather | river sea mountain woods field hills snow storm weather garden trees
town | town village street city place country neighbourhood | town village street city country place
letter | letter letters write wrote written writing | letter letters wrote write writing published
achievement | achieve achieved achievement prize honour accomplish success | success prize honour won honor award triumph
old age | old age older later retired now | old age years late life retired aged
"""


def _read() -> tuple[tuple[frozenset[str], tuple[str, ...]], ...]:
    rows: list[tuple[frozenset[str], tuple[str, ...]]] = []
    for line in _TABLE.strip().splitlines():
        _, cues, words = (part.split() for part in line.split(" | "))
        rows.append(
            (frozenset(map(stem, cues)), tuple(dict.fromkeys(map(stem, words)))),
        )
    return tuple(rows)


CONCEPTS = _read()
"""(stems of a question that call the concept up, stems of a book that answer it)."""

FEELS = frozenset(
    map(
        stem,
        """
        felt feel feeling loved love hated afraid fear glad happy sad sorry proud ashamed delight delighted thought
        believed hoped wished dreaded wondered remember never always heart tears laughed wept cried enjoyed pleasure
        pain grief joy pride sorrow lonely surprise surprised astonished because meant
        """.split(),  # noqa: SIM905
    )
)
"""Words that answer "what was that like?" and "why?"."""


def widen(stems: list[str]) -> dict[str, float]:
    """A query: its own words with weight 1, those of the concepts they call up with half of it."""
    query = dict.fromkeys(stems, 1.0)
    for cues, words in CONCEPTS:
        if cues & set(stems):
            for word in words:
                query.setdefault(word, 0.5)
    return query
