/** Requests that are called after the method that handles them are what a noun of the business means, and no store's calls. */
import { beforeAll, describe, expect, it } from 'vitest'
import { isOfStore, operationsNamed, routeOf, routesOfThing } from '../../src/agent/questions/reader/routes.ts'
import type { TelemetryStore } from '../../src/telemetry/index.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

describe('names of operations', () => {
  it.each([
    ['PermitsController#create', 'POST /permits'],
    ['Api::V2::PermitController.show', 'GET /permit'],
    ['town.hall.DogTaxResource.update', 'PUT /dog-tax'],
    ['PermitsController#stamp', '/permits/stamp'],
    ['POST /permits', 'POST /permits'],
    ['permits.PermitService/Create', 'permits.PermitService/Create'],
  ])('%s stands for %s', (name, route) => {
    expect(routeOf(name)).toBe(route)
  })

  it.each(['INSERT permits', 'SADD watchers', 'insert permits', 'permits.granted publish'])(
    '%s is of a store or a broker',
    (name) => {
      expect(isOfStore(name)).toBe(true)
      expect(operationsNamed('permits', [name])).toEqual([])
    },
  )

  it.each(['POST /permits', 'PermitsController#create', 'permits.granted process', 'GET /'])('%s is not', (name) => {
    expect(isOfStore(name)).toBe(false)
  })

  it('tell what is made from what is looked at', () => {
    const names = ['PermitsController#index', 'PermitsController#create', 'INSERT permits']
    expect(routesOfThing('permits', names)).toEqual({ made: [names[1]], read: [names[0]] })
  })
})

const TRADES = {
  permits: {
    gateway: 'town-web',
    routes: { 'PermitsController#create': 'permit-desk', 'FeesController#index': 'fees' },
    failing: 'PermitsController#create',
    store: 'postgresql',
  },
  sails: {
    gateway: 'harbour-edge',
    routes: { 'POST /boats/{id}/sails': 'loft', 'GET /boats': 'register' },
    failing: 'POST /boats/{id}/sails',
    store: 'mysql',
  },
} as const

describe.each(Object.entries(TRADES))('a system whose store is written to under the name of %s', (noun, trade) => {
  let store: TelemetryStore
  const failed = 20 * 3
  beforeAll(async () => {
    const world = worldOf(trade)
    const spans = world.spans.map((span) => (span.name === 'SELECT rows' ? { ...span, name: `INSERT ${noun}` } : span))
    store = rememberingStore(await storeWithWorld({ ...world, spans }))
  }, 120_000)
  const said = async (question: string): Promise<string> =>
    (await new Conversation(store).ask(question, END_MS)).text.split('\n')[0] ?? ''

  it('counts the requests on its route that failed', async () => {
    const first = await said(`how many ${noun} failed?`)
    expect(first).toContain(`**${failed}**`)
    expect(first).not.toContain('INSERT')
  })

  it('measures the share of these', async () => {
    expect(await said(`what share of ${noun} fails?`)).toMatch(/\*\*25(?:\.\d)? %\*\*/)
  })

  it('says whether they work', async () => {
    expect(await said(`are ${noun} failing now`)).toMatch(/^No/)
  })

  it('tells of the store where its statement is written out', async () => {
    expect(await said(`p95 duration of INSERT ${noun}`)).toContain(`INSERT ${noun}`)
  })
})
