/** The metric that has all the words of a question between its name, its unit, its services and the values of its points. */
import type { MetricDescriptor } from '../../../../telemetry/index.ts'
import type { Measure, PlanCondition } from '../../plan/plan.ts'
import { METRIC_WORDS } from '../../vocabulary/meanings.ts'
import type { QuestionState } from '../state.ts'
import { stemOf, type Word } from '../words.ts'
import type { AskedForm } from './asked-form.ts'
import { isPartOf, partsOf, servicesNamed, type ToldValue, valuesIn } from './told.ts'

export interface MetricReading {
  readonly conditions: readonly PlanCondition[]
  readonly measure: Extract<Measure, { of: 'metric' }>
}

interface Fit {
  readonly metric: MetricDescriptor
  readonly named: number
  readonly values: readonly ToldValue[]
}

const GENERIC =
  /^(?:usage|utili[sz]ation|use|metric|gauge|counter|level|consumption|size|count|load|depth|length|value|reading|number|rate|total)$/
const KEY_OF_NAMES = /(?:^|[._])(?:name|version|code|method|route|status)$/i

/** The metric that is meant; null where none has all the words, or several have. */
export function metricCovering(state: QuestionState, form: AskedForm): MetricReading | null {
  const { metrics } = state.context.catalogue
  if (
    metrics.length === 0 ||
    form.isDuration ||
    form.outcome !== null ||
    form.asks === 'share' ||
    form.asks === 'moment'
  )
    return null
  if (form.asks === 'count' && !form.isNow) return null
  const services = servicesNamed(state)
  const values = valuesIn(state, form, null).filter(({ condition }) => !KEY_OF_NAMES.test(condition.key))
  const fits = metrics
    .filter(({ type }) => type !== 'sum' || form.statistic === null || form.statistic === 'sum')
    .filter((metric) => services.length === 0 || metric.services.some((name) => services.includes(name)))
    .flatMap((metric) => fitOf(form, metric, values, services) ?? [])
  const most = Math.max(0, ...fits.map(({ named }) => named))
  const best = fits.filter(({ named }) => named === most && most > 0)
  const [first] = best
  if (first === undefined || best.length > 1) return null
  const conditions: PlanCondition[] = first.values.map(({ condition }) => condition)
  if (services.length > 0) conditions.push({ on: 'service', values: [...services] })
  // All that a counter counted is what it gained, not the sum of what it stood at.
  const isGain = first.metric.type === 'sum' && form.statistic === 'sum'
  const statistic = isGain ? 'increase' : (form.statistic ?? 'last')
  return { conditions, measure: { of: 'metric', metric: first.metric.name, statistic } }
}

function fitOf(
  form: AskedForm,
  metric: MetricDescriptor,
  values: readonly ToldValue[],
  services: readonly string[],
): Fit | null {
  const parts = [...partsOf(metric.name), ...partsOf(metric.unit.replace(/[{}]/g, ''))]
  const used = new Set<ToldValue>()
  let named = 0
  for (const word of form.needed) {
    if (services.some((name) => name.toLowerCase() === word.text)) continue
    const value = values.find((one) => one.words.includes(word))
    if (isOfName(word, metric, parts)) named++
    else if (value !== undefined) used.add(value)
    else if (GENERIC.test(word.lemma)) continue
    else if (metric.services.length === 1 && isPartOf(word, partsOf(metric.services[0] ?? ''))) continue
    else return null
  }
  return { metric, named, values: [...used] }
}

function isOfName(word: Word, { name, unit }: MetricDescriptor, parts: readonly string[]): boolean {
  if (isPartOf(word, parts) || word.text === name.toLowerCase()) return true
  const meant = METRIC_WORDS.find(([asked]) => asked.includes(word.lemma))?.[1] ?? []
  return (
    meant.some((part) => parts.some((own) => own === part || stemOf(own) === stemOf(part))) ||
    unit.toLowerCase() === word.text
  )
}
