/**
 * "Level of the oakwood reservoir", "how many people are in the arena": the name of a metric and values of its series are
 * all that the question says. Lines that carry the same value are others, however many there are.
 */
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan } from '../questions/plan/plan.ts'
import { LEVEL, metricOfPlan, ofOneMetric } from '../questions/reader/metric-series.ts'
import { cleaned, wordsOf } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { FUNCTION_WORDS } from '../questions/vocabulary/function-words.ts'
import { isCarriedWhole } from './metric-without-key.ts'
import { COUNTED, LONGEST_QUEUE } from './reading-kinds.ts'

type Read = (question: string) => Promise<Reading>

/** The question read of the only metric that has its words; null where there is none, or it is not read as one. */
export async function readOfMetric(catalogue: Catalogue, question: string, read: Read): Promise<Reading | null> {
  const isQueue = LONGEST_QUEUE.test(question)
  const named = ofOneMetric(isQueue ? question.replace(/\b(?:longest|deepest)\b/i, 'highest') : question, catalogue)
  if (named === null) return null
  const found = await read(named.text)
  const [plan, more] = found.plans
  const isRead = plan !== undefined && more === undefined && found.leftOut.length === 0
  const isOfIt = isRead && metricOfPlan(plan) === named.metric && isCarriedWhole(plan, named.metric, catalogue)
  return isOfIt ? { ...found, relation: 'new' } : null
}

const HOW_MANY = /\bhow many\b/i

/** The gauge in the place of lines that only carry the value; null where the lines were asked for. */
export async function gaugeInstead(
  catalogue: Catalogue,
  question: string,
  [plan, more]: readonly Plan[],
  read: Read,
): Promise<Reading | null> {
  if (plan?.intent !== 'measure' || more !== undefined || plan.measure.of !== 'records') return null
  const isOfValues = plan.conditions.length > 0 && plan.conditions.every(({ on }) => on === 'attribute')
  const rest = isOfValues ? question.replace(HOW_MANY, '') : question
  const isOfLevel = wordsOf(cleaned(question)).some(({ lemma }) => LEVEL.test(lemma))
  if (!(isOfValues || isOfLevel) || COUNTED.test(rest)) return null
  const named = ofOneMetric(question, catalogue)
  const isGauge = catalogue.metrics.some(({ name, type }) => name === named?.metric && type === 'gauge')
  if (named === null || !isGauge) return null
  const others = cleaned(named.text.replace(named.metric, ' '))
  return wordsOf(others).every(({ text }) => FUNCTION_WORDS.has(text)) ? readOfMetric(catalogue, question, read) : null
}
