import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../src/agent/investigator/findings.ts'
import { mechanismsOf } from '../../../src/agent/investigator/mechanism.ts'
import { isHostOutside } from '../../../src/agent/investigator/mechanism-signs.ts'

function finding(kind: Finding['kind'], subject: string, strength: number, more: Partial<Finding> = {}): Finding {
  const base = { service: 'cart', onsetMs: 0, text: subject, peer: null, queries: [], selector: null }
  return { ...base, reach: 'own', kind, subject, strength, ...more }
}
const metric = (subject: string, strength: number, more: Partial<Finding> = {}) =>
  finding('metric', subject, strength, more)
const likeliest = (findings: readonly Finding[]) => mechanismsOf(findings)[0]?.kind

describe('a mechanism', () => {
  it.each<[string, string, readonly Finding[]]>([
    [
      'failures of a service that became slow are its overload, not an exception',
      'overload',
      [
        metric('http.server.request.duration', 8),
        metric('http.server.requests', 7),
        metric('http.server.availability', 3, { isLess: true }),
      ],
    ],
    [
      'failures without slowness are an exception',
      'exception',
      [metric('http.server.availability', 8, { isLess: true })],
    ],
    [
      'slowness of a service whose processor does no more than before is waiting',
      'network',
      [metric('http.server.request.duration', 8, { role: 'latency', isProcessorIdle: true })],
    ],
    [
      'own time of a service whose processor does no more than before is waiting',
      'slow_store',
      [finding('self_time', 'serve orders', 40, { isProcessorIdle: true })],
    ],
    [
      'own time of a service whose processor nobody measures is its processor',
      'processor',
      [finding('self_time', 'serve orders', 40)],
    ],
    [
      'refusals are a limit that is reached, not an exception',
      'overload',
      [metric('ThrottledRequests', 8, { role: 'refusals' })],
    ],
    [
      'a cache that finds less leaves the work to a slower store',
      'slow_store',
      [metric('cache_hits', 8, { role: 'cache', isLess: true })],
    ],
    [
      'less in answers that are no failures is a wrong result',
      'wrong_result',
      [metric('k8s.pod.network.io per answer', 8, { role: 'gives', isLess: true })],
    ],
    [
      'what is slow and fails at a host of the public net is a dependency outside',
      'dependency_outside',
      [
        metric('latency', 8, { role: 'latency', service: 'geo.maps.example' }),
        metric('faults', 6, { role: 'errors', service: 'geo.maps.example' }),
      ],
    ],
    [
      'waiting for a connection is an exhausted pool, though requests then fail',
      'pool_exhausted',
      [
        finding('self_time', 'find orders', 90),
        finding('log_new', 'timeout: waited <*> ms for a free connection', 40),
        finding('child_calls', 'load → SELECT orders', 30),
      ],
    ],
    [
      'work that goes another way than it did, and says so in an ordinary line, is a bad release, not an exception',
      'bad_release',
      [
        finding('log_sequence', 'taking the old path for <*>', 60),
        finding('log_new', 'taking the old path for <*>', 40),
        finding('log_sequence', 'row read for <*>', 30),
      ],
    ],
    [
      'failures with a line that names the reason are that reason, not an exception',
      'disk',
      [
        finding('exceptions', 'PUT /order', 60),
        finding('span_errors', 'PUT /order', 60),
        finding('child_calls', 'PUT /order → save', 30),
        finding('log_new', 'OSError: [Errno <*>] No space left on device', 12),
      ],
    ],
    [
      'failures that name a lock or a late statement are a slow store, not an exception',
      'slow_store',
      [
        finding('exceptions', 'run jobs', 44),
        finding('span_errors', 'run jobs', 44),
        finding('log_new', 'attempt <*> failed: lock period_close not free after <*> ms', 30),
      ],
    ],
    [
      'a store whose clients wait is a slow store, also where they keep its processor busy',
      'slow_store',
      [
        finding('self_time', 'find fleets', 40, { peer: 'fleet' }),
        finding('self_time', 'PUT /fleets', 30, { peer: 'fleet', isOfStore: true }),
        metric('cpu_utilization', 8, { shareOfLimit: 1 }),
      ],
    ],
    [
      'only what is published is slow: that is a slow broker',
      'slow_store',
      [finding('self_time', 'publish orders', 90), finding('span_errors', 'POST /orders', 3)],
    ],
    [
      'a cache that throws out what it kept leaves the work to a slower store',
      'slow_store',
      [metric('redis_evicted_keys_total', 18, { role: 'other' }), metric('redis_cpu', 3, { role: 'processor' })],
    ],
    [
      'slow or failing calls of a host outside are a dependency outside, though only an attribute names it',
      'dependency_outside',
      [finding('span_errors', 'POST', 40, { host: 'api.payments.example' }), finding('span_errors', 'deliver', 40)],
    ],
    [
      'messages that are no longer written, where all else is done, are a wrong result and no exception',
      'wrong_result',
      [
        finding('child_calls', 'settle → publish order.settled', 90),
        finding('log_missing', 'published <*> to order.settled', 90),
      ],
    ],
    [
      'what readers cannot take is a wrong result of who writes it, though they throw',
      'wrong_result',
      [
        finding('exceptions', 'read order', 40, { isOfReader: true }),
        finding('log_new', 'BusinessRuleException: negative total', 30, { isOfReader: true }),
      ],
    ],
    [
      'failures of a store that takes no writes are none of the mechanisms, least of all a wrong result of its code',
      'unknown',
      [
        finding('exceptions', 'UPDATE orders', 60),
        finding('span_errors', 'UPDATE orders', 60),
        finding('log_new', 'ERROR: cannot execute UPDATE in a read-only transaction', 40),
      ],
    ],
    [
      'slow calls of a host that is none of the services are a dependency outside',
      'dependency_outside',
      [finding('self_time', 'POST api.payments.example', 40), finding('span_errors', 'PUT /order', 20)],
    ],
    [
      'a class that is named like a host is none',
      'processor',
      [finding('self_time', 'com.example.orders.handler', 40), finding('edge_time', 'web → orders', 30)],
    ],
    [
      'a busy processor beside memory that has run full is memory',
      'memory',
      [
        metric('container.cpu.utilization', 12, { shareOfLimit: 0.98 }),
        metric('container.memory.working_set', 5, { added: 1.2 }),
      ],
    ],
    [
      'memory that is little more than it was is no memory that fills up, however large it is',
      'exception',
      [
        finding('child_calls', 'list → feed', 44),
        finding('self_time', 'list', 20, { isProcessorIdle: true }),
        metric('container.memory.working_set', 5, { added: 0.7, times: 1.09 }),
      ],
    ],
    [
      'calls of which some do not arrive leave more than silence open',
      'processor',
      [finding('self_time', 'serve orders', 40), finding('silence', 'orders', 20, { isInPart: true })],
    ],
    [
      'memory far from its limit is what queued requests take',
      'processor',
      [
        finding('self_time', 'GET /cart', 20),
        metric('k8s.pod.memory_limit_utilization', 5, { added: 0.9, shareOfLimit: 0.4 }),
      ],
    ],
    [
      'a new instance unlike its siblings is a bad release',
      'bad_release',
      [metric('rpc.server.success_rate', 8, { isLess: true, isOfNewInstance: true })],
    ],
    [
      'durations that get worse and worse are memory',
      'memory',
      [metric('http.server.request.duration', 8, { isGrowing: true })],
    ],
    [
      'a store that answers late is a slow store',
      'slow_store',
      [metric('http.server.request.duration', 8, { service: 'orders_AWS::DynamoDB::Table' })],
    ],
    [
      'work that is cut off behind an error the code logs itself is a wrong result',
      'wrong_result',
      [finding('log_sequence', 'ERROR lookup failed', 30), finding('log_missing', 'lookup done', 28)],
    ],
    ['work that is cut off without a word is an exception', 'exception', [finding('log_missing', 'lookup done', 28)]],
    [
      'calls that are repeated are an overload',
      'overload',
      [finding('child_calls', 'list → feed', 10, { isRepeated: true })],
    ],
  ])('%s', (_, kind, findings) => {
    expect(likeliest(findings)).toBe(kind)
  })

  it('has probabilities that sum to one, and says nothing where no finding does', () => {
    const votes = mechanismsOf([metric('http.server.request.duration', 8), metric('process.cpu.time', 4)])
    expect(votes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
    expect(mechanismsOf([])).toEqual([])
  })
})

describe('a component named like a host', () => {
  it.each(['api.paywell.com', 'www.paywell.com_remote', 'geo.maps.example', 'rates.bank.co.uk'])(
    'is outside: %s',
    (name) => {
      expect(isHostOutside(name)).toBe(true)
    },
  )

  it.each(['orders', 'prod.orders', 'shop.orders.v2', 'orders.shop.svc.cluster.local', 'orders.abc.rds.amazonaws.com'])(
    'is one of the project: %s',
    (name) => {
      expect(isHostOutside(name)).toBe(false)
    },
  )
})
