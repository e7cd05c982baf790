/** Gauges asked for in everyday words around their name: extremes, what is left, kinds, all of them, and whether it is normal. */
import { describe, expect, it } from 'vitest'
import type { PointRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

/** A ferry line: ships, loans and licences are told by gauges alone. */
function ferryLine(): World {
  const plain = worldOf({
    gateway: 'ferry-gate',
    routes: { 'POST /tickets': 'ticket-svc', 'GET /sailings/{id}': 'sailing-svc' },
    failing: 'POST /tickets',
    store: 'postgresql',
  })
  const points: PointRow[] = []
  const add = (minute: number, name: string, unit: string, value: number, attributes: PointRow['attributes'] = {}) =>
    points.push({
      ...{ timeMs: END_MS - minute * 60_000, startMs: END_MS - 90 * 60_000, service: 'sailing-svc', name, unit },
      ...{ type: 'gauge' as const, value, buckets: null, attributes, version: '1.0.0', instance: 'sailing-svc-1' },
    })
  for (let minute = 60; minute > 0; minute--) {
    add(minute, 'ramp.queue', '{car}', minute === 30 ? 41 : 7)
    add(minute, 'loan.owed', 'EUR', 900)
    add(minute, 'radio_license.remaining', 'min', minute, { 'ship.name': 'astrid' })
    add(minute, 'cabins.held', '{cabin}', minute < 20 ? 60 : 12 + (minute % 3))
    add(minute, 'crew.aboard', '{sailor}', 14, { 'crew.type': 'deck' })
    add(minute, 'crew.aboard', '{sailor}', 5, { 'crew.type': 'galley' })
    add(minute, 'pump_units_max', '', 8)
    add(minute, 'pump_units_busy', '', 3)
  }
  return { ...plain, points }
}

const store = storeWithWorld(ferryLine())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('gauges in everyday words', () => {
  it.each([
    ['deepest the ramp queue has been today', /Maximum of `ramp\.queue`: \*\*41/],
    ['what is the outstanding loan owed currently', /outstanding.*`loan\.owed`: \*\*900/],
    ['how many minutes does the ship station radio license have left?', /`radio_license\.remaining`.*\*\*1 min/],
    ['crew aboard, one number for each kind please', /`deck`.*14[\s\S]*`galley`.*5/],
    ['how many pump units are there in total?', /`pump_units_max`: \*\*8/],
    ['how many pump units are busy in total?', /`pump_units_busy`.*\*\*3/],
    ['is the number of cabins held normal?', /^\*\*No\*\*: `cabins\.held`/],
    ['is the number of tickets normal', /^\*\*(?:Yes|No)\*\*, .*before/],
  ])('%s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })
})
