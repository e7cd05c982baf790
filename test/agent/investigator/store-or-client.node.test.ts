/** A store and a client of it show the same; what tells them apart, and what is said where nothing does. */
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../src/agent/investigator/findings.ts'
import { judge, type Look } from '../../../src/agent/investigator/judgement.ts'
import type { MetricReadings } from '../../../src/agent/investigator/metric-look.ts'
import { DEFAULT_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import type { Scored } from '../../../src/agent/investigator/ranking.ts'
import { type Asking, type StoreClients, storeClientsAt } from '../../../src/agent/investigator/store-clients.ts'
import { weighedStores } from '../../../src/agent/investigator/store-or-client.ts'
import type { OperationActivity, TraceActivity } from '../../../src/telemetry/index.ts'

const RANK_SCALE = 2.5

function finding(of: Partial<Finding>): Finding {
  return {
    kind: 'self_time',
    service: 'tickets',
    subject: 'SELECT seats',
    strength: 40,
    onsetMs: 0,
    text: 'self time of SELECT seats went from 4.0 ms to 800 ms',
    peer: null,
    reach: 'own',
    queries: ['q1'],
    selector: null,
    ...of,
  }
}

function scored(service: string, score: number, findings: readonly Finding[]): Scored {
  return { service, score, rawScore: score, findings, onset: 5, weight: 1, explainedBy: null }
}

function asking(client: string, store: string | null, of: Partial<Asking> = {}): Asking {
  return { client, store, ill: [], well: ['SELECT seats'], nats: 0, more: 0, ...of }
}

const ILL = { ill: ['SELECT seats'], well: [], nats: 40 }

function said(ranked: readonly Scored[], clients: StoreClients) {
  const look: Look = {
    signals: 'spans',
    ranked,
    surprise: null,
    everydayScore: 12,
    calmScore: 12,
    anomalyScale: 4,
    rankScale: RANK_SCALE,
    onsetMs: 0,
    baselineMs: 300_000,
    healthyNew: new Set(),
    storeClients: clients,
  }
  const judged = judge(look, { changes: [], services: 6, isStated: false }, [], DEFAULT_PARAMETERS)
  return { ...judged, first: judged.ranked[0]?.service, second: judged.ranked[1]?.service }
}

const tickets = scored('tickets', 40, [finding({})])
const vault = scored('vault', 40, [finding({ service: 'vault', peer: 'tickets' })])

describe('a client whose statements wait', () => {
  it('gives way to the store that it asks when others wait there as well', () => {
    const askings = [asking('tickets', 'vault', ILL), asking('seats', 'vault', ILL)]
    const { first, probabilities } = said([tickets, scored('vault', 9, [])], { stores: ['vault'], askings })
    expect(first).toBe('vault')
    expect(probabilities[0]).toBeGreaterThan(0.8)
  })

  it('stays first where all others are served as before, whatever store they ask', () => {
    const askings = [asking('tickets', 'vault', ILL), asking('seats', 'vault'), asking('fares', 'vault')]
    const { first } = said([tickets, scored('vault', 9, [])], { stores: ['vault'], askings })
    expect(first).toBe('tickets')
  })

  it('is as likely at fault as a store that shows nothing, where it newly says that its own pool is empty', () => {
    const empty = finding({ kind: 'log_new', subject: 'timed out waiting for a free connection, active=<*>' })
    const leaking = scored('tickets', 40, [finding({}), empty])
    const own = asking('tickets', 'vault', ILL)
    const alone = said([leaking], { stores: ['vault'], askings: [own] })
    expect(alone.probabilities[0]).toBeLessThanOrEqual(0.5)
    // Without such words it is the store, three to one; with others that wait there as well it is the store, too.
    expect(said([tickets], { stores: ['vault'], askings: [own] }).probabilities[0]).toBeCloseTo(0.75, 1)
    const others = said([leaking], { stores: ['vault'], askings: [own, asking('seats', 'vault', ILL)] })
    expect([others.first, others.outcome]).toEqual(['vault', 'root_cause_identified'])
    const served = said([leaking], { stores: ['vault'], askings: [own, asking('seats', 'vault', { well: ['GET'] })] })
    expect(served.probabilities[0]).toBeLessThanOrEqual(0.5)
  })

  it('is not asserted where no span names the store and no store shows anything', () => {
    const { first, elsewhere, outcome } = said([tickets], {
      stores: ['vault', 'pool'],
      askings: [asking('tickets', null, ILL)],
    })
    expect(first).toBe('tickets')
    expect(elsewhere).toBeGreaterThan(0.4)
    expect(outcome).toBe('inconclusive')
  })

  it('gives way to the one store that shows trouble of its own, though no span names it', () => {
    const full = finding({ kind: 'metric', role: 'disk', service: 'pool', subject: 'disk_used', strength: 8 })
    const { first } = said([tickets, scored('pool', 4, [full])], {
      stores: ['vault', 'pool'],
      askings: [asking('tickets', null, ILL)],
    })
    expect(first).toBe('pool')
  })

  it('gives way where one of the tables that it asks for is ill, however many ask for others', () => {
    const others = ['seats', 'fares', 'users', 'gates'].map((client) =>
      asking(client, 'vault', { well: [`SELECT ${client}_of`] }),
    )
    const own = asking('tickets', 'vault', { ...ILL, well: ['SELECT prices'] })
    const ranked = [tickets, scored('vault', 9, [])]
    const { first, probabilities } = said(ranked, { stores: ['vault'], askings: [own, ...others] })
    expect(first).toBe('vault')
    expect(probabilities[0]).toBeGreaterThan(0.6)
    const all = asking('tickets', 'vault', { ...ILL, isPart: false })
    expect(said(ranked, { stores: ['vault'], askings: [all, ...others] }).first).toBe('tickets')
  })

  it('is weighed against the one store of several that others wait for, where a statement asks several', () => {
    const several = asking('tickets', null, { ...ILL, among: ['vault', 'attic'] })
    const askings = [several, asking('seats', 'vault', ILL), asking('fares', 'attic')]
    expect(said([tickets, scored('vault', 9, [])], { stores: ['vault', 'attic'], askings }).first).toBe('vault')
  })

  it('is not asserted where the ill ones of its statements ask several stores', () => {
    const several = asking('tickets', null, { ...ILL, among: ['vault', 'attic'] })
    const askings = [several, asking('tickets', 'vault', { well: ['SELECT prices'] })]
    expect(said([tickets], { stores: ['vault', 'attic'], askings }).outcome).toBe('inconclusive')
  })

  it('gives way to who asks more of the same store, though nobody sees that store', () => {
    const unseen = [asking('tickets', 'db.hidden', ILL), asking('seats', 'db.hidden', { more: 90 })]
    const ranked = [tickets, scored('seats', 9, [])]
    expect(said(ranked, { stores: [], askings: [], unseen }).first).toBe('seats')
    const elsewhere = [asking('tickets', 'db.hidden', ILL), asking('seats', 'db.other', { more: 90 })]
    expect(said(ranked, { stores: [], askings: [], unseen: elsewhere }).first).toBe('tickets')
  })

  it('is said beside a cache that only finds less, where no span shows who asks it', () => {
    const found = (subject: string) =>
      scored('hot', 6, [finding({ kind: 'metric', role: 'cache', service: 'hot', subject, strength: 9, isLess: true })])
    const clients = { stores: ['hot'], askings: [] }
    expect(said([tickets, found('CacheHitRate')], clients).outcome).toBe('inconclusive')
    expect(said([tickets, found('CacheHitRate')], clients).second).toBe('tickets')
    const evicts = finding({ kind: 'metric', role: 'other', service: 'hot', subject: 'Evictions', strength: 9 })
    expect(said([tickets, scored('hot', 6, [evicts])], clients).first).toBe('hot')
  })

  it('gives way to who asks more also where nothing is known of any store', () => {
    const askings = [asking('tickets', null, ILL), asking('seats', null, { more: 900 })]
    expect(said([tickets, scored('seats', 39, [])], { stores: [], askings }).first).toBe('seats')
  })

  it('keeps its place where its processor is busy', () => {
    const busy = finding({ kind: 'metric', role: 'processor', strength: 9, subject: 'cpu' })
    const askings = [asking('tickets', 'vault', ILL)]
    const { first } = said([scored('tickets', 40, [finding({}), busy])], { stores: ['vault'], askings })
    expect(first).toBe('tickets')
  })
})

describe('a store that is slow', () => {
  it('gives way to the one client that asks more than it did', () => {
    const askings = [asking('tickets', 'vault', ILL), asking('seats', 'vault', { ...ILL, more: 90 })]
    const { first, outcome } = said([vault, scored('seats', 9, [])], { stores: ['vault'], askings })
    expect(first).toBe('seats')
    expect(outcome).toBe('root_cause_identified')
  })

  it('gives way to a cache that throws out what it kept, where many ask more', () => {
    const evicts = finding({
      kind: 'metric',
      role: 'other',
      service: 'hot',
      subject: 'evicted_keys_total',
      strength: 18,
    })
    const askings = [asking('tickets', 'vault', { ...ILL, more: 40 }), asking('seats', 'vault', { ...ILL, more: 90 })]
    const { first } = said([vault, scored('hot', 7, [evicts])], { stores: ['vault', 'hot'], askings })
    expect(first).toBe('hot')
  })

  it('is said beside the only client that waits, and not asserted, where only words about waiting speak of it', () => {
    const late = finding({
      kind: 'log_mention',
      service: 'vault',
      peer: 'tickets',
      text: 'statement timeout was logged 70 times',
    })
    const { outcome, first, second } = said([scored('vault', 40, [late]), scored('tickets', 10, [])], {
      stores: ['vault'],
      askings: [],
    })
    expect([first, second].toSorted()).toEqual(['tickets', 'vault'])
    expect(outcome).toBe('inconclusive')
  })

  it('stays first where a client waits for a lock, because a lock is of one table', () => {
    const locked = finding({
      kind: 'log_mention',
      service: 'vault',
      peer: 'tickets',
      text: 'canceling statement due to lock timeout was logged 70 times',
    })
    const others = ['seats', 'fares', 'users'].map((client) =>
      asking(client, 'vault', { well: [`SELECT ${client}_of`] }),
    )
    const clients = { stores: ['vault'], askings: [asking('tickets', 'vault', ILL), ...others] }
    const { first, outcome } = said([scored('vault', 40, [locked]), scored('tickets', 10, [])], clients)
    expect(first).toBe('vault')
    expect(outcome).toBe('probable')
  })

  it('stays first where it says what is wrong', () => {
    const full = finding({
      kind: 'log_new',
      isError: true,
      service: 'vault',
      text: 'no space left on device was logged 70 times',
    })
    const askings = [asking('tickets', 'vault', ILL)]
    expect(said([scored('vault', 41, [full]), tickets], { stores: ['vault'], askings }).first).toBe('vault')
  })
})

describe('connections', () => {
  it('that ran out at one client, whose own statements are not slow, are held by that client', () => {
    const out = finding({
      kind: 'log_new',
      isError: true,
      service: 'seats',
      subject: 'no connection became free',
      strength: 90,
    })
    const refused = finding({ kind: 'span_errors', service: 'vault', peer: 'tickets', text: '11 of 22 spans failed' })
    const askings = [asking('tickets', 'vault', ILL), asking('seats', 'vault')]
    const clients = { stores: ['vault'], askings }
    expect(said([scored('vault', 40, [refused]), scored('seats', 20, [out])], clients).first).toBe('seats')
    const slow = { stores: ['vault'], askings: [asking('tickets', 'vault', ILL), asking('seats', 'vault', ILL)] }
    expect(said([scored('vault', 40, [refused]), scored('seats', 20, [out])], slow).first).toBe('vault')
  })
})

describe('connections that ran out', () => {
  it('are held by one client also where another one leads, whose spans name no store', () => {
    const out = finding({ kind: 'log_new', isError: true, service: 'seats', subject: 'no connection became free' })
    const refused = finding({ kind: 'log_new', isError: true, service: 'vault', text: 'connection slots are reserved' })
    const ranked = [tickets, scored('seats', 20, [out]), scored('vault', 9, [refused])]
    const askings = [asking('tickets', null, ILL), asking('seats', null)]
    expect(said(ranked, { stores: ['vault'], askings }).first).toBe('seats')
  })
})

describe('services whose errors end alike', () => {
  const error = (service: string, own: string) =>
    scored(service, service === 'tickets' ? 40 : 20, [
      finding({
        kind: 'log_new',
        isError: true,
        service,
        subject: `${own} could not save: quorum of the ring not reached`,
      }),
    ])

  it('may be refused by one store that shows nothing, where no span shows who asks it', () => {
    const clients = { stores: ['vault'], askings: [] }
    expect(said([error('tickets', 'tickets'), error('seats', 'seats')], clients).outcome).toBe('inconclusive')
    expect(said([error('tickets', 'tickets')], clients).outcome).toBe('root_cause_identified')
  })
})

describe('services that say the same after their own names', () => {
  const error = (service: string, score: number) =>
    scored(service, score, [
      finding({ kind: 'log_new', isError: true, service, subject: `${service} repository is unavailable` }),
    ])
  const ranked = [error('tickets', 40), error('seats', 38)]

  it('may be refused by one store that shows nothing', () => {
    expect(said(ranked, { stores: ['vault'], askings: [] }).outcome).toBe('inconclusive')
  })

  it('are refused by the one store that both ask, where their spans tell of no failure', () => {
    const askings = [asking('tickets', 'vault'), asking('seats', 'vault'), asking('seats', 'attic')]
    const { first, outcome } = said(ranked, { stores: ['vault', 'attic'], askings })
    expect(first).toBe('vault')
    expect(outcome).toBe('root_cause_identified')
  })
})

describe('a client that asks more and has a cache', () => {
  const asks = asking('tickets', 'vault', { ...ILL, more: 60 })
  const looksUp = (client: string) => asking(client, 'hot', { well: ['GET'] })

  it('is not asserted where nobody else asks the cache', () => {
    const { outcome, first, second } = said([vault, tickets], {
      stores: ['vault', 'hot'],
      askings: [asks, looksUp('tickets')],
    })
    expect([first, second].toSorted()).toEqual(['hot', 'tickets'])
    expect(outcome).toBe('inconclusive')
  })

  it('is named where others find what they look up there', () => {
    const askings = [asks, looksUp('tickets'), looksUp('fares'), looksUp('seats')]
    const { first, outcome } = said([vault, tickets], { stores: ['vault', 'hot'], askings })
    expect(first).toBe('tickets')
    expect(outcome).toBe('root_cause_identified')
  })
})

describe('what clients ask', () => {
  const COUNT = 40
  const ONSET = 30
  const grid = { startMs: 0, intervalMs: 10_000, count: COUNT }
  const split = { grid, from: 0, onset: ONSET, latest: ONSET, to: COUNT }
  const series = (before: number, since: number) =>
    Array.from({ length: COUNT }, (_, i) => (i < ONSET ? before : since))
  const none = series(0, 0)
  const operation = (service: string, name: string, calls: number[], peers: string[]): OperationActivity => {
    const leaves = peers.length > 0 ? calls : none
    return {
      ...{ service, operation: name, peers, calls, leaves, errors: none, exceptions: none, orphans: none },
      ...{ durationMs: none, self: [] },
    }
  }
  /** Each request asks once, and three times since the onset. */
  function traces(peers: string[]): TraceActivity {
    const link = {
      ...{
        callerService: 'tickets',
        callerOperation: 'buy',
        calleeService: 'tickets',
        calleeOperation: 'UPDATE seats',
      },
      ...{ calls: series(5, 15), parents: series(5, 5), lasts: none, leaves: none },
    }
    const operations = [
      operation('tickets', 'buy', series(5, 5), []),
      operation('tickets', 'UPDATE seats', series(5, 15), peers),
    ]
    return { grid, operations, links: [link], exceptions: [] } as unknown as TraceActivity
  }
  const moreOf = (refused: ReadonlyMap<string, number>) =>
    storeClientsAt(traces(['vault']), null, [], ['vault'], split, refused).askings[0]?.more

  it('is more where each request asks three times, and no more where lines tell that each attempt failed', () => {
    expect(moreOf(new Map())).toBeGreaterThan(8)
    expect(moreOf(new Map([['tickets', 150]]))).toBe(0)
  })

  it('is kept apart where nobody sends anything for the store', () => {
    const { askings, unseen } = storeClientsAt(traces(['db.hidden']), null, [], ['vault'], split)
    expect(askings).toEqual([])
    expect(unseen?.map(({ client, store }) => [client, store])).toEqual([['tickets', 'db.hidden']])
  })

  it('is no store that tells how far its own group is behind', () => {
    const reads = (service: string) => ({
      service,
      metric: 'messaging.consumer.lag',
      attributes: 'group=mailer,topic=t',
    })
    const metrics = { activity: { series: [reads('mailer'), reads('bus')] } } as unknown as MetricReadings
    expect(storeClientsAt(traces(['vault']), metrics, [], ['mailer', 'bus', 'vault'], split).stores).toEqual([
      'bus',
      'vault',
    ])
  })
})

describe('without spans', () => {
  it('nothing tells who asks whom, so nobody is weighed', () => {
    const grid = { startMs: 0, intervalMs: 1_000, count: 60 }
    const split = { grid, from: 0, onset: 30, latest: 35, to: 60 }
    expect(storeClientsAt(null, null, ['vault'], ['vault', 'tickets'], split)).toEqual({ stores: [], askings: [] })
  })
})

describe('without stores', () => {
  it('nothing is weighed', () => {
    const ranked = [tickets, scored('seats', 10, [])]
    expect(weighedStores(ranked, undefined, RANK_SCALE)).toBe(ranked)
    expect(weighedStores(ranked, { stores: [], askings: [] }, RANK_SCALE)).toBe(ranked)
  })
})
