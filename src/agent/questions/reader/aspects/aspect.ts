/**
 * What is asked of a thing, in the few words that ask for it: "count", "first seen", "min", "when did it hit 80 %",
 * "per depot", "as 5 min buckets", "how long above 300". An aspect says nothing of what it is asked of.
 */
import type { Level, Statistic } from '../../plan/plan.ts'
import { lengthMsOf, NUMBER, numberOfWords } from '../../vocabulary/number-words.ts'

export type Side = 'before' | 'during' | 'after'

export type Aspect =
  | {
      readonly is:
        | 'count'
        | 'first'
        | 'began'
        | 'last'
        | 'when'
        | 'now'
        | 'trend'
        | 'texts'
        | 'lines'
        | 'share'
        | 'speed'
    }
  | { readonly is: 'statistic'; readonly statistic: Statistic; readonly isOfTime?: boolean }
  | { readonly is: 'going'; readonly isOverAsked: boolean }
  | { readonly is: 'course'; readonly stepMs: number | null }
  | { readonly is: 'peak'; readonly order: 'highest' | 'lowest'; readonly stepMs: number | null }
  | { readonly is: 'groups'; readonly key: string; readonly isWinner: boolean }
  | { readonly is: 'level'; readonly asks: 'length' | 'moment' | 'forecast'; readonly level: AskedLevel }
  | { readonly is: 'side'; readonly side: Side }
  | { readonly is: 'time'; readonly text: string }
  /** What is asked in other words: a follow-up behind the thing. */
  | { readonly is: 'other'; readonly text: string }

export interface AskedLevel {
  /** Null of a level that is come to from above as much as from below. */
  readonly op: Level['op'] | null
  readonly value: number
  readonly unit: string
}

const IT = '(?:it|this|that|they|them|these|those)'
const DID = '(?:did|do|does|was|were|is|are|has|have|had)'
const SEEN = '(?:one|time|seen|occurrence|occurred|at|hit|logged|appeared|appearance|happened|timestamp|ts)'
const MOST =
  '(?:the )?(?:most(?: often)?|worst|hardest|mostly|highest|biggest|hit|affected|top|more often|comes?|frequent(?:ly)?|common)'
const UNIT = '(?:sec(?:ond)?s?|s|min(?:ute)?s?|m|hours?|hrs?|h)'
const STEP = `(${NUMBER})[ -]?(${UNIT})`
const STEPS = '(?:buckets?|bins?|steps?|intervals?|slots?|slices?|chunks?|blocks?|windows?)'
const AMOUNT = '(?<number>\\d{1,12}(?:[.,]\\d{1,6})?)(?<thousand>k)? ?(?<unit>%|[a-z]{1,12})?'
const OVER = '(?<over>above|over|beyond|more than|higher than|greater than|past)'
const UNDER = '(?<under>below|under|beneath|less than|fewer than|lower than)'

const STATISTICS: Readonly<Record<string, Statistic>> = {
  ...{ min: 'min', minimum: 'min', lowest: 'min', smallest: 'min', low: 'min', fastest: 'min', shortest: 'min' },
  ...{
    max: 'max',
    maximum: 'max',
    highest: 'max',
    biggest: 'max',
    largest: 'max',
    peak: 'max',
    top: 'max',
    high: 'max',
  },
  ...{ worst: 'max', slowest: 'max', longest: 'max' },
  ...{ mean: 'mean', average: 'mean', avg: 'mean', median: 'p50', p50: 'p50', p75: 'p75', p90: 'p90', p95: 'p95' },
  ...{ p99: 'p99', p999: 'p999', '50th': 'p50', '75th': 'p75', '90th': 'p90', '95th': 'p95', '99th': 'p99' },
}

type Make = (groups: Readonly<Record<string, string | undefined>>, found: RegExpExecArray) => Aspect | null

/** Each way of asking, and what it asks for; the first that takes all words counts. */
const WAYS: readonly (readonly [said: string, make: Make])[] = [
  [
    `counts?|numbers?|totals?|how many(?: times)?|how often|how much|(?:the |in |overall )?(?:total|count|number)(?: (?:count|number))?|in all|how many (?:in (?:all|total)|altogether|so far|requests|calls|(?:log )?lines|records|events|hits|${DID} (?:there|${IT})|there ${DID})`,
    () => ({ is: 'count' }),
  ],
  [
    `(?:first|1st|earliest|oldest)(?: ${SEEN}){0,2}|when (?:(?:was|were) )?(?:it |they |the )?first(?: ${SEEN})?(?: ${DID})?`,
    () => ({ is: 'first' }),
  ],
  [
    `since when|from when|start(?:ed)?(?: (?:when|time|at))?|(?:when|what time) (?:did ${IT} )?(?:first )?(?:start(?:ed)?|begin|began|appear)(?: first)?|begin|beginning`,
    () => ({ is: 'began' }),
  ],
  [
    `(?:last|latest|most recent|newest)(?: ${SEEN}){0,2}|(?:when|what time) (?:did ${IT} )?(?:stop(?:ped)?|end(?:ed)?|cease)|when (?:(?:was|were) )?(?:it |they |the )?last(?: ${SEEN})?(?: ${DID})?|until when|end`,
    () => ({ is: 'last' }),
  ],
  [
    `(?:${DID} ${IT} )?still (?:going(?: on)?|happening|ongoing|there|on|coming|failing|active)|(?:is |are )?(?:${IT} )?(?:ongoing|going on)(?: (?:now|yet))?`,
    () => ({ is: 'going', isOverAsked: false }),
  ],
  [
    `(?:is |are )?(?:${IT} )?(?:over|over now|gone|all gone|done|finished)(?: (?:now|yet))?`,
    () => ({ is: 'going', isOverAsked: true }),
  ],
  [
    `(?:at |and )?(?:when|what time)(?: exactly)?(?: ${DID} ${IT})?(?: happen)?|(?:the )?time of ${IT}|times?|timestamps?`,
    () => ({ is: 'when' }),
  ],
  [
    `(?:(?:what|where|how) is ${IT} )?(?:right )?now|current(?:ly)?|at the moment|(?:the )?(?:latest|current|last|present) (?:value|reading|level|state)|(?:value|level|reading) (?:right )?now|how (?:much|many|high|full) (?:right )?now`,
    () => ({ is: 'now' }),
  ],
  [
    `trends?|(?:is ${IT} )?(?:rising|growing|falling|increasing|decreasing|getting (?:worse|better)|going (?:up|down))(?: or (?:falling|rising|not|shrinking|decreasing|steady|stable))?`,
    () => ({ is: 'trend' }),
  ],
  [
    'how (?:fast|quickly)(?: (?:is|does|did) (?:it|that) (?:grow|rise|fall|change|growing|rising|falling))?|growth(?: rate)?|rate of change|pace',
    () => ({ is: 'speed' }),
  ],
  [
    `(?:(?:the )?(?:spread |distribution |distributed |course )?over time|time ?lines?|course|(?:as |in )?an? (?:graph|chart|plot|(?:time ?)?series)|chart|graph|plot|histogram)(?:,? (?:(?:in|with|at|as|per|by) )?(?:${STEPS} of )?${STEP}(?: ${STEPS})?)?`,
    (_, found) => ({ is: 'course', stepMs: stepOf(found[1], found[2]) }),
  ],
  [
    `(?:in|as|with|by|per|at|every|each)? ?${STEP} ${STEPS}|(?:in |as |with |by )?${STEPS} of ${STEP}|(?:per|every|each) ${STEP}`,
    (_, found) => ({
      is: 'course',
      stepMs: stepOf(found[1] ?? found[3] ?? found[5], found[2] ?? found[4] ?? found[6]),
    }),
  ],
  [
    '(?:per|by|each|every) (minute|min|hour)|(minute|hour)[ -]by[ -](?:minute|hour)|(minute|hour)ly',
    (_, found) => ({ is: 'course', stepMs: stepOf('1', found[1] ?? found[2] ?? found[3]) }),
  ],
  [
    `(?:in |at )?(?:which|what) (?:${STEP}|minute|hour|moment)(?: (?:was|is|had|were|got))?(?: ${IT})? (?:the )?(?:worst|highest|most|busiest|peak|max)|(?:at )?(?:the )?(?:worst|busiest|peak|highest|max(?:imum)?|top) (?:${STEP}|minute|min|hour|moment|time)|(?:when |at |what time )?(?:was |were |is )?(?:${IT} |at |the |its |their )*(?:at its worst|worst moment|peak time|busiest)|when (?:was|were|is) (?:${IT} )?(?:at )?(?:its |their |the )?(?:worst|peak|highest|maximum|most)|when did ${IT} peak|(?:peak|max(?:imum)?|most|highest)(?: rate| number)? (?:per|in (?:a|one|any)) (minute|min|hour)|peak rate`,
    (_, found) => ({
      is: 'peak',
      order: 'highest',
      stepMs: stepOf(found[1] ?? found[3] ?? '1', found[2] ?? found[4] ?? found[5] ?? hourOf(found[0])),
    }),
  ],
  [
    `(?:the )?(?:quietest|lowest|calmest|slowest) (?:minute|hour|moment)|when was ${IT} (?:the )?(?:lowest|quietest)`,
    (_, found) => ({ is: 'peak', order: 'lowest', stepMs: stepOf('1', hourOf(found[0])) }),
  ],
  [
    `(?:group|cluster|aggregate|summari[sz]e)(?:ed)?(?: ${IT})?(?: by (?:the )?(?:text|message|pattern|kind|type|template|error|msg|line)s?)?|(?:grouped )?by (?:the )?(?:text|message|pattern|template|msg|error (?:text|message))s?|(?:which|what) (?:kind of )?(?:text|message|line|msg|pattern|wording|error message|error text)s?(?: (?:is|are|was|were|comes?|came|appears?|occurs?))?(?: ${IT})?(?: ${MOST}){0,2}|(?:top(?: \\d{1,2})?|most (?:frequent|common)) (?:one|text|message|error|line|pattern|msg)s?|what ${DID} (?:they|these|those|it) (?:say|about|all about)|(?:unique|distinct|different) (?:text|message|line|pattern)s|patterns`,
    () => ({ is: 'texts' }),
  ],
  [
    `(?:the )?(?:raw )?(?:lines|records|entries)|(?:show|list|print)(?: me)?(?: ${IT}| (?:the|some)(?: raw)? (?:lines|records|entries|examples))?|(?:some |an? )?(?:examples?|samples?)(?: lines?)?`,
    () => ({ is: 'lines' }),
  ],
  [
    '(?:as (?:an? )?|in )?(?:share|percentage|percent|%|fraction|proportion)(?: of (?:all|the total|total|traffic|all requests))?',
    () => ({ is: 'share' }),
  ],
  [
    `(?:for )?how long(?: ${DID}(?: ${IT})?(?: been| stay| remain)?)?(?: ${OVER}| ${UNDER}| at) ${AMOUNT}(?: (?:in (?:all|total)|for))?`,
    (groups) => levelOf('length', groups),
  ],
  [
    `(?:(?:the )?(?:minutes|time|length)(?: spent)?)(?: ${OVER}| ${UNDER}| at) ${AMOUNT}`,
    (groups) => levelOf('length', groups),
  ],
  [
    `when will (?:${IT} )?(?:(?:hit|reach|cross|exceed|pass|get to|be at|be|come to)|(?:fall|drop|be|go|run|get) (?:to|down to|${UNDER})|(?:rise|go|be|get) ${OVER}) ${AMOUNT}`,
    (groups) => levelOf('forecast', groups),
  ],
  [
    `(?:eta|time|how long) (?:to|until|till)(?: ${IT} (?:is|hits|reaches))? ${AMOUNT}`,
    (groups) => levelOf('forecast', groups),
  ],
  [
    `(?:when (?:will|is) ${IT} (?:be )?|how long until (?:${IT} is )?|time (?:un)?til )(full|empty)`,
    (_, [, end]) => ({
      ...{ is: 'level', asks: 'forecast' },
      level: end === 'full' ? { op: 'gte', value: 100, unit: '%' } : { op: 'lte', value: 0, unit: '' },
    }),
  ],
  [
    `(?:since when|when|what time)(?: ${DID}(?: ${IT})?)?(?: first)? (?:(?:hit|reach|cross|pass|get to|got to|at)(?:ed|es)?|(?:go |went |be |get |got |rise |rose )?${OVER}|exceed(?:ed)?|(?:go |went |be |drop |dropped |fall |fell )?${UNDER}) ?${AMOUNT}`,
    (groups) => levelOf('moment', groups),
  ],
  [
    `(?:and )?(before|during|after)(?: (?:the )?(?:incident|outage|trouble|problem|event))?`,
    (_, found) => ({ is: 'side', side: sideOf(found[1]) }),
  ],
  [
    '(?:(?:before|after|until|since|from|at|around) )?\\d{1,2}:\\d{2}(?: ?(?:-|to|until|and) ?\\d{1,2}:\\d{2})?|(?:(?:in|over) )?(?:the )?(?:last|past) \\d{1,3} ?(?:min(?:ute)?s?|h|hours?)',
    (_, found) => ({ is: 'time', text: found[0] }),
  ],
  [
    '(?:grouped |split |broken down |group |split up )?(?:per|by|for each|for every)(?: each)? (?<key>[a-z][\\w.-]{1,40}(?: [a-z][\\w.-]{1,30})?)',
    ({ key = '' }) => groups(key, false),
  ],
  [
    `(?:which|what|top|worst) (?<key>[a-z][\\w.-]{1,40}?(?: [a-z][\\w.-]{1,30})??)(?: (?:is|are|was|were|has|have|had|gets?|got|sees?|saw|suffers?|returns?|sends?|gives?|logs?|does|it is|that is|takes?))?(?: (?:it|that|them|those|these))?(?: ${MOST}){0,2}`,
    ({ key = '' }) => groups(key, true),
  ],
  [
    `(?:from )?(?:who|which services?|what service) (?:returns?|gives?|sends?|throws?|logs?|writes?|has|have|is it|answers? with)(?: (?:it|that|them|those|these))?(?: ${MOST}){0,2}`,
    () => groups('service', true),
  ],
]

const FORMS = WAYS.map(([said, make]) => [new RegExp(`^(?:${said})$`), make] as const)

/** The aspect that these words ask for; null where they say anything else. */
export function aspectOf(said: string): Aspect | null {
  const text = bare(said)
  if (text === '' || text.length > LENGTH_MAX) return null
  const statistic = Object.hasOwn(STATISTICS, text) ? STATISTICS[text] : undefined
  if (statistic !== undefined) return { is: 'statistic', statistic }
  const [, word = ''] = OF_TIME.exec(text) ?? []
  const ofTime = Object.hasOwn(STATISTICS, word) ? STATISTICS[word] : undefined
  if (ofTime !== undefined) return { is: 'statistic', statistic: ofTime, isOfTime: true }
  if (HOW_FAR.test(text)) return { is: 'statistic', statistic: text.includes('low') ? 'min' : 'max' }
  for (const [form, make] of FORMS) {
    const found = form.exec(text)
    const aspect = found === null ? null : make(found.groups ?? {}, found)
    if (aspect !== null) return aspect
  }
  return null
}

const LENGTH_MAX = 60
/** "Worst ms", "average duration": of how long each of them took. */
const OF_TIME =
  /^([a-z\d]{2,10}) (?:ms|millis|milliseconds|seconds|secs?|minutes|duration|latency|response time|time taken)$/
const HOW_FAR =
  /^how (?:high|low|far up|far down|bad|slow)(?: (?:did|does|has|was|is) (?:it|that|they)(?: (?:get|go|gone|got|been))?)?(?: at (?:most|its worst|the worst|the peak))?$|^(?:the )?(?:max|min|highest|lowest|peak|worst) (?:value|reading|level|point|one)$/
const FRONT =
  /^(?:and|also|then|plus|so|ok|with|the|its|their|an?|give me|tell me|i need|just|only|overall|what (?:was|is|were|are) (?:the|its|their)) /
const BACK =
  / (?:please|pls|plz|too|as well|overall|each|of (?:it|them|those|these|each|both)|for (?:it|them|each)|value|exactly|today|here)$/

/** The words without what asks nothing. */
function bare(said: string): string {
  let text = said
    .toLowerCase()
    .replace(/[?!.,;:]+$/, '')
    .replace(/\s+/g, ' ')
    .trim()
  for (let rounds = 0; rounds < 4; rounds++) {
    const next = text.replace(FRONT, '').replace(BACK, '')
    if (next === text) break
    text = next
  }
  return text.replace(/\bp99[.,]9\b/, 'p999')
}

function stepOf(amount: string | undefined, unit: string | undefined): number | null {
  if (amount === undefined || unit === undefined) return null
  const full = unit.startsWith('h') ? 'hours' : unit.startsWith('s') ? 'seconds' : 'minutes'
  return lengthMsOf(amount, full)
}

function hourOf(said: string): string | undefined {
  return /\bhour\b/.test(said) ? 'hour' : /\bmin(?:ute)?\b/.test(said) ? 'minute' : undefined
}

function sideOf(said: string | undefined): Side {
  return said === 'before' || said === 'after' ? said : 'during'
}

/** Words that are no key: times, and what is a way of asking by itself. */
const NO_KEY =
  /^(?:minutes?|mins?|hours?|seconds?|days?|time|one|ones|them|it|that|far|mistake|chance|now|then|of|is|was|are|were|the|and|all|caused|does|do|did|happened|went|broke|changed|else|about|if|default)\b/

function groups(key: string, isWinner: boolean): Aspect | null {
  return NO_KEY.test(key) ? null : { is: 'groups', key, isWinner }
}

function levelOf(
  asks: 'length' | 'moment' | 'forecast',
  { number = '', thousand, unit = '', over, under }: Readonly<Record<string, string | undefined>>,
): Aspect | null {
  const value = numberOfWords(number) * (thousand === undefined ? 1 : 1000)
  if (number === '' || !Number.isFinite(value)) return null
  return {
    is: 'level',
    asks,
    level: { op: over !== undefined ? 'gt' : under !== undefined ? 'lt' : null, value, unit },
  }
}
