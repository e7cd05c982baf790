/**
 * Follow-ups of a few words that turn the last answer around: "worst one?" behind values, "newest first", "what does it
 * call?" behind its callers, "why refused?" behind lines that say so, "when did it start growing?" behind a gauge.
 */
import { plainMeasure } from '../plan/plain-measure.ts'
import { isNegated, type Plan } from '../plan/plan.ts'
import { windowOf } from './follow-up-time.ts'
import { FALLING, RISING } from './gauge-words.ts'
import type { Previous, ReadContext } from './state.ts'
import { departureOf } from './when-of-gauge.ts'

const WORST =
  /^(?:(?:which|who|what)(?: one)?(?: is| was)? )?(?:the )?(?:worst|hardest hit|most affected)(?: (?:one|of (?:them|those|these)|hit|off))?$/
const ORDER =
  /^(?:(?:show|list|order|sort)(?: (?:them|it|those))?(?: by)? )?(?:the )?(newest|latest|most recent|oldest|earliest|slowest)(?: ones?| lines?| requests?| entries)? (?:first|on top)$/
const CALLS =
  /^(?:what|who|which services?|whom) (?:does|do|did) (?:it|that|this|they) (?:call|depend on|need|use|talk to|rely on)$|^(?:its|and its|the) (?:dependencies|callees|downstreams?)$/
const CALLED =
  /^(?:what|who|which services?) (?:calls?|uses?|needs?|depends on|talks to|relies on) (?:it|that|this|them)$|^(?:its|and its|the) (?:callers|clients|upstreams?|dependents)$/
const WHY_SO =
  /^why(?: (?:is|are|was|were) (?:it|that|they|those|these))?(?: so many)?(?: (refused|rejected|declined|denied|dropped|bounced|blocked|skipped|discarded|put aside|held back))?$/
const REFUSAL = /^(?:refused|rejected|declined|denied|dropped|bounced|blocked|skipped|discarded|put|held)$/
const BEGAN =
  /^(?:since when|when did (?:it|that|this) (?:change|jump|move|shift|break out)|when did (?:it|that|this) (?:start|begin)(?: (?:to )?(grow\w*|ris\w*|increas\w*|climb\w*|fill\w*(?: up)?|fall\w*|drop\w*|shrink\w*|decreas\w*))?)$/

/** The plan of such a follow-up; null of any other. */
export function shortMove(text: string, { plan: base }: Previous, context: ReadContext): Plan | null {
  return (
    worstOf(text, base) ??
    inOrder(text, base) ??
    otherWay(text, base) ??
    whySo(text, base, context) ??
    latestOf(text, base) ??
    began(text, base, context) ??
    sinceIncident(text, base)
  )
}

const SINCE_INCIDENT =
  /^(?:(?:and|so|ok|but) )*(?:only |just )?since (?:the )?(?:incident|outage|trouble|it) (?:began|started|broke)$|^(?:(?:and|so|ok|but) )*(?:only |just )?since the (?:incident|outage|trouble)$/

/** "Since the incident" behind a number: the same from the onset on. */
function sinceIncident(text: string, base: Plan): Plan | null {
  if (base.intent !== 'measure' || base.against !== null || !SINCE_INCIDENT.test(text.replace(/\W+$/, ''))) return null
  return { ...base, time: { ...windowOf(base.time), anchor: 'onset', phrase: 'since the incident' } }
}

const WHEN_WORST =
  /^(?:(?:so|and|ok|but) )*(?:when|what time|in which minute) (?:was|is) (?:it|this|that) (?:at its |the )?(?:worst|at the peak)\W*$/
const WHEN_THAT =
  /^(?:(?:so|and|ok|but) )*(?:at )?(?:when|what time|at which time)(?: exactly)?(?: (?:was|is|did) (?:it|this|that)(?: (?:happen|happening))?)?\W*$/

/** "When was it worst?" behind a number is about that number, "when?" behind the most or least of a metric about that. */
export function worstOfLast(text: string, { plan }: Previous): string | null {
  const isNumber = plan.intent === 'measure' && plan.groupBy.length === 0 && plan.measure.of !== 'distinct'
  if (!isNumber) return null
  if (WHEN_WORST.test(text)) return 'when was it highest'
  const { measure } = plan
  if (!WHEN_THAT.test(text) || measure.of !== 'metric') return null
  return measure.statistic === 'max' ? 'when was it highest' : measure.statistic === 'min' ? 'when was it lowest' : null
}

function worstOf(text: string, base: Plan): Plan | null {
  if (!WORST.test(text) || base.intent !== 'measure' || base.measure.of !== 'distinct') return null
  const { key, scope = 'attribute', signal } = base.measure
  if (key === undefined) return null
  if (signal !== 'spans') {
    const ofLines = { measure: { of: 'records' as const }, conditions: base.conditions, time: windowOf(base.time) }
    return plainMeasure({ ...ofLines, groupBy: [{ field: key, scope }], limit: 20 })
  }
  const isFailed = base.conditions.some(({ on }) => on === 'outcome' || on === 'status_code')
  const conditions = isFailed
    ? base.conditions
    : [...base.conditions, { on: 'outcome' as const, is: 'failed' as const }]
  const groupBy = [{ field: key, scope }]
  return plainMeasure({ measure: { of: 'requests' }, conditions, time: windowOf(base.time), groupBy, limit: 20 })
}

const LATEST =
  /^(?:(?:so|and|ok|but) )*(?:who|which(?: one)?|what) (?:was|is) (?:the )?(?:(last|latest|most recent|newest)|(first|earliest|oldest))(?: (?:one|of (?:them|those|these)))?\W*$/

/** "Who was the latest?" behind lines or requests that were counted: the last of them. */
function latestOf(text: string, base: Plan): Plan | null {
  const found = LATEST.exec(text)
  if (found === null || base.intent !== 'measure' || base.groupBy.length > 0) return null
  const of = base.measure.of === 'records' ? 'logs' : base.measure.of === 'requests' ? 'spans' : null
  if (of === null || base.conditions.length === 0) return null
  const order = found[1] === undefined ? 'oldest' : 'newest'
  return { intent: 'list', of, conditions: base.conditions, time: windowOf(base.time), order, limit: 1 }
}

function inOrder(text: string, base: Plan): Plan | null {
  const said = ORDER.exec(text)?.[1]
  if (said === undefined || base.intent !== 'list') return null
  const order = said === 'slowest' ? 'slowest' : /^(?:oldest|earliest)$/.test(said) ? 'oldest' : 'newest'
  return order === 'slowest' && base.of === 'logs' ? null : { ...base, order }
}

function otherWay(text: string, base: Plan): Plan | null {
  const isOfCalls = CALLS.test(text)
  if (base.intent !== 'dependencies' || !(isOfCalls || CALLED.test(text))) return null
  const { calleeAsked: _, amountAsked: __, isOutsideAsked: ___, ...rest } = base
  return { ...rest, direction: isOfCalls ? 'callees' : 'callers' }
}

/** Lines that tell of refusals say why; the cause of an outage is another matter. */
function whySo(text: string, base: Plan, { catalogue }: ReadContext): Plan | null {
  const found = WHY_SO.exec(text)
  if (found === null || base.intent !== 'measure' || base.measure.of !== 'records') return null
  const said = base.conditions.find((one) => one.on === 'templates' && !isNegated(one))
  if (said?.on !== 'templates') return null
  const lines = catalogue.templates.filter(({ id }) => said.ids.includes(id))
  const isOfRefusals = said.words.split(' ').some((word) => REFUSAL.test(word))
  const isHarmless = lines.every(({ severity }) => severity !== 'error' && severity !== 'fatal')
  if (!isOfRefusals || lines.length === 0 || !(isHarmless || found[1] !== undefined)) return null
  return { intent: 'patterns', conditions: base.conditions, time: windowOf(base.time), limit: 10 }
}

/** "When did it start growing" behind what a gauge stands at is about the gauge, and about no outage. */
function began(text: string, base: Plan, { catalogue }: ReadContext): Plan | null {
  const found = BEGAN.exec(text)
  if (found === null) return null
  const way = found[1] ?? ''
  const direction = RISING.test(way) || way.startsWith('fill') ? 'up' : FALLING.test(way) ? 'down' : undefined
  return departureOf({ ...base, time: windowOf(base.time) }, direction, catalogue)
}
