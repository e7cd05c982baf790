/** Plain ways of asking that name nothing of the project, and lines that are pasted or quoted, in trades that no round has. */
import { describe, expect, it } from 'vitest'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, type Trade, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const TRADES = {
  sawmill: {
    gateway: 'mill-gate',
    routes: { 'POST /cuts': 'cut-svc', 'POST /pallets': 'pallet-svc', 'GET /trees/{id}': 'tree-svc' },
    failing: 'POST /cuts',
    store: 'postgresql',
    crash: { service: 'pallet-svc', line: 'cannot assign blade 7: blade is dull', minute: 12 },
  },
  opera: {
    gateway: 'box-office',
    routes: { 'POST /seats': 'seat-map', 'POST /casts': 'cast-book' },
    failing: 'POST /casts',
    store: 'mysql',
    crash: { service: 'seat-map', line: 'cannot assign understudy 3: nobody is in the house', minute: 44 },
  },
} as const satisfies Record<string, Trade>

const CINEMA: Trade = {
  gateway: 'film-gate',
  routes: { 'GET /films/search': 'search-svc', 'GET /films/{id}': 'film-svc' },
  failing: 'GET /films/{id}',
  store: 'mysql',
}

const stores = {
  sawmill: storeWithWorld(worldOf(TRADES.sawmill)),
  opera: storeWithWorld(worldOf(TRADES.opera)),
}
const answer = async (name: keyof typeof TRADES, question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await stores[name])).ask(question, END_MS)).text

describe('a window that begins with the incident', { timeout: 120_000 }, () => {
  it.each([
    ['sawmill', 'what went wrong between 14:25 and 15:00?', 'cut-svc'],
    ['opera', 'what happened from 14:26 to 14:59', 'cast-book'],
  ] as const)('is compared with the time before it (%s: %s)', async (name, question, cause) => {
    expect((await answer(name, question)).split('\n')[0]).toMatch(
      new RegExp(`cause: \`${cause}\`.* since \\*\\*14:2[4-6]`),
    )
  })
})

describe('further ways of asking in other languages', { timeout: 120_000 }, () => {
  it.each([
    ['sawmill', "nombre d'erreurs sur cut-svc svp", /errors of `cut-svc`/],
    ['opera', 'cast-book, Anzahl der 503?', /requests of `cast-book` with status 503/],
    ['opera', '¿Me puedes decir qué es lo que no funciona?', /cause: `cast-book`/],
    ['sawmill', 'Aus welchem Grund ist cut-svc kaputt?', /cause: `cut-svc`/],
  ] as const)('are read (%s: %s)', async (name, question, said) => {
    expect((await answer(name, question)).split('\n')[0]).toMatch(said)
  })
})

describe('everything, by the place where it is or the things it makes', { timeout: 120_000 }, () => {
  it.each([
    ['sawmill', 'what is going wrong in the mill?', 'cut-svc'],
    ['sawmill', 'what went wrong with the planks?', 'cut-svc'],
    ['opera', 'whats wrong with the box system', 'cast-book'],
  ] as const)('is what is asked about (%s: %s)', async (name, question, cause) => {
    expect((await answer(name, question)).split('\n')[0]).toMatch(new RegExp(`cause: \`${cause}\`.*not only`))
  })
})

describe('other ways to ask for numbers', { timeout: 120_000 }, () => {
  it.each([
    [
      'sawmill',
      'from 14:30 until now, how many requests did cut-svc get?',
      /^\*\*1\d\d\*\* requests of `cut-svc`, 14:30/,
    ],
    ['opera', 'box-office, how many requests a minute', /^\*\*8\.\d+\*\* requests per minute of `box-office`/],
    ['sawmill', 'before 14:20, how many requests did mill-gate have', /before 14:20/],
  ] as const)('are read (%s: %s)', async (name, question, said) => {
    expect((await answer(name, question)).split('\n')[0]).toMatch(said)
  })
})

describe('plain questions about an incident', { timeout: 120_000 }, () => {
  it.each([
    ['sawmill', 'which component was at fault?', 'cut-svc'],
    ['opera', 'what service is to blame', 'cast-book'],
    ['sawmill', 'found this in the log:\n2026-11-20 14:31:02 POST /cuts 503 lock held\ncause?', 'cut-svc'],
    ['opera', 'I see\nE, [2026-11-20T14:30:44 #21] POST /casts failed: lock held\nwhat caused it?', 'cast-book'],
    ['sawmill', 'how can we avoid a repeat of this?', 'cut-svc'],
    ['opera', 'which services did the casting problem hit?', 'box-office'],
    ['sawmill', 'what components were affected by the cut outage', 'mill-gate'],
  ] as const)('are answered (%s: %s)', async (name, question, service) => {
    const text = await answer(name, question)
    expect(text.split('\n\n')[0]).toContain(`\`${service}\``)
    expect(text).not.toMatch(/I could not|You name nothing/)
  })

  it('say whether errors of a service went away', async () => {
    expect(await answer('sawmill', 'did the errors of cut-svc stop after 14:47?')).toMatch(/^Yes: .*then \*\*0\*\*/)
  })
})

describe('plain questions about what there is', { timeout: 60_000 }, () => {
  it.each(['name all the services we run', 'services that send us telemetry', 'list the components we have'])(
    'list the services: %s',
    async (question) => {
      const text = await answer('sawmill', question)
      for (const service of ['mill-gate', 'cut-svc', 'pallet-svc', 'tree-svc']) expect(text).toContain(service)
    },
  )

  it('show the last line of a service, not when it was seen', async () => {
    expect(await answer('opera', 'last message of seat-map?')).toContain('POST /seats done')
    expect(await answer('sawmill', 'show the latest line of tree-svc')).toContain('GET /trees/{id} done')
  })

  it('compare as many minutes with those before', async () => {
    const text = await answer('sawmill', 'cut-svc requests of the last 10 minutes against the 10 before')
    expect(text.split('\n')[0]).toMatch(/\*\*40\*\* in .*, then \*\*40\*\* in/)
  })

  it('name the service that logs most', async () => {
    expect((await answer('opera', 'what service logs the most lines?')).split('\n')[0]).toMatch(/most log records/)
  })
})

describe('what stands in quotes', { timeout: 60_000 }, () => {
  it.each([
    ['sawmill', 'how often "cannot assign blade"'],
    ['opera', "how many times 'cannot assign understudy'?"],
  ] as const)('is searched for as it was written (%s: %s)', async (name, question) => {
    expect((await answer(name, question)).split('\n')[0]).toContain('**1** log record')
  })
})

describe('routes and traces', { timeout: 60_000 }, () => {
  const cinema = storeWithWorld(worldOf(CINEMA))
  const asked = async (question: string): Promise<string> =>
    (await new Conversation(rememberingStore(await cinema)).ask(question, END_MS)).text.split('\n')[0] ?? ''

  it('a path is its own route where there is one, and no value of another', async () => {
    expect(await asked('film-gate requests without /films/search')).toMatch(/^\*\*240\*\* requests of `film-gate`/)
  })

  it('a trace says how long it took', async () => {
    expect(await asked(`how long did trace ${'1'.padStart(32, '0')} take?`)).toMatch(
      /^The trace took \*\*40(?:\.0)? ms\*\*/,
    )
  })
})

describe('gauges', { timeout: 60_000 }, () => {
  const point = (minute: number, name: string, value: number, room: string) => ({
    ...{ timeMs: END_MS - minute * 60_000, startMs: END_MS - minute * 60_000, service: 'film-svc', name, unit: '1' },
    ...{ type: 'gauge' as const, value, buckets: null, attributes: { room }, version: '1.0.0', instance: 'film-svc-1' },
  })
  const points = [4, 3, 2, 1].flatMap((minute) => [
    point(minute, 'visitors_waiting', 7, 'red'),
    point(minute, 'visitors_waiting', 5, 'blue'),
    point(minute, 'reel_hit_ratio', 0.75, 'red'),
  ])
  const cinema = storeWithWorld({ ...worldOf(CINEMA), points })
  const asked = async (...questions: string[]): Promise<string> => {
    const talk = new Conversation(rememberingStore(await cinema))
    let said = ''
    for (const question of questions) said = (await talk.ask(question, END_MS)).text.split('\n')[0] ?? ''
    return said
  }

  it('of several series are added up where it is asked how many', async () => {
    expect(await asked('how many visitors are waiting right now?')).toMatch(/all series .* together: \*\*12\*\*/)
  })

  it('that are ratios are no rates, and no follow-up of another gauge', async () => {
    const said = await asked('how many visitors are waiting right now?', 'reel hit rate')
    expect(said).toMatch(/`reel_hit_ratio`: \*\*(?:0\.75|75)/)
    expect(said).not.toContain('per second')
  })
})
