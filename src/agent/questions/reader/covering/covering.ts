/**
 * A second reading of a question that could not be read: not word by word into slots, but by looking for the one thing
 * in the data that has all its words. A plan is only made where each word that tells something has a place; whether
 * there is anything of it is found out before it is taken (`tools/cover-question.ts`).
 */
import { plainMeasure } from '../../plan/plain-measure.ts'
import type { Measure, Plan, PlanCondition, PlanOf } from '../../plan/plan.ts'
import { timeOf } from '../asked-time.ts'
import { attributeField, type FieldChoice } from '../fields.ts'
import { isElliptic } from '../follow-up.ts'
import { letteredIn } from '../lettered.ts'
import { durationConditions } from '../limits.ts'
import { lastMinutes } from '../noun-state.ts'
import { type QuestionState, type ReadContext, stateOf } from '../state.ts'
import { type AskedForm, formOf } from './asked-form.ts'
import { linesCovering } from './cover-lines.ts'
import { metricCovering } from './cover-metrics.ts'
import { requestsCovering } from './cover-requests.ts'
import { nearestEvent } from './nearest-event.ts'
import { servicesNamed } from './told.ts'

/** A plan with the count that shows whether there is anything that it is about. */
export interface Covering {
  readonly plan: Plan
  readonly ground: PlanOf<'measure'>
  /** What was taken for what. */
  readonly note?: string
}

/** Texts, comparisons and rates are read in other ways. */
const OTHER_FORM =
  /["`]|\b(?:compared?|versus|vs|than|why|cause[ds]?|trend|over time|per (?:second|minute|hour|day)|rising|growing|grow|increas\w*|decreas\w*|normal|usual|slow(?:er|est)?|fast(?:er|est)?|down|healthy|ok|trace|took|take|takes|(?<!error |failure |success )rates?)\b/

/** Plans that have all words of the question, likeliest first; none where nothing in the data has them. */
export function coverings(question: string, context: ReadContext): readonly Covering[] {
  const state = stateOf(question, context, {})
  // "Joins that took over 3 s" are requests.
  durationConditions(state)
  const [limit] = state.conditions
  const asked = limit === undefined ? state.text : withoutTaken(state)
  if (OTHER_FORM.test(asked) || state.traceId !== null || state.recordId !== null || state.against !== null) return []
  if (context.isLastOpen === true && isElliptic(state)) return []
  const form = formOf(state)
  if (form === null || servicesNamed(state).some((name) => isExcluded(name, form))) return []
  const time = form.isNow && state.time === null ? lastMinutes(state) : timeOf(state)
  // "When was wave D sent off": of wave D, or of none.
  const lettered = letteredIn(state)
  if (lettered.length > 0)
    return form.asks === 'moment' ? [covering({ ...untimed({ of: 'records' }, lettered), time }, form, context)] : []
  if (limit !== undefined) {
    const slow = form.asks === 'count' && form.groups.length === 0 ? requestsCovering(state, form) : []
    // How long a message took from a queue is not what its noun asks for.
    return slow
      .filter(({ conditions }) => !isOfQueue(conditions))
      .map(({ measure, conditions }) => covering({ ...untimed(measure, [...conditions, limit]), time }, form, context))
  }
  const listed = isNamesAlone(form) ? valuesAsked(state, form) : null
  const found =
    form.asks === 'values'
      ? [listed]
      : form.needed.length === 0 && form.groups.length === 0
        ? []
        : [metricOf(state, form), ...eventsOf(state, form), listed]
  return found.flatMap((one) => (one === null ? [] : [covering({ ...one, time }, form, context)]))
}

function isOfQueue(conditions: readonly PlanCondition[]): boolean {
  return conditions.some(
    (one) => one.on === 'operation' && one.values.some((name) => /\b(?:publish|process)\b/.test(name)),
  )
}

/** The question without the words of its limit on durations. */
function withoutTaken({ text, words }: QuestionState): string {
  return words.reduce(
    (left, { usedBy, start, end }) =>
      usedBy === 'condition' ? `${left.slice(0, start)}${' '.repeat(end - start)}${left.slice(end)}` : left,
    text,
  )
}

/** The one event that most of the words tell of, where nothing has them all. */
export function nearestCoverings(question: string, context: ReadContext): readonly Covering[] {
  const counted = question.replace(AND_ASKED, '').replace(WHETHER_ANY, 'how many ')
  const isYesNo = WHETHER_ANY.test(question)
  const state = stateOf(counted, context, {})
  if (OTHER_FORM.test(state.text) || state.traceId !== null || state.recordId !== null || state.against !== null)
    return []
  // "And photographed again" behind a question that was not answered goes on from that.
  if (context.isLastOpen === true && isElliptic(state)) return []
  const form = formOf(state)
  if (form === null || servicesNamed(state).some((name) => isExcluded(name, form))) return []
  const found = nearestEvent(state, form)
  if (found === null || (isYesNo && form.asks !== 'count')) return []
  const isWho = /^(?:so |and |but |ok |hey )*who\b/.test(state.text)
  return grouped(form, 'logs', found.measure, found.conditions).map((untimedPlan) => {
    const ground = { ...untimedPlan, time: timeOf(state) }
    const { plan } = covering(ground, form, context)
    const asked = isWho ? listOf(ground) : isYesNo && plan.intent === 'measure' ? { ...plan, isYesNo } : plan
    // No line of it in the time asked for is no number: it is a guess.
    return { plan: asked, ground, note: found.note }
  })
}

/** "Did we lose replies, and how many?" */
const AND_ASKED = /,? and (?:if so,? )?(?:how many(?: times)?|how often|when)[?. ]{0,3}$/i

/** "Did we catch any infected files?" asks for a number as well. */
const WHETHER_ANY =
  /^(?:(?:so|and|but|ok|hey) )*(?:(?:did|do|have|has|had|were|was|are|is)(?: there)?(?: (?:we|you|they|i|it))?(?: been| had| got)?(?: ever)?(?: (?:any|some)(?: of)?)?(?: the| our)?|any) (?=[a-z])/i

/** Who did it stands in the lines. */
function listOf({ conditions, time }: PlanOf<'measure'>): Plan {
  return { intent: 'list', of: 'logs', conditions, time, order: 'newest', limit: 5 }
}

function isExcluded(name: string, { excluded }: AskedForm): boolean {
  return [...excluded].some(({ text }) => text === name.toLowerCase())
}

/** "Sales channels?": a noun in plural and nothing else. */
function isNamesAlone({ asks, groups, outcome, statistic, rest }: AskedForm): boolean {
  const last = rest.at(-1)
  const isNoun = groups.length === 0 && outcome === null && statistic === null && last !== undefined
  return asks === 'values' || (isNoun && asks === 'count' && rest.length <= 2 && last.text !== last.lemma)
}

type Untimed = Omit<PlanOf<'measure'>, 'time'>

function untimed(measure: Measure, conditions: readonly PlanCondition[], more: Partial<Untimed> = {}): Untimed {
  const { time: _, ...plan } = plainMeasure({
    measure,
    conditions: [...conditions],
    time: { from: '', to: '', basis: 'asked' },
    ...more,
  })
  return plan
}

function metricOf(state: QuestionState, form: AskedForm): Untimed | null {
  const found = form.isAffectedAsked ? null : metricCovering(state, form)
  const [group] = form.groups
  return found === null
    ? null
    : untimed(found.measure, found.conditions, group === undefined ? {} : grouping(form, group))
}

/** Lines that say what is asked go before requests, unless it asks for requests. */
function eventsOf(state: QuestionState, form: AskedForm): Untimed[] {
  const lines = form.isDuration || form.isAffectedAsked ? [] : linesCovering(state, form)
  const requests = requestsCovering(state, form)
  const byLines = lines.flatMap(({ measure, conditions, others, whole }) => {
    if (form.asks !== 'share') return grouped(form, 'logs', measure, conditions)
    // "Share of bookings that are for furniture": of all bookings, and not of all that is for furniture.
    if (whole !== null && form.groups.length === 0)
      return grouped(form, 'logs', { of: 'ratio', share: 'matching', among: [whole] }, [whole, ...others])
    // What a share of lines is taken of is not known where nothing else is said of them.
    const isDenied = state.negations.some(({ isVerb }) => isVerb === true)
    return others.length === 0 || isDenied
      ? []
      : grouped(form, 'logs', { of: 'ratio', share: 'matching', among: [...others] }, conditions)
  })
  const byRequests = requests.flatMap(({ measure, conditions }) => grouped(form, 'spans', measure, conditions))
  // A share is one of what goes by the noun: the requests on its route, where they carry the rest.
  const isPlain = ({ conditions }: { readonly conditions: readonly PlanCondition[] }): boolean =>
    conditions.some(({ on }) => on === 'operation') && conditions.filter(({ on }) => on === 'attribute').length < 2
  const isOfRoute = form.asks === 'share' && requests.some(isPlain)
  return isOfRoute || /\b(?:requests?|calls?|traffic)\b/.test(state.text)
    ? [...byRequests, ...byLines]
    : [...byLines, ...byRequests]
}

/** By each of the keys that may be meant and that records of the signal carry. */
function grouped(
  form: AskedForm,
  signal: 'logs' | 'spans',
  measure: Measure,
  conditions: readonly PlanCondition[],
): Untimed[] {
  if (form.groups.length === 0) return [untimed(measure, conditions)]
  return form.groups
    .filter(({ signals }) => signals.includes(signal))
    .map((group) => untimed(measure, conditions, grouping(form, group)))
}

function grouping({ order, isRanked }: AskedForm, { field, scope }: FieldChoice): Partial<Untimed> {
  return { groupBy: [{ field, scope }], order, limit: isRanked ? 10 : 20 }
}

/** "What train categories are there?": the values of the one key that goes by all the words. */
function valuesAsked({ context }: QuestionState, { rest, groups }: AskedForm): Untimed | null {
  const noun = rest.map(({ text }) => text).join(' ')
  const field = attributeField(noun, context.catalogue)
  const [signal] = field?.signals ?? []
  if (field === null || field.scope === 'builtin' || signal === undefined || groups.length > 0) return null
  return untimed({ of: 'distinct', what: noun, signal, key: field.field, scope: field.scope }, [])
}

const DAY_MS = 86_400_000

/** The plan with the same over the last day, in which there has to be something of it. */
function covering(asked: PlanOf<'measure'>, form: AskedForm, context: ReadContext): Covering {
  const { conditions, time, measure } = asked
  const plan: Plan =
    form.asks === 'moment'
      ? {
          intent: 'list',
          of: measure.of === 'requests' ? 'spans' : 'logs',
          conditions,
          time,
          order: form.end,
          limit: 5,
          isTimeAsked: true,
        }
      : form.isAffectedAsked
        ? { ...asked, isYesNo: true }
        : asked
  return { plan, ground: groundOver(asked, context) }
}

/** The same count over the last day and all of the time asked for. */
export function groundOver(asked: PlanOf<'measure'>, { catalogue, askedAtMs }: ReadContext): PlanOf<'measure'> {
  const toMs = Math.max(Date.parse(asked.time.to), (catalogue.lastMs ?? askedAtMs) + 1)
  const fromMs = Math.min(Date.parse(asked.time.from), toMs - DAY_MS)
  return { ...asked, time: { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), basis: 'asked' } }
}
