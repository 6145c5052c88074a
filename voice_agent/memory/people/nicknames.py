"""Short forms of given names: Bill is William, Peggy is Margaret. Common English usage, no source but ours.

A short form may belong to several names ("Bert"); two forms may be one person where they share a name.
"""

_FORMS = """
albert: al bert bertie | alexander: alex alec sandy al | alfred: alf alfie fred al | andrew: andy drew
anthony: tony | arthur: art artie | barbara: barb babs barbie | benjamin: ben benny benji
bernard: bernie | beatrice: bea trixie | caroline: carrie carol | catherine: kate katie cathy kitty kay cath
katherine: kate katie kathy kitty kay kath kit | kathleen: kathy kath kay kate | charles: charlie chuck chas
charlotte: lottie charlie | christine: chris chrissie tina | christopher: chris kit | clarence: clare
constance: connie | cornelius: neil con | cynthia: cindy | daniel: dan danny | david: dave davey davy
deborah: debbie deb | dennis: denny den | dolores: lola dolly | donald: don donnie | dorothy: dot dottie dolly dora
douglas: doug | edmund: ed eddie ned ted | edward: ed eddie ned ted teddy | edwin: ed eddie | eleanor: ellie nell nellie nora
elizabeth: liz lizzie beth betty betsy bess bessie eliza libby lisa | emily: em emmie | emma: em emmie
ernest: ernie | esther: essie hettie | eugene: gene | evelyn: evie ev | florence: flo florrie flossie
frances: fran frannie frankie | francis: frank frankie | franklin: frank | frederick: fred freddie freddy rick
gabriel: gabe | genevieve: jenny gen | geoffrey: geoff jeff | george: georgie | gerald: gerry jerry
geraldine: gerry | gertrude: gert gertie trudy | gilbert: gil bert | gregory: greg | harold: harry hal
harriet: hattie harry | helen: nell nellie lena | henry: harry hank hal | herbert: herb bert bertie | herman: herm
hubert: hugh bert | irene: renie | isabel: bel belle izzy | isabella: bella belle izzy | jacob: jake | james: jim jimmy jamie jem
jane: janey jenny | janet: jan | jean: jeannie | jennifer: jen jenny | jessica: jess jessie | john: jack johnny jock
jonathan: jon jonny | joseph: joe joey | josephine: jo josie | joshua: josh | judith: judy | julia: julie jules
kenneth: ken kenny | lawrence: larry laurie | leonard: len lenny leo | leopold: leo | lewis: lew lou | louis: lou louie
louise: lou lulu | lucille: lucy lou | lucy: lu | magdalene: lena maggie | margaret: maggie peggy meg marge margie greta daisy peg madge rita
maria: mary mia | marian: mary | marjorie: marge margie | martha: marty mattie patty | martin: marty
mary: molly polly mamie may minnie mae | matilda: tilly mattie | matthew: matt | maurice: morrie mo | michael: mike mick mickey mikey
mildred: millie milly | minerva: minnie | nancy: nan nance | nathaniel: nat nate | nicholas: nick nicky | norman: norm
oliver: ollie | olive: ollie livvy | pamela: pam | patricia: pat patty trish patsy tricia | patrick: pat paddy pat
paul: paulie | peter: pete | philip: phil | phyllis: phyl | priscilla: cilla | rachel: rae | ralph: ralphie
raymond: ray | rebecca: becky becca | richard: dick rick dickie rich richie | robert: bob bobby rob robbie bert
roberta: bobbie | roger: rodge | ronald: ron ronnie | rose: rosie | rosemary: rosie rose | roy: | ruth: ruthie
samuel: sam sammy | samantha: sam | sarah: sally sadie sal | stanley: stan | stephen: steve steven | steven: steve
susan: sue susie suzie | sylvia: syl | theodore: ted teddy theo | theresa: terry tess tessie | teresa: terry tess
terence: terry | thomas: tom tommy thom | timothy: tim timmy | ursula: | valerie: val | vera: | victor: vic
victoria: vicky vicki | vincent: vince vinny | viola: vi | violet: vi | virginia: ginny ginger | vivian: viv
walter: walt wally | wilfred: wilf fred | wilhelmina: minnie mina billie | william: bill billy will willie liam
winifred: winnie freda | zachary: zach
agnes: aggie | alan: al | alice: allie | amy: | andrea: | angela: angie | ann: annie nan | anna: annie | anne: annie
audrey: | bernice: bernie | bertha: bert | betsy: | beverly: bev | brenda: | brian: | bridget: bridie biddy | carl: | carol:
cecil: | celia: | charlene: | cheryl: | clara: | claude: | claudia: | clifford: cliff | clyde: | craig: | curtis: curt
dale: | darlene: | dean: | diana: di | diane: di | dolly: | donna: | doris: | earl: | edith: edie | edna: | eileen: | elaine:
ella: | ellen: ellie nell | elmer: | elsie: | emil: | eric: rick | erma: | ethel: | eva: evie | faye: | fern: | flora: flo
forrest: | gail: | gary: | georgia: | gladys: | glenn: | gloria: | gordon: | grace: gracie | greta: | guy: | hazel:
heather: | hilda: | howard: howie | ida: | ingrid: | iris: | ivan: | ivy: | jerome: jerry | jill: | joan: joanie | joanne: jo
joyce: | juanita: | june: | karen: | karl: | keith: | kevin: | larry: | laura: laurie | lena: | lester: les | lillian: lily lil
lily: lil | linda: lin | lloyd: | lois: | lola: | loretta: | lorraine: | lucille: | luther: | lydia: | mabel: | marcia: | marilyn:
marion: | mark: | marlene: | marvin: marv | max: | maxine: | melvin: mel | milton: milt | miriam: | molly: | monica: | morris:
muriel: | myrtle: | nellie: | neil: | nora: | oscar: | otto: | pauline: polly | pearl: | perry: | rita: | rodney: rod
rosa: rosie | russell: russ | sharon: | sheila: | shirley: | sidney: sid | stella: | stuart: stu | sybil: | ted: | thelma: | todd:
trudy: | vernon: vern | wanda: | warren: | wayne: | wendell: | wesley: wes | wilbur: | wilma: | yvonne: | zelda: | maeve:
sean: | liam: | nora: | siobhan: | hugh: hughie | ian: | graham: | nigel: | trevor: | roland: | rupert: | enid: | hilary:
"""

FORMS: dict[str, frozenset[str]] = {}
"""The full names that a form may stand for, itself included, in lower case."""

for _entry in _FORMS.replace("\n", "|").split("|"):
    _full, _, _short = _entry.partition(":")
    if _full.strip():
        for _form in (_full.strip(), *_short.split()):
            FORMS[_form] = FORMS.get(_form, frozenset({_form})) | {_full.strip()}


def same_given(one: str, other: str) -> bool:
    """Can two given names be the same person's? Case does not matter."""
    one, other = one.lower(), other.lower()
    if one == other:
        return True
    return bool(FORMS.get(one, frozenset({one})) & FORMS.get(other, frozenset({other})))


def known_given(name: str) -> bool:
    """Is it a given name we know?"""
    return name.lower() in FORMS
