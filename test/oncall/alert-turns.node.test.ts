/** Deliveries of a storm are stored together, and one that cannot be stored fails alone. */
import { describe, expect, it } from 'vitest'
import { AlertTurns, TURN_EVERY_MS } from '../../src/durable/oncall/alert-turns.ts'

interface Delivery {
  readonly id: string
  readonly alerts: number
}
const delivery = (id: string, alerts = 1): Delivery => ({ id, alerts })
const named = (count: number) => Array.from({ length: count }, (_, index) => delivery(`d${index}`))

function rig(broken: readonly string[] = []) {
  const clock = { nowMs: 1_000 }
  const turns: string[][] = []
  const taken = new AlertTurns<Delivery>({
    now: () => clock.nowMs,
    wait: async (ms) => {
      // What comes meanwhile has come before the wait ends.
      await new Promise((resolve) => setTimeout(resolve))
      clock.nowMs += ms
    },
    alertsIn: ({ alerts }) => alerts,
    store: (deliveries) => {
      const ids = deliveries.map(({ id }) => id)
      if (ids.some((id) => broken.includes(id))) throw new Error(`${ids} not stored`)
      turns.push(ids)
    },
  })
  return { clock, turns, taken }
}

describe('deliveries of alerts', () => {
  it('are stored at once where one comes alone', () => {
    const { turns, taken, clock } = rig()
    void taken.take(delivery('a'))
    expect(turns).toEqual([['a']])
    clock.nowMs += TURN_EVERY_MS
    void taken.take(delivery('b'))
    expect(turns).toEqual([['a'], ['b']])
  })

  it('are stored together and in their order where many come at once', async () => {
    const { turns, taken, clock } = rig()
    await Promise.all(named(200).map((one) => taken.take(one)))
    expect(turns).toHaveLength(2)
    expect(turns.flat()).toEqual(named(200).map(({ id }) => id))
    expect(clock.nowMs).toBe(1_000 + TURN_EVERY_MS)
  })

  it('hardly wait for each other where each is sent when the one before was stored', async () => {
    const { turns, taken, clock } = rig()
    for (const one of named(60)) await taken.take(one)
    expect(turns).toHaveLength(60)
    expect(clock.nowMs - 1_000).toBeLessThanOrEqual(7 * TURN_EVERY_MS)
    // A storm that follows is stored together all the same.
    await Promise.all(named(200).map((one) => taken.take(one)))
    expect(turns.length).toBeLessThanOrEqual(62)
  })

  it('are stored in several turns where they hold more alerts than a turn takes, and a large one has a turn of its own', async () => {
    const { turns, taken } = rig()
    const sizes = [1, 300, 300, 1_000, 1, 1]
    await Promise.all(sizes.map((alerts, index) => taken.take(delivery(`d${index}`, alerts))))
    expect(turns).toEqual([['d0'], ['d1'], ['d2'], ['d3'], ['d4', 'd5']])
  })

  it('are stored without the one that cannot be stored, which alone fails', async () => {
    const { turns, taken } = rig(['d2'])
    const outcomes = await Promise.allSettled(named(4).map((one) => taken.take(one)))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(turns).toEqual([['d0'], ['d1'], ['d3']])
  })

  it('are taken after a failure as before it', async () => {
    const { turns, taken } = rig(['d0'])
    await expect(taken.take(delivery('d0'))).rejects.toThrow('not stored')
    await taken.take(delivery('d1'))
    expect(turns).toEqual([['d1']])
  })
})
