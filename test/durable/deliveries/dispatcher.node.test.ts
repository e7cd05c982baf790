/**
 * The delivery machine against a model: destinations that hang, fail, limit and recover, events that are repeated,
 * crashes at any time. Held: each delivery reaches its destination at least once or is given up after all its attempts,
 * in order within its incident, one at a time per destination, and no destination waits for another.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AttemptOutcome, DeliveredEvent } from '../../../src/contracts/delivery-protocol.ts'
import { newId } from '../../../src/contracts/ids.ts'
import type { SentAttempt } from '../../../src/domain/destinations/send-message.ts'
import { DeliveryStore } from '../../../src/durable/deliveries/delivery-store.ts'
import { Dispatcher } from '../../../src/durable/deliveries/dispatcher.ts'
import { ATTEMPTS_MAX, type Head, RETRY_PAUSES_MS } from '../../../src/durable/deliveries/lanes.ts'
import { incidentEvent } from '../../support/incident-events.ts'
import { memoryStorage } from '../../support/memory-storage.ts'

interface Call {
  readonly head: Head
  readonly event: DeliveredEvent
  readonly answer: (outcome: AttemptOutcome, retryAfterMs?: number) => Promise<void>
}

const flush = async () => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
}

class Rig {
  now = Date.UTC(2026, 0, 31)
  alarmAt: number | null = null
  readonly storage = memoryStorage()
  readonly disabled = new Map<string, string>()
  /** Attempts that wait for their answer, of this instance. */
  open: Call[] = []
  readonly accepted: { readonly destinationId: string; readonly id: string; readonly event: DeliveredEvent }[] = []
  store = new DeliveryStore(this.storage)
  dispatcher = this.#instance()

  constructor(readonly destinationIds: readonly string[]) {}

  #instance(): Dispatcher {
    const open: Call[] = []
    this.open = open
    return new Dispatcher({
      store: this.store,
      now: () => this.now,
      random: () => 0,
      setAlarm: (atMs) => {
        this.alarmAt = atMs
      },
      receivers: async () =>
        this.destinationIds.map((id) => ({ id, kind: 'webhook' as const, isEnabled: !this.disabled.has(id) })),
      send: (head, event) =>
        new Promise<SentAttempt>((resolve) => {
          const at = this.now
          const answer = async (outcome: AttemptOutcome, retryAfterMs: number | null = null) => {
            open.splice(open.indexOf(call), 1)
            if (outcome === 'delivered') this.accepted.push({ destinationId: head.destinationId, id: head.id, event })
            resolve({ outcome, status: null, retryAfterMs, at, durationMs: this.now - at })
            await flush()
          }
          const call: Call = { head, event, answer }
          open.push(call)
        }),
      disable: async (id, reason) => void this.disabled.set(id, reason),
      onMishap: (error) => {
        throw error
      },
    })
  }

  async enqueue(event: DeliveredEvent, perHourMax: number | null = null): Promise<void> {
    const wanted = this.destinationIds.filter((id) => !this.disabled.has(id))
    this.store.add(
      event,
      wanted.map((destinationId) => ({ id: newId(), destinationId, perHourMax })),
      this.now,
    )
    await this.dispatcher.pump()
    await flush()
  }

  /** The process dies: the receivers had accepted what was in flight, and nobody heard of it. */
  async crash(): Promise<void> {
    for (const { head, event } of this.open)
      this.accepted.push({ destinationId: head.destinationId, id: head.id, event })
    this.store = new DeliveryStore(this.storage)
    this.dispatcher = this.#instance()
    await this.wake()
  }

  async wake(): Promise<void> {
    if (this.alarmAt !== null) this.now = Math.max(this.now, this.alarmAt)
    await this.dispatcher.pump()
    await flush()
  }

  states(): string[] {
    const { deliveries } = this.store.list({
      destinationId: null,
      incidentId: null,
      state: null,
      limit: 1_000,
      cursor: null,
    })
    return deliveries.map(({ state }) => state)
  }
}

const OUTCOMES = [
  'delivered',
  'refused',
  'rate_limited',
  'server_error',
  'timeout',
  'unreachable',
  'redirected',
] as const

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('enqueue' as const), incident: fc.nat(2), repeats: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      which: fc.nat(5),
      outcome: fc.constantFrom(...OUTCOMES),
      retryAfterMs: fc.constantFrom(undefined, 60_000),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wake' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const) }) },
)

describe('deliveries', () => {
  it('are made at least once with one id, in order per incident, one at a time per destination', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const rig = new Rig(['a', 'b', 'c'])
        const events: DeliveredEvent[] = []
        for (const one of steps) {
          if (one.do === 'enqueue') {
            const last = events.at(-1)
            const sequence = events.length
            const event = incidentEvent({ id: `e${sequence}`, incidentId: `i${one.incident}`, sequence })
            if (!one.repeats || last === undefined) events.push(event)
            await rig.enqueue(one.repeats && last !== undefined ? last : event)
          } else if (one.do === 'answer') {
            await rig.open[one.which % Math.max(1, rig.open.length)]?.answer(one.outcome, one.retryAfterMs)
          } else if (one.do === 'wake') await rig.wake()
          else await rig.crash()
          const busy = rig.open.map(({ head }) => head.destinationId)
          expect(new Set(busy).size).toBe(busy.length)
        }
        // From here on every destination works: everything that was not given up arrives.
        for (let round = 0; round < 400 && rig.states().includes('pending'); round += 1) {
          while (rig.open.length > 0) await rig.open[0]?.answer('delivered')
          await rig.wake()
        }
        expect(rig.states().filter((state) => state !== 'delivered')).toEqual([])
        for (const destinationId of rig.destinationIds) assertAllInOrder(rig, destinationId, events)
      }),
      { numRuns: 60 },
    )
  })

  it('go on to others while one destination hangs and another limits', async () => {
    const rig = new Rig(['hangs', 'limits', 'works'])
    for (let i = 0; i < 20; i += 1) {
      await rig.enqueue(incidentEvent({ id: `e${i}`, incidentId: `i${i}`, sequence: i }))
      await rig.open.find(({ head }) => head.destinationId === 'limits')?.answer('rate_limited', 3_600_000)
      await rig.open.find(({ head }) => head.destinationId === 'works')?.answer('delivered')
    }
    expect(rig.accepted.filter(({ destinationId }) => destinationId === 'works').length).toBe(20)
    expect(rig.open.map(({ head }) => head.destinationId)).toEqual(['hangs'])
  })

  it('leave four of six connections to destinations that work while many others hang', async () => {
    const failing = Array.from({ length: 20 }, (_, i) => `f${i}`)
    const rig = new Rig([...failing, 'works'])
    await rig.enqueue(incidentEvent({ id: 'first', incidentId: 'i0', sequence: 0 }))
    while (rig.states().filter((state) => state === 'pending').length > 20 || rig.open.length > 0) {
      const [call] = rig.open
      if (call === undefined) await rig.wake()
      else await call.answer(call.head.destinationId === 'works' ? 'delivered' : 'timeout')
    }
    rig.now += RETRY_PAUSES_MS[0] ?? 0
    await rig.enqueue(incidentEvent({ id: 'second', incidentId: 'i1', sequence: 1 }))
    expect(rig.open.map(({ head }) => head.destinationId).filter((id) => id !== 'works').length).toBe(2)
    expect(rig.open.map(({ head }) => head.destinationId)).toContain('works')
  })

  it('wait as long as Retry-After asks, and longer each time without it', async () => {
    const rig = new Rig(['a'])
    await rig.enqueue(incidentEvent())
    const begun = rig.now
    await rig.open[0]?.answer('rate_limited', 4_000_000)
    expect((rig.store.heads()[0]?.dueAt ?? 0) - begun).toBe(4_000_000)
    const pauses: number[] = []
    for (let attempt = 2; attempt < ATTEMPTS_MAX; attempt += 1) {
      await rig.wake()
      await rig.open[0]?.answer('server_error')
      pauses.push((rig.store.heads()[0]?.dueAt ?? 0) - rig.now)
    }
    expect(pauses).toEqual(RETRY_PAUSES_MS.slice(1))
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(3 * 86_400_000)
    await rig.wake()
    await rig.open[0]?.answer('server_error')
    expect(rig.states()).toEqual(['failed'])
  })

  it('go at once to a destination that works again', async () => {
    const rig = new Rig(['a'])
    await rig.enqueue(incidentEvent({ id: 'e1', incidentId: 'i1' }))
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await rig.open[0]?.answer('unreachable')
      await rig.wake()
    }
    await rig.open[0]?.answer('unreachable')
    expect(rig.open).toEqual([])
    await rig.enqueue(incidentEvent({ id: 'e2', incidentId: 'i2' }))
    await rig.open[0]?.answer('delivered')
    expect(rig.open.map(({ event }) => event.id)).toEqual(['e1'])
  })

  it('end for a destination that is gone, or failed for five days; what waits is cancelled and can be replayed', async () => {
    const gone = new Rig(['a'])
    await gone.enqueue(incidentEvent({ id: 'e1', sequence: 1 }))
    await gone.enqueue(incidentEvent({ id: 'e2', sequence: 2 }))
    await gone.open[0]?.answer('gone')
    expect([gone.disabled.get('a'), gone.states().sort()]).toEqual(['gone', ['cancelled', 'failed']])
    gone.disabled.clear()
    const [cancelled] = gone.store.list({
      destinationId: 'a',
      incidentId: null,
      state: 'cancelled',
      limit: 1,
      cursor: null,
    }).deliveries
    expect(gone.store.replay(cancelled?.id ?? '', gone.now)).toBe(true)
    await gone.dispatcher.pump()
    await flush()
    await gone.open[0]?.answer('delivered')
    expect(gone.accepted.map(({ id }) => id)).toEqual([cancelled?.id])

    const failing = new Rig(['a'])
    for (let i = 0; failing.disabled.size === 0 && i < 100; i += 1) {
      await failing.enqueue(incidentEvent({ id: `e${i}`, incidentId: `i${i}` }))
      while (failing.open.length > 0) await failing.open[0]?.answer('server_error')
      failing.now += 6 * 3_600_000
    }
    expect(failing.disabled.get('a')).toBe('failing')
    expect(failing.states()).not.toContain('pending')
  })

  it('over the messages of an hour are suppressed for whole incidents, and say so', async () => {
    const rig = new Rig(['a'])
    for (let i = 0; i < 4; i += 1) {
      await rig.enqueue(incidentEvent({ id: `o${i}`, incidentId: `i${i}`, sequence: 1 }), 2)
      while (rig.open.length > 0) await rig.open[0]?.answer('delivered')
    }
    for (let i = 0; i < 4; i += 1) {
      await rig.enqueue(incidentEvent({ id: `r${i}`, incidentId: `i${i}`, sequence: 2, type: 'resolved' }), 2)
      while (rig.open.length > 0) await rig.open[0]?.answer('delivered')
    }
    expect(rig.accepted.map(({ event }) => event.id)).toEqual(['o0', 'o1', 'r0', 'r1'])
    expect(rig.states().filter((state) => state === 'suppressed').length).toBe(4)
  })
})

function assertAllInOrder(rig: Rig, destinationId: string, events: readonly DeliveredEvent[]): void {
  const accepted = rig.accepted.filter((one) => one.destinationId === destinationId)
  const first = [...new Map(accepted.map(({ event }) => [event.id, event])).values()]
  expect(first.map(({ id }) => id).sort()).toEqual(events.map(({ id }) => id).sort())
  for (const incidentId of new Set(events.map((event) => event.incidentId))) {
    const sequences = accepted.filter(({ event }) => event.incidentId === incidentId).map(({ event }) => event.sequence)
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b))
  }
  const ids = new Map<string, Set<string>>()
  for (const { id, event } of accepted) ids.set(event.id, (ids.get(event.id) ?? new Set()).add(id))
  for (const ofEvent of ids.values()) expect(ofEvent.size).toBe(1)
}
