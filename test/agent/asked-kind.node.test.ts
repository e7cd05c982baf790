/** A plan answers in the kind that was asked for: a number by a number, a reason never in the place of the most frequent one. */
import { describe, expect, it } from 'vitest'
import { plainMeasure } from '../../src/agent/questions/plan/plain-measure.ts'
import type { Plan, PlanTime } from '../../src/agent/questions/plan/plan.ts'
import { isOfKind, type Kind } from '../../src/agent/questions/reader/answer-type.ts'
import { ask } from './ask.ts'
import { NOW_MS, type SmallLog, storeWith } from './small-store.ts'

const TIME: PlanTime = { from: '2026-11-20T14:00:00Z', to: '2026-11-20T15:00:00Z', basis: 'asked' }
const SCOPE = { conditions: [], time: TIME }
const measured = (measure: Parameters<typeof plainMeasure>[0]['measure']): Plan => plainMeasure({ measure, ...SCOPE })
const COUNT = measured({ of: 'records' })
const BY_REASON = plainMeasure({
  measure: { of: 'records' },
  ...SCOPE,
  groupBy: [{ field: 'reason', scope: 'attribute' }],
})
const SHARE = measured({ of: 'ratio', share: 'failed' })
const P95 = measured({ of: 'duration', statistic: 'p95' })
const AMOUNT = measured({ of: 'metric', metric: 'queue.depth', statistic: 'max' })
const caused = (aspect: 'what' | 'since' | 'how_long' | 'impact'): Plan => ({ intent: 'cause', aspect, ...SCOPE })
const STATE: Plan = { intent: 'state', ...SCOPE }
const FIRST: Plan = { intent: 'list', of: 'logs', order: 'oldest', limit: 5, isTimeAsked: true, ...SCOPE }
const LINES: Plan = { intent: 'list', of: 'logs', order: 'newest', limit: 20, ...SCOPE }

const ROWS: readonly (readonly [Kind, string, readonly Plan[], readonly Plan[]])[] = [
  ['number', 'how often was a seat taken', [COUNT, BY_REASON, SHARE, AMOUNT, caused('impact')], [P95, STATE, LINES]],
  ['number', 'how many seconds does a search take', [P95], [STATE]],
  ['share', 'error rate of web', [SHARE, AMOUNT], [COUNT, BY_REASON, P95, LINES, caused('since')]],
  ['length', 'how long was it down', [caused('how_long'), P95, AMOUNT], [COUNT, SHARE, STATE]],
  ['moment', 'when was the first timeout', [FIRST, caused('since'), caused('how_long')], [COUNT, SHARE, P95, STATE]],
  ['name', 'who reads orders.placed', [BY_REASON, LINES, caused('what')], [COUNT, SHARE, P95, AMOUNT]],
  ['most', 'most frequent reason', [BY_REASON, AMOUNT], [COUNT, STATE, caused('what'), caused('since')]],
  ['yes or no', 'did the import finish', [STATE, LINES], [COUNT, P95]],
]

describe('the kind of a question', () => {
  it.each(ROWS)('%s: %j is answered by such plans and by no others', (kind, text, answers, others) => {
    for (const plan of answers) expect([plan, isOfKind(kind, text, plan)]).toEqual([plan, true])
    for (const plan of others) expect([plan, isOfKind(kind, text, plan)]).toEqual([plan, false])
  })
})

describe('an answer of another kind than the question', { timeout: 60_000 }, () => {
  const lines = (): SmallLog[] =>
    Array.from({ length: 12 }, (_, at) => ({
      body: `import ${at} done`,
      service: 'importer',
      severityNumber: 9,
      attributes: { reason: at % 3 === 0 ? 'late' : 'early' },
    }))

  it.each([
    'who consumes orders.placed?',
    'most frequent cause of zorblat?',
    'how many tenants went quiet?',
    'how often did the outage zorblat?',
  ])('is asked back: %s', async (question) => {
    const { text } = await ask(await storeWith(lines()), question, NOW_MS)
    expect(text).toMatch(/I (?:could not|have no|cannot|found no)/)
    expect(text.split('\n')[0]).not.toMatch(/\*\*\d/)
  })
})
