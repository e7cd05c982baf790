/** One of two against the other: "is web slower than api?", "more errors on android than on ios?". */
import { plainMeasure } from '../plan/plain-measure.ts'
import type { Measure, Plan, PlanCondition, PlanTime } from '../plan/plan.ts'
import type { Scope } from './decision.ts'
import { fieldOf } from './fields.ts'
import { classValue } from './known-values.ts'
import { namedMetric, statisticOf } from './measures.ts'
import { operationsNamed, segmentsOf } from './routes.ts'
import { type QuestionState, tellingWords, useRest } from './state.ts'
import { iso, shifted } from './when.ts'
import { stemOf, type Word } from './words.ts'

const YES_NO =
  /^(?:so |and |but |ok |hey )*(?:is|are|was|were|does|do|did|has|have|had|more|fewer|less)\b.{2,160}\bthan\b/
const IS_DOWN = /\b(?:faster|quicker|fewer|less|lower|better)\b/

interface Compared {
  readonly groupBy: { readonly field: string; readonly scope: 'builtin' | 'attribute' | 'resource' }
  readonly condition: PlanCondition
  /** The one that a yes is said of. */
  readonly first: string
  /** Words that say the two, where they are values. */
  readonly words: readonly Word[]
}

/** "Which is slower, web or api?" */
const WHICH = /^(?:so |and |but |ok |hey )*(?:which|who|what)\b.{2,100}\bor\b/

/** The plan of such a question; null where it names no two of a kind, or something else besides. */
export function comparative(state: QuestionState, scope: Scope): Plan | null {
  const before = state.words.map(({ usedBy }) => usedBy)
  const plan = compared(state, scope)
  // What was tried for a metric or a value is free again where the question is another one.
  if (plan === null) for (const [index, word] of state.words.entries()) word.usedBy = before[index] ?? null
  return plan
}

function compared(state: QuestionState, { conditions, time }: Scope): Plan | null {
  if (state.against !== null) return thanEarlier(state, { conditions, time })
  const isWhich = WHICH.test(state.text)
  if (!isWhich && !YES_NO.test(state.text)) return null
  const than = state.words.findLastIndex(({ text }) => text === (isWhich ? 'or' : 'than'))
  const routes = isWhich && OF_ROUTES.test(state.text) ? twoRoutes(state, than) : null
  const pair = routes ?? twoServices(state, than) ?? twoValues(state, than)
  const asked = pair === null ? null : inStatistic(measureOf(state), state)
  if (pair === null || asked === null) return null
  for (const word of pair.words) word.usedBy = 'attribute'
  const thing = thingCompared(state, asked.measure)
  const open = tellingWords(state)
  if (open.some((word) => !SAYS_HOW.test(word.text) && word.usedBy === null)) return null
  useRest(state)
  const others = conditions.filter(({ on }) => on !== pair.condition.on && !(routes !== null && on === 'attribute'))
  const plan = plainMeasure({
    measure: asked.measure,
    conditions: [...others, pair.condition, ...asked.conditions, ...thing],
    time,
    groupBy: [pair.groupBy],
    order: IS_DOWN.test(state.text) ? 'lowest' : 'highest',
  })
  return isWhich ? plan : { ...plan, isYesNo: true, firstAsked: pair.first }
}

/** "Is altona slower than nippes on average": durations in the statistic that is named. */
function inStatistic(asked: ReturnType<typeof measureOf>, state: QuestionState): ReturnType<typeof measureOf> {
  const statistic = statisticOf(state)
  if (asked?.measure.of !== 'duration' || statistic === null || statistic === 'last') return asked
  for (const word of state.words) if (OF_STATISTIC.test(word.text)) word.usedBy ??= 'measure'
  return { ...asked, measure: { of: 'duration', statistic } }
}

const OF_STATISTIC = /^(?:mean|average|avg|median|max|maximum|min|minimum|p\d{2,3}|both|each|either|on)$/

/** "Are card deposits slower than sepa ones": the routes of what is compared. */
function thingCompared(state: QuestionState, { of }: Measure): PlanCondition[] {
  if (
    (of !== 'duration' && of !== 'requests' && of !== 'ratio') ||
    state.conditions.some(({ on }) => on === 'operation')
  )
    return []
  for (const word of state.words) {
    if (word.usedBy !== null || SAYS_HOW.test(word.text) || word.text.length < 4) continue
    const values = operationsNamed(word.text, state.context.catalogue.operations)
    if (values.length === 0) continue
    for (const one of state.words) if (one.lemma === word.lemma && one.usedBy === null) one.usedBy = 'operation'
    return [{ on: 'operation', values: values.slice(0, 50) }]
  }
  return []
}

const NOW_MS = 15 * 60_000

/** "Is web slower than an hour ago?": the last minutes against as many at that time. */
function thanEarlier(state: QuestionState, { conditions, time }: Scope): Plan | null {
  const [, how] = /\b(slower|faster) than\b/.exec(state.text) ?? []
  const isOfRequests = conditions.some(({ on }) => on === 'service' || on === 'operation')
  // Before, without a time: before the incident.
  const isOpen =
    state.against !== null && 'shift' in state.against && /\b(?:before|usual\w*|normal\w*)$/.test(state.against.phrase)
  if (
    how === undefined ||
    state.against === null ||
    isOpen ||
    !isOfRequests ||
    state.context.catalogue.records.spans === 0
  )
    return null
  for (const word of state.words) if (SAYS_HOW.test(word.text)) word.usedBy ??= 'intent'
  const toMs = Date.parse(time.to)
  const now: PlanTime =
    time.basis === 'asked' ? time : { from: iso(Math.max(toMs - NOW_MS, 0)), to: time.to, basis: 'now' }
  return {
    ...plainMeasure({ measure: { of: 'duration', statistic: 'p95' }, conditions, time: now }),
    against: shifted(now, state.against),
    isTrendAsked: true,
    isYesNo: true,
    ...(how === 'faster' ? { isDownAsked: true } : {}),
  }
}

/** Words that say in what the two differ. */
const SAYS_HOW =
  /^(?:slower|faster|quicker|busier|worse|harder|better|affected|hit|impacted|hurt|suffer\w{0,3}|more|fewer|less|higher|lower|than|errors?|failures?|fail\w*|requests?|traffic|calls?|load|logs?|lines?|using|uses?|used|having|getting|reliable|latency|response|times?|rate|which|or|one|now|much|often|generally|usually|average|on|a|an)$/

function twoServices({ named }: QuestionState, than: number): Compared | null {
  const [left, right] = [named.filter(({ at }) => at < than), named.filter(({ at }) => at > than)]
  const [a, b] = [left[0]?.services, right[0]?.services]
  if (left.length !== 1 || right.length !== 1 || a?.length !== 1 || b?.length !== 1) return null
  const [first = '', second = ''] = [a[0], b[0]]
  return {
    groupBy: { field: 'service', scope: 'builtin' },
    condition: { on: 'service', values: [first, second] },
    first,
    words: [],
  }
}

const OF_ROUTES = /\b(?:routes?|endpoints?|pages?|paths?)\b/

/** "Which route is slower, bags or flights": the routes that each word names and the other does not. */
function twoRoutes(state: QuestionState, or: number): Compared | null {
  const { catalogue } = state.context
  const field = fieldOf('route', catalogue)
  const named = (from: number, to: number) =>
    state.words.slice(from, to).flatMap((word) => {
      const isFree = word.usedBy === null || word.usedBy === 'attribute' || word.usedBy === 'operation'
      const names =
        isFree && !OF_ROUTES.test(word.text)
          ? catalogue.operations.filter((name) => segmentsOf(name).includes(stemOf(word.text)))
          : []
      return names.length === 0 ? [] : [{ word, names }]
    })
  const [left, right] = [named(0, or).at(-1), named(or + 1, state.words.length)[0]]
  if (field === null || left === undefined || right === undefined) return null
  const apart = (own: readonly string[], other: readonly string[]): readonly string[] => {
    const rest = own.filter((name) => !other.includes(name))
    return rest.length > 0 ? rest : own
  }
  const values = [...new Set([...apart(left.names, right.names), ...apart(right.names, left.names)])].slice(0, 50)
  for (const word of state.words) if (OF_ROUTES.test(word.text)) word.usedBy ??= 'operation'
  return {
    groupBy: { field: field.field, scope: field.scope },
    condition: { on: 'operation', values },
    first: left.word.text,
    words: [left.word, right.word],
  }
}

/** Two values of one key, one on each side. */
function twoValues(state: QuestionState, than: number): Compared | null {
  const valuesIn = (from: number, to: number) =>
    state.words.slice(from, to).flatMap((word) => {
      const known = word.usedBy === null || word.usedBy === 'attribute' ? classValue(state, word.text) : null
      return known === null ? [] : [{ word, known }]
    })
  for (const left of valuesIn(0, than))
    for (const right of valuesIn(than + 1, state.words.length)) {
      const { key, scope, value } = left.known
      if (right.known.key !== key || right.known.value === value) continue
      return {
        groupBy: { field: key, scope },
        condition: { on: 'attribute', key, scope, values: [value, right.known.value] },
        first: value,
        words: [left.word, right.word],
      }
    }
  return null
}

/** "Is acme hit harder than globex?": which part of its requests fails. */
const HARMED_MORE =
  /\b(?:(?:hit|affected|impacted|hurt) (?:\w{1,20} ){0,3}?(?:more|harder|worse)|suffer(?:s|ed|ing)? (?:more|worse)|(?:more|worse|harder) (?:affected|hit|impacted|hurt))\b/

function measureOf(state: QuestionState): { measure: Measure; conditions: PlanCondition[] } | null {
  const { text, context } = state
  const hasRequests = context.catalogue.records.spans > 0
  if (/\b(?:slower|faster|quicker|higher latency|lower latency|more latency|longer response)\b/.test(text))
    return hasRequests ? { measure: { of: 'duration', statistic: 'p95' }, conditions: [] } : null
  if (HARMED_MORE.test(text)) return hasRequests ? { measure: { of: 'ratio', share: 'failed' }, conditions: [] } : null
  if (/\b(?:worse|less reliable|more reliable|error rate|fails? more|failing more|failed more)\b/.test(text))
    return hasRequests ? { measure: { of: 'ratio', share: 'failed' }, conditions: [] } : null
  if (/\b(?:busier|(?:more|fewer|less) (?:requests|traffic|calls|load))\b/.test(text))
    return hasRequests ? { measure: { of: 'requests' }, conditions: [] } : null
  if (/\b(?:more|fewer|less) (?:errors|failures|failed requests)\b/.test(text))
    return /\berrors\b/.test(text) && state.named.length > 0 && context.catalogue.records.logs > 0
      ? { measure: { of: 'records' }, conditions: [{ on: 'severity', is: 'error', orWorse: true }] }
      : hasRequests
        ? { measure: { of: 'requests' }, conditions: [{ on: 'outcome', is: 'failed' }] }
        : null
  if (/\b(?:more|fewer|less) (?:logs?|log lines|lines)\b/.test(text))
    return { measure: { of: 'records' }, conditions: [] }
  const metric = /\b(?:more|less|higher|lower)\b/.test(text) ? namedMetric(state) : null
  return metric === null
    ? null
    : {
        measure: { of: 'metric', metric: metric.name, statistic: metric.type === 'sum' ? 'increase' : 'mean' },
        conditions: [],
      }
}
