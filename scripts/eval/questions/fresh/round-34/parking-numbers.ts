/** Shares, durations, rates, metrics and comparisons of the car parks. Thirty-fourth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const memory = (service: string, what: t.Statistic) => t.metric(service, 'process.memory.usage', what)
const trouble = t.during(['onset', 1], ['recovery', 0])

export const PARKING_NUMBERS_34 = [
  ask('ratio', 'error rate plate-reader {@onset+1} to {@recovery}', t.percent(trouble, t.share(m.reader))),
  ask(
    'ratio',
    'what part of the payments is declined by the issuer, in percent',
    t.percent(t.anytime, t.share(m.pay, m.status(402)), t.share(m.paying, m.status(402))),
  ),
  ask(
    'ratio',
    'kerb-api failure rate between {@onset} and {@onset+20}',
    t.percent(t.during(['onset', 0], ['onset', 20]), t.share(m.kerb)),
  ),
  ask(
    'ratio',
    'how many percent of permit applications are refused',
    t.percent(t.anytime, t.share(m.applying, m.status(409))),
  ),
  ask(
    'ratio',
    'percentage of lane-controller requests that failed since {@onset}',
    t.percent(t.since('onset'), t.share(m.lanes)),
  ),
  ask('ratio', 'ios share of app traffic?', t.percent(t.anytime, t.share(m.kerb, m.client('ios')))),
  ask(
    'ratio',
    'what fraction of plates is unreadable in normal times, say before {@onset}',
    t.percent(t.before('onset'), t.share(m.reader, m.status(422))),
  ),

  ask('percentile', 'p95 recognition time before {@onset-1}', t.millis(t.before('onset', -1), t.took(m.reader, 0.95))),
  ask('percentile', 'kerb-api p99?', t.millis(t.anytime, t.took(m.kerb, 0.99))),
  ask('percentile', 'median of POST /captures', t.millis(t.anytime, t.took(m.pay, 0.5))),
  ask('percentile', 'p90 tariff-engine last 15min', t.millis(t.last(15), t.took(m.tariff, 0.9))),
  ask(
    'percentile',
    'whats the 95th percentile for sepa payments',
    t.millis(t.anytime, t.took(t.all(m.pay, m.method('sepa')), 0.95)),
  ),
  ask(
    'mean-max',
    'avg duration of permit lookups',
    t.millis(t.anytime, t.took(m.lookingUp, 'mean'), t.took(m.book, 'mean')),
  ),
  ask('mean-max', 'Longest request on pay-bridge?', t.millis(t.anytime, t.took(m.pay, 'max'))),
  ask('mean-max', 'average time occupancy-tracker needs per event', t.millis(t.anytime, t.took(m.tracker, 'mean'))),
  ask('mean-max', 'worst plate-reader latency in the last 10 minutes', t.millis(t.last(10), t.took(m.reader, 'max'))),
  ask(
    'slowest',
    'is sepa slower than card payments?',
    t.words({ saysFirst: [['^\\W*yes\\b', 'sepa']], neverFirst: ['^\\W*no\\b', 'card (?:is|was) (?:\\w+ )?slower'] }),
  ),

  ask(
    'rate',
    'arrivals per minute before {@onset}',
    t.perS(t.before('onset'), t.perSecond(t.requests(m.arriving)), ...m.ADMITTED.map(t.perSecond)),
  ),
  ask('rate', 'req/s kerb-api last 15 min', t.perS(t.last(15), t.perSecond(t.requests(m.kerb)))),
  ask(
    'rate',
    'how many errors a minute did plate-reader have from {@onset+2} to {@onset+22}?',
    t.perS(t.during(['onset', 2], ['onset', 22]), ...t.errors(m.reader).map(t.perSecond)),
  ),
  ask(
    'rate',
    'frames per minute from the cameras',
    t.perS(t.anytime, t.perSecond(t.logs(m.frames)), t.perSecond(m.lines(m.camera))),
  ),

  ask(
    'sum',
    'how many cents did we capture in total',
    t.within(
      0.01,
      t.count(t.anytime, m.sumOf(m.captured, 'cents'), t.metric('pay-bridge', 'payments.captured.cents', 'sum')),
    ),
  ),
  ask(
    'sum',
    'cents captured at opera',
    t.count(t.anytime, m.sumOf(t.all(m.captured, m.line('garage', 'opera')), 'cents')),
  ),
  ask(
    'sum',
    'total number of tickets on all the statements written',
    t.count(t.anytime, t.stated(/^statement written for [a-z-]+, (\d+) tickets/, 'sum')),
  ),
  ask(
    'mean-max',
    'average amount per captured payment, in cents',
    t.within(
      0.01,
      t.value(
        t.anytime,
        (world, window) => m.sumOf(m.captured, 'cents')(world, window) / t.logs(m.captured)(world, window),
      ),
    ),
  ),

  ask('metric', 'free spaces at station right now?', t.value(m.upToNow, m.free('station', 'last'))),
  ask(
    'metric',
    'how many parking spaces are free in harbour at the moment',
    t.value(m.upToNow, m.free('harbour', 'last')),
  ),
  ask('metric', 'fewest free spaces at market today', t.value(t.anytime, m.free('market', 'min'))),
  ask(
    'metric',
    'free spaces per garage now',
    t.groups(
      'any',
      m.upToNow,
      m.each(m.GARAGES, (one) => m.free(one, 'last')),
    ),
  ),
  ask('metric', 'all four garages together: how many spaces are free now?', t.value(m.upToNow, m.freeInAll)),
  ask('metric', 'peak memory plate-reader', t.within(0.01, t.bytes(t.anytime, memory('plate-reader', 'max')))),
  ask('metric', 'mean memory usage of kerb-api?', t.within(0.01, t.bytes(t.anytime, memory('kerb-api', 'mean')))),
  ask('metric', 'how hot did the gpu get', t.value(t.anytime, t.metric('plate-reader', 'gpu.temperature', 'max'))),
  ask('metric', 'current gpu.temperature', t.value(t.anytime, t.metric('plate-reader', 'gpu.temperature', 'last'))),
  ask(
    'metric',
    'max kafka lag of occupancy-tracker?',
    t.value(t.anytime, t.metric('occupancy-tracker', 'kafka.consumer.lag', 'max')),
  ),
  ask('metric', 'permits.issued latest value', t.value(m.upToNow, t.metric('permit-book', 'permits.issued', 'last'))),
  ask(
    'metric',
    'gpu utilization between {@onset+2} and {@recovery-2}',
    t.words({ saysFirst: [['(?<![\\d.,])0(?:\\.0+)?(?![.\\d])', 'zero']] }),
  ),

  ask('compare', 'plate-reader p50 before {@onset} against {@onset+1}-{@recovery}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'ms', t.before('onset'), [t.took(m.reader, 0.5)]),
      t.numberOf(asked, 'ms', trouble, [t.took(m.reader, 0.5)]),
    ],
  })),
  ask('compare', 'admitted cars: {@onset-15} to {@onset} versus {@onset} to {@onset+15}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -15], ['onset', 0]), m.ADMITTED),
      t.numberOf(asked, 'count', t.during(['onset', 0], ['onset', 15]), m.ADMITTED),
    ],
  })),
  ask(
    'compare',
    'kerb-api requests in the last ten minutes vs the ten before that',
    t.compared('count', t.requests(m.kerb), t.last(10), t.earlier(10, 10)),
  ),
  ask(
    'compare',
    'do more drivers come with ios or with android?',
    t.topOf(m.spansOf(m.kerb), t.attribute('client.app')),
  ),
  ask(
    'compare',
    'tariff-engine median before/after 2.10.0',
    t.compared('ms', t.took(m.tariff, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'trend',
    'is harbour filling up?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'fall', 'fell', 'drop', 'declin', 'decreas', 'down', 'from \\d', 'fewer']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask('trend', 'was the gpu temperature climbing before {@onset}', t.verdict('yes', 'up')),
  ask('trend', 'did error numbers on lane-controller go down after {@recovery}?', t.verdict('yes', 'down')),
  ask(
    'trend',
    'has tariff-engine become slower with the new version',
    t.words({
      saysFirst: [['^\\W*no\\b', 'not slower', 'no slower', 'faster', 'unchanged', 'did(?: not|n.t)', 'same']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask(
    'anomaly',
    'anything strange in the gpu.utilization numbers?',
    t.words({
      says: [['drop', 'fell', 'fall', 'zero', '\\b0\\b', 'low', 'decreas', 'down', 'unusual']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'anomaly',
    'does permit-book behave oddly?',
    t.words({
      saysFirst: [['permit-book'], ['no\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none']],
      neverFirst: ['root cause: .?permit', '^\\W*yes\\b'],
    }),
  ),
  ask(
    'several',
    'p50 + p99 for tariff-engine, thanks',
    t.both(t.anytime, ['ms', t.took(m.tariff, 0.5)], ['ms', t.took(m.tariff, 0.99)]),
  ),
  ask('several', 'how many cars came in and how many went out in the last 30 min?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.last(30), [...m.ADMITTED, t.requests(m.arriving)]),
      t.numberOf(asked, 'count', t.last(30), [...m.RELEASED, t.requests(m.leaving)]),
    ],
  })),
  ask('several', 'permits issued? permits refused?', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.anytime, m.ISSUED), t.numberOf(asked, 'count', t.anytime, m.REFUSED)],
  })),
  ask(
    'group',
    'p95 of pay-bridge per payment.method',
    t.groups(
      'ms',
      t.anytime,
      m.each(['card', 'apple_pay', 'sepa'], (one) => t.took(t.all(m.pay, m.method(one)), 0.95)),
    ),
  ),
  ask(
    'group',
    'failure rate of arrivals by garage {@onset+1}-{@recovery}',
    t.groups(
      'percent',
      trouble,
      m.each(m.GARAGES, (one) => t.share(t.all(m.arriving, m.garage(one)))),
    ),
  ),

  ...talk(
    'speed',
    ask('follow-up', 'p95 of permit-book over the last 30 minutes?', t.millis(t.last(30), t.took(m.book, 0.95))),
    ask('follow-up', 'same thing for pay-bridge', t.millis(t.last(30), t.took(m.pay, 0.95))),
    ask('follow-up', 'and the max?', t.millis(t.last(30), t.took(m.pay, 'max'))),
  ),
  ...talk(
    'spaces',
    ask('follow-up', 'free spaces in market now', t.value(m.upToNow, m.free('market', 'last'))),
    ask('follow-up', 'opera?', t.value(m.upToNow, m.free('opera', 'last'))),
  ),
]
