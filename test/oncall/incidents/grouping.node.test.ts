import { describe, expect, it } from 'vitest'
import { waitsUntil } from '../../../src/oncall/incidents/budget.ts'
import { decideAlert, type KnownAlert } from '../../../src/oncall/incidents/decide.ts'
import { type GroupingIncident, incidentFor, topologyOf } from '../../../src/oncall/incidents/grouping.ts'
import { alertOf } from '../../support/alerts.ts'

const T = Date.UTC(2026, 10, 20, 9, 0)
const MINUTE = 60_000
const SHOP = topologyOf([
  ['web', 'checkout'],
  ['checkout', 'pricing'],
  ['pricing', 'pricing-db'],
  ['reports', 'warehouse'],
])

function incident(parts: Partial<GroupingIncident> = {}): GroupingIncident {
  const base = { id: 'i1', services: ['checkout'], startedAt: T, lastStartedAt: T }
  return { ...base, labels: { environment: 'production' }, ...parts }
}

function joins(service: string | null, minutes: number, labels: Record<string, string> = {}, topology = SHOP) {
  const alert = { service, startedAt: T + minutes * MINUTE, labels }
  return incidentFor(alert, [incident()], topology) !== null
}

describe('grouping', () => {
  it('takes alerts of the same service as long as the incident is open', () => {
    expect([joins('checkout', 1), joins('checkout', 240), joins('checkout', 25 * 60)]).toEqual([true, true, false])
  })

  it('follows calls in either direction, for half an hour', () => {
    expect([joins('pricing-db', 10), joins('web', 29), joins('web', 31)]).toEqual([true, true, false])
  })

  it('keeps services apart that do not depend on each other, unless one place fails at one moment', () => {
    expect(joins('reports', 1)).toBe(false)
    expect(joins('reports', 1, { environment: 'production' })).toBe(true)
    expect(joins('reports', 10, { environment: 'production' })).toBe(false)
  })

  it('never joins alerts of different places', () => {
    expect(joins('checkout', 1, { env: 'staging' })).toBe(false)
    expect(joins('checkout', 1, { env: 'production' })).toBe(true)
  })

  it('goes by time alone where nobody knows who calls whom', () => {
    expect([joins(null, 4), joins(null, 6), joins('unheard-of', 4)]).toEqual([true, false, true])
    expect(joins('reports', 4, {}, new Map())).toBe(true)
  })

  it('chooses the nearest in time of several', () => {
    const earlier = incident({ id: 'i0', startedAt: T - 20 * MINUTE, lastStartedAt: T - 20 * MINUTE })
    const alert = { service: 'checkout', startedAt: T + MINUTE, labels: {} }
    expect(incidentFor(alert, [earlier, incident()], SHOP)).toBe('i1')
  })

  it('walks through a graph of any size and with circles', () => {
    const ring = Array.from({ length: 5_000 }, (_, i) => [`s${i}`, `s${(i + 1) % 5_000}`] as const)
    const alert = { service: 's2500', startedAt: T, labels: {} }
    expect(incidentFor(alert, [incident({ services: ['s0'] })], topologyOf(ring))).toBeNull()
  })
})

describe('an alert', () => {
  const known = (parts: Partial<KnownAlert> = {}): KnownAlert => ({
    id: 'a1',
    status: 'firing',
    startedAt: T,
    incidentId: 'i1',
    windowId: null,
    ...parts,
  })
  const decided = (
    alert: Parameters<typeof alertOf>[0],
    knownAlert: KnownAlert | null,
    more: { readonly windows?: Parameters<typeof decideAlert>[1]['windows']; readonly mayReopen?: boolean } = {},
  ) => {
    const { windows = [], mayReopen = false } = more
    const around = { known: knownAlert, windows, open: [], topology: SHOP, mayReopen: () => mayReopen, nowMs: T }
    return decideAlert(alertOf({ startedAt: T, ...alert }), around).kind
  }

  it('is new, repeats, ends', () => {
    expect(decided({}, null)).toBe('open')
    expect(decided({}, known())).toBe('repeat')
    expect(decided({ status: 'resolved', endedAt: T + 1 }, known())).toBe('close')
  })

  it('whose end came first opens nothing when its beginning comes late', () => {
    expect(decided({ status: 'resolved', endedAt: T + 1 }, null)).toBe('keep_closed')
    expect(decided({}, known({ status: 'resolved', incidentId: null }))).toBe('late')
  })

  it('that fires again goes back to its incident while that is young', () => {
    const before = known({ status: 'resolved', startedAt: T - MINUTE })
    expect(decided({}, before, { mayReopen: true })).toBe('join')
    expect(decided({}, before)).toBe('open')
  })

  it('is not ended by the end of an earlier occurrence', () => {
    expect(decided({ status: 'resolved', endedAt: T - 1 }, known())).toBe('late')
  })

  it('is kept quiet by a window that covers it', () => {
    const window = {
      id: 'w',
      services: ['checkout'],
      labels: { environment: 'production' },
      startsAt: T,
      endsAt: T + 1,
    }
    expect(decided({}, null, { windows: [window] })).toBe('suppress')
    expect(decided({ service: 'search' }, null, { windows: [window] })).toBe('open')
    expect(decided({ labels: {} }, null, { windows: [window] })).toBe('open')
    expect(decided({}, null, { windows: [{ ...window, startsAt: T + 1, endsAt: T + 2 }] })).toBe('open')
  })
})

describe('the budget of investigations', () => {
  it('frees one place when the oldest start of a full hour is over', () => {
    const starts = [T, T + MINUTE, T + 2 * MINUTE]
    expect(waitsUntil(starts, 4, T + 3 * MINUTE)).toBeNull()
    expect(waitsUntil(starts, 3, T + 3 * MINUTE)).toBe(T + 60 * MINUTE)
    expect(waitsUntil(starts, 2, T + 3 * MINUTE)).toBe(T + 61 * MINUTE)
    expect(waitsUntil(starts, 3, T + 61 * MINUTE)).toBeNull()
  })
})
