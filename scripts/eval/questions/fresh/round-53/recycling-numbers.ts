/** Shares, durations, sums, metrics and comparisons of the recycling works. Fifty-third round. */
import type { LogRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const KILOGRAMS = /, (\d+) kg$/
const terminals = (depot: string, what: t.Statistic) =>
  m.gauge('scale-gateway', 'scale_terminals_connected', what, 'depot', depot)
const trucks = (depot: string, what: t.Statistic) =>
  m.gauge('route-dispatch', 'depot_trucks_waiting', what, 'depot', depot)
const held = (depot: string, what: t.Statistic) => m.gauge('billing-desk', 'invoices_on_hold', what, 'depot', depot)
const fill = (one: string, what: t.Statistic) => m.gauge('bin-sensors', 'container_fill_percent', what, 'material', one)
const free = (one: string, what: t.Statistic) => m.gauge('pickup-planner', 'pickup_slots_free', what, 'district', one)
const cash = (one: string, what: t.Statistic) =>
  m.gauge('deposit-returns', 'deposit_machine_cash_euros', what, 'machine', one)
const memory = (service: string, what: t.Statistic) => m.gauge(service, 'process_resident_memory_bytes', what)
const bottles = (what: t.Statistic) => t.metric('deposit-returns', 'deposit_bottles_total', what)
const storedAt = (depot: string): t.Where<LogRow> => t.all<LogRow>(m.stored, m.at(depot))
const since = t.since('onset', 2)
/** "At the moment": some last minutes. */
const LATELY: t.When = (asked) => [5, 10, 15].flatMap((minutes) => t.last(minutes)(asked))

export const RECYCLING_NUMBERS_53 = [
  ask('ratio', 'what part of the weighings is lost at the moment, in percent?', t.percent(LATELY, t.share(m.weighing))),
  ask(
    'ratio',
    'how many out of hundred invoices fail (POST /invoices) since {@onset+2}',
    t.percent(since, t.share(m.invoicing)),
  ),
  ask(
    'ratio',
    'what percentage of the refunds are refused because of no deposit mark',
    t.percent(t.anytime, t.share(m.deposit, m.status(422))),
  ),
  ask(
    'ratio',
    'share of bookings that are for furniture',
    t.percent(t.anytime, t.share(m.booking, m.waste('furniture'))),
  ),
  ask(
    'ratio',
    'how much percent of the citizens requests come from android phones?',
    t.percent(t.anytime, t.share(m.citizen, m.app('android'))),
  ),

  ask(
    'percentile',
    'half of the card refunds are faster than what? so the median',
    t.millis(t.anytime, t.took(t.all(m.deposit, m.payout('card')), 0.5)),
  ),
  ask(
    'percentile',
    'in what time are 95 of 100 bookings (POST /pickups in citizen-api) done',
    t.millis(t.anytime, t.took(m.booking, 0.95)),
  ),
  ask('percentile', 'p90 of GET /slots since {@release}', t.millis(t.since('release'), t.took(m.slots, 0.9))),
  ask('percentile', 'p99 billing-desk, past hour', t.within(0.08, t.millis(t.last(60), t.took(m.billing, 0.99)))),
  ask('mean-max', 'how long does a notice take to be sent on average?', t.millis(t.anytime, t.took(m.notices, 'mean'))),
  ask(
    'mean-max',
    'average time of a weighing before {@onset}',
    t.millis(t.before('onset'), t.took(m.weighing, 'mean')),
  ),
  ask(
    'mean-max',
    'what was the longest time that notice-sender needed for one?',
    t.millis(t.anytime, t.took(m.notices, 'max')),
  ),
  ask(
    'slowest',
    'which of the services is the slowest one in your opinion',
    t.words({
      saysFirst: [['notice-sender', 'scale-gateway', 'route-dispatch', 'billing-desk']],
      neverFirst: ['log records'],
    }),
  ),

  ask(
    'rate',
    'bookings per minute over the whole time',
    t.perS(t.anytime, t.perSecond(t.requests(m.booking)), ...m.BOOKED.map(t.perSecond)),
  ),
  ask(
    'rate',
    'how many weighings per hour before {@onset}?',
    t.perS(t.before('onset'), t.perSecond(t.requests(m.weighing)), t.perSecond(t.logs(m.stored))),
  ),

  ask(
    'sum',
    'how much money is in the invoices that were made, i mean all euros added up',
    t.count(t.anytime, m.sumOf(m.made, 'amount_eur')),
  ),
  ask(
    'sum',
    'total amount_eur of nordpark invoices',
    t.count(t.anytime, m.sumOf(t.all<LogRow>(m.made, m.depot('nordpark')), 'amount_eur')),
  ),
  ask(
    'sum',
    'fees of booked pickups since {@release}, sum of fee_eur',
    t.count(t.since('release'), m.sumOf(m.booked, 'fee_eur')),
  ),
  ask(
    'sum',
    'how many euro of deposit did we pay back to the people altogether?',
    t.count(t.anytime, t.stated(/, (\d+\.\d\d) EUR/, 'sum', m.paid)),
  ),
  ask(
    'sum',
    'how many bottles came back in total',
    t.within(0.01, t.count(t.anytime, t.stated(/: (\d+) bottles/, 'sum', m.paid), bottles('rise'), bottles('last'))),
  ),
  ask(
    'mean-value',
    'what is the mean amount of one invoice in euro?',
    t.within(0.02, t.value(t.anytime, m.meanOf(m.made, 'amount_eur'))),
  ),
  ask(
    'mean-value',
    'heaviest load that was weighed today, in kg',
    t.value(t.anytime, t.stated(KILOGRAMS, 'max', m.stored)),
  ),
  ask(
    'mean-value',
    'how heavy is a load at nordpark on average',
    t.within(0.02, t.value(t.anytime, t.stated(KILOGRAMS, 'mean', storedAt('nordpark')))),
  ),

  ask(
    'metric',
    'how many trucks are waiting at hafen at this moment',
    t.within(0.05, t.value(t.anytime, trucks('hafen', 'last'))),
  ),
  ask(
    'metric',
    'how many weighbridge terminals are connected at westtor now?',
    t.value(t.anytime, terminals('westtor', 'last')),
  ),
  ask(
    'metric',
    'scale_terminals_connected of suedring before {@onset}, the highest',
    t.value(t.before('onset'), terminals('suedring', 'max')),
  ),
  ask(
    'metric',
    'how many invoices are on hold for hafen currently',
    t.within(0.03, t.value(t.anytime, held('hafen', 'last'))),
  ),
  ask(
    'metric',
    'how full are the glass containers now in percent',
    t.within(0.01, t.value(t.anytime, fill('glass', 'last'))),
  ),
  ask(
    'metric',
    'free pickup slots in altstadt right now',
    t.within(0.02, t.value(t.anytime, free('altstadt', 'last'))),
  ),
  ask(
    'metric',
    'lowest number of free slots in rosental, last half hour',
    t.value(t.last(30), free('rosental', 'min')),
  ),
  ask(
    'metric',
    'cash left in the machine at bahnhof, in euro',
    t.within(0.01, t.value(t.anytime, cash('bahnhof', 'last'))),
  ),
  ask('metric', 'peak memory of route-dispatch', t.within(0.01, t.bytes(t.anytime, memory('route-dispatch', 'max')))),
  ask('metric-group', 'mean depot_trucks_waiting for each depot', (asked) => ({
    groups: Object.fromEntries(
      m.DEPOTS.map((one) => [one, { ...t.numberOf(asked, 'any', t.anytime, [trucks(one, 'mean')]), tolerance: 0.06 }]),
    ),
  })),
  ask('metric-group', 'current fill level by material', (asked) => ({
    groups: Object.fromEntries(
      ['glass', 'paper', 'plastic', 'textiles'].map((one) => [
        one,
        { ...t.numberOf(asked, 'any', t.anytime, [fill(one, 'last')]), tolerance: 0.015 },
      ]),
    ),
  })),
  ask(
    'metric-group',
    'which containers are the fullest, glass paper plastic or textiles?',
    t.words({ saysFirst: [['paper']], neverFirst: ['^\\W*(?:the )?(?:glass|plastic|textiles)'] }),
  ),

  ask(
    'compare',
    'middle time (p50) of GET /slots before and after the new version of pickup-planner',
    t.compared('ms', t.took(m.slots, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'lost weighings {@onset-15}-{@onset} against {@onset+1}-{@onset+16}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -15], ['onset', 0]), m.LOST),
      t.numberOf(asked, 'count', t.during(['onset', 1], ['onset', 16]), m.LOST),
    ],
  })),
  ask(
    'compare',
    'requests of deposit-returns in the last 15 min compared with the 15 min half an hour before that',
    t.compared('count', t.requests(m.deposit), t.last(15), t.earlier(15, 30)),
  ),
  ask(
    'compare',
    'how many weighings at nordpark vs westtor today',
    t.groups(
      'count',
      t.anytime,
      m.each(['nordpark', 'westtor'], (one) => t.requests(t.all(m.weighing, m.depot(one)))),
    ),
  ),
  ask(
    'compare',
    'share of failed tips ({tipRoute}) hafen vs nordpark since {@onset+2}',
    t.groups(
      'percent',
      since,
      m.each(['hafen', 'nordpark'], (one) => t.share(t.all(m.tips, m.depot(one)))),
    ),
  ),
  ask(
    'compare',
    'text messages versus mails sent, how many each',
    t.both(t.anytime, ['count', t.logs(m.sms)], ['count', t.logs(m.mails)]),
  ),

  ask('trend', 'is the line of waiting trucks at hafen getting longer?', t.verdict('yes', 'up')),
  ask('trend', 'are the free slots in altstadt going down', t.verdict('yes', 'down')),
  ask('trend', 'do the glass containers fill up over the time?', t.verdict('yes', 'up')),
  ask('trend', 'has GET /slots become slower since 4.3.0', t.verdict('yes', 'bad')),
  ask(
    'anomaly',
    'is there something strange with scale_terminals_connected?',
    t.words({
      says: [['drop|fell|fall|\\bdown\\b|lower|decreas|\\b0\\b|below|disconnect|unusual|from \\d']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'anomaly',
    'invoices_on_hold looks odd or normal?',
    t.words({
      says: [['rise|rose|rising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|from \\d']],
      neverFirst: ['^\\W*(?:no|it looks normal|normal)\\b'],
    }),
  ),
  ask(
    'several',
    'for billing-desk the median, the p95 and the longest, all three',
    t.both(
      t.anytime,
      ['ms', t.took(m.billing, 0.5)],
      ['ms', t.took(m.billing, 0.95)],
      ['ms', t.took(m.billing, 'max')],
    ),
  ),
  ask(
    'several',
    'how many pickups were booked and how many were refused because the slot is gone',
    t.both(t.anytime, ['count', t.logs(m.booked)], ['count', t.logs(m.gone)]),
  ),

  ...talk(
    'speed',
    ask('follow-up', 'p95 of deposit-returns?', t.millis(t.anytime, t.took(m.deposit, 0.95))),
    ask('follow-up', 'only cash', t.millis(t.anytime, t.took(t.all(m.deposit, m.payout('cash')), 0.95))),
    ask('follow-up', 'and the average of it', t.millis(t.anytime, t.took(t.all(m.deposit, m.payout('cash')), 'mean'))),
  ),
  ...talk(
    'rates',
    ask('follow-up', 'how many percent fail at billing-desk, last 15 min', t.percent(t.last(15), t.share(m.billing))),
    ask('follow-up', 'and route-dispatch', t.percent(t.last(15), t.share(m.dispatch))),
    ask('follow-up', 'only its {tipRoute}', t.percent(t.last(15), t.share(m.tips))),
  ),
  ...talk(
    'yards',
    ask('follow-up', 'trucks waiting at suedring now', t.within(0.06, t.value(t.anytime, trucks('suedring', 'last')))),
    ask('follow-up', 'what was the most?', t.within(0.03, t.value(t.anytime, trucks('suedring', 'max')))),
    ask('follow-up', 'and before {@onset}?', t.value(t.before('onset'), trucks('suedring', 'max'))),
  ),
]
