/**
 * A follow-up behind the number of a metric, read word by word in any order: what tells its series apart ("which depot has
 * most"), a value of them ("and oakwood?"), all of them ("and the others"), another statistic ("lowest point in the hour").
 * Keys and values are those of the metric's own points. A word that is none of these makes it another question.
 */
import type { MetricDescriptor } from '../../../telemetry/index.ts'
import type { Plan, PlanCondition, PlanOf, Statistic } from '../plan/plan.ts'
import { partsOf } from './covering/told.ts'
import { windowOf } from './follow-up-time.ts'
import { conditionsOf, isOfSender, keyOfSeries, metricOfPlan, valuesSaid } from './metric-series.ts'
import { PLAIN } from './move-base.ts'
import { measured, overHour } from './number-moves.ts'
import { FILLER, HIGHEST, LOWEST, STATISTICS } from './slot-words.ts'
import type { Previous, QuestionState } from './state.ts'
import { stemOf, type Word } from './words.ts'

type MetricPlan = PlanOf<'measure'>

const WORDS_MAX = 10
const POINT =
  /^(?:point|value|reading|level|ever|far|yet|over|during|within|so|currently|normally|series|separately|individually|respectively|high|low|full|big)$/
const OTHERS = /^(?:others?|rest|all|every|each|both)$/
const TELLS = /^(?:by|per|which|what|each|every|all|other)$/
/** What is better the more there is of it: the worst has the least. */
const IS_GOOD = /approv|success|availab|(?:^|[._])(?:hits?|free|remaining|uptime|ready|healthy|deliver\w*)(?:$|[._])/i

interface Said {
  group: string | null
  isOfAll: boolean
  order: 'highest' | 'lowest' | null
  statistic: Statistic | null
}

/** The plan of such a follow-up; null of any other. */
export function metricSlots(state: QuestionState, { plan: last, question = '', root = '' }: Previous): Plan | null {
  const { words, named, quoted, written, context } = state
  const base = last.intent === 'anomaly' ? measured(last) : last
  const name = base === null ? null : metricOfPlan(base)
  const metric = context.catalogue.metrics.find((one) => one.name === name)
  const isPlain = named.length === 0 && quoted.length === 0 && !/[`=<>"]/.test(written)
  if (base?.intent !== 'measure' || metric === undefined || words.length > WORDS_MAX || !isPlain) return null
  const values = valuesSaid(words, metric, context.catalogue)
  const taken = new Set(values.flatMap((one) => one.words))
  const asked = `${question} ${root}`.toLowerCase().split(/[^a-z]+/)
  const own = new Set([...partsOf(metric.name), ...partsOf(metric.unit), ...asked].map(stemOf))
  const said: Said = { group: null, isOfAll: false, order: null, statistic: null }
  for (let at = 0; at < words.length; ) {
    const word = words[at]
    const isUsed = word === undefined || word.usedBy === 'time' || taken.has(word)
    const used = isUsed ? 1 : grouped(state, metric, base, said, at) || plainly(words, metric, own, said, at)
    if (used === 0) return null
    at += used
  }
  const plan = edited(base, metric, said, conditionsOf(values), state)
  return plan === null || JSON.stringify(plan) === JSON.stringify(last) ? null : plan
}

/** "Which depot", "by tank", "which one", "the others": told apart by a key of the points. */
function grouped(
  { words, context: { catalogue } }: QuestionState,
  metric: MetricDescriptor,
  base: MetricPlan,
  said: Said,
  at: number,
): number {
  const text = words[at]?.text ?? ''
  const next = words[at + 1]
  if (next !== undefined && TELLS.test(text)) {
    const key = keyOfSeries(next.text, metric.name, catalogue) ?? keyOfSeries(next.lemma, metric.name, catalogue)
    const isOne = /^(?:ones?|of)$/.test(next.text)
    const group = key ?? (isOne ? onlyKey(metric, base) : null)
    if (group !== null) {
      said.group = group
      return 2
    }
  }
  if (!OTHERS.test(text)) return 0
  const held = base.conditions.find(
    (one) => one.on === 'attribute' && metric.attributes.some(({ key }) => key === one.key),
  )
  const key = held?.on === 'attribute' ? held.key : onlyKey(metric, base)
  if (key === null) return 0
  said.group = key
  said.isOfAll = true
  return 1
}

/** The key that tells the series apart, where only one does. */
function onlyKey({ attributes }: MetricDescriptor, base: MetricPlan): string | null {
  const [only, more] = attributes.filter(
    ({ key, values }) =>
      values.length > 1 &&
      !isOfSender(key) &&
      !base.conditions.some((one) => one.on === 'attribute' && one.key === key && one.not !== true),
  )
  return only === undefined || more !== undefined ? null : only.key
}

function plainly(
  words: readonly Word[],
  { name }: MetricDescriptor,
  own: ReadonlySet<string>,
  said: Said,
  at: number,
): number {
  const { text = '', lemma = '' } = words[at] ?? {}
  const statistic = STATISTICS[text]
  if (/^(?:worst|best)$/.test(text)) said.order = IS_GOOD.test(name) === (text === 'worst') ? 'lowest' : 'highest'
  else if (HIGHEST.test(text)) said.order = 'highest'
  else if (LOWEST.test(text)) said.order = 'lowest'
  else if (statistic !== undefined) said.statistic = statistic
  else {
    const isHour = lemma === 'hour' && words[at - 1]?.text === 'the'
    const isSaid = FILLER.has(text) || POINT.test(lemma) || isHour || own.has(stemOf(text))
    return isSaid ? 1 : 0
  }
  return 1
}

function edited(
  base: MetricPlan,
  metric: MetricDescriptor,
  said: Said,
  values: readonly PlanCondition[],
  state: QuestionState,
): Plan | null {
  const { measure } = base
  if (measure.of !== 'metric') return null
  const isSaid = said.group !== null || said.order !== null || said.statistic !== null || values.length > 0
  if (!isSaid) return null
  const asked = new Set(values.flatMap((one) => (one.on === 'attribute' ? [one.key] : [])))
  const kept = base.conditions.filter(
    (one) => one.on !== 'attribute' || (!asked.has(one.key) && (one.key !== said.group || one.not === true)),
  )
  const conditions = [...kept, ...values]
  const group = said.group ?? (values.length > 0 ? null : (base.groupBy[0]?.field ?? null))
  const { isTotal: _, ...one } = measure
  const { isDownAsked: __, firstAsked: ___, ...rest } = base
  const plain: MetricPlan = { ...rest, ...PLAIN, conditions }
  if (group !== null && metric.attributes.some(({ key }) => key === group)) {
    const groupBy = [{ field: group, scope: 'attribute' as const }]
    const statistic = said.statistic ?? one.statistic
    const time = state.time ?? windowOf(base.time)
    return {
      ...{ ...plain, measure: { ...one, statistic }, groupBy, limit: 20, isGroupImplied: false, time },
      order: said.order ?? 'highest',
    }
  }
  const statistic = said.statistic ?? (said.order === null ? null : said.order === 'highest' ? 'max' : 'min')
  if (statistic === null) return { ...plain, measure, groupBy: [], time: state.time ?? windowOf(base.time) }
  return {
    ...plain,
    measure: { ...one, statistic },
    groupBy: [],
    time: state.time ?? overHour(base.time, state.context),
  }
}
