import { describe, expect, it } from 'vitest'
import { BACKEND_FAULTS, BACKEND_QUIET } from '../../../scripts/eval/backends/faults.ts'
import { makeBackendIncident } from '../../../scripts/eval/backends/incident.ts'

/** Seeds of their own: no set of the protocol reaches them. */
const SEED = 4_000_000
/** The first kind of fault comes with it. */
const FIRST = 2 * BACKEND_FAULTS.length * 200_000

describe('generated systems with shared stores', () => {
  it('makes the same case of the same seed', () => {
    const [one, other] = [makeBackendIncident(SEED, true), makeBackendIncident(SEED, true)]
    expect(other.service).toBe(one.service)
    expect(other.records.spans.slice(0, 50)).toEqual(one.records.spans.slice(0, 50))
    expect(other.records.logs.slice(-50)).toEqual(one.records.logs.slice(-50))
  })

  it('makes every fault, felt at the front, of a service that is part of the system or of a store that sends nothing', () => {
    BACKEND_FAULTS.forEach((kind, i) => {
      const made = makeBackendIncident(FIRST + 2 * i, true)
      const senders = new Set(
        [...made.records.logs, ...made.records.spans, ...made.records.metrics].map(({ resource }) => resource.service),
      )
      expect(made.kind).toBe(kind)
      expect(made.isFelt).toBe(true)
      expect([made.service, ...made.alsoRight].some((service) => service !== null && senders.has(service))).toBe(true)
    })
  })

  it('makes quiet days that nobody feels', () => {
    BACKEND_QUIET.forEach((_, i) => {
      const made = makeBackendIncident(SEED + 2 * i, false)
      expect(made.service).toBeNull()
      expect(made.isFelt).toBe(false)
      expect(BACKEND_QUIET).toContain(made.kind)
    })
  })
})
