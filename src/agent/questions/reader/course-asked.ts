/**
 * Questions for the course of a thing: "stale cache warnings, normal or not?", "is the settlement warning new?", "GC pauses:
 * worth worrying?", "did traffic drop when it broke?". Each is taken apart into the thing and what is asked of it. The
 * words that stand for the thing are read elsewhere.
 */
import type { CourseAsked } from '../plan/plan.ts'

export interface ThingCourse {
  /** As it was said; empty for what the thread is about. */
  readonly thing: string
  readonly asks: 'usual' | 'new' | 'more' | 'less' | 'part' | 'fed'
  readonly isEither: boolean
}

const CHARS_MAX = 160
const LEAD =
  /^(?:(?:so|and|but|ok|okay|hey|hm+|well|also|then|now|please|pls|just|tell me|do you know|do we know|i wonder|any idea|if|whether)[, ]+)+/
const DEGREE =
  '(?:(?:just|only|all|still|really|actually|quite|perfectly|somehow|any|a bit|a lot|rather|pretty|maybe|probably|just the|something|anything|a) )*'
const TROUBLE =
  '(?:the |this |our |that )?(?:same )?(?:incident|outage|trouble|problem|problems|issue|mess|failure|failures|disruption|crash|onset|story|thing)'
const IT = `(?:it|this|that|things|${TROUBLE})`
const START = '(?:started|starts|begun|began|begins|broke|happened|hit|came up|failed|went down|went wrong|did)'
/** The moment whose two sides are meant. */
const MOMENT = `(?:(?:since|after|when|once|during|with|in|from) (?:it all |all (?:this|that) |everything |${IT})(?: ?${START})?(?: on)?|since then|after that|back then|at (?:the same|that) time|meanwhile|then|in the meantime)`

type Asks = ThingCourse['asks']

/** What stands at the end of such a question. */
const ENDS: readonly (readonly [asks: Asks, end: RegExp])[] = [
  [
    'usual',
    endOf(
      '(?:(?:business )?as usual|the usual(?: [a-z]{3,10})?|usual|normal(?: for (?:us|it|them|this))?|normal (?:noise|amount|level|rate|number|behaviou?r|background)|typical|expected|steady|stable|constant|flat|unchanged|regular|(?:the )?same as (?:ever|always|before|usual)|as (?:ever|always|before))',
    ),
  ],
  [
    'part',
    endOf(
      `(?:(?:(?:background|everyday|harmless|plain|pure|white) )?(?:noise|chatter)|(?:in the |from the )?background(?: noise)?|harmless|benign|(?:un)?related(?: to ${IT})?|connected(?: (?:to|with) ${IT})?|part of ${IT}|because of ${IT}|caused by ${IT}|due to ${IT}|relevant(?: (?:to|for|here)(?: ${IT})?)?|worth (?:worrying|a worry|a look|caring|looking(?: at| into)?)(?: about)?|worrying|concerning|worrisome|serious|significant|an? (?:problem|concern|worry|symptom|issue)|should (?:we|i) (?:care|worry|mind|be worried|look into (?:it|that|them|this))|(?:do|does) (?:they|those|these|that|it|this|we) (?:matter|care|mean anything|hurt)|matters?|(?:any|a) reason to worry|need to worry|to worry about)(?: about)?(?: (?:it|them|that|those))?`,
    ),
  ],
  [
    'new',
    endOf(
      `(?:(?:brand[- ])?new(?: (?:today|here|one|ones|thing|since (?:${IT}|then)))?(?: ?${START})?|recent|newly seen|never seen before|old(?: news| ones?)?|nothing new|(?:there |around |here |seen |like (?:that|this) )?(?:since )?(?:forever|ever since|all along)|(?:always |already |been )+(?:there|around|here|seen|like (?:that|this))(?: before)?|first seen (?:today|then|with ${IT}))`,
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
      `(?:more|higher|bigger|worse|longer)(?: often| frequent(?:ly)?)? than (?:usual|normal|normally|before|always|ever|it was|they were|everyday)(?: ${MOMENT})?|(?:more often|more frequent(?:ly)?|more|up|higher|rising|risen|rise|growing|grow|grown|increasing|increased?|elevated|jump(?:ed)?|spik(?:e|ed|ing)|climb(?:ed|ing)?|go up|going up|gone up|get(?:ting)? worse|(?:come|came|coming) more often) ${MOMENT}`,
    ),
  ],
  [
    'less',
    endOf(
      `(?:fewer|less|lower|smaller|shorter|rarer)(?: often)? than (?:usual|normal|normally|before|always|ever|it was|they were|everyday)(?: ${MOMENT})?|(?:less often|less|fewer|down|lower|drop(?:ped|ping|s)?(?: off)?|fall(?:ing|en)?|fell|dip(?:ped|ping)?|declin(?:e|ed|ing)|decreas(?:e|ed|ing)|shrink(?:ing)?|shrunk|sink(?:ing)?|sunk|slump(?:ed)?|collapsed?|go down|going down|gone down|dry up|dried up|go away|disappear(?:ed)?) ${MOMENT}`,
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
const JOINT = /[ ,;:>(/-]+(?:or|and|but)?$/
/** What points back to the thing between it and what is asked: "…, is it steady". */
const COPULA =
  /(?:^|[ ,;:>-])(?:(?:is|are|was|were|do|does|did|has|have|been|be|being|come|came|get|got|happen|happening|happened|occur|occurring|logged|seen)(?: (?:it|that|this|they|these|those|them|we))?|(?:it|that|this|they|these|those)(?: is| are|'s|'re)?|(?:which|what) (?:is|are)|something|anything)$/
const FRONT =
  /^(?:(?:is|are|was|were|do|does|did|has|have|had|can|could|should|been|be|there|we|i|see|get|getting|any|some|the|our|all|those|these|this|that|of|about|with|what about|how about|regarding|re) )+/
const TAIL =
  /(?:[, ]+(?:too|as well|also|at all|then|tonight|today|by any chance|by now|maybe|perhaps|really|actually|please|pls|again|right now|now|at the moment|currently|here|there|though|anyway|please))+$/
const COUNT_BESIDE =
  /[?.!;,]+ (?:count (?:them|em|'em|it|those)|how many(?: (?:of (?:them|those)|are (?:there|they)))?|numbers?(?: (?:please|pls))?|how often)$/
/** "How are the timeouts doing": as ever, or not. */
const HOW_DOING =
  /^how (?:is|are|was|were) (.{3,80}?) (?:doing|developing|evolving|behaving|coming along|looking|going)$/
const IS_IT_NORMAL =
  /^is (?:it|that|this) (?:still |just )?(normal|usual|new|expected|unusual) (?:that|to (?:see|have|get)|for|behaviou?r for) (.{3,100})$/
const NO_THING =
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
  return ofThing(rest, asks, isEither, isApart)
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
  return { thing: isOfThread ? '' : thing, asks, isEither }
}

function endIn(text: string): { readonly asks: Asks; readonly at: number } | null {
  const ends = ENDS.flatMap(([asks, end]) => {
    const found = end.exec(text)
    return found === null ? [] : [{ asks, at: found.index }]
  })
  return ends.toSorted((a, b) => a.at - b.at)[0] ?? null
}

function plainEnd(text: string): string {
  return text
    .trim()
    .replace(/[\s?.!,;]{1,10}$/, '')
    .replace(LEAD, '')
}

export interface BeginningAsked {
  readonly thing: string
  /** What it is held against; empty for the incident. */
  readonly other: string
  readonly asks: Extract<CourseAsked['asks'], 'cause' | 'before' | 'after' | 'order'>
}

const BE = '(?:is|are|was|were)'
const CAUSED =
  '(?:cause|caused|trigger|triggered|explain|explained|explains|provoke|provoked|lead to|led to|bring about|brought about|bring down|brought down|kill|killed|break|broke|broken|start|started|set off|be behind|have caused|have triggered|have started|account for|accounts for|wreck|wrecked)'
const BEHIND =
  '(?:behind|(?:the |a )?(?:root |real |actual )*(?:cause|reason|trigger|culprit|source|explanation) (?:of|for|behind)|to blame for|responsible for|guilty of|at the root of|related (?:to|with)|connected (?:to|with)|linked (?:to|with)|tied to)'
const SMALL = '(?:(?:really|actually|maybe|perhaps|also|just|likely|possibly|somehow) )*'
const THING = '(.{3,70}?)'
const PAIRS: readonly { readonly form: RegExp; readonly isTurned?: true }[] = [
  {
    form: new RegExp(
      `^(?:did|does|has|have|could|can|might|may) ${THING} ${SMALL}(?:have )?(?:do|done) (it|this|that|all this)$`,
    ),
  },
  {
    form: new RegExp(
      `^(?:${BE}|could|can|might|may) it ${SMALL}(?:be |have been )?${SMALL}${THING} (?:that|which|who) ${CAUSED} (.{2,60})$`,
    ),
  },
  {
    form: new RegExp(`^(?:did|does|do|has|have|could|can|might|may|would|will) ${THING} ${SMALL}${CAUSED} (.{2,60})$`),
  },
  {
    form: new RegExp(`^(?:${BE}|could|can|might|may) ${THING} ${SMALL}(?:be |have been )?${SMALL}${BEHIND} (.{2,60})$`),
  },
  {
    form: new RegExp(
      `^(?:${BE} )?${THING} and (.{3,60}?)[ ,:-]+(?:${BE} (?:they|these|those|the two) )?(?:related|connected|linked|correlated|the same (?:thing|problem|cause|issue|story))$`,
    ),
  },
  {
    form: new RegExp(
      `^(?:${BE}|did|do|does) (.{3,60}?) ${SMALL}(?:happen |happening |come |coming |fail |failing |break )?(?:caused by|triggered by|explained by|because of|due to|a (?:result|consequence) of|come from|came from) ${THING}$`,
    ),
    isTurned: true,
  },
]
const ORDERS: readonly { readonly form: RegExp; readonly isEither?: true }[] = [
  {
    form: new RegExp(
      `^${THING}[ ,:-]+(?:${BE} (?:they|it|that|those) )?(?:first seen |starting |beginning |logged |there |already )*(before) or after (.{2,60})$`,
    ),
    isEither: true,
  },
  {
    form: new RegExp(
      `^${THING}[ ,:-]+(?:first seen |starting |beginning |logged |there |already )*(before) (.{2,60}?) or (?:only |just |not until )?(?:after(?:wards)?|since|later|with it)(?: (?:it|that|then))?$`,
    ),
    isEither: true,
  },
  {
    form: new RegExp(
      `^(?:did|do|does|has|have|${BE}) ${THING} ${SMALL}(?:start|started|begin|began|begun|come|came|appear|appeared|happen|happened|rise|rose|go up|climb|show up|there|up|already)(?: up| already| only| just)* (before|after) (.{2,60})$`,
    ),
  },
]
const GENERIC =
  /^(?:it|this|that|it all|all (?:of )?(?:it|this|that)|everything|things|us|(?:the |this |that |our |these |all )*(?:incident|outage|trouble|problems?|issues?|mess|failures?|errors?|disruption|downtime|breakdown|whole thing)(?: (?:began|started|broke))?|it (?:began|started|broke|happened|all began|all started)|things (?:broke|went wrong)|(?:the )?(?:requests|calls|everything) (?:failed|broke))$/
const DET = /^(?:(?:the|our|their|its|this|that|these|those|any|some|all|a|an) (?=.))+/

/** A thing whose beginning is held against that of another thing, or of trouble; null of any other. In small letters. */
export function beginningAsked(cleanText: string): BeginningAsked | null {
  const text = plainEnd(cleanText).replace(TAIL, '')
  if (text.length > CHARS_MAX || /["`\n]/.test(text)) return null
  for (const { form, isEither } of ORDERS) {
    const [, thing = '', side, other = ''] = form.exec(text) ?? []
    const asks = isEither === true ? 'order' : side === 'after' ? 'after' : 'before'
    const found = side === undefined ? null : pairOf(thing, other, asks)
    if (found !== null) return found
  }
  for (const { form, isTurned } of PAIRS) {
    const [whole, one = '', two = ''] = form.exec(text) ?? []
    const found = whole === undefined ? null : isTurned === true ? pairOf(two, one, 'cause') : pairOf(one, two, 'cause')
    if (found !== null) return found
  }
  return null
}

function pairOf(said: string, against: string, asks: BeginningAsked['asks']): BeginningAsked | null {
  const thing = said
    .trim()
    .replace(/^(?:did|was|were|is|are) /, '')
    .replace(DET, '')
    .replace(/[ ,:;-]+$/, '')
  const other = against.trim()
  if (thing.length < 3 || NO_THING.test(thing)) return null
  if (GENERIC.test(other)) return { thing, other: '', asks }
  const named = other.replace(DET, '').replace(/^(?:very )?first (?=.)/, '')
  return named.length < 3 || NO_THING.test(named) ? null : { thing, other: named, asks }
}
