import { describe, expect, it } from 'vitest'
import {
  addUsage,
  CHECK_DELAY_MS,
  hourOf,
  nextDueAt,
  planFlush,
  RESEND_DELAY_MAX_MS,
  SEND_DELAY_MS,
  type UsageTotal,
} from '../../src/billing/metering/usage-totals.ts'
import { HOUR_MS } from '../../src/billing/plans.ts'

const NOW = Date.parse('2026-03-04T10:15:00Z')
const KEY = { streamId: 's1', dimension: 'log_bytes', hour: hourOf(NOW) } as const
const NOTHING = () => 0

function onlyOf(rows: readonly UsageTotal[]): UsageTotal {
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error(`expected one row, got ${rows.length}`)
  return row
}

describe('running totals', () => {
  it('totals gather for half a minute and are then sent whole', () => {
    const first = addUsage(undefined, KEY, 10, NOW)
    const second = addUsage(first, KEY, 5, NOW + 20_000)
    expect(second).toMatchObject({ total: 15, dueAt: NOW + SEND_DELAY_MS })
    expect(planFlush([second], NOTHING, NOW + 29_999).send).toEqual([])
    expect(onlyOf(planFlush([second], NOTHING, NOW + SEND_DELAY_MS).send).total).toBe(15)
  })

  it('totals are kept while their hour runs, and forgotten once it is over and recorded', () => {
    const sent = onlyOf(planFlush([addUsage(undefined, KEY, 10, NOW)], NOTHING, NOW + SEND_DELAY_MS).keep)
    const checkAt = sent.dueAt
    expect(checkAt).toBe(NOW + SEND_DELAY_MS + CHECK_DELAY_MS)
    const checked = planFlush([sent], () => 10, checkAt)
    expect(checked.send).toEqual([])
    const kept = onlyOf(checked.keep)
    expect(kept.dueAt).toBe((KEY.hour + 1) * HOUR_MS + CHECK_DELAY_MS)
    expect(planFlush([kept], () => 10, kept.dueAt).forget).toHaveLength(1)
  })

  it('totals are sent again, ever more rarely, until they are recorded', () => {
    let row = addUsage(undefined, KEY, 10, NOW)
    const sentAt: number[] = []
    for (let turn = 0; turn < 12; turn++) {
      const at = row.dueAt
      const plan = planFlush([row], NOTHING, at)
      expect(plan.send).toHaveLength(1)
      sentAt.push(at)
      row = onlyOf(plan.keep)
    }
    const gaps = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0))
    expect(gaps[0]).toBe(CHECK_DELAY_MS)
    expect(gaps.at(-1)).toBe(RESEND_DELAY_MAX_MS)
    expect(planFlush([row], () => 10, row.dueAt).forget).toHaveLength(1)
  })

  it('totals that grow after a send are sent again soon', () => {
    const sent = onlyOf(planFlush([addUsage(undefined, KEY, 10, NOW)], NOTHING, NOW + SEND_DELAY_MS).keep)
    const grown = addUsage(sent, KEY, 1, NOW + 60_000)
    expect(nextDueAt([grown])).toBe(NOW + 60_000 + SEND_DELAY_MS)
    expect(onlyOf(planFlush([grown], NOTHING, grown.dueAt).send).total).toBe(11)
  })
})
