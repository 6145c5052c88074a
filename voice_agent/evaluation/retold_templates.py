"""How invented narrators tell the events of their lives: several ways for each, written by us.

In every list the last part is held back (`held`; a fourth to a third, at least one): it is used for the
final figure only, never while rules are being changed. When a final figure had shown what was missing, its
templates were opened and new ones written before anything was mended. {when} is a phrase with its preposition ("in nineteen fifty-two", "when I was
seven"), {When} the same at the start of a sentence. A template without it tells no date.
"""

from collections.abc import Sequence


def open_part(templates: Sequence[str]) -> tuple[str, ...]:
    """The templates that may be looked at."""
    return tuple(templates[: len(templates) - len(templates) // 3])


def held(templates: Sequence[str]) -> tuple[str, ...]:
    """The last third."""
    return tuple(templates[len(templates) - len(templates) // 3 :])


# by sort of event; which of them happen once in a life is for memory to know, not for this file
TELLINGS: dict[str, tuple[str, ...]] = {
    "own birth": (
        "I was born {when}, in {town}, in the back bedroom of my grandmother's house.",
        "I was born in {town} {when}.",
        "{town} is where I was born, {when}, the third of five.",
        "Well, I was born {when} and my father wasn't even home for it.",
        "I came into the world {when}, in {town}, in the middle of a hailstorm.",
        "They had me at home in {town}, {when}, I was born with a full head of hair.",
        "It was in {town} that I first saw the light of day, {when}.",
        "My mother had me {when}, right there in {town}, in the middle of the washing.",
    ),
    "wedding": (
        "We got married {when} at {church} in {town}.",
        "{spouse} and I were married {when}, and it poured with rain.",
        "Our wedding was {when}. It was a small affair, just family, at {church}.",
        "{When}, {spouse} and I tied the knot.",
        "I married {spouse} {when}, and my mother made the dress out of a parachute.",
        "I walked down the aisle at {church} {when}, with my knees knocking.",
        "{When} I stood up in {church} and married {spouse}.",
        "We said our vows {when}, at {church}, with the windows open because of the heat.",
        "The day {spouse} and I got married, {when}, the whole of {town} seemed to come.",
        "{spouse} put the ring on my finger {when}, at {church}.",
        "I became a married woman {when}, and {spouse} forgot the flowers.",
        "It was {when} that {spouse} and I got ourselves married, in {town}.",
        "{spouse} and I had our wedding {when}, with a borrowed cake.",
    ),
    "child birth": (
        "{child} was born {when}, and {spouse} fainted clean away.",
        "Our {nth}, {child}, was born {when}.",
        "I had {child} {when}, in {hospital}.",
        "{When}, {child} came along, eight pounds and hollering.",
        "We had our {nth}, {child}, {when}.",
        "I gave birth to {child} {when} after two days of it.",
        "My {nth} baby was {child}, and that was {when}.",
        "{child} arrived {when}, three weeks before anybody expected.",
    ),
    "father's death": (
        "{Father} died {when}.",
        "{Father} passed away {when}, it was his heart.",
        "We lost {father} {when}, and Mother was never the same.",
        "{When}, {father} died in his sleep.",
        "{Father} was gone {when}; he passed on in his own bed.",
        "My father's death was {when}, just before the harvest.",
        "It was {when} that my father left us, and the house went quiet.",
        "They came to tell me {when} that {father} had died at the bench.",
    ),
    "sibling's death": (
        "My brother {brother} was killed {when}, in the navy.",
        "We lost my brother {brother} {when}, at sea.",
        "{brother}, my brother, died {when} when his ship went down.",
        "{When} the telegram came that my brother {brother} had drowned.",
        "My brother {brother} drowned {when}; the ship was torpedoed.",
        "{brother} died {when}, my own brother, and they never found him.",
        "The navy wrote to us {when}: my brother {brother} was lost at sea.",
        "{When} my brother {brother} went down with his ship.",
    ),
    "move": (
        "We moved to {city} {when}.",
        "{When} we packed up and moved to {city}.",
        "We came to {city} {when}, with everything we owned in one truck.",
        "The family moved out to {city} {when} because of the work.",
        "We settled in {city} {when}, and I hated it at first.",
        "{When} we pulled up stakes and went to live in {city}.",
        "{When} we left for {city}, bag and baggage.",
        "Home was {city} from then on; we moved there {when}.",
    ),
    "job": (
        "I started working at {company} {when}.",
        "I got a job at {company} {when}, on the night shift.",
        "{When}, {company} took me on.",
        "I went to work for {company} {when}, and they paid me eighty cents an hour.",
        "My first real job was at {company}, {when}.",
        "I was hired at {company} {when}, the same week as the flood of orders.",
        "They gave me a job at {company} {when}, sweeping floors to begin with.",
        "{When} I began at {company}, in the packing room.",
    ),
    "enlistment": (
        "I joined the {service} {when}.",
        "I enlisted in the {service} {when}, over my mother's tears.",
        "{When} I signed up with the {service}.",
        "I went into the {service} {when}, because all my friends did.",
        "I volunteered for the {service} {when}.",
        "{When} I put on the uniform, I'd joined the {service}.",
        "The {service} got me {when}; I signed the papers in a barber shop.",
        "I was sworn into the {service} {when}, shaking like a leaf.",
    ),
    "graduation": (
        "I graduated from {school} {when}.",
        "{When} I got my diploma from {school}.",
        "I finished {school} {when}, the first in the family.",
        "My graduation from {school} was {when}, in a borrowed gown.",
        "I earned my diploma at {school} {when}.",
        "They handed me my diploma at {school} {when}, and Dad whistled.",
        "{school} let me go with a diploma {when}.",
        "I walked across the stage at {school} {when} and got my diploma.",
    ),
    "purchase": (
        "We bought the {thing} on {street} {when}.",
        "{When} we bought our {thing}, the one on {street}.",
        "We put the money down on the {thing} on {street} {when}.",
        "We purchased the {thing} on {street} {when}, with {spouse}'s back pay.",
        "{When}, we signed the papers for the {thing} on {street}.",
        "The {thing} on {street}, we bought that {when}.",
        "That {thing} on {street} became ours {when}; we bought it from a widow.",
        "We took out a loan {when} and bought the {thing} on {street}.",
    ),
    "retirement": (
        "I retired {when}.",
        "{When} I retired from {company}, and they gave me a clock.",
        "I stopped working {when}, my back had had enough.",
        "I took my retirement {when}.",
        "I gave up working {when} and never missed it.",
        "{When} was when I retired, with a cake and a speech.",
        "My last day at work was {when}; I was retired after that.",
        "They retired me {when}, whether I liked it or not.",
    ),
    "barn fire": (
        "The barn burned down {when}, with all the hay in it.",
        "{When} lightning struck the barn and it burned to the ground.",
        "We had the fire {when}; the barn went up like a torch.",
        "Our barn caught fire {when}, and the horses screamed.",
        "{When} the barn was lost, lightning set the hay on fire.",
        "The night of the fire was {when}, the whole barn burned and we saved only the cow.",
        "I can still smell it, the barn on fire {when} and my father with the bucket.",
        "The hay started smoking {when} and that was the end of our barn, all burned.",
    ),
    "broken leg": (
        "I broke my leg {when}, falling off the roof of the porch.",
        "{When} I fell off the porch roof and broke my leg.",
        "I fell from the porch roof {when}, and I was in plaster for ten weeks with that leg.",
        "My leg got broken {when} when I tumbled off the roof of the porch.",
        "{When} I climbed on the porch roof and down I came, a broken leg.",
        "That fall off the porch was {when}; I broke my leg in two places.",
        "It was the porch roof I came off {when}, and the leg was broken clean through.",
        "I broke a leg {when}; I had been told to keep off that porch roof.",
    ),
    "flood": (
        "The river came up {when} and flooded the whole of Water Street.",
        "{When} we had the big flood, and the river took the bridge.",
        "The flood was {when}; we went up Water Street in a rowing boat.",
        "The river flooded {when}, and we sat on the stairs watching the piano float.",
        "{When} the water rose, and that flood carried off the bridge.",
        "That was the year of the flood, {when}, and the river ran through our kitchen.",
        "Boats on Water Street, that was {when}, when the river flooded.",
        "The river was over its banks {when}, the worst flood they'd had, and the bridge was gone.",
    ),
    "prize": (
        "My pie took first prize at the county fair {when}.",
        "{When} I won the blue ribbon at the county fair for my cherry pie.",
        "I won first prize for my pie {when}, at the county fair.",
        "At the county fair {when} they gave my cherry pie the blue ribbon.",
        "{When} my cherry pie won at the county fair, and I've still got the ribbon.",
        "The judges gave me the blue ribbon {when} for a cherry pie at the fair.",
        "There is a blue ribbon in my drawer that I won {when}, county fair, for my cherry pie.",
        "Nobody was more surprised than me {when}, when my pie took the prize at the county fair.",
    ),
    "blizzard": (
        "We were snowed in for nine days {when}, in the schoolhouse.",
        "{When} the blizzard hit and the teacher kept us in the schoolhouse for days.",
        "The big blizzard was {when}; we slept on the floor of the schoolhouse.",
        "The snow came {when} and twenty of us were stuck in the schoolhouse, burning the desks.",
        "{When} there was that blizzard, we burned the desks in the schoolhouse to keep warm.",
        "We burned the school desks for firewood {when}, snowed in by the blizzard.",
        "We lived in the schoolhouse for a week {when}, on account of the snow, and burned the desks.",
        "Miss Tate would not let us walk home {when} in that blizzard, so we slept at the schoolhouse.",
    ),
    "stolen bicycle": (
        "Somebody stole my red bicycle {when}, right outside the library.",
        "{When} my red bicycle was stolen from the library steps.",
        "My bicycle was stolen {when}, I'd left it at the library.",
        "I had a red bicycle and it got stolen outside the library {when}.",
        "{When} I came out of the library and my red bicycle was gone, stolen.",
        "That red bicycle of mine was taken {when}; some thief had it away from the library.",
        "I only went into the library for a minute {when}, and somebody took my red bicycle.",
        "The one thing I ever had stolen was a red bicycle, {when}, at the library.",
    ),
    "dance contest": (
        "{spouse} and I won the dance contest at the Aragon {when}.",
        "{When} we won the jitterbug contest at the Aragon.",
        "We won the jitterbug contest at the Aragon Ballroom {when}, and a ham with it.",
        "{spouse} and I took the prize for dancing at the Aragon {when}; it was a ham.",
        "{When} we danced at the Aragon and won that contest.",
        "They gave us a ham {when} for winning the jitterbug contest at the Aragon.",
        "You should have seen us {when}, {spouse} and me, winning the jitterbug contest at the Aragon.",
        "There was a ham for the best dancers at the Aragon {when}, and we won it.",
    ),
    "lost dog": (
        "Our dog Biscuit got lost {when} and walked forty miles home.",
        "{When} Biscuit, our dog, ran off and came home after three weeks.",
        "The dog, Biscuit, went missing {when} and turned up three weeks later, forty miles he'd walked.",
        "{When} we lost Biscuit and that dog walked all the way home.",
        "Biscuit ran away {when}; the dog came home thin as a rake, forty miles.",
        "Forty miles that dog walked to get home {when}, when Biscuit was lost.",
        "We'd given up on Biscuit {when}, and then that dog came limping home after forty miles.",
        "Biscuit was our dog, and {when} he was lost for three weeks.",
    ),
    "breakdown": (
        "The Ford broke down in the desert {when}, on the way to California.",
        "{When} we were driving to California and the Ford died in the desert.",
        "We drove to California {when}, and the car broke down in the desert near Needles.",
        "On the drive to California {when} the radiator of the Ford burst in the desert.",
        "{When} our Ford gave out in the desert, halfway to California.",
        "We sat in the desert for a day and a night {when} because the Ford broke down on the road to California.",
        "It was a hundred and ten degrees in the desert {when} when the Ford quit on the way to California.",
        "California or bust, and {when} the Ford bust, out in the desert.",
    ),
    "apples": (
        "{brother} and I were caught stealing apples from old man Pickett's orchard {when}.",
        "{When} old Pickett caught {brother} and me in his orchard with our shirts full of apples.",
        "We stole apples from the Pickett orchard {when}, and he set the dog on us.",
        "{brother} and I went after Pickett's apples {when}; he caught us up the tree.",
        "{When} we were up in Pickett's apple trees and he came with his shotgun.",
        "Old man Pickett marched {brother} and me home by the ear {when} for stealing apples.",
        "There was an orchard belonging to old Pickett, and {when} {brother} and I helped ourselves to the apples and got caught.",
        "{brother} tore his trousers {when} getting away from Pickett with the apples.",
    ),
    "train ride": (
        "I took my first train {when}, all alone to my aunt's in {city2}.",
        "{When} they put me on the train to {city2}, all by myself, with a label on my coat.",
        "My first train ride was {when}, to my aunt in {city2}, with a label pinned on me.",
        "I rode the train alone to {city2} {when}, and the conductor gave me an orange.",
        "{When} I went by train to {city2} on my own, the conductor looked after me.",
        "I was put on a train to {city2} {when} with my name on a label.",
        "I was sent to {city2} by train {when}, with nobody but the conductor to mind me.",
        "{When} my mother pinned a label on my coat and put me on the train for {city2}.",
    ),
    "scarlet fever": (
        "I had scarlet fever {when} and they nailed a sign on our door.",
        "{When} I came down with scarlet fever and we were quarantined for six weeks.",
        "We were all quarantined {when}, I had the scarlet fever.",
        "I caught scarlet fever {when}; nobody could come in or out, there was a sign on the door.",
        "{When} it was scarlet fever, and six weeks shut up in the house in quarantine.",
        "The quarantine sign went up {when}, because I had scarlet fever.",
        "The doctor nailed up the quarantine sign {when}; scarlet fever, and it was me that had it.",
        "{When} I was in bed six weeks with the scarlet fever.",
    ),
    "school play": (
        "I played an angel in the Christmas play {when} and set fire to my wings.",
        "{When} my wings caught fire in the school play; I was an angel.",
        "In the school Christmas play {when} I was the angel, and a candle got my wings.",
        "I was an angel in the play at school {when}, until the wings caught fire.",
        "{When} I was to be the angel in the play and my wings went up in flames.",
        "My angel wings burned {when}, right on the stage in the school play.",
        "I was supposed to be an angel {when}, in the school play, and a candle set my wings alight.",
        "The angel in the Christmas play {when} was me, and my wings burned up.",
    ),
    "broken arm": (
        "I broke my arm {when}, falling out of the apple tree.",
        "{When} I fell out of the apple tree and broke my arm.",
        "My arm got broken {when} when a branch of the apple tree gave way.",
        "I fell from the apple tree {when}, and it was the left arm that broke.",
        "{When} the branch of the apple tree snapped and I landed on my arm and broke it.",
        "I had my arm in a sling {when}, broken, from the apple tree.",
        "The apple tree is to blame for my arm, broken {when}.",
        "{When} I was showing off in the apple tree and down I came and broke my arm.",
    ),
    "pickles": (
        "My mother's pickles won at the county fair {when}.",
        "{When} Mother took a ribbon at the county fair for her dill pickles.",
        "Mother's dill pickles got the red ribbon at the county fair {when}.",
        "They gave my mother second prize {when} for pickles, at the county fair.",
        "{When} it was Mother's pickles that won something at the county fair.",
        "At the county fair {when} the judges liked my mother's dill pickles.",
        "Mother's dill pickles won at the county fair {when}, and she never stopped talking of it.",
        "There was a ribbon {when} for Mother's pickles, from the county fair.",
    ),
    "mountain pass": (
        "The Chevrolet boiled over on the mountain pass {when}, on the way to Denver.",
        "{When} we were driving to Denver and the Chevrolet boiled over on the pass.",
        "We drove to Denver {when}, and the Chevrolet overheated on the pass.",
        "On the way to Denver {when} the Chevrolet quit on us, up on the mountain pass.",
        "{When} our Chevrolet overheated halfway up the pass to Denver.",
        "We pushed the Chevrolet over the pass {when}, it had boiled over on the way to Denver.",
        "Steam everywhere, {when}, the Chevrolet had boiled over on the pass and Denver still fifty miles off.",
        "{When} the Chevrolet would not climb the pass on the road to Denver.",
    ),
    "chimney fire": (
        "We had a chimney fire {when}, and Mother threw salt on it.",
        "{When} the chimney caught fire and the neighbors came with buckets.",
        "The chimney caught fire {when}; the whole roof nearly went.",
        "There was a fire in our chimney {when}, soot everywhere.",
        "{When} sparks set the chimney on fire and Mother poured salt down it.",
        "The chimney burned {when}, and the neighbors made a line with buckets.",
        "Sparks were flying out of the chimney {when}, it had caught fire, and Mother ran for the salt.",
        "{When} it was our chimney that burned, and the neighbors passed buckets.",
    ),
    "second flood": (
        "The creek flooded our cellar {when}, and all the preserves were lost.",
        "{When} the creek came into the cellar and the jars were floating.",
        "We had water in the cellar {when} from the creek, and every jar of preserves was spoiled.",
        "The cellar was flooded {when}, the creek had come up overnight.",
        "{When} the creek rose and our cellar filled up to the third step.",
        "All the preserves floated about the cellar {when} when the creek flooded.",
        "You could have rowed a boat in our cellar {when}, the creek had flooded it.",
        "Mother's preserves were ruined {when} when the creek got into the cellar.",
    ),
    "trip": (
        "We drove up to Crystal Lake {when}, and {detail}.",
        "{When} we were at Crystal Lake and {detail}.",
        "We took the cabin at Crystal Lake {when}, {detail}.",
        "{When} at Crystal Lake {detail}.",
        "We went to Crystal Lake {when}; {detail}.",
        "It was {when} at Crystal Lake that {detail}.",
        "What I remember of Crystal Lake {when} is that {detail}.",
        "{When} we had the cabin on Crystal Lake, and {detail}.",
    ),
    "stolen wallet": (
        "Somebody picked my pocket {when}, on the streetcar, with my whole pay in it.",
        "{When} my wallet was stolen on the streetcar on payday.",
        "My wallet was stolen {when}, a pickpocket got it on the streetcar.",
        "A pickpocket took my wallet {when} with a week's pay, right there on the streetcar.",
        "{When} I lost my whole week's pay to a pickpocket on the streetcar.",
        "My wallet with the pay in it went {when}, stolen on the streetcar.",
        "Payday, {when}, and some pickpocket on the streetcar had my wallet.",
        "I got off the streetcar {when} and my wallet was gone, stolen, with all my pay.",
    ),
}

LIKE = {
    "broken leg": "broken arm",
    "prize": "pickles",
    "breakdown": "mountain pass",
    "barn fire": "chimney fire",
    "flood": "second flood",
    "stolen bicycle": "stolen wallet",
}
"""Events that sound alike and are two: where a life has the one, it often has the other."""

FILLERS = (
    "Well now, where was I.",
    "People were different in those days.",
    "You couldn't get that today for love nor money.",
    "Is that thing still listening?",
    "I take two sugars, since you ask.",
    "My knees tell me when it's going to rain.",
    "They don't make them like that any more.",
    "I don't sleep so well these days.",
    "It's a nice day out there, isn't it?",
    "I suppose everybody says that.",
    "We didn't have much, but we didn't know it.",
    "You had to make your own fun.",
)

QUESTIONS = (
    "What else comes to mind from then?",
    "How was that for you?",
    "Who was with you?",
    "What do you remember best about it?",
    "Would you like to tell me about something else?",
)

TALL_STORIES = (
    ("I danced with Clark Gable {when}, in Hollywood.", "in Hollywood"),
    ("I swam across the Hudson River {when}.", "Hudson"),
    ("{When} I flew a plane under the Brooklyn Bridge.", "Brooklyn"),
    ("I ran away with the circus {when} and tamed two lions.", "circus"),
    ("{When} I won a thousand dollars at cards in Reno.", "Reno"),
    ("I shook hands with the Pope {when}.", "Pope"),
)
"""For jokes and for what is taken back; with words that must then stand in no output."""

JOKES = (
    "I'm only joking.",
    "Just kidding, of course.",
    "No, I'm pulling your leg.",
    "That was a joke, dear.",
    "I'm just having you on.",
    "Oh, I'm only teasing you.",
)
RETRACTIONS = (
    "No, that never happened.",
    "I made that up, I'm sorry.",
    "Take that back, it isn't true.",
    "Forget I said that, it isn't so.",
    "That wasn't me, I was thinking of my cousin.",
    "I shouldn't have said that, it never happened at all.",
)

CORRECTED_AT_ONCE = (
    "{wrong_telling} No, wait, it was {right}.",
    "{wrong_telling} No, that's wrong, it was {right}.",
    "{wrong_telling} I mean {right}.",
    "{wrong_telling} Sorry, it was {right}, not {wrong}.",
    "{wrong_telling} Hold on, no, that was {right}.",
    "{wrong_telling} Oh no, I tell a lie, it was {right}.",
    "{wrong_telling} Wait a minute, I mean {right}.",
    "{wrong_telling} Let me correct that, it was {right}.",
    "{wrong_telling} That's not right, it was {right}, not {wrong}.",
)
"""The whole turn; {right} and {wrong} are years."""

CORRECTED_LATER = (
    "I told you {clause} in {wrong}. That was wrong, it was {right}.",
    "I said {clause} in {wrong}, but it was {right}.",
    "Last time I told you {clause} in {wrong}. No, it was {right}.",
    "I made a mistake, {clause} in {right}, not in {wrong}.",
    "You know, I said {clause} in {wrong}. I was mistaken, it was {right}.",
    "It wasn't {wrong} {clause_that}, it was {right}.",
    "What I told you about when {clause} was wrong: it was {right}, not {wrong}.",
    "I've been thinking, and {clause} in {right}, not {wrong} as I said.",
    "Did I say {clause} in {wrong}? It was {right}.",
)

HEARSAY = (
    "My sister always says {clause} in {wrong}.",
    "They tell me {clause} in {wrong}.",
    "Mother always said {clause} in {wrong}.",
    "According to my sister {clause} in {wrong}.",
    "My aunt used to say that {clause} in {wrong}.",
    "The way my mother told it, {clause} in {wrong}.",
)
GUESSES = (
    "Maybe {clause} in {wrong}, I couldn't swear to it.",
    "I'm not sure, perhaps {clause} in {wrong}.",
    "I'm guessing, but {clause} in {wrong}, probably.",
    "It could have been {wrong} when {clause}, I don't rightly know.",
    "I suppose {clause} in {wrong}, if I had to guess.",
    "Perhaps it was in {wrong} that {clause}, I can't be certain.",
)

CLAUSES: dict[str, str] = {
    "own birth": "I was born",
    "wedding": "we got married",
    "child birth": "{child} was born",
    "father's death": "my father died",
    "sibling's death": "my brother {brother} died",
    "move": "we moved to {city}",
    "job": "I started working at {company}",
    "enlistment": "I joined the {service}",
    "graduation": "I graduated from {school}",
    "purchase": "we bought the {thing} on {street}",
    "retirement": "I retired",
    "barn fire": "the barn burned down",
    "broken leg": "I broke my leg falling off the porch roof",
    "flood": "the river flooded Water Street",
    "prize": "my pie won first prize at the county fair",
    "blizzard": "we were snowed in at the schoolhouse",
    "stolen bicycle": "my red bicycle was stolen at the library",
    "dance contest": "we won the dance contest at the Aragon",
    "lost dog": "our dog Biscuit got lost",
    "breakdown": "the Ford broke down in the desert",
    "apples": "{brother} and I stole apples from Pickett",
    "train ride": "I took the train alone to {city2}",
    "scarlet fever": "I had scarlet fever",
    "school play": "my angel wings caught fire in the school play",
    "broken arm": "I broke my arm falling out of the apple tree",
    "pickles": "Mother's pickles won at the county fair",
    "mountain pass": "the Chevrolet boiled over on the pass to Denver",
    "chimney fire": "we had the chimney fire",
    "second flood": "the creek flooded our cellar",
    "stolen wallet": "my wallet was stolen on the streetcar",
    "trip": "at Crystal Lake {detail}",
}
"""The event in one clause, for "I told you ..." and "Mother always said ..."."""

AGES: dict[str, tuple[int, int]] = {
    "own birth": (0, 0),
    "wedding": (20, 28),
    "child birth": (22, 36),
    "father's death": (12, 50),
    "sibling's death": (8, 30),
    "move": (5, 45),
    "job": (16, 22),
    "enlistment": (18, 24),
    "graduation": (17, 19),
    "purchase": (25, 40),
    "retirement": (60, 67),
    "barn fire": (6, 40),
    "broken leg": (7, 15),
    "flood": (6, 45),
    "prize": (20, 60),
    "blizzard": (7, 14),
    "stolen bicycle": (8, 16),
    "dance contest": (18, 28),
    "lost dog": (8, 40),
    "breakdown": (22, 45),
    "apples": (7, 14),
    "train ride": (6, 12),
    "scarlet fever": (5, 12),
    "school play": (6, 12),
    "broken arm": (6, 15),
    "pickles": (6, 30),
    "mountain pass": (22, 45),
    "chimney fire": (6, 40),
    "second flood": (6, 45),
    "stolen wallet": (18, 40),
    "trip": (6, 40),
}
"""How old the narrator is when it happens: youngest and oldest."""

NAMESAKES: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (
        (
            "My brother {name} broke his arm at the quarry {when}.",
            "My brother {name} could whistle like a bird.",
        ),
        (
            "My friend {name} and I went fishing at Clear Lake {when}.",
            "My friend {name} had a motorcycle.",
        ),
    ),
    (
        (
            "My uncle {name} kept bees behind the church.",
            "Uncle {name} gave me a jar of honey every Easter.",
        ),
        (
            "{name} from the mill lent me ten dollars {when}.",
            "{name} from the mill played the accordion.",
        ),
    ),
    (
        (
            "My cousin {name} lived with us in Toledo {when}.",
            "Cousin {name} snored something terrible.",
        ),
        (
            "My husband's boss was a {name} too. {name} Grady, he was called.",
            "{name} Grady fired half the shop {when}.",
        ),
    ),
    (
        (
            "My brother {name} died {when}, he was only nine.",
            "My brother {name} is buried at Mount Olive.",
        ),
        (
            "{name} drove us to the hospital in 1971.",
            "{name} fixed our roof in 1973 and never sent a bill.",
        ),
    ),
    (
        (
            "Our neighbor {name} grew tomatoes along the fence.",
            "Our neighbor {name} moved away {when}.",
        ),
        (
            "My son {name} graduated in 1980.",
            "My son {name} lives in Denver now, he went there in 1985.",
        ),
    ),
    (
        (
            "My friend {name} taught me to dance {when}.",
            "My friend {name} and I roomed together in Akron.",
        ),
        (
            "{name} was also the name of the doctor, old Doctor {name} Pritchard.",
            "Doctor {name} Pritchard set my wrist in 1949.",
        ),
    ),
    (
        (
            "{name} ran the grocery on Vine Street.",
            "{name} at the grocery gave us candy when we paid the bill.",
        ),
        (
            "The other {name} was in the army with me in Georgia.",
            "The other {name} and I were stationed in Georgia {when}.",
        ),
    ),
)
"""Pairs of people of one name, two sentences each; nothing says that they are one."""
