/** Shares, durations, rates, metrics and comparisons of the code hosting platform. Forty-sixth round. */
import { requestsOf } from '../../truth.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const gauge = t.metric
const seats = (name: string, what: t.Statistic) =>
  t.metric('accounts', 'seats.used', what, (point) => point.attributes['org.plan'] === name)
const since = t.since('onset', 1)
const FASTER = ['^\\W*yes\\b', 'slower', 'rose', 'increas', 'from \\d', 'went up', 'higher']

export const CODEHOST_NUMBERS_46 = [
  ask('ratio', 'error rate of refstore since {@onset+1}', t.percent(since, t.share(m.refstore))),
  ask('ratio', 'what % of pushes fails right now', t.percent(t.last(5), t.share(m.pushing), t.share(m.pushingAtDoor))),
  ask('ratio', 'mergeq failure rate last 15 min?', t.percent(t.last(15), t.share(m.mergeq))),
  ask('ratio', 'share of failed logins', t.percent(t.anytime, t.share(m.login, m.status(401)))),
  ask(
    'ratio',
    'how many percent of webhook deliveries got a 500?',
    t.percent(
      t.anytime,
      t.logShare((log) => m.delivered(log) || m.hook500(log) || m.hookGone(log), m.hook500),
      t.logShare((log) => m.delivered(log) || m.hook500(log), m.hook500),
    ),
  ),

  ask('percentile', 'p95 of codesearch', t.millis(t.anytime, t.took(m.search, 0.95))),
  ask('percentile', 'p99 latency frontdoor last 20 min', t.within(0.08, t.millis(t.last(20), t.took(m.door, 0.99)))),
  ask('percentile', 'p50 of POST /refs before {@onset}', t.millis(t.before('onset'), t.took(m.writingRefs, 0.5))),
  ask(
    'mean-max',
    'how long does a merge take on average',
    t.millis(
      t.anytime,
      t.took(m.mergeq, 'mean'),
      t.took(t.all(m.mergeq, t.not(t.failed)), 'mean'),
      t.took(m.merging, 'mean'),
    ),
  ),
  ask('mean-max', 'slowest package upload in the last hour', t.millis(t.last(60), t.took(m.publishing, 'max'))),
  ask('slowest', 'slowest trace of the last hour', ({ world }) => {
    const roots = requestsOf(world, m.door).toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))
    const ends = new Map<string, [number, number]>()
    for (const { traceId, startMs, endMs } of world.spans) {
      const [from, to] = ends.get(traceId) ?? [startMs, endMs]
      ends.set(traceId, [Math.min(from, startMs), Math.max(to, endMs)])
    }
    const whole = [...ends].toSorted(([, a], [, b]) => b[1] - b[0] - (a[1] - a[0]))
    return { says: [[...roots.slice(0, 2).map((one) => one.traceId), ...whole.slice(0, 2).map(([id]) => id)]] }
  }),

  ask('rate', 'requests per second on frontdoor', t.perS(t.anytime, t.perSecond(t.requests(m.door)))),
  ask('rate', 'pushes per minute in the last 20 min', t.perS(t.last(20), ...m.PUSHES.map(t.perSecond))),
  ask('rate', 'refstore errors per minute since {@onset+1}?', t.perS(since, ...t.errors(m.refstore).map(t.perSecond))),

  ask('sum', 'how many commits were pushed?', t.count(t.anytime, m.sumOf(m.pushed, 'commits'))),
  ask(
    'sum',
    'files indexed by codesearch in the last half hour',
    t.within(0.03, t.count(t.last(30), t.stated(/^indexed batch of (\d+)/, 'sum'))),
  ),

  ask(
    'metric',
    'merge queue depth now?',
    t.within(0.1, t.value(t.anytime, gauge('mergeq', 'merge.queue.depth', 'last'))),
  ),
  ask('metric', 'which shard has the fullest disk?', t.words({ first: { name: 'fs-07', among: m.SHARDS } })),
  ask(
    'metric',
    'peak memory of codesearch',
    t.within(0.01, t.bytes(t.anytime, gauge('codesearch', 'process.memory.usage', 'max'))),
  ),
  ask(
    'metric',
    'cpu of gitd, average',
    t.within(
      0.03,
      t.value(
        t.anytime,
        gauge('gitd', 'process.cpu.utilization', 'mean'),
        t.scaled(gauge('gitd', 'process.cpu.utilization', 'mean'), 100),
      ),
    ),
  ),
  ask('metric', 'enterprise seats used right now', t.value(t.anytime, seats('enterprise', 'last'))),
  ask(
    'metric',
    'index.delay average last 30 min',
    t.within(
      0.05,
      t.value(
        t.last(30),
        gauge('codesearch', 'index.delay', 'mean'),
        t.scaled(gauge('codesearch', 'index.delay', 'mean'), 1000),
      ),
    ),
  ),
  ask(
    'metric',
    'sum of refs.lock.failures since {@onset}',
    t.within(0.04, t.count(t.since('onset'), gauge('refstore', 'refs.lock.failures', 'sum'), t.logs(m.noLock))),
  ),

  ask(
    'compare',
    'p95 codesearch before vs after 2.15.0',
    t.within(0.06, t.compared('ms', t.took(m.search, 0.95), t.before('release'), t.sinceMark('release'))),
  ),
  ask(
    'compare',
    'failed requests on gitd {@onset-10}-{@onset} vs {@onset+1}-{@onset+11}',
    t.compared(
      'count',
      t.failures(m.gitd),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 1], ['onset', 11]),
    ),
  ),
  ask(
    'compare',
    'requests to frontdoor: last 10 minutes against 40 minutes ago',
    t.compared('count', t.requests(m.door), t.last(10), t.earlier(10, 40)),
  ),
  ask(
    'compare',
    'who fails more, ci or laptop pushes?',
    t.topOf(t.failedRequests(m.pushing), t.attribute('git.client')),
  ),
  ask('trend', 'is the merge queue growing?', t.verdict('yes', 'up')),
  ask(
    'trend',
    'did codesearch get slower after the release',
    t.words({ saysFirst: [FASTER], neverFirst: ['^\\W*no\\b', 'not slower'] }),
  ),
  ask('trend', 'are the errors in gitd up compared to before {@onset}?', t.verdict('yes', 'up')),
  ask('trend', 'index.files going up?', t.verdict('yes', 'up')),
]
