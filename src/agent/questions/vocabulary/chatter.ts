/**
 * Words of talk: moods, oaths, fillers of chat, family and friends of who asks. They restrict nothing, in whatever company,
 * where nothing in the data goes by them, and they are written as they are meant: none is taken for a typing error.
 */
export const CHATTER: readonly string[] = `
  aah aargh absurdly adieu adios admittedly ado adore adored adores adoring afaics afaict afaik afk afraid agonise
  agonising agonize agonizing aha ahem ahh ahold ahoy alack alarmingly alas almighty alrighty amazed amazing amazingly
  amen amigo amigos amirite amuse amused amuses amusing amusingly annoy annoying annoyingly annoys antsy anxious
  anxiously anyways apologetic apologies apologise apologised apologises apologising apologize apologized apologizes
  apologizing appreciate appreciated appreciates appreciating appreciation argh arguably arrgh arse arsehole arseholes
  ashamed askin asshole assholes assure assures astonished astonishing astonishingly astounded astounding attaboy
  aunt auntie aunts aunty aw away awesome awestruck awfully aww aye babble babbled babbles babbling babe babes
  badgered badgering baffled baffles bah bally banter bastard bastards bazinga bbl beancounter beancounters
  beautifully beg begged begging begs behold believes believing bellend bellyaching bemused beseech beseeched
  beseeches beseeching bestie betcha bewildered bewilders bff bicker bickering bickers bigwig bigwigs bitch bitched
  bitches bitching bitchy bitterly blab blabbed blabber blabbering blabbing blabs blah blasted blatantly blather
  blathered blathering blathers bleary bleary-eyed bleedin bless blessed blimey blithering bloke blokes bluntly blurt
  blurted boardroom boardrooms boasted boasting boasts boffin boffins bollocks bonehead bored boredom boring bosses
  bossman bothering bothersome boyfriend bozo bozos bragged bragging brags bravely brb brill bringing bro bros brother
  bruh bruv btw buddies bugger buggers bullshit bullshitting bummed bummer buts bye calmly candid candidly cares
  casually cetera cfo chap chaps cheerfully cheerio chew chewed chewing chews childish chinwag chitchat chop-chop
  christ chuckle chuckled chuckles chuckling chuffed chuffing chum chums ciao clueless clusterfuck cmon co-worker
  co-workers codswallop comically commotion compadre comprehend comprehends comrade comrades conceivably confess
  confessed confesses confessing confide confided confides confiding congrats congratulate congratulations conscience
  contemplate contemplated contemplates contemplating conveniently convinced coo cor cordially coulda couldve cousin
  cousins coworker coworkers coz cranky crap crappy crikey cuppa curiosity curiously cursing cuz cya cynically dad
  daddy daft dagnabbit dammit damned damnit dandy dang danged dare dared dares daresay daring darling darlings darn
  darned darnedest darnit daughter dawg daydream daydreaming daydreams dear dearie dearly decidedly deem deems
  deets deffo defo delightful delightfully deserve deserved deserves despaired despairing desperate desperately
  desperation despise despised despises detest detested detests devour devoured devouring devours dickhead dickheads
  dimwit dimwits dipshit disgusted distressingly disturbingly doggone doin doncha dontcha doodad doofus doohickey dork
  dorks doth doubtless doubtlessly douche douchebag downright doze dozed drat dratted dread dreaded dreadfully
  dreading dreads dreaming dreamt drowsy dudes duh dumb dumbass dumbfounded dunce dunno dutifully dya eager eagerly
  earnestly easily eat eaten eating eats eek effin effing egad egads eh ehm eli5 embarrassed embarrassing
  embarrassingly emotionally empathy enlighten envious envy erm esteemed etcetera ew eww exasperated exasperating
  exasperatingly exceedingly exceptionally excited excitedly excitement exclaim exclaimed exclaims extraordinarily
  extremely fabulous fabulously faithfully fantastic fantastically fascinated fascinating fearing fears feck feckin
  fecking feelings fella fellas feller fervently ffs fidgety figured figuring finna flabbergasted flatmate flippin
  flipping flustered fml foggiest fond fondly fool fooled fooling foolish foolishly foolishness fools forgive forsooth
  fortunately frantic frantically frazzled freakin fret frets fretted fretting frickin fricking friggin frigging
  frighten frightened frightening frighteningly frightens frightfully frown frowned frowning frowns ftw fuck fucker
  fuckers fuckin fucking fucks funnily fussed fussing fussy fwiw fyi gab gabbing gaffer gah gasp gawd gday gee geez
  geezer genuinely gesundheit gettin giggle giggled giggles giggling gimme girlfriend gist glad gladly glanced glances
  glancing gleefully gloomy glorious gloriously gnawed gnawing gnaws gobble gobbled gobbles gobbling gobsmacked god
  goddam goddammit goddamn goddamned godforsaken godmother godspeed goin golly gonna goodbye goodness goodnight gosh
  goshdarn gossiped gossiping gossips gotcha gotta grab grabbed grabbing grabs gracious graciously gramps gran grandad
  grandaddy granddad granddaddy granddaughter grandfather grandma grandmas grandmother grandpa grandpappy grandson
  granny grateful gratefully gratitude grief grin grinned grinning grins griped griping groan groans groggy groovy
  grouchy grudgingly grumble grumbled grumbles grumbling grumpy gtg gubbins guessing guesstimate gulped gulping gulps
  guv guvnor guzzle guzzled guzzles guzzling hadda hafta hah haha hahaha halfwit hallelujah hallo hangover happenin
  happily hark hassle hast hath hating havin heads-up headsup heartbroken heartfelt heartily heavenly heavens heckuva
  hee heh hehe hella helluva helplessly heres heroically hesitate hesitated hesitates hesitating heya hideously
  higher-ups higherups hilarious hilariously hisself hiya hmmm hmu hog hogged hogging hogs hogwash holy hombre homeboy
  homesick homey homie homies hon honcho honchos honest honesty hoopla hooray hoped hopeful hopefully hopelessly hopin
  hoping horrendously horribly horrified horseshit howd howdy hows hth hubby huh hullo humanly humble humblest humbly
  humour hun hungover hurrah hurray hurriedly husband hush huzzah hype hypothetically hysterical hysterics ianal ick
  icymi idc ideally idiot idiotic idiots idk iirc iiuc ikr imagination imagine imagined imagines imagining imho imma
  immensely imnsho imo impatient impatiently implore implored implores importantly in-laws incidentally incredible
  incredibly indulge inevitably infernal infuriating infuriatingly inkling innit insanely insist insisted insisting
  insists insufferable intensely interestingly intrigued iow irked ironically irony istg istr itd itll ive jackass
  jargon jealous jealously jeepers jeez jest jesus jfc jinxed jittery jk joke joked joking jokingly jolly joshing jove
  joyfully keen keenly kerfuffle kiddin kidding kinda knobhead knucklehead knuckleheads kvetch kvetching lad laddie
  lads laugh laughably laughed laughing laughs laughter layman laymans laymen lemme livid lmao lmfao lmk loathe
  loathed loathes loathing lol lolz lookin lookit looky lord lordy lotta lousy lovely lovingly lowdown lowkey luck
  luckily ludicrously luv m8 madam maddening maddeningly madly magnificent malarkey mam mama mamma marvellous
  marvellously marvelous marvelously matey mayhem meh mercifully mere merrily methinks mhm miffed mighta mightve
  mighty mind minding miraculously miserable miserably missus missy mister mmm moan moaned moaning moans mom momma
  mommy moody moron moronic morons mortified motherfucker motherfuckers motherfucking mum mumble mumbled mumbles
  mumbling munched munches munching murmur murmured murmuring murmurs musta mustve mutter muttered muttering mutters
  myself mysteriously nagged nagging naively nana nanna natter nattered nattering naturally nbd needa needless nephew
  nephews nerve-racking nervous nervously nevertheless ngl nibbled nibbling niece nieces nifty nightmare
  nightmares nightmarish nincompoop nitpick nitpicking nitpicky nitwit nitwits nonetheless nonsense nostalgic nosy
  notably np numbnuts numbskull numpty nutshell nvm oblige obliged obnoxious obsess obsessing obv obvious obvs ofc oi
  okey-dokey okeydokey okie okie-dokie omfg omg oncall oneself oof ooh ooo oooh ooops oops oopsie ostensibly otoh ouch
  ought oughta ourselves outrageously outta overjoyed overlord overlords overreact overreacting overslept overthink
  overthinking ow oy painfully pal pals papa pappy paranoid pardon passionately patently pathetic patience patiently
  peek peeked peeking peeks peep peeps peeved perchance perplexed personally pesky pester pestered pestering pesters
  petrified pff pfft phew pillock piss pissed pissing pitiful pitifully pity pleasure plonker pls plss polite politely
  politeness ponder pondered pondering ponders poppycock powwow prat prattle prattling pray prayed praying prays
  presume presumed presumes presuming pretend prithee probs pronto proper proud proudly psst ptal puzzled quibble quip
  quipped quizzical ramble rambled rambles rambling rant ranted ranting rants readily realises realising realistically
  realizes realizing reassure reassured reassures reassuring reckon reckoned reckoning reckons recollect recollects
  regret regrets regrettable regrettably regretted regretting reluctantly remarkably remembering rephrase rephrased
  reportedly respectfully ridiculously rightly righto righty rly rofl roflmao rotfl ruckus ruddy rumored rumors
  rumoured sadly sakes sayin sayonara scared scarily scary scolded scolding scolds scumbag scumbags seemed seeming
  seemingly shame shameful shamelessly sheepishly sheer sheesh shh shit shite shithead shits shitshow shitty
  shockingly shoulda shouldve shout shouted shouting shouts shrug shrugged shrugging shrugs shucks shush sigh sighed
  sighing sighs silly sincere sincerely sincerest sincerity single sirree sirs sis sleepily sleepless sleeplessness
  sleepy sleepyhead sleuth sleuthing slurped slurping slurps smartass smh sneer sneered snore snored snores snoring
  sob sobbed sobbing sobs sodding solemnly somehow sorely sorta soz spectacularly speechless spiffing spiffy splendid
  splendidly spose srsly sry staggeringly stepdad stepfather stepmom stepmother stinkin strewth stunningly stupid
  stupidly sup superb superbly supposes supposing supremely surprised surprisingly swear swearing swears sweetheart
  sweetie swore sympathise sympathize sympathy ta ta-da tad tada talkin tarnation tattle tbf tbh tbqh tch techies
  tedious tellin tempted terribly terrific terrified terrifying tgif thanked thankfully thanking thanx thatd thatll
  thats thee themself themselves theoretically theres theyd theyll theyre theyve thine thingamabob thingamajig thingy
  thinkin thnx tho thou thrilled thx thy tirade tiresome tis tks tldr toodle-oo toodles tosser tossers tragically
  tremendous tremendously trusty truthful truthfully tryna tsk ttfn ttyl twas twat twats twere twerp twerps twit tysm
  tyvm ugh ughh umm ummm unbearably unbelievable unbelievably uncle uncles understandably understanding undoubtedly
  unfazed unfortunate unfortunately unquestionably urgh utter vaguely vastly verily vibe vibes voila wah wail wailed
  wailing wails wanker wankers wanna wassup watcha watercooler wazzup wdym wdyt wearily weary weep weeping weeps wept
  weve wfh wha whaddya whatcha whatchamacallit whatd whatnot whatre whats whatsit whatsoever whee whered wheres whew
  whine whined whines whinge whinged whingeing whinges whinging whining whiny whisper whispered whispering whispers
  whoa whod whole wholeheartedly whoo whoopee whoops whoopsie whopping whos whyd whys wickedly wife wifey wildly
  wisely wished wishing wistful wistfully woah woe woefully wondered wonderful wonderfully wonderin wonders woohoo
  woot workmate workmates worried worries worrisome worry worrying worryingly woulda wouldve wow wowza wowzers
  wretched wtf wth xoxo ya yah yall yap yapped yapping yaps yawn yawned yawning yawns yay yea yearn yearned yearning
  yearns yell yelled yelling yells yep yer yessir yikes yippee yoohoo youd youll youre yourself yourselves youse youve
  yowza yuck yucky yup zounds
`
  .trim()
  .split(/\s+/)
