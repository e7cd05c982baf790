import { describe, expect, it } from 'vitest'
import { makeFlowCase } from '../../../scripts/eval/flows/flow-case.ts'
import { FLOW_FAULTS, FLOW_QUIET } from '../../../scripts/eval/flows/troubles.ts'

/** Seeds of their own: no set of the protocol reaches them. The first kinds come with it. */
const FIRST = 2 * FLOW_FAULTS.length * FLOW_QUIET.length * 20_004

const sizes = ({ records }: ReturnType<typeof makeFlowCase>): [number, number] => [
  records.logs.length + records.spans.length,
  records.metrics.length,
]

describe('generated systems that pass messages', () => {
  it('makes the same case of the same seed', () => {
    const [one, other] = [makeFlowCase(FIRST + 10, true), makeFlowCase(FIRST + 10, true)]
    expect(other.service).toBe(one.service)
    expect(sizes(other)).toEqual(sizes(one))
    expect(other.records.spans.slice(-50)).toEqual(one.records.spans.slice(-50))
    expect(other.records.logs.slice(-50)).toEqual(one.records.logs.slice(-50))
  })

  it('makes faults that are felt, of somebody who sends or whose callers do', () => {
    // A few kinds, so that the test is quick.
    for (let i = 0; i < FLOW_FAULTS.length; i += 7) {
      const made = makeFlowCase(FIRST + 2 * i, true)
      const { logs, spans, metrics } = made.records
      const senders = new Set([...logs, ...spans, ...metrics].map(({ resource }) => resource.service))
      const [records, points] = sizes(made)
      expect(made.kind).toBe(FLOW_FAULTS[i])
      expect(made.isFelt).toBe(true)
      expect([made.service, ...made.alsoRight].some((service) => service !== null && senders.has(service))).toBe(true)
      expect(records).toBeGreaterThan(500)
      expect(records).toBeLessThanOrEqual(15_000)
      expect(points).toBeLessThanOrEqual(12_000)
    }
  })

  it('makes quiet windows of each kind that nobody feels', () => {
    FLOW_QUIET.forEach((kind, i) => {
      const made = makeFlowCase(FIRST + 2 * i, false)
      expect(made.kind).toBe(kind)
      expect(made.service).toBeNull()
      expect(made.isFelt).toBe(false)
      expect(sizes(made)[0]).toBeLessThanOrEqual(15_000)
    })
  })
})
