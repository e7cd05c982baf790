/** Shares, durations, rates, sums, metrics and comparisons of the laboratory. Twenty-eighth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const memory = (service: string, what: t.Statistic) => t.metric(service, 'process.memory.usage', what)
const queue = (service: string, name: string, what: t.Statistic) =>
  t.metric(service, 'messaging.queue.depth', what, (point) => point.attributes['messaging.destination.name'] === name)
const pending = (name: string, what: t.Statistic) =>
  t.metric('validation-desk', 'validations.pending', what, (point) => point.attributes['lab.section'] === name)
const since = t.since('onset', 1)
const hits = t.all(m.store, t.named('POST /results'))

export const LABORATORY_NUMBERS_28 = [
  ask('ratio', 'error rate of result-store since {@onset+1}', t.percent(since, t.share(m.store))),
  ask(
    'ratio',
    'what share of results gets parked at the moment',
    t.percent(t.last(5), t.share(m.engine), t.share(hits)),
  ),

  ask(
    'ratio',
    'rejection rate of orders in percent',
    t.percent(
      t.anytime,
      t.share(m.ordering, m.status(422)),
      t.share(m.atGate, m.status(422)),
      t.share(m.intake, m.status(422)),
      t.share(t.all(m.intake, t.named('POST /orders', 'POST /orders/{id}/addons')), m.status(422)),
    ),
  ),

  ask(
    'ratio',
    'share of stat in result-engine',
    t.percent(t.anytime, t.share(m.engine, t.has('sample.priority', 'stat'))),
  ),
  ask(
    'ratio',
    'which service has the highest error rate since {@onset+1}',
    t.words({
      first: { name: 'result-engine', among: ['result-engine', 'result-store', 'validation-desk'] },
    }),
  ),
  ask(
    'group',
    'failure rate per analyser since {@onset+1}',
    t.groups(
      'percent',
      since,
      m.each(m.ANALYSERS, (one) => t.share(t.all(m.engine, m.analyser(one)))),
    ),
  ),

  ask('percentile', 'p95 of practice-gateway', t.millis(t.anytime, t.took(m.gateway, 0.95))),

  ask('percentile', 'p99 result-store before {@onset}', t.millis(t.before('onset'), t.took(m.store, 0.99))),

  ask('percentile', 'p95 for fax reports', t.millis(t.anytime, t.took(t.all(m.sending, m.channel('fax')), 0.95))),
  ask('mean-max', 'how long does a validation take on average?', t.millis(t.anytime, t.took(m.validating, 'mean'))),
  ask('mean-max', 'slowest request of order-intake in the last hour', t.millis(t.last(60), t.took(m.intake, 'max'))),

  ask(
    'mean-max',
    'mean http.server.request.duration of validation-desk',
    t.millis(
      t.anytime,
      t.scaled(m.meanOfHistogram('validation-desk', 'http.server.request.duration'), 1000),
      t.took(m.desk, 'mean'),
    ),
  ),

  ask(
    'group',
    'p50 per report channel',
    t.groups(
      'ms',
      t.anytime,
      m.each(m.CHANNELS, (one) => t.took(t.all(m.sending, m.channel(one)), 0.5)),
    ),
  ),

  ask(
    'rate',
    'orders per minute?',
    t.perS(t.anytime, ...[...m.ACCEPTED, t.requests(m.ordering), t.requests(m.atGate)].map(t.perSecond)),
  ),
  ask('rate', 'rps of result-store last 10 min', t.perS(t.last(10), t.perSecond(t.requests(m.store)))),
  ask(
    'rate',
    'how many errors per minute does result-engine make since {@onset+1}',
    t.perS(since, ...t.errors(m.engine).map(t.perSecond)),
  ),

  ask('sum', 'how many cents did we bill in total?', t.count(t.anytime, m.sumOf(m.billed, 'cents'))),
  ask(
    'sum',
    'total pages of all sent reports',
    t.count(t.anytime, m.sumOf(m.sent, 'pages'), m.sumOf(t.all(m.reports, t.not(m.notReady)), 'pages')),
  ),
  ask(
    'sum',
    'how many tests did HM-1 send altogether?',
    t.count(
      t.anytime,
      t.stated(/^HM-1 L\d+: (\d+) tests received/, 'sum'),
      m.sumOf(t.all(m.stored, m.line('analyser', 'HM-1')), 'tests'),
    ),
  ),
  ask(
    'mean-max',
    'biggest item billed, in cents',
    t.value(t.anytime, m.maxOf(m.billed, 'cents'), m.maxOf(m.billing, 'cents')),
  ),

  ask(
    'metric',
    'how many messages are in analyser.results.parked now?',
    t.within(0.03, t.value(t.anytime, queue('result-engine', 'analyser.results.parked', 'last'))),
  ),

  ask('metric', 'peak memory report-builder', t.within(0.01, t.bytes(t.anytime, memory('report-builder', 'max')))),

  ask(
    'metric',
    'how cold is the reception fridge?',
    t.within(0.01, t.value(t.anytime, t.metric('order-intake', 'fridge.temperature', 'last'))),
  ),

  ask(
    'metric',
    'results.partition.free right now',
    t.value(t.anytime, t.metric('result-store', 'results.partition.free', 'last')),
  ),
  ask(
    'metric',
    'how many chemistry results wait for validation?',
    t.within(0.03, t.value(t.anytime, pending('chemistry', 'last'))),
  ),

  ask(
    'metric',
    'sum of samples.arrived since {@release}',
    t.within(0.025, t.count(t.since('release'), t.metric('order-intake', 'samples.arrived', 'sum'), t.logs(m.arrived))),
  ),

  ask(
    'compare',
    'p50 of refrange-api before vs after 2.4.0',
    t.compared('ms', t.took(m.ranges, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'validation-desk errors: {@onset-10}-{@onset} against {@onset+1}-{@onset+11}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -10], ['onset', 0]), t.errors(m.desk)),
      t.numberOf(asked, 'count', t.during(['onset', 1], ['onset', 11]), t.errors(m.desk)),
    ],
  })),
  ask('compare', 'reslts stored in the last 10 minutes compared with half an hour earlier', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.last(10), m.STORED),
      t.numberOf(asked, 'count', t.earlier(10, 30), m.STORED),
    ],
  })),

  ask('trend', 'is the parked queue still growing', t.verdict('yes', 'up')),

  ask('trend', 'is report-builder leaking memory', t.noTrouble),
  ask(
    'trend',
    'did 2.4.0 make refrange-api slower?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'slower', 'rose', 'risen', '\\bup\\b', 'increas', 'from \\d', 'grew', 'higher']],
      neverFirst: ['^\\W*no\\b', 'not slower', 'no slower', 'unchanged'],
    }),
  ),
  ask('trend', 'do we send fewer reports than before {@onset}?', t.verdict('yes', 'down')),

  ask('several', 'how many orders were accepted and how many rejected in the last 30 min?', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.last(30), m.ACCEPTED), t.numberOf(asked, 'count', t.last(30), m.REJECTED)],
  })),

  ...talk(
    'share',
    ask('follow-up', 'error rate of validation-desk in the last 20 min?', t.percent(t.last(20), t.share(m.desk))),
    ask('follow-up', 'result-engine?', t.percent(t.last(20), t.share(m.engine))),
    ask('follow-up', 'last 5 min only', t.percent(t.last(5), t.share(m.engine))),
  ),
  ...talk(
    'speed',
    ask('follow-up', 'p95 of order-intake pls', t.millis(t.anytime, t.took(m.intake, 0.95))),
    ask('follow-up', 'and the median', t.millis(t.anytime, t.took(m.intake, 0.5))),
    ask('follow-up', 'what about lab-billing', t.millis(t.anytime, t.took(m.billing, 0.5))),
  ),
]
