/**
 * Ways of asking that hold for any project, put into the one the reader knows: "would rolling back web help?" is "is the
 * release of web to blame?", "the first minute with 503" is "when was the first 503", "how many was that before 14:00?"
 * goes on with that time. Nothing that restricts what is asked for is taken away.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { inMomentForm } from './moment-forms.ts'

const LEAD = '^((?:(?:so|and|but|ok|okay|hey|hi|well|then|also) ){0,3})'
const END = '[\\s?.!]*$'
const SERVICES = '(?:micro-?)?services|components|systems|apps|applications'
const BACK =
  '(?:rolling back|roll(?:ing)?[- ]?backs? (?:of|to)|(?:a|the) roll-?back (?:of|to)|reverting|(?:a|the) revert of|downgrading|a downgrade of|undoing|backing out)'
const RELEASE = '(?:releases?|rollout|deploy(?:ment)?|version|update|upgrade|change)'
const HELPS =
  '(?:even |really |actually |maybe |then )?(?:help|fix|solve|resolve|cure|stop|end|improve|make|change|do|be)(?: (?:it|this|that|things?|anything|something|us|the (?:issue|problem|incident|outage|errors?|failures?)|better|good|go away|any (?:good|use|help)|of (?:any )?(?:use|help)|helpful|useful|enough|an? (?:fix|solution)))*'
const TIMES =
  '(?:in(?! (?:all|total|sum|percent|absolute|numbers?|%))|for|during|over|within|between|since|before|after|until|up to|from)'
const SAYS = '(?:complain|warn|mention|report|log|talk|say (?:something|anything)|write|tell us|speak)(?:ed|ing|s)?'

const PODS = '(pods?|instances?|nodes?|replicas?|hosts?|containers?)'
const NAME = '((?:[\\w.-]{2,40} ){0,2}?[\\w.-]{2,40})'
const BAD =
  '(?:bad|broken|failing|unhealthy|sick|worst|worse|the bad one|the problem|affected|hit|down|in trouble|misbehaving|acting up|to blame|ill|throwing (?:the )?errors)'
const MONEY_MOVED =
  '(charged?|paid|pay|billed?|refund(?:ed)?|spen[dt]|earn(?:ed)?|credited|debited|invoiced?|collect(?:ed)?)'

/** What goes up and down. */
const READING =
  '(?:[a-z]{1,30}[_.][\\w.]{1,60}|rate|latency|duration|p\\d{2,3}|length|depth|lag|usage|utili[sz]ation|memory|cpu|load|traffic|backlog|connections|threads|queue|age|delay)'

const FORMS: readonly (readonly [said: RegExp, plain: string])[] = [
  // "How big is the share of the app among slot searches".
  [
    new RegExp(
      `${LEAD}(?:how (?:big|large|high|small) (?:is|was)|what is|whats|what was) (?:the )?(?:share|part|fraction|portion|percentage) (?:of|from) (?:the |our )?([\\w.-]{2,40}) (?:among|within) (?:all )?(?:the |our )?(.{3,80}?)${END}`,
      'i',
    ),
    '$1what share of $3 is $2',
  ],
  // "When was it worst?", "how many errors per minute at the peak?"
  [
    new RegExp(
      `${LEAD}when (?:was|is) (?:it|this|that|the (?:outage|incident|problem)) (?:the )?(?:worst|at its worst|at the peak)${END}`,
      'i',
    ),
    '$1when did the error rate peak',
  ],
  // "Highest error rate and when": the moment, beside which its value stands.
  [
    new RegExp(
      `${LEAD}(?:(?:what (?:is|was)|whats|show|show me|give me) )?(?:the )?(?:max(?:imum)?|highest|peak|worst) ((?:[\\w.-]{1,40} ){0,4}?${READING}(?: (?:of|on|for|in) [\\w./-]{2,60}(?: [\\w./{}-]{2,60})?)?)(?:,? and|,) (?:at )?(?:when|what time)(?: (?:was|is|did) (?:it|that)(?: happen)?)?${END}`,
      'i',
    ),
    '$1when was $2 highest',
  ],
  [
    new RegExp(
      `${LEAD}how many (errors|failures|failed requests|requests|warnings) (?:per|an?|each|every) (?:minute|second|hour)(?: (?:were there|did we have))? at (?:the|its) (?:peak|worst|maximum)${END}`,
      'i',
    ),
    '$1when did $2 peak',
  ],
  // "Which tenants are fine?": those without errors. Services are told otherwise.
  [
    new RegExp(
      `${LEAD}(?:which|what) (?!(?:${SERVICES})\\b)([a-z][\\w.-]{1,40}s) (?:are|were|seem) (?:still |all )?(?:fine|ok|okay|healthy|unaffected|not affected|good|all right|alright)(?: (?:now|right now))?${END}`,
      'i',
    ),
    '$1which $2 had no errors',
  ],
  // "Any tenant without errors?"
  [
    new RegExp(
      `${LEAD}(?:(?:is|are) there |do we have )?any (?!(?:${SERVICES}|service|component|system|app)\\b)([a-z][\\w.-]{1,38}[a-rt-z])s? (?:without|with no|that has no|that have no|not seeing|that sees no|that see no) (?:any )?(?:errors?|failures?|problems?|failed requests?)${END}`,
      'i',
    ),
    '$1which $2s had no errors',
  ],
  // "Is it just one pod of web that is broken, or all of them?", "which pod of web is bad?"
  [
    new RegExp(
      `${LEAD}(?:is|are|was|were) (?:it |this |that )?(?:just |only )?(?:one|a single|some|all|every|all of the|all the) (?:of the )?${PODS} (?:of|in|on|for) (?:the )?${NAME} (?:that |which |thats )?(?:(?:is|are|was|were|'s) )?(?:just |only )?${BAD}(?:[ ,]+(?:or|than) .{2,40}?)?${END}`,
      'i',
    ),
    '$1error rate of $3 by $2',
  ],
  [
    new RegExp(
      `${LEAD}(?:which|what) ${PODS} (?:of|in|on|for) (?:the )?${NAME} (?:is|are|was|were|looks?|went) (?:the )?${BAD}${END}`,
      'i',
    ),
    '$1error rate of $3 by $2',
  ],
  [
    new RegExp(
      `${LEAD}what(?:'s|s| is| was)? the (slowest|fastest) (?:thing|part|piece|bit|call|one)(?: (?:(?:that )?(?:we|you|i) (?:have|got|run)|we've got|here|right now|now|at the moment))*${END}`,
      'i',
    ),
    '$1which operation is the $2',
  ],
  // "Sum charged on A3": money, and no count of what was charged.
  [
    new RegExp(
      `${LEAD}(?:what(?:'s| is| was) )?(?:the )?(?:sum|(?:total )?amount|total sum) (?:of money )?${MONEY_MOVED}\\b`,
      'i',
    ),
    '$1how much money was $2',
  ],
  [
    new RegExp(`${LEAD}what did (we|they|you) ${MONEY_MOVED} in (?:total|all|sum)\\b`, 'i'),
    '$1how much money did $2 $3',
  ],
  [
    new RegExp(
      `${LEAD}(?:what|which) (?:all )?(?:the )?(?:${SERVICES}) (?:do |did |have |can )?(?:i|we|you) (?:even |actually |really |currently )?(?:got|have|see|run|own|know|monitor|watch|have got|look at|look after)(?: (?:got|here|there|in here|in there|around|at all|in total|running|in this (?:project|system)|in the (?:project|system)))*${END}`,
      'i',
    ),
    'list all services',
  ],
  [
    new RegExp(
      `${LEAD}(?:would|will|could|might|may|does|can) ${BACK} (?:the )?(?:(?:last|latest|new|recent) )?${RELEASE} ${HELPS}${END}`,
      'i',
    ),
    '$1is the last release to blame',
  ],
  [
    new RegExp(
      `${LEAD}(?:would|will|could|might|may|does|can) ${BACK} (?:the )?(?:(?:last|latest|new|recent) )?(?:${RELEASE} of )?(?:the )?([\\w.-]{2,60})(?: ${RELEASE})?(?: to [\\w.-]{1,30})? ${HELPS}${END}`,
      'i',
    ),
    '$1is the release of $2 to blame',
  ],
  [
    new RegExp(
      `${LEAD}(?:(?:what(?:'s|s| is| was)?|which(?: is| was)?) )?(?:the )?(?:very )?(first|last|earliest|latest) (?:minute|moment|second) (?:(?:that|when|where) (?:we |it |there )?(?:had|saw|got|was|were|logged|returned)|with|there (?:was|were)|we (?:had|saw|got)|of) (?:an? |any |the )?(?=\\S)`,
      'i',
    ),
    '$1when was the $2 ',
  ],
  [
    new RegExp(
      `${LEAD}when (?:did|does|has|have|was|were) (?:the )?([\\w.-]{2,60}) (?:first|start(?:ed)?(?: to)?|beg[ai]n(?: to)?) warn(?:ed|ing)?(?: us| anyone| people)? (?:about|of|that|on) (?:the |its |an? )?(?=\\S)`,
      'i',
    ),
    '$1when was the first warning of $2 about ',
  ],
  [
    new RegExp(
      `${LEAD}when (?:did|does|has|have) (?:the )?([\\w.-]{2,60}) first ${SAYS} (?:about |that |of |on )?(?:the |its |an? )?(?!errors?\\b|warnings?\\b|failures?\\b|fatals?\\b|exceptions?\\b|[45]\\d\\d)(?=\\S)`,
      'i',
    ),
    '$1when was the first log line of $2 about ',
  ],
  [/\ball of a sudden\b/gi, 'suddenly'],
  [
    new RegExp(
      `${LEAD}(?:which|what) ([\\w.-]{2,60}) (?:route|endpoint|page|path) is (slower|faster|busier|worse)((?: ${TIMES} [^,]{2,40}?)?),? (?:the )?([\\w/{}-]{2,40}) or (?:the )?([\\w/{}-]{2,40})(?: one)?${END}`,
      'i',
    ),
    '$1which route of $2 is $3, $5 or $6$4',
  ],
  [
    new RegExp(`\\b(before and after) (?:the |our )?(v?\\d+\\.\\d+(?:\\.\\d+)?) ${RELEASE}\\b`, 'i'),
    '$1 the deployment of $2',
  ],
  [/\b(before and after) (?:the |our |its )?(?:last |latest |new )?(?:rollout|deploy)\b(?! of)/i, '$1 the deployment'],
  [
    new RegExp(
      `${LEAD}(?:what|how (?:high|much)) (?:was|is) (?:it|that|this) (${TIMES} .{2,60}?),? at most${END}`,
      'i',
    ),
    '$1and the maximum $2',
  ],
  [
    new RegExp(
      `${LEAD}(?:what|how (?:low|much)) (?:was|is) (?:it|that|this) (${TIMES} .{2,60}?),? at least${END}`,
      'i',
    ),
    '$1and the minimum $2',
  ],
  [
    new RegExp(`${LEAD}how (?:many|much) (?:was|were|is|are) (?:that|it|those|they|this|these) (?=${TIMES} )`, 'i'),
    '$1and how many ',
  ],
  [
    new RegExp(
      `${LEAD}(?:what|how (?:high|low|long)) (?:was|were|is|are) (?:that|it|those|they|this) (?=${TIMES} )`,
      'i',
    ),
    '$1and ',
  ],
]

/** "When did web come back up after its restart?" */
const BACK_UP = new RegExp(
  `${LEAD}when (?:did|was|has|have|is) (?:the )?([\\w.-]{2,60}) (?:(?:come|came|get|got|be|been|go|gone) )?(?:back )?(?:up|online|alive|there|in service|running)(?: again)? (?:after|from|following) (?:its|the|that|a|this) (?:planned |last )?(?:restart|reboot)${END}`,
  'i',
)
/** What it says once. */
const STARTED = ['started', 'ready', 'listening', 'booted'] as const

/** The line by which it said that it runs; where it has none, the restart itself. */
function backUp(question: string, { services, templates }: Catalogue): string {
  const [said = '', lead = '', name = ''] = BACK_UP.exec(question) ?? []
  const service = services.find((one) => one.name.toLowerCase() === name.toLowerCase())?.name
  if (said === '' || service === undefined) return question
  const own = templates.filter((one) => one.service === service)
  const timesOf = (word: string): number =>
    own.reduce((sum, { tokens, count }) => sum + (tokens.includes(word) ? count : 0), 0)
  const word = STARTED.find((one) => timesOf(one) === 1)
  return word === undefined
    ? `${lead}when was ${service} restarted`
    : `${lead}when was the first log line of ${service} about ${word}`
}

/** "Why was web shut down?": a stop that its own lines tell of is explained like a restart. */
const WHY_STOPPED = new RegExp(
  `${LEAD}why (?:was|were|is|has|did) (?:the )?([\\w.-]{2,60}) (?:been )?(?:shut ?down|shutting down|stopp?e?d?|drained|terminated|taken down)${END}`,
  'i',
)
const STOPS = ['stopping', 'stopped', 'shutdown', 'shutting', 'sigterm', 'terminated'] as const
/** A line that came more often is everyday work. */
const STOPS_MAX = 20

function whyStopped(question: string, { services, templates }: Catalogue): string {
  const [, lead = '', name = ''] = WHY_STOPPED.exec(question) ?? []
  const service = services.find((one) => one.name.toLowerCase() === name.toLowerCase())?.name
  const isTold = templates.some(
    (one) => one.service === service && one.count <= STOPS_MAX && STOPS.some((word) => one.tokens.includes(word)),
  )
  return service !== undefined && isTold ? `${lead}why was ${service} restarted` : question
}

/** Returns the question in the form that is known. */
export function inKnownForm(asked: string, catalogue: Catalogue): string {
  const question = inMomentForm(whyStopped(backUp(asked, catalogue), catalogue), catalogue)
  if (question.length > 300 || /[\n`"]/.test(question)) return question
  return FORMS.reduce((text, [said, plain]) => text.replace(said, plain), question)
}
