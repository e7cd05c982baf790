/** Values and keys that only the points of a metric carry: read with that metric, grouped by them, gone on from. */
import { describe, expect, it } from 'vitest'
import type { PointRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const SILOS = { 'mill-yard': 40, quay: 71, 'rail-head': 55 } as const

/** A grain store: how full each silo is stands in a gauge alone, and the dryers say which state they are in. */
function grainStore(): World {
  const plain = worldOf({
    gateway: 'grain-gate',
    routes: { 'POST /weighings': 'scale-svc', 'GET /lots/{id}': 'lot-svc' },
    failing: 'POST /weighings',
    store: 'postgresql',
  })
  const point = (minute: number, name: string, value: number, attributes: PointRow['attributes']): PointRow => ({
    ...{ timeMs: END_MS - minute * 60_000, startMs: END_MS - 90 * 60_000, service: 'lot-svc', name, unit: '' },
    ...{ type: 'gauge' as const, value, buckets: null, attributes, version: '1.0.0', instance: 'lot-svc-1' },
  })
  const points: PointRow[] = []
  for (let minute = 60; minute > 0; minute--) {
    for (const [silo, fill] of Object.entries(SILOS))
      points.push(point(minute, 'silo.fill', silo === 'quay' ? fill + minute / 2 : fill, { 'site.silo': silo }))
    points.push(
      point(minute, 'dryer.count', 6, { state: 'heating' }),
      point(minute, 'dryer.count', 2, { state: 'idle' }),
    )
  }
  return { ...plain, points }
}

const store = storeWithWorld(grainStore())
const answer = async (...questions: readonly string[]): Promise<string> => {
  const talk = new Conversation(rememberingStore(await store))
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text
}

describe('values that only a metric carries', () => {
  it.each([
    ['lowest fill of the rail-head silo', /`site\.silo` `rail-head`.*\*\*55/],
    ['what is the silo fill of mill-yard now', /`mill-yard`.*\*\*40/],
    ['is the quay silo going down?', /^Yes, falling.*`quay`/],
    ['idle dryers on average', /`state` `idle`.*\*\*2/],
  ])('restrict it: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it('group it where each is asked for', async () => {
    const text = await answer('silo fill of each of them, all of them')
    for (const silo of Object.keys(SILOS)) expect(text).toContain(`\`${silo}\``)
  })

  it.each([
    ['silo.fill by silo', /^`quay` has the highest last value of `silo\.fill`/],
    ['which silo has the lowest fill', /^`mill-yard` has the lowest minimum of `silo\.fill`: \*\*40/],
  ])('group it by their key: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it('go on from it', async () => {
    const text = await answer('lowest fill of the rail-head silo', 'and mill-yard?')
    expect(text).toMatch(/Minimum of `silo\.fill` with `site\.silo` `mill-yard`.*\*\*40/)
  })

  it('are none of an exclusion', async () => {
    expect(await answer('mean dryer.count without idle')).toMatch(/\*\*6/)
  })
})
