/** Shares, durations, rates, amounts, metrics and comparisons of the feature flags. Sixty-ninth round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const rise = t.words({
  says: [
    [
      '\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|spike|peak|from \\d|full|limit',
    ],
  ],
  neverFirst: ['^\\W*no\\b'],
})

export const FLAGSHIP_NUMBERS_69 = [
  ask('ratio', 'evaluator error rate last 15m', t.percent(t.last(15), t.share(m.evaluator))),
  ask('ratio', 'error rate sdk-gateway since {@onset}', t.percent(t.since('onset'), t.share(m.gateway))),
  ask(
    'ratio',
    'what share of evaluations is failing since {@onset}',
    t.percent(t.since('onset'), t.share(m.evals), t.share(m.innerEvals)),
  ),
  ask(
    'ratio',
    'percentage of stream connects that got a 503 in the last 20 min',
    t.percent(t.last(20), t.share(m.opened), t.share(m.innerOpened)),
  ),
  ask(
    'ratio',
    'how many percent of flag changes hit a version conflict',
    t.percent(t.anytime, t.share(m.patches, m.status(409))),
  ),
  ask(
    'ratio',
    'how many percent of the react evaluations fail since {@onset}',
    t.percent(t.since('onset'), t.share(t.all(m.evals, m.sdk('react')))),
  ),
  ask(
    'ratio',
    'cache hit rate of the rulesets before {@onset}',
    t.within(0.02, t.percent(t.before('onset'), m.hitRate)),
  ),

  ask(
    'percentile',
    'p99 evaluator POST /v1/evaluate before {@upload}',
    t.within(0.08, t.millis(t.before('upload'), t.took(m.innerEvals, 0.99))),
  ),
  ask('percentile', 'p95 of POST /sdk/v2/evaluate since {@onset}', t.millis(t.since('onset'), t.took(m.evals, 0.95))),
  ask(
    'percentile',
    'p50 experiment results since the rollout of 12.7.0',
    t.millis(t.sinceMark('release'), t.took(m.results, 0.5)),
  ),
  ask(
    'percentile',
    'median of POST /sdk/v2/evaluate when things were fine, say before {@release}',
    t.millis(t.before('release'), t.took(m.evals, 0.5)),
  ),
  ask(
    'mean-max',
    'max duration of the experiment results endpoint today',
    t.millis(t.anytime, t.took(m.results, 'max')),
  ),
  ask(
    'mean-max',
    'mean response time of evaluator between {@onset+5} and {@onset+15}',
    t.millis(t.during(['onset', 5], ['onset', 15]), t.took(m.evaluator, 'mean')),
  ),
  ask(
    'mean-max',
    'biggest segment uploaded today, number of keys',
    t.value(t.anytime, m.overOf(m.stored, 'keys', 'max')),
  ),
  ask('slowest', 'slowest endpoint on sdk-gateway since {@onset}', t.words({ saysFirst: [['/sdk/v2/evaluate\\b']] })),
  ask('rate', 'rps of sdk-gateway', t.perS(t.anytime, t.perSecond(t.requests(m.gateway)))),
  ask(
    'rate',
    'evaluations per minute before {@onset}',
    t.perS(
      t.before('onset'),
      t.perSecond(t.requests(m.evals)),
      t.perSecond(t.requests(m.innerEvals)),
      t.perSecond(t.logs(m.evaluated)),
    ),
  ),
  ask(
    'sum',
    'conversion value in eur attributed in the last hour',
    t.value(t.last(60), m.overOf(m.conversions, 'value_eur', 'sum')),
  ),
  ask(
    'sum',
    'how much conversion money is in the events that were not attributed?',
    t.value(t.anytime, m.overOf(m.lostConversions, 'value_eur', 'sum')),
  ),
  ask(
    'sum',
    'how many keys did redis evict so far',
    t.value(t.anytime, t.stated(/^redis evicted (\d+) keys/, 'sum'), m.redis('keys.evicted', 'last')),
  ),

  ask('metric', 'redis memory used right now', t.within(0.02, t.bytes(t.anytime, m.redis('memory.used', 'last')))),
  ask('metric', 'connected redis clients of evaluator now?', t.value(t.anytime, m.redis('clients.connected', 'last'))),
  ask('metric', 'current consumer lag of event-ingest', t.within(0.03, t.value(t.anytime, m.lag('last')))),
  ask(
    'metric',
    'connected android streams right now',
    t.within(0.01, t.value(t.anytime, m.connected('android', 'last'))),
  ),
  ask(
    'metric',
    'lowest number of connected react streams today',
    t.within(0.01, t.value(t.anytime, m.connected('react', 'min'))),
  ),
  ask('metric', 'ruleset cache misses since {@onset}', t.within(0.05, t.value(t.since('onset'), m.misses))),
  ask(
    'metric',
    'how many flags are active in production',
    t.value(t.anytime, m.gauge('flag-api', 'flags.active', 'last', 'environment', 'production')),
  ),
  ask('metric', 'pending approvals now', t.value(t.anytime, m.gauge('flag-api', 'approvals.pending', 'last'))),
  ask('metric', 'mem of stream-hub now', t.within(0.02, t.bytes(t.anytime, m.memory('stream-hub', 'last')))),
  ask('metric-group', 'connected streams per sdk, current', (asked) => ({
    groups: Object.fromEntries(
      m.SDKS.map((one) => [
        one,
        { ...t.numberOf(asked, 'any', t.anytime, [m.connected(one, 'last')]), tolerance: 0.02 },
      ]),
    ),
  })),
  ask('top', 'biggest memory hog among the services right now?', t.words({ saysFirst: [['stream-hub']] })),
  ask('top', 'which sdk has the most connected streams now', t.words({ saysFirst: [['react']] })),

  ask(
    'compare',
    'mean latency of POST /sdk/v2/evaluate before vs after {@onset}',
    t.compared('ms', t.took(m.evals, 'mean'), t.before('onset'), t.since('onset')),
  ),
  ask(
    'compare',
    'compare 5xx of sdk-gateway {@onset-15}-{@onset} and {@onset+1}-{@onset+16}',
    t.compared(
      'count',
      t.failures(m.gateway),
      t.during(['onset', -15], ['onset', 0]),
      t.during(['onset', 1], ['onset', 16]),
    ),
  ),
  ask(
    'compare',
    'results p50 on 12.6.5 vs 12.7.0',
    t.compared('ms', t.took(m.results, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'evaluated flags last 10 min vs the same 10 min an hour ago',
    t.compared('count', t.logs(m.evaluated), t.last(10), t.earlier(10, 60)),
  ),
  ask('trend', 'is the exposures lag still climbing', t.verdict('yes', 'up')),
  ask('trend', 'connected sdk streams dropping?', t.verdict('yes', 'down')),
  ask('trend', 'did redis memory go up after {@upload}', t.verdict('yes', 'up')),
  ask('trend', 'is cpu of sdk-gateway going up?', t.verdict('no', 'up')),
  ask('trend', 'did experiment results get slower after {@release}?', t.verdict('yes', 'up')),
  ask('trend', 'are pending approvals piling up over the last hour', t.verdict('yes', 'up')),
  ask('anomaly', 'anything off with the redis memory of evaluator?', rise),
  ask('anomaly', 'does consumer lag of event-ingest look normal to you', t.verdict('no', 'good')),

  ask(
    'several',
    'how many evaluations failed and how many were fine since {@onset}',
    t.both(t.since('onset'), ['count', t.logs(m.defaulted)], ['count', t.logs(m.evaluated)]),
  ),
  ask(
    'several',
    'count of 401 and 429 on sdk-gateway in the last 60 min please',
    t.both(
      t.last(60),
      ['count', t.requests(t.all(m.gateway, m.status(401)))],
      ['count', t.requests(t.all(m.gateway, m.status(429)))],
    ),
  ),
]
