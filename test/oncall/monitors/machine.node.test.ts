/**
 * The states of a monitor against a second wording of the rules, which decides each minute from the whole history of
 * verdicts instead of from a state. Every change from one status to another that can happen is met.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MonitorStatus } from '../../../src/contracts/monitor-protocol.ts'
import { type MonitorEvent, newMonitorState, step, type Verdict } from '../../../src/oncall/monitors/machine.ts'

const MINUTE_MS = 60_000
type Kind = Verdict['kind']
type Said = Kind | 'paused' | 'resumed' | 'redefined'

interface Rules {
  readonly forMinutes: number
  readonly recoverForMinutes: number
  readonly noData: 'no_data' | 'ok' | 'firing'
}

const EVERY: readonly string[] = [
  ...['ok>pending', 'ok>firing', 'ok>no_data', 'ok>paused'],
  ...['pending>ok', 'pending>firing', 'pending>no_data', 'pending>paused'],
  ...['firing>ok', 'firing>paused'],
  ...['no_data>ok', 'no_data>pending', 'no_data>firing', 'no_data>paused'],
  'paused>ok',
]

const meantBy = (kind: Kind, { noData }: Rules): Kind =>
  kind !== 'no_data' || noData === 'no_data' ? kind : noData === 'ok' ? 'clear' : 'breach'

/** How many minutes the run of this verdict that ends at `index` has lasted; null where another verdict is there. */
function runMinutes(history: readonly Kind[], index: number, kind: Kind): number | null {
  if (history[index] !== kind) return null
  let first = index
  while (first > 0 && history[first - 1] === kind) first -= 1
  return index - first
}

/** From the verdicts since the last pause, resumption or new definition. */
function isFiring(history: readonly Kind[], index: number, rules: Rules): boolean {
  if (index < 0) return false
  const breach = runMinutes(history, index, 'breach')
  if (breach !== null && breach >= rules.forMinutes) return true
  if (!isFiring(history, index - 1, rules)) return false
  const clear = runMinutes(history, index, 'clear')
  return clear === null || clear < rules.recoverForMinutes
}

function expected(history: readonly Kind[], rules: Rules): MonitorStatus {
  const last = history.length - 1
  if (last < 0) return 'ok'
  if (isFiring(history, last, rules)) return 'firing'
  if (history[last] === 'breach') return 'pending'
  return history[last] === 'no_data' ? 'no_data' : 'ok'
}

const eventOf = (said: Said): MonitorEvent =>
  said === 'paused' || said === 'resumed' || said === 'redefined'
    ? { type: said }
    : {
        type: 'evaluated',
        verdict: said === 'no_data' ? { kind: said } : { kind: said, value: 1 },
        isSeen: said !== 'no_data',
      }

const said = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Said>('breach') },
  { weight: 4, arbitrary: fc.constant<Said>('clear') },
  { weight: 2, arbitrary: fc.constantFrom<Said>('hold', 'no_data') },
  { weight: 1, arbitrary: fc.constantFrom<Said>('paused', 'resumed', 'redefined') },
)
const rules = fc.record({
  forMinutes: fc.nat(3),
  recoverForMinutes: fc.nat(3),
  noData: fc.constantFrom('no_data' as const, 'ok' as const, 'firing' as const),
})

describe('a monitor', () => {
  it('has the status that its history of verdicts gives it, and tells each beginning and each end of firing once', () => {
    const met = new Set<string>()
    fc.assert(
      fc.property(rules, fc.array(said, { minLength: 1, maxLength: 40 }), (by, sayings) => {
        let state = newMonitorState(0)
        let history: Kind[] = []
        let isPaused = false
        const told: string[] = []
        let at = 0
        for (const one of sayings) {
          // What changes nothing takes no time.
          if (one !== 'resumed' || state.status === 'paused') at += MINUTE_MS
          const before = state
          const { state: after, transition, alert } = step(state, eventOf(one), at, by)
          state = after
          if (one === 'paused') isPaused = true
          else if (one === 'resumed') isPaused = false
          const isReset = one === 'paused' || one === 'redefined' || (one === 'resumed' && before.status === 'paused')
          if (isReset && !(one === 'redefined' && before.status === 'paused')) history = []
          else if (!isPaused && one !== 'resumed' && one !== 'redefined')
            history = [...history, meantBy(one as Kind, by)]
          expect(state.status).toBe(isPaused ? 'paused' : expected(history, by))
          expect(transition === null).toBe(before.status === state.status)
          expect(state.since).toBe(transition === null ? before.since : at)
          if (transition !== null) met.add(`${transition.from}>${transition.to}`)
          if (alert !== null) told.push(alert)
        }
        // Alternating, beginning with a firing; an open one is that of a firing monitor.
        expect(told).toEqual(told.map((_, index) => (index % 2 === 0 ? 'firing' : 'resolved')))
        expect(told.length % 2 === 1).toBe(state.status === 'firing')
      }),
      { numRuns: 3_000, seed: 7 },
    )
    expect([...met].sort()).toEqual([...EVERY].sort())
  })
})
