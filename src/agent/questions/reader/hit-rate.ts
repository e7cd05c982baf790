/** "Cache hit rate": where two counters tell the hits and the misses, the share of the hits in both, or of the misses. */
import type { MetricDescriptor } from '../../../telemetry/index.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import type { Plan } from '../plan/plan.ts'
import type { Scope } from './decision.ts'
import { isOfName } from './metric-series.ts'
import { type QuestionState, tellingWords, useRest } from './state.ts'

const ASKED =
  /\b(hit|miss)(?:s|es)?[ -]?(?:rates?|ratios?|percentage|percent|share|quota)\b|\b(?:share|percentage|percent|ratio|proportion|part) of (?:the )?(?:\S{2,30} ){0,2}(hit|miss|misse)s\b/
const SAID =
  /^(?:hit|hits|miss|misses|rate|rates|ratio|ratios|percentage|percent|share|quota|proportion|part|cache|cached|lookups?|reads?)$/

/** Two counters whose names differ in this alone. */
interface Pair {
  readonly hits: MetricDescriptor
  readonly misses: MetricDescriptor
}

/** The plan of such a question; null where no such counters tell it, or several pairs do. */
export function hitRate(state: QuestionState, { conditions, time }: Scope): Plan | null {
  const found = ASKED.exec(state.text)
  const { metrics } = state.context.catalogue
  if (found === null || metrics.some(({ name }) => RATIO.test(name)) || state.quoted.length > 0) return null
  if (conditions.some(({ on }) => on !== 'service')) return null
  const words = tellingWords(state).filter(({ text }) => !SAID.test(text))
  const pairs = metrics.flatMap((hits): Pair[] => {
    const misses = metrics.find(({ name }) => MISSES.some((other) => name === hits.name.replace(HITS, other)))
    const isPair = HITS.test(hits.name) && misses !== undefined && hits.type !== 'gauge' && misses.type !== 'gauge'
    const parts = hits.name.toLowerCase().split(/[._/-]+/)
    return isPair && words.every((word) => isOfName(word, hits, parts)) ? [{ hits, misses }] : []
  })
  const [pair, more] = pairs
  if (pair === undefined || more !== undefined) return null
  useRest(state)
  const isMiss = (found[1] ?? found[2] ?? '').startsWith('miss')
  const [part, rest] = isMiss ? [pair.misses, pair.hits] : [pair.hits, pair.misses]
  return plainMeasure({
    measure: { of: 'metric', metric: part.name, statistic: 'increase', outOf: rest.name },
    conditions,
    time,
  })
}

const RATIO = /hit.{0,12}(?:rate|ratio|percent)/i
const HITS = /(?<![a-z])hits?(?![a-z])/i
const MISSES = ['misses', 'miss', 'Misses'] as const
