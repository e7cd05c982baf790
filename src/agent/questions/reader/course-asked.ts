/**
 * Questions for the course of a thing: "stale cache warnings, normal or not?", "is the settlement warning new?", "GC pauses:
 * worth worrying?", "did traffic drop when it broke?". Each is taken apart into the thing and what is asked of it. The
 * words that stand for the thing are read elsewhere.
 */
export interface ThingCourse {
  /** As it was said; empty for what the thread is about. */
  readonly thing: string
  readonly asks: 'usual' | 'odd' | 'new' | 'more' | 'less' | 'part' | 'fed'
  readonly isEither: boolean
  /** Both sides of a moment are meant: "since it broke". */
  readonly isOfMoment: boolean
}

export const CHARS_MAX = 160
const LEAD =
  /^(?:(?:so|and|but|ok|okay|hey|hm+|well|also|then|now|please|pls|just|tell me|do you know|do we know|i wonder|any idea|if|whether)[, ]+)+/
const DEGREE =
  '(?:(?:just|only|all|still|really|actually|quite|perfectly|somehow|any|a bit|a lot|rather|pretty|maybe|probably|just the|something|anything|a) )*'
const TROUBLE =
  '(?:the |this |our |that )?(?:same )?(?:incident|outage|trouble|problem|problems|issue|mess|failure|failures|disruption|crash|onset|story|thing)'
const IT = `(?:it|this|that|things|${TROUBLE})`
const WENT_WRONG =
  '(?:failed|broke(?: down)?|stopped(?: working)?|went (?:down|wrong|away)|died|crashed|hung|stalled|began|started)'
const START = '(?:started|starts|begun|began|begins|broke|happened|hit|came up|failed|went down|went wrong|did)'
/** The moment whose two sides are meant. */
const MOMENT = `(?:(?:since|after|when|once|during|with|in|from) (?:it all |all (?:this|that) |everything |${IT})(?: ?${START})?(?: on)?|(?:since|after|when|once|while|as) (?:the |our |all )?[a-z-]{3,20}(?: [a-z-]{3,20})? ${WENT_WRONG}|since then|after that|back then|at (?:the same|that) time|meanwhile|then|in the meantime)`

const AT_MOMENT = new RegExp(`[ ,]${MOMENT}$`)

type Asks = ThingCourse['asks']

/** What stands at the end of such a question. */
const ENDS: readonly (readonly [asks: Asks, end: RegExp])[] = [
  [
    'usual',
    endOf(
      '(?:(?:business )?as usual|the usual(?: [a-z]{3,10})?|usual|normal(?: for (?:us|it|them|this))?|normal (?:noise|amount|level|rate|number|behaviou?r|background)|typical|expected|steady|stable|constant|flat|unchanged|regular|(?:the )?same as (?:ever|always|before|usual)|as (?:ever|always|before)|any (?:change|difference)|(?:vs\\.?|versus|compared (?:to|with)|against) before(?: (?:the )?(?:incident|outage|trouble|it)(?: (?:began|started|broke))?)?)',
    ),
  ],
  [
    'part',
    endOf(
      `(?:(?:(?:background|everyday|harmless|plain|pure|white) )?(?:noise|chatter)|(?:in the |from the )?background(?: noise)?|harmless|benign|(?:un)?related(?: to ${IT})?|connected(?: (?:to|with) ${IT})?|part of ${IT}|because of ${IT}|caused by ${IT}|due to ${IT}|relevant(?: (?:to|for|here)(?: ${IT})?)?|worth (?:worrying|a worry|a look|caring|looking(?: at| into)?)(?: about)?|worrying|concerning|worrisome|serious|significant|an? (?:problem|concern|worry|symptom|issue)|should (?:we|i) (?:care|worry|mind|be worried|look into (?:it|that|them|this))|(?:do|does) (?:they|those|these|that|it|this|we) (?:matter|care|mean anything|hurt)|matters?|(?:any|a) reason to worry|need to worry|to worry about|ignore or (?:act|fix|worry|react)|ignorable|(?:can|should|could) (?:i|we) ignore (?:it|that|this|them|those)|(?:safe|ok|okay) to ignore|(?:does|do|did) (?:it|that|they|this|those) (?:move|go|change|correlate|coincide)(?: together)? with ${IT}|(?:moves?|correlates?|coincides?|correlated) with ${IT})(?: about)?(?: (?:it|them|that|those))?`,
    ),
  ],
  [
    'new',
    endOf(
      `(?:(?:brand[- ])?new(?: (?:today|here|ones?|things?|problems?|issues?|errors?|kinds?|since (?:${IT}|then)))?(?: ?${START})?|recent|newly seen|never seen before|old(?: news| ones?)?|nothing new|(?:there |around |here |seen |like (?:that|this) )?(?:since )?(?:forever|ever since|all along)|(?:always |already |been )+(?:there|around|here|seen|like (?:that|this))(?: before)?|(?:ever |already )?(?:seen|happened|known|occurred|had (?:it|this|that|those)) before|known(?: (?:issue|problem|thing|error|one))?|first seen (?:today|then|with ${IT}))`,
    ),
  ],
  [
    'fed',
    endOf(
      '(?:starving|starved|idle|bored|underfed|out of work|short of (?:work|input|traffic|jobs|requests)|(?:getting|receiving|seeing|given|fed) (?:enough|any|less|fewer|more|no|too little|too few|hardly any|its) (?:[a-z]+ )?(?:input|work|traffic|requests|messages|jobs|data|load|calls|events)(?: to do)?)',
    ),
  ],
  [
    'more',
    endOf(
      `(?:more|higher|bigger|worse|longer)(?: often| frequent(?:ly)?)? than (?:usual|normal|normally|before|always|ever|it was|they were|everyday)(?: ${MOMENT})?|(?:more often|more frequent(?:ly)?|more|up|higher|rising|risen|rise|growing|grow|grown|increasing|increased?|elevated|jump(?:ed)?|spik(?:e|ed|ing)|climb(?:ed|ing)?|go up|going up|gone up|went up|rose|get(?:ting)? worse|(?:come|came|coming) more often) ${MOMENT}`,
    ),
  ],
  [
    'less',
    endOf(
      `(?:fewer|less|lower|smaller|shorter|rarer)(?: often)? than (?:usual|normal|normally|before|always|ever|it was|they were|everyday)(?: ${MOMENT})?|(?:less often|less|fewer|down|lower|drop(?:ped|ping|s)?(?: off)?|fall(?:ing|en)?|fell|dip(?:ped|ping)?|declin(?:e|ed|ing)|decreas(?:e|ed|ing)|shrink(?:ing)?|shrunk|sink(?:ing)?|sunk|slump(?:ed)?|collapsed?|go (?:offline|away|dark|missing|down)|went (?:offline|away|dark|missing)|going down|gone down|went down|dry up|dried up|disappear(?:ed)?) ${MOMENT}`,
    ),
  ],
  [
    'odd',
    endOf(
      '(?:exhausted|maxed out|saturated|through the roof|out of hand|elevated|excessive|unusual(?:ly high)?|abnormal|weird|odd|strange|suspicious(?:ly high)?|out of the ordinary|too (?:high|many|much))',
    ),
  ],
  ['less', endOf('(?:any|a) (?:dip|drop|slump|decline|fall)')],
  ['more', endOf('(?:any|a) (?:rise|spike|jump|increase|bump|surge)')],
]

function endOf(words: string): RegExp {
  return new RegExp(`(?:^|[ ,;:>(/-])(?:not )?${DEGREE}(?:${words})$`)
}

/** "Or not", "or what": no end of its own. */
const OR_NOT = /[ ,]+or (?:not(?: really)?|what|no|otherwise)$/
const JOINT = /[ ,;:>(/.-]+(?:or|and|but|since when|from when|when)?$/
/** What points back to the thing between it and what is asked: "…, is it steady". */
const COPULA =
  /(?:^|[ ,;:>-])(?:(?:is|are|was|were|do|does|did|has|have|been|be|being|come|came|get|got|happen|happening|happened|occur|occurring|logged|seen)(?: (?:it|that|this|they|these|those|them|we))?|(?:it|that|this|they|these|those)(?: is| are|'s|'re)?|(?:which|what) (?:is|are)|something|anything)$/
const FRONT =
  /^(?:(?:is|are|was|were|do|does|did|has|have|had|can|could|should|been|be|there|we|i|see|get|getting|any|some|the|our|all|those|these|this|that|of|about|with|what about|how about|regarding|re) )+/
export const TAIL =
  /(?:[, ]+(?:too|as well|also|at all|then|tonight|today|by any chance|by now|maybe|perhaps|really|actually|please|pls|again|right now|now|at the moment|currently|here|there|though|anyway|please))+$/
const COUNT_BESIDE =
  /[?.!;,]+ (?:count (?:them|em|'em|it|those)|how many(?: (?:of (?:them|those)|are (?:there|they)))?|numbers?(?: (?:please|pls))?|how often)$/
/** "How are the timeouts doing": as ever, or not. */
const HOW_DOING =
  /^how (?:is|are|was|were) (.{3,80}?) (?:doing|developing|evolving|behaving|coming along|looking|going)$/
const IS_IT_NORMAL =
  /^is (?:it|that|this) (?:still |just )?(normal|usual|new|expected|unusual) (?:that|to (?:see|have|get)|for|behaviou?r for) (.{3,100})$/
export const NO_THING =
  /\b(?:who|which|what|how|why|when|where|whose|because|if|else|only|than|or|it|they|we|you|i|does|did|do|is|are|was|were|have to|still)\b|\d:\d|\b(?:fail|look|come|go)$|^(?:this|that|these|those|with .*|of .*|everything|everyone|everybody|all|anything|something|nothing|things?|stuff|services?|system|state|status|back|alert|requests?|errors?|warnings?|logs?|latenc(?:y|ies)|durations?)$/
const NO_NAME = /^(?:it|this|that|who|which|what|how|why|when|where)\b|\b(?:how many|how often)\b/
const BACK_TO = /\bback to (?:normal|usual)$/

/** The thing and what is asked of its course; null of any other question. In small letters. */
export function courseAsked(cleanText: string): ThingCourse | null {
  const text = plainEnd(cleanText)
    .replace(COUNT_BESIDE, '')
    .replace(/[\s?.!,;]+$/, '')
    .replace(TAIL, '')
  if (text.length > CHARS_MAX || /["`\n]/.test(text) || BACK_TO.test(text)) return null
  const doing = HOW_DOING.exec(text)?.[1]
  if (doing !== undefined) return ofThing(doing, 'usual', true)
  const [, how, of] = IS_IT_NORMAL.exec(text) ?? []
  if (of !== undefined) return ofThing(of, how === 'new' ? 'new' : 'usual', how === 'unusual')
  let rest = text.replace(OR_NOT, '')
  let isEither = rest !== text
  const found: Asks[] = []
  let isApart = false
  for (let end = endIn(rest); end !== null && found.length < 3; end = endIn(rest)) {
    found.push(end.asks)
    isApart ||= /[,;:>-] ?$/.test(rest.slice(0, end.at + 1))
    rest = rest.slice(0, end.at).replace(JOINT, '').replace(OR_NOT, '').replace(COPULA, '').replace(JOINT, '')
  }
  const [first, ...others] = found
  if (first === undefined) return null
  isEither ||= others.length > 0
  const asks = found.includes('part') ? 'part' : (found.find((one) => one === 'fed' || one === 'new') ?? first)
  const thing = ofThing(rest, asks, isEither, isApart)
  return thing === null ? null : { ...thing, isOfMoment: AT_MOMENT.test(text) }
}

/** What stands before a colon or a dash is a thing, whatever verbs it has: "host did not answer - noise?" */
function ofThing(said: string, asks: Asks, isEither: boolean, isApart = false): ThingCourse | null {
  const thing = said
    .trim()
    .replace(FRONT, '')
    .replace(JOINT, '')
    .replace(/ (?:messages?|lines?|entries|log lines?)$/, '')
    .trim()
  const isOfThread = /^(?:|it|that|this|they|those|these|them|is|are)$/.test(thing)
  if (!isOfThread && (thing.length < 3 || (isApart ? NO_NAME : NO_THING).test(thing))) return null
  return { thing: isOfThread ? '' : thing, asks, isEither, isOfMoment: false }
}

function endIn(text: string): { readonly asks: Asks; readonly at: number } | null {
  const ends = ENDS.flatMap(([asks, end]) => {
    const found = end.exec(text)
    return found === null ? [] : [{ asks, at: found.index }]
  })
  return ends.toSorted((a, b) => a.at - b.at)[0] ?? null
}

/** Without what introduces a question and what ends its sentence. */
export function plainEnd(text: string): string {
  return text
    .trim()
    .replace(/[\s?.!,;]{1,10}$/, '')
    .replace(LEAD, '')
}
