import { describe, expect, test } from 'vitest'
import { countRatioFindings } from '../../../src/agent/investigator/count-ratios.ts'
import type { Finding } from '../../../src/agent/investigator/findings.ts'
import { groupMemberOf } from '../../../src/agent/investigator/group-readings.ts'
import type { LogView, StemActivity } from '../../../src/agent/investigator/log-view.ts'
import { messageWays } from '../../../src/agent/investigator/message-ways.ts'
import type { Scored } from '../../../src/agent/investigator/ranking.ts'
import { restartedAt } from '../../../src/agent/investigator/restarts.ts'
import { splitAt } from '../../../src/agent/investigator/split.ts'
import { stoppedTimers } from '../../../src/agent/investigator/timers.ts'
import { type Messages, weighedWriters } from '../../../src/agent/investigator/writer-or-reader.ts'

const GRID = { startMs: 0, intervalMs: 10_000, count: 60 }
const SPLIT = splitAt(GRID, 40)
const NO_WAYS = { writers: new Map<string, Set<string>>(), readers: new Set<string>() }

function stemOf(service: string, template: string, countAt: (i: number) => number, severity = 9): StemActivity {
  const counts = Array.from({ length: GRID.count }, (_, i) => countAt(i))
  return { service, stem: template, template, shown: template, severity, unlinked: 0, hosts: [], shapes: [], counts }
}

function viewOf(...stems: StemActivity[]): LogView {
  return { stems, successors: [], totals: new Map(), ordinary: new Map(), contexts: 'trace' }
}

function finding(kind: Finding['kind'], service: string, subject: string, strength = 20): Finding {
  return {
    kind,
    service,
    subject,
    strength,
    onsetMs: 0,
    text: subject,
    peer: null,
    reach: 'callee',
    queries: [],
    selector: null,
  }
}

function scored(service: string, score: number, findings: readonly Finding[]): Scored {
  return { service, score, rawScore: score, findings, onset: 40, weight: 1, explainedBy: null }
}

describe('consumer groups', () => {
  const services = ['shop-mailer', 'shop-orders', 'kafka']
  test('a group is a service that it is named after, in whole or by the word that sets it apart', () => {
    expect(groupMemberOf('consumergroup=shop-mailer,topic=t', services)).toBe('shop-mailer')
    expect(groupMemberOf('group=mailer-v2,topic=t', services)).toBe('shop-mailer')
    expect(groupMemberOf('group=shop,topic=t', services)).toBeNull()
    expect(groupMemberOf('topic=mailer', services)).toBeNull()
  })
})

describe('who writes what is read', () => {
  test('is known by the channel that lines of both name', () => {
    const view = viewOf(
      stemOf('orders', 'published <*> to order.placed', () => 1),
      stemOf('invoices', 'gave up <*>, moved to order.placed.dlq', () => 1),
    )
    const { writers } = messageWays(view, null, [], ['orders', 'invoices'])
    expect([...(writers.get('invoices') ?? [])]).toEqual(['orders'])
    expect(writers.get('orders')).toBeUndefined()
  })
  test('is known by the line of a reader that names the writer', () => {
    const view = viewOf(stemOf('mailer', 'unknown field in event (writer orders)', () => 1, 17))
    const { writers } = messageWays(view, null, [], ['mailer', 'shop-orders', 'shop-stock'])
    expect([...(writers.get('mailer') ?? [])]).toEqual(['shop-orders'])
  })
  test('a service that began anew at the onset is found', () => {
    const view = viewOf(
      stemOf('orders', 'SIGTERM, shutting down', (i) => (i === 39 ? 1 : 0)),
      stemOf('jobs', 'starting run <*>', () => 1),
    )
    expect(restartedAt(view, SPLIT)).toEqual(['orders'])
  })
})

describe('a reader that cannot take its messages', () => {
  const ways = { writers: new Map([['invoices', new Set(['orders'])]]), readers: new Set(['invoices']) }
  const refusing = [finding('log_new', 'invoices', 'cannot handle <*>: deserialization failed, unknown field')]
  const first = (messages: Messages, findings: readonly Finding[]) =>
    weighedWriters([scored('invoices', 30, findings)], messages, 2.5).map(({ service, score }) => [service, score])

  test('that refuses them speaks for who writes them, four to one', () => {
    const [leader, other] = first({ ways, restarted: [] }, refusing)
    expect(leader).toEqual(['orders', 30])
    expect(other?.[1]).toBeCloseTo(30 - 2.5 * Math.log(4))
  })
  test('that only fails is taken for one that refuses where another reader of the same writer says so', () => {
    const gone = { ...finding('log_sequence', 'invoices', 'invoice <*> done', 90), isLess: true }
    const failing = scored('invoices', 30, [gone, finding('exceptions', 'invoices', 'handle')])
    const refuser = scored('mailer', 29, [finding('log_new', 'mailer', 'deserialization failed, unknown field')])
    const both = { ...ways, writers: new Map([...ways.writers, ['mailer', new Set(['orders'])]]) }
    const first = (of: Messages['ways']) =>
      weighedWriters([failing, refuser], { ways: of, restarted: [] }, 2.5)[0]?.service
    expect(first(both)).toBe('orders')
    expect(first(ways)).toBe('invoices')
  })
  test('that writes a schema with what it publishes refuses nothing', () => {
    const written = [finding('log_sequence', 'invoices', 'published <*> to order.billed schema=<*>', 40)]
    expect(first({ ways, restarted: [] }, written)).toEqual([['invoices', 30]])
  })
  test('that began anew itself is the likelier one', () => {
    expect(first({ ways, restarted: ['invoices'] }, refusing)[0]?.[0]).toBe('invoices')
  })
  test('that tells of a reason of its own keeps the lead', () => {
    const own = [
      finding('span_errors', 'invoices', 'handle'),
      finding('log_new', 'invoices', 'no space left on device'),
    ]
    expect(first({ ways, restarted: ['orders'] }, own)).toEqual([['invoices', 30]])
  })
  test('that says nothing is the likelier one unless its writer just began anew', () => {
    const mute = [finding('span_errors', 'invoices', 'handle')]
    expect(first({ ways, restarted: [] }, mute)).toEqual([['invoices', 30]])
    expect(first({ ways, restarted: ['orders'] }, mute)[0]?.[0]).toBe('orders')
  })
  test('a time that lies in the future is wrong by either clock', () => {
    const early = [finding('log_new', 'invoices', 'message of <*> lies in the future')]
    expect(first({ ways, restarted: [] }, early).map(([, score]) => score)).toEqual([30, 30])
  })
})

describe('work by the clock', () => {
  const everyHalfMinute = (i: number) => (i % 3 === 0 && i < 40 ? 1 : 0)
  const steady = stemOf('api', 'GET /', () => 5)
  test('that ends is missed, and who reads it only follows', () => {
    const view = viewOf(
      steady,
      stemOf('cron', 'start job', everyHalfMinute),
      stemOf('jobs', 'job done', everyHalfMinute),
    )
    const ways = { ...NO_WAYS, writers: new Map([['jobs', new Set(['cron'])]]) }
    const found = new Map(stoppedTimers(view, null, ways, SPLIT, ['q1']).map((one) => [one.service, one.strength]))
    expect(found.get('cron')).toBeGreaterThan(8)
    expect(found.get('jobs')).toBeLessThan(2)
  })
  test('that a scheduler says it starts only follows it', () => {
    const view = viewOf(
      steady,
      stemOf('timekeeper', 'triggering job statements', everyHalfMinute),
      stemOf('statements', 'run <*> done', everyHalfMinute),
      stemOf('mailer', 'received statements-<*>', everyHalfMinute),
    )
    const found = stoppedTimers(view, null, NO_WAYS, SPLIT, ['q1']).map(({ service, strength }) => [
      service,
      strength > 8,
    ])
    expect(new Map(found as [string, boolean][])).toEqual(
      new Map([
        ['timekeeper', true],
        ['statements', false],
        ['mailer', true],
      ]),
    )
  })
  test('is not missed where nobody is heard any more', () => {
    const others = ['api', 'web', 'db'].map((name) => stemOf(name, 'GET /', (i) => (i < 42 ? 5 : 0)))
    const ahead = stemOf('skewed', 'GET /', () => 1)
    const view = viewOf(...others, ahead, stemOf('cron', 'start job', everyHalfMinute))
    expect(stoppedTimers(view, null, NO_WAYS, SPLIT, ['q1'])).toEqual([])
  })
  test('what comes as it likes is no clock', () => {
    const view = viewOf(
      steady,
      stemOf('cron', 'start job', (i) => ([1, 2, 3, 9, 10, 11, 12, 30, 31, 38].includes(i) ? 1 : 0)),
    )
    expect(stoppedTimers(view, null, NO_WAYS, SPLIT, ['q1'])).toEqual([])
  })
})

describe('work of another kind that comes besides', () => {
  const two = (i: number) => (i % 2 === 0 ? 2 : 1)
  const besides = (i: number) => (i >= 40 ? 3 : 0)
  const all = stemOf('jobs', 'lock taken', (i) => two(i) + besides(i))
  test('is not missing work', () => {
    const view = viewOf(all, stemOf('jobs', 'run <*> done', two), stemOf('jobs', 'nightly run <*> done', besides))
    for (const { reach, strength } of countRatioFindings(view, null, SPLIT, ['q1'])) {
      if (strength > 3) expect(reach).toBe('caller')
    }
  })
  test('without such lines it is', () => {
    const view = viewOf(all, stemOf('jobs', 'run <*> done', two))
    expect(
      countRatioFindings(view, null, SPLIT, ['q1']).some(
        ({ kind, strength }) => kind === 'log_missing' && strength > 10,
      ),
    ).toBe(true)
  })
})
