/** The words of a report of trouble: what somebody sees, and what asks for its origin. */

const LEAD =
  '(?:(?:so|and|but|ok|okay|hi|hey|hello|help|urgent|sos|uh|well|again|now|guys|team|folks|please|pls)[ ,]+)*'
const THING =
  "(?:(?!which\\b|what\\b|who\\b|that\\b|whose\\b|how\\b|when\\b|where\\b|show\\b|list\\b|count\\b|errors\\b|requests\\b|lines\\b|logs?\\b|any\\b|other\\b)[\\w'/{}:.-]+ ){0,6}?"
const IS =
  "(?:is|are|was|were|'s|isnt|be|being|been|gets?|got|getting|goes|gone|going|went|looks?|feels?|seems?|keeps?|keep|keeps on|remains?|stays?|all)"
const HOW =
  '(?:(?:completely|totally|really|super|very|so|all|just|still|again|kinda|kind of|pretty|quite|extremely|dead|absolutely|simply|suddenly|basically|mostly|partly|constantly|currently|now) )*'
const BAD =
  '(?:dead|down|broken|busted|borked|hosed|toast|kaputt?|unusable|unreachable|unavailable|inaccessible|stuck|frozen|freezing|hanging|hung|on fire|burning|melting|red|in the red|haywire|bonkers|nuts|weird|strange|odd|fishy|wrong|off|messed up|screwed|crawling|slow|slower|sluggish|laggy|flaky|unstable|unresponsive|not responding|timing out|failing|erroring|erroring out|crashing|degraded|blank|empty|white|gone|offline|falling over|acting up|nowhere|struggling|misbehaving|in trouble)'
const CODE =
  '(?:(?:http |error |status |code )*[45](?:\\d\\d|xx)s?|(?:an? |the )?(?:internal (?:server )?)?errors?|timeouts?|exceptions?|(?:bad|gateway) (?:gateways?|timeouts?)|internal server errors?|nothing|garbage)'
const GIVES =
  '(?:says?|gives?|shows?|returns?|throws?|spits?(?: out)?|gets?|getting|got|sees?|seeing|answers?(?: with)?|responds?(?: with)?|ends? in|full of|nothing but|only|throwing|returning|giving|showing|spitting(?: out)?|reports?|runs? into|running into)'
const PEOPLE =
  "(?:[\\w'-]+ ){0,3}(?:users?|customers?|clients?|people|ppl|folks|guests?|members?|players?|drivers?|riders?|patients?|students?|tenants?|merchants?|shops?|partners?|colleagues?|staff|support|helpdesk|ops|sales|twitter|everyone|everybody|somebody|someone|boss|[a-z]{3,}(?:ers|ors|ees|ists))"
const NOT =
  "(?:can ?not|can'?t|cant|could ?n'?t|couldnt|could not|won'?t|wont|will not|do not|don'?t|dont|does not|does ?n'?t|doesnt|did not|didn'?t|is not|isn'?t|are not|aren'?t|no longer|unable to|not able to|fails? to|failing to|stopped (?=[a-z]+ing\\b))"

/** A clause that says what somebody sees. */
export const REPORTS: readonly RegExp[] = [
  // "Checkout is completely dead for half of our users", "everything's red".
  new RegExp(
    `^${LEAD}${THING}[\\w'/{}:.-]*(?:'s| ${IS}) ${HOW}${BAD}(?: (?:for|in|on|at|with|since|from|to|everywhere|again|now|today|tonight|over|as|half|all|right|lately|after)\\b.*)?$`,
  ),
  // "Can't check in anymore", "drivers can't start a session", "the button does nothing".
  new RegExp(`^${LEAD}${THING}${NOT} [a-z].*$`),
  new RegExp(
    `^${LEAD}(?:nobody|no one|noone|none|nothing|no [a-z]+)\\b.* (?:can|could|works?|loads?|happens?|goes|gets|is|are|comes?|arrives?|moves?|responds?|opens?|starts?)\\b.*$`,
  ),
  new RegExp(`^${LEAD}${THING}(?:does|do|did) nothing\\b.*$`),
  // "The app says 502", "500s all over the place", "we're getting nothing but timeouts".
  new RegExp(
    `^${LEAD}${THING}[\\w'-]+ ${GIVES} (?:(?:me|us|them|out|back|up|a|an|the|lots of|tons of|loads of|many|only|nothing but|with|bunch of|a bunch of|a lot of|lot of) )*${CODE}\\b.*$`,
  ),
  new RegExp(
    `^${LEAD}(?:(?:lots of|tons of|loads of|many|only|nothing but|a bunch of|a lot of|a flood of|loads|getting|seeing|massive|huge|so many) )*${CODE} (?:all over(?: the place)?|everywhere|left and right|across the board|en masse|in masses|nonstop|non-stop|like crazy|out of nowhere|on (?:every|all|each)\\b.*|from (?:every|all)\\b.*)(?: .*)?$`,
  ),
  // "Pager went off", "got woken up by an alert", "we're getting paged for 5xx".
  new RegExp(
    `^${LEAD}(?:[\\w'-]+ ){0,4}(?:pager|pagerduty|opsgenie|alerts?|alarms?|monitors?|monitoring|phones?|slo|burn ?rate|[a-z]*(?:alert|alarm))(?: [\\w-]+){0,3}? (?:went off|goes off|going off|fired|fires|firing|is firing|are firing|rings|ringing|is ringing|triggered|woke me(?: up)?|wakes me|screams|is screaming|exploded?s?|is red|blew up)\\b.*$`,
  ),
  new RegExp(
    `^${LEAD}(?:i|we|i'm|we're|im|just|got|on-?call|he|she)(?: (?:just|was|were|got|am|are|getting|have been|been|keep|being|keeps?))* (?:paged|alerted|woken|waked|called|pinged|rung|getting paged|getting alerted|getting alerts)\\b.*$`,
  ),
  // "Support is flooded with tickets", "complaints are pouring in", "users report errors".
  new RegExp(
    `^${LEAD}(?:[\\w'-]+ ){1,4}(?:is|are|'s|keeps?) (?:full of|flooded|drowning|swamped|overwhelmed|exploding|blowing up|ringing|melting down|going crazy|going mad|losing it|angry|furious)\\b.*$`,
  ),
  new RegExp(
    `^${LEAD}(?:[\\w'-]+ ){0,4}(?:tickets?|complaints?|calls|reports|mails|emails) (?:that |about |of |(?:are )?(?:coming|pouring|rolling|flooding|piling) (?:in|up)).*$`,
  ),
  new RegExp(
    `^${LEAD}${PEOPLE} (?:(?:keep|keeps|are|is|all|just|now) )*(?:complain(?:s|ing|ed)?|report(?:s|ing|ed)?|say(?:s|ing)?|said|tells? (?:us|me)|claims?|keep calling|calling|call|screaming|scream|yelling|shouting|asking|moan(?:ing)?)\\b.*$`,
  ),
  // "Something's off with payments".
  new RegExp(
    `^${LEAD}(?:something|sth|smth|things?|stuff|everything|all)(?:'s| is| are| seems?| looks?| feels?| smells?| went| goes) ${HOW}(?:${BAD}|not (?:right|ok|okay|well|good)|up)\\b.*$`,
  ),
  new RegExp(
    `^${LEAD}(?:we|they|i|the \\w+)(?:'ve| have|'re| are)? (?:(?:got|having|in|seeing|facing|an?|some|big|huge|massive|major|serious) )+(?:outage|incident|problems?|trouble|issues?|downtime|situation|sev ?\\d)\\b.*$`,
  ),
]

const LOOK = '(?:look(?:ing)?|start(?: looking| digging| with)?|begin|dig|check(?:ing)?|poke|search|go)'
const ORIGIN =
  '(?:cause|root cause|reason|problem|issue|matter|culprit|bottleneck|trouble|origin|source|story|deal|suspect|offender|villain|guilty (?:one|party)|weak(?:est)? (?:link|spot))'

/** A clause that asks who or what is behind it. */
export const REQUESTS: readonly RegExp[] = [
  new RegExp(`^${LEAD}(?:why|how come|y)(?: (?:is|are|was|were) (?:that|this|it))?$`),
  new RegExp(
    `^${LEAD}(?:what|whats|what's|wtf|wth)(?: the (?:hell|heck|fuck))?(?: (?:is|was|are|just|has|could|might|may|can|be|it be))* ?(?:it|this|that|up|going on|happening|happened|wrong|broke|broken|down|behind (?:it|this|that)|causing (?:it|this|that)|to blame|(?:the|our) (?:\\w+ )?${ORIGIN})(?: (?:here|there|now|exactly|again|with (?:it|that|this)))*$`,
  ),
  new RegExp(
    `^${LEAD}where(?:'s| is| are| do| does| should| would| could| can| shall| to| did)?(?: (?:i|we|you|one|it|this|that|they|these|those|all|even))* ?(?:${LOOK}|com(?:e|es|ing) from|originat\\w+|from|hurts?|broken|stuck|(?:the|our) ${ORIGIN})(?: (?:at|first|now|here|looking|digging|with|best|from|this|that|it))*$`,
  ),
  new RegExp(
    `^${LEAD}(?:who|whos|who's|which (?:service|component|system|part|team|one|thing|app|box|host|piece|of (?:our|the) \\w+))(?: (?:is|was|are|did|does|do|could|should|would|might))* ?(?:(?:the|our) (?:\\w+ )?${ORIGIN}|to blame|at fault|guilty|responsible|behind (?:it|this|that)|it|that|this|did (?:it|this|that)|causing (?:it|this|that)|broke (?:it|this|that)|broken|down|broke|(?:do|should|shall|must|can|to)? ?(?:i|we)? ?(?:wake|page|call|ping|blame)\\b.*)$`,
  ),
  new RegExp(
    `^${LEAD}(?:(?:what|which)(?:'s| is)? )?(?:your |the |our |any )?(?:first|prime|main|top|number one|best|likely|likeliest|most likely|probable|primary|usual|any)? ?(?:suspects?|guess(?:es)?|bets?|culprits?|bottleneck|root cause|cause|rca|theor(?:y|ies)|hypothes[ie]s)$`,
  ),
  new RegExp(
    `^${LEAD}(?:(?:got|have|any|some|do you have|you got|a|no|need|give me|gimme|can i get|i need|short|quick|more) )*(?:ideas?|clues?|context|hints?|leads?|pointers?|insights?|rca|summary|tl;?dr|overview|picture|diagnosis|explanation)(?: (?:what|why|where|who|please|pls|of (?:it|this|that)|on (?:it|this|that)|here|anyone|about it)\\b.*)?$`,
  ),
  new RegExp(
    `^${LEAD}(?:(?:can|could|would|will) (?:you|someone|somebody) |let's |let us )?(?:please |pls )?(?:have a look|take a look|look into (?:it|this|that)|check (?:it|this|that)|investigate(?: (?:it|this|that))?|debug(?: (?:it|this|that))?|diagnose(?: (?:it|this|that))?|triage(?: (?:it|this|that))?|dig in(?:to (?:it|this|that))?|find out(?: why)?|find the ${ORIGIN}|help(?: (?:me|us))?(?: out)?)$`,
  ),
  new RegExp(
    `^(?:${LEAD})(?:is|was|are) (?:it|this|that) (?:on )?(?:us|our (?:side|fault|end|code|stuff)|ours|(?:on )?(?:them|theirs?))(?: or .*)?$`,
  ),
  /^(?:help|sos|please|pls|urgent|thanks|thx|hi|hello|hey|context|wtf|plz|asap|anyone|go|now)(?: (?:help|please|pls|me|us|needed|asap|now))*$/,
]

/** Asks for a number, a list, a moment, certain records or a state, whatever it complains about. */
export const OTHER_ASKED =
  /\b(?:how (?:many|much|often|long|bad|far|big|come up)|count|number of|list|share of|percent\w*|per (?:minute|hour|day|second)|average|median|mean|p\d\d|compared?|versus|vs|most|frequent|common|since when|when did|when was|when were|at what time|until when|trace|timeline|version|deploy\w*|releas\w*|roll\w* back|restart\w*|still|over now|again now|healthy|affected|impact(?:ed)?|what (?:do|does|did) .{1,60} mean|means?)\b|%|\b(?:is|are|was|were) (?:there|any)\b/

/** Say that there is trouble, how bad it is and who tells of it: no telemetry has to know them. */
export const TROUBLE_WORDS = new RegExp(
  `\\b(?:${BAD}|flooded|drowning|swamped|overwhelmed|exploding|tickets?|complaints?|complain\\w*|pager|paged|woken|woke|alerts?|alarms?|unable|able|half|most|lots|tons|bunch|fleet|super|first|suspect|anymore|any more|longer|whole|thing|things|something|stuff|suddenly|minutes?|hours?|moment|place|over|everywhere)\\b`,
  'g',
)

/** Somebody tells of trouble, in whatever clause. */
export const TROUBLE_CUES = new RegExp(
  `\\b(?:${BAD}|not|no|never|nothing|nobody|none|neither|cannot|cant|wont|dont|doesnt|didnt|isnt|arent|havent|hasnt|couldnt|without|fail\\w*|err|errors?|error\\w*|faults?|faulty|[45]\\d\\ds?|[45]xx|hangs?|freez\\w*|spins?|spinning|loops?|crash\\w*|br[eo]ke\\w*|breaks?|reject\\w*|refus\\w*|declin\\w*|turned (?:away|down|back)|thrown out|nowhere|unavailable|den(?:y|ies|ied)|bounc\\w*|vanish\\w*|disappear\\w*|lost|losing|lose|missing|stranded|furious|angry|upset|idle|queu\\w*|pil(?:e|es|ed|ing)|stack(?:s|ed|ing)|waiting|delay\\w*|late|slow\\w*|lag\\w*|timeouts?|timed|drop(?:s|ped|ping)?|page[rd]|paged|alert\\w*|alarm\\w*|firing|fired|critical|sev ?\\d|urgent|incident|outage|problems?|issues?|trouble|complain\\w*|complaints?|retry\\w*|stops?|stopped|locked|blocked|shut|beep\\w*|swallow\\w*|gr[ae]y|wrong|weird|bad|worse|worst|mess|horrible|terrible|useless|nonsense|garbage|duplicate\\w*|twice|double|unable|impossible|by hand|on paper|manually|help|sos|wtf|omg|kaputt?)\\b|n't\\b`,
)

/** Somebody asks for the origin, in whatever clause. */
export const ORIGIN_CUES =
  /\b(?:why|how come|caus(?:e|es|ed|ing)|culprit|trigger(?:ed)?|reasons?|expla(?:in|ins|nation|ined)|whose fault|at fault|to blame|blame|who broke|what broke|behind (?:it|this|that)|suspect|going on|what(?: on earth| the \w+)? (?:is|was|are) (?:it|that|this|up|wrong|happening)|what happened|what'?s (?:up|wrong|happening)|responsible|did this|one thing behind|at the bottom of|understand (?:it|this|that|what|why)|where (?:do|does|did) (?:it|this|that|these|they|those)\b.* come from|where (?:this|that|it) comes from|track down|look into|find out|point me|bottleneck|root cause|rca|us or (?:them|the)|our (?:fault|side|end))\b/

/** Has a subject and a verb, and is no name of some records: "payments refused for fraud". */
export const IS_TOLD =
  /\b(?:i(?!\.e)|i'm|im|i've|we|we're|we've|my|us|me|he|she|they|it|it's|his|her|him|them|this|that's|there's|here|somebody|someone|anybody|anyone|everybody|everyone|nobody|help|hi|hello|hey|omg|wtf|why)\b|n't\b|\b(?:is|are|was|were|has|have|had|does|do|did|can|could|will|would|cannot|cant|wont|dont|doesnt|didnt|isnt|arent|keeps?|says?|gets?|goes|comes?|needs?|wants?|tells?|ends? in|got (?:woken|paged|called|pinged|alerted)|tho|though|broken|dead|(?<!turned |shut |cut |slowed )down|looking for)\b|[!]|\?\?|[a-z]{3}\.\s*$|^(?:people|ppl|folks|customers|users|clients|guests|drivers) (?!of\b|per\b|with\b|who\b|that\b|affected\b|by\b|in\b|from\b|on\b)/
/** "Payments that were refused": belongs to a noun. */
export const RELATIVE =
  /\b(?:that|which|who|whose|because|where|since|but|as|if|and|or) (?:[a-z]+ ){0,3}?(?:is|are|was|were|has|have|had|does|do|did|can|could|will|would|it|they|we|i)(?: not|n't)?\b/g

/** Begins a clause that asks for a number, a list, a moment or a state. */
export const ASKS_OTHER =
  /^(?:(?:so|and|but|ok|okay|hi|hey|hello|please|pls|also|then|now|morning|all)[ ,]+)*(?:how (?!come\b|(?:do|can|should|could) (?:i|we) (?:explain|tell|fix|get)|can (?:a|an|it|that|this)\b)|which\b|when\b|whom\b|list\b|show\b|count\b|number\b|compare\b|separate\b|break (?:down|up)\b|give me (?:the|all|a list|numbers)\b|tell me (?:how|when|which)\b|who (?!(?:\w+ )?(?:broke|is|did|was|'s|has) ?(?:behind|it|this|that|broken|the|to blame|at fault)?\W*(?:culprit|it|this|that)?$|broke)|what (?:share|part|percent\w*|should|can|could(?! (?:be|have|cause|explain)\b)|is the (?!cause|reason|problem|matter|culprit|story|deal|actual|real)|are the (?!reasons?|causes?)|was the (?!cause|reason|problem|matter)|were the|time|version|does|do|did|is ")|(?:is|are|was|were|do|does|did|has|have|had|can|could|should|will|would|r) (?!(?:it|this|that) (?:us|our|the|its)\b|there (?:one|a|an|any|some|anything) (?:thing|reason|cause|link|connection|common)\b|(?:it|this|that) .{2,40} or\b|(?:you|somebody|someone|anybody|anyone) (?!please\b|list\b|show\b|count\b|give\b)|(?:we|it|that|they|this|he|she|i)$)|any \w+ (?:that|which|in|on|of|for)\b|since when\b|until when\b|from what\b|at what\b|p\d\d|(?:average|median|mean|max|min|total) (?:of|number|count|requests|duration|time|latency)\b|top \w+ (?:by|of)\b|top \d|(?:per|by) \w+$)/

/** A number, a share, groups or a state, wherever it is asked for, and what is pasted. */
export const OTHER_TOLD =
  /\b(?:how (?:many|much|often|long)|percentage|fraction|proportion|share of|rate of|number of|(?:in|with|two|three|some|give me|the|an?) (?:numbers?|figures?|counts?)|counts? (?:of|per|by|please|pls)|amount of|p9\d|compared (?:to|with)|against|versus|vs|most common|fewest|fails more|per|grouped|by (?:\w+ )?(?:product|code|city|merchant|reason|service|region|kind|type|route)|break (?:\w+ )?down|separate|affected|still (?!have|has|not|no|can|won|don|do|isn|aren)|back to normal|yes or no|trace|last (?:\d+|hour|ten|half)|deploy\w*|releas\w*|is it only)\b|^(?:failed |refused |all |log )*(?:requests?|errors?|lines?|logs?|records?|messages|calls) (?!are\b|everywhere\b|all\b|is\b)|supposed to mean|\b(?:what reasons|reasons (?:do|are|were|we)|other than|give me its|its id|worth)\b|\bwhat(?:'s| is) (?:stuck|left|waiting) in\b|[{}<>%]|\d{4}-\d\d-\d\d|\b\d\d:\d\d:\d\d[.,]\d/

/** Thanks, talk and orders, which report nothing. */
export const IS_TALK =
  /\b(?:thanks|thank you|thx|cheers|lovely|congrat\w*|great job|well done|went great|no incident|nothing (?:is )?(?:wrong|broken)|all good|no,? i meant|the other one|just curious|simply curious|just (?:got )?added|right channel|good (?:night|bye)|weekend|lunch menu|weather)\b/
