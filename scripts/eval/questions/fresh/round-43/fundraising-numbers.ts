/** Shares, durations, rates, sums, metrics and comparisons of the fundraising platform. Round 43. */
import type { LogRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const memory = (service: string, what: t.Statistic) => t.metric(service, 'process.memory.usage', what)
const pool = (name: string, what: t.Statistic) =>
  t.metric('match-funds', 'matching.pool.remaining', what, (point) => point.attributes['employer'] === name)
const cpu = (service: string, what: t.Statistic) => t.metric(service, 'process.cpu.utilization', what)
const given = (method?: string) =>
  t.metric(
    'donation-service',
    'donations.amount',
    'sum',
    (point) => method === undefined || point.attributes['payment.method'] === method,
  )
const since = t.since('onset', 1)
const paid = /^payout to \S+ ordered: (\d+) EUR/

export const FUNDRAISING_NUMBERS_43 = [
  ask('ratio', 'fraud-screen error rate since {@onset+1}', t.percent(since, t.share(m.fraud))),
  ask(
    'ratio',
    'what share of card donations fails at the moment?',
    t.percent(
      t.last(5),
      t.share(t.all(m.donation, m.method('card'))),
      t.share(m.fraud),
      t.share(t.all(m.oneTime, m.method('card'))),
    ),
  ),
  ask(
    'ratio',
    'decline rate of cards in pay-connector',
    t.percent(t.anytime, t.share(t.all(m.pay, m.method('card')), m.status(402))),
  ),
  ask(
    'ratio',
    'how many percent of requests on the gateway come from the app',
    t.percent(t.anytime, t.share(m.gateway, m.channel('app'))),
  ),
  ask(
    'ratio',
    'percentage of monthly gifts that failed since {@onset+1}',
    t.percent(since, t.share(m.recurring), t.share(m.monthly), t.logShare(t.all<LogRow>(m.recurring), m.notCharged)),
  ),
  ask(
    'ratio',
    'which service has the worst failure rate right now',
    t.words({ saysFirst: [['fraud-screen']], neverFirst: ['log records'] }),
  ),
  ask(
    'group',
    'error rate on donation-service per payment method since {@onset+1}',
    t.groups('percent', since, { card: t.share(t.all(m.donation, m.method('card'))) }),
  ),

  ask('percentile', 'p95 donation-service', t.millis(t.anytime, t.took(m.donation, 0.95))),
  ask('percentile', 'p99 latency of pay-connector in the last 30 minutes?', t.millis(t.last(30), t.took(m.pay, 0.99))),
  ask(
    'percentile',
    'p90 of the supporters route on campaign-api',
    t.millis(
      t.anytime,
      t.took(m.on(m.campaigns, '/campaigns/{slug}/supporters'), 0.9),
      t.took(m.on(m.gateway, '/campaigns/{slug}/supporters'), 0.9),
    ),
  ),
  ask(
    'percentile',
    'p50 and p99 of fraud-screen before {@onset}',
    t.both(t.before('onset'), ['ms', t.took(m.fraud, 0.5)], ['ms', t.took(m.fraud, 0.99)]),
  ),
  ask('mean-max', 'how long does a payment take on average?', t.millis(t.anytime, t.took(m.pay, 'mean'))),
  ask(
    'mean-max',
    'slowest request of campaign-api since the release ({@release})',
    t.millis(t.since('release'), t.took(m.campaigns, 'max')),
  ),
  ask(
    'slowest',
    'show me the traces that took longest',
    t.words({ says: [['/donations', 'gifts\\.due', 'donation']], neverFirst: ['log records'] }),
  ),
  ask(
    'slowest',
    'slowest payment method, which one is it',
    t.words({ saysFirst: [['paypal']], neverFirst: ['log records'] }),
  ),
  ask(
    'group',
    'median payment time by method',
    t.groups(
      'ms',
      t.anytime,
      m.each(m.METHODS, (one) => t.took(t.all(m.pay, m.method(one)), 0.5)),
    ),
  ),

  ask(
    'rate',
    'donations per minute?',
    t.perS(
      t.anytime,
      ...m.RECEIVED.map(t.perSecond),
      t.perSecond(t.requests(m.donation)),
      t.perSecond(t.requests(m.oneTime)),
    ),
  ),
  ask('rate', 'gateway requests per second, last 15 min', t.perS(t.last(15), t.perSecond(t.requests(m.gateway)))),
  ask(
    'rate',
    'errors per minute of fraud-screen since {@onset+1}',
    t.perS(since, ...t.errors(m.fraud).map(t.perSecond)),
  ),

  ask('sum', 'how much money was donated today in total', t.within(0.01, t.value(t.anytime, m.euros(), given()))),
  ask(
    'sum',
    'sum of donations.amount for paypal',
    t.within(0.01, t.value(t.anytime, given('paypal'), m.euros('paypal'))),
  ),
  ask('sum', 'euros ordered for payout', t.within(0.01, t.value(t.anytime, t.stated(paid, 'sum')))),
  ask('mean-max', 'biggest payout so far?', t.value(t.anytime, t.stated(paid, 'max'))),

  ask(
    'metric',
    'how many donors are online right now',
    t.within(0.02, t.value(t.anytime, t.metric('giving-gateway', 'donors.online', 'last'))),
  ),
  ask(
    'metric',
    'whats left in the nordbank matching pool',
    t.within(0.01, t.value(t.anytime, pool('nordbank', 'last'))),
  ),
  ask(
    'metric',
    'denylist.entries current value',
    t.value(t.anytime, t.metric('fraud-screen', 'denylist.entries', 'last')),
  ),
  ask('metric', 'max memory receipt-maker', t.within(0.01, t.bytes(t.anytime, memory('receipt-maker', 'max')))),
  ask(
    'metric',
    'average cpu of receipt-maker in the last hour',
    t.within(0.03, t.value(t.last(60), cpu('receipt-maker', 'mean'), t.scaled(cpu('receipt-maker', 'mean'), 100))),
  ),
  ask(
    'metric',
    'highest kafka lag of thankyou-mailer',
    t.value(t.anytime, t.metric('thankyou-mailer', 'kafka.consumer.lag', 'max')),
  ),

  ask(
    'compare',
    'p95 of campaign-api before and after {@release}',
    t.compared('ms', t.took(m.campaigns, 0.95), t.before('release'), t.since('release')),
  ),
  ask(
    'compare',
    'failed requests on giving-gateway in the last 10 min vs an hour ago',
    t.compared('count', t.failures(m.gateway), t.last(10), t.earlier(10, 60)),
  ),
  ask('compare', 'donations received {@onset-15}-{@onset} against {@onset+1}-{@onset+16}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -15], ['onset', 0]), m.RECEIVED),
      t.numberOf(asked, 'count', t.during(['onset', 1], ['onset', 16]), m.RECEIVED),
    ],
  })),
  ask(
    'compare',
    'is campaign-api faster with 8.4.0?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'faster', 'fell', 'drop', 'decreas', 'lower', 'improv', '\\bdown\\b']],
      neverFirst: ['^\\W*no\\b', '(?<!not )(?:slower|rose)\\b'],
    }),
  ),
  ask('trend', 'is donors.online going up', t.verdict('yes', 'up')),
  ask('trend', 'is the lumen pool shrinking?', t.verdict('yes', 'down')),
  ask('trend', 'did failed donations increase after {@onset}', t.verdict('yes', 'up')),
  ask(
    'anomaly',
    'anything strange in denylist.entries?',
    t.words({
      says: [['drop', 'fell', 'fall', 'declin', 'decreas', 'unusual', '\\bdown\\b', 'to \\**0\\b', 'from \\**\\d']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask('anomaly', 'was there a peak in the lag of thankyou-mailer around {@restart}?', t.verdict('yes', 'up')),

  ...talk(
    'how-slow',
    ask('follow-up', 'p95 latency of match-funds', t.millis(t.anytime, t.took(m.matching, 0.95))),
    ask('follow-up', 'same for campaign-api', t.millis(t.anytime, t.took(m.campaigns, 0.95))),
    ask('follow-up', 'in the last 20 minutes', t.millis(t.last(20), t.took(m.campaigns, 0.95))),
    ask('follow-up', 'and the max?', t.millis(t.last(20), t.took(m.campaigns, 'max'))),
  ),
  ...talk(
    'rates',
    ask('follow-up', 'error rate donation-service last 15 min', t.percent(t.last(15), t.share(m.donation))),
    ask('follow-up', 'only card', t.percent(t.last(15), t.share(t.all(m.donation, m.method('card'))))),
    ask(
      'follow-up',
      'and what was it before {@onset}?',
      t.within(0.03, t.percent(t.before('onset'), t.share(t.all(m.donation, m.method('card'))))),
    ),
  ),
]
