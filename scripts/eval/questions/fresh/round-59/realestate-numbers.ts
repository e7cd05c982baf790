/** Shares, durations, rates, money, metrics and comparisons of the property portal. Fifty-ninth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const waiting = (what: t.Statistic) => m.gauge('tenant-apply', 'applications_waiting', what)
const onHold = (what: t.Statistic) => m.gauge('contract-desk', 'contracts_on_hold', what)
const online = (city: string, what: t.Statistic) => m.gauge('listing-portal', 'listings_online', what, 'city', city)
const free = (city: string, what: t.Statistic) => m.gauge('viewing-planner', 'viewing_slots_free', what, 'city', city)
const open = (trade: string, what: t.Statistic) => m.gauge('repair-desk', 'tickets_open', what, 'trade', trade)
const queue = (pool: string, what: t.Statistic) => m.gauge('photo-worker', 'photo_queue_length', what, 'pool', pool)
const memory = (service: string, what: t.Statistic) => m.gauge(service, 'process_resident_memory_bytes', what)
const perName = (names: readonly string[], measure: (name: string) => t.Measure, tolerance: number): t.Expect => {
  const base = t.groups('any', t.anytime, m.each(names, measure))
  return (asked) => ({
    groups: Object.fromEntries(
      Object.entries(base(asked).groups ?? {}).map(([name, number]) => [name, { ...number, tolerance }]),
    ),
  })
}
const meantime = t.during(['onset', 1], ['recovery', 0])
const foreign = t.all(m.checking, m.scope('foreign'))
const HIGHER =
  '\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|spike|peak|from \\d'

export const REALESTATE_NUMBERS_59 = [
  ask(
    'ratio',
    'The board wants to hear which percentage of applications failed (503) between {@onset+1} and {@recovery}.',
    t.percent(meantime, t.share(m.applying), t.share(m.front)),
  ),
  ask('ratio', 'error rate credit-gate {@onset+1}-{@recovery}', t.percent(meantime, t.share(m.credit))),
  ask(
    'ratio',
    'What proportion of all applications comes to us through agents?',
    t.percent(t.anytime, t.share(m.front, m.channel('agent'))),
  ),
  ask(
    'ratio',
    'Could you please tell me which percentage of rent payments is returned by the banks?',
    t.percent(
      t.anytime,
      t.logShare(t.says(/^debit RD-/), m.returned),
      (world, window) => (100 * t.logs(m.returned)(world, window)) / Math.max(1, t.requests(m.debiting)(world, window)),
    ),
  ),
  ask(
    'ratio',
    'Do we know what share of the credit checks concerns a foreign address?',
    t.percent(t.anytime, t.share(m.checking, m.scope('foreign'))),
  ),
  ask(
    'ratio',
    'Roughly what percentage of signatures fails because the code has run out (410)?',
    t.percent(t.anytime, t.share(m.signing, m.status(410))),
  ),

  ask('percentile', 'p95 listing-portal last 30m', t.millis(t.last(30), t.took(m.portal, 0.95))),
  ask('percentile', 'What is the median time a photo needs, please?', t.millis(t.anytime, t.took(m.photos, 0.5))),
  ask('percentile', 'p50 GET /suggest since {@release}', t.millis(t.sinceMark('release'), t.took(m.suggesting, 0.5))),
  ask(
    'mean-max',
    'How long does the handling of a direct debit take on average?',
    t.millis(t.anytime, t.took(m.debiting, 'mean')),
  ),
  ask('mean-max', 'slowest POST /apply', t.millis(t.anytime, t.took(m.front, 'max'))),
  ask(
    'mean-max',
    'I would be interested in the average monthly rent of the contracts that were drawn up.',
    t.within(0.01, t.value(t.anytime, t.stated(m.RENT, 'mean'))),
  ),
  ask(
    'mean-max',
    'What was the largest single rent payment that we collected?',
    t.value(t.anytime, t.stated(m.PAID, 'max')),
  ),
  ask(
    'mean-max',
    'Could you tell me the average score in the credit reports we received?',
    t.within(0.01, t.value(t.anytime, m.field(m.received, 'score', 'mean'))),
  ),
  ask(
    'slowest',
    'Which of our systems keeps people waiting the longest, on the whole?',
    t.words({ saysFirst: [['photo-worker', 'photos\\.uploaded']], neverFirst: ['log records'] }),
  ),
  ask(
    'rate',
    'viewing bookings per minute last 30 min',
    t.perS(t.last(30), t.perSecond(t.requests(m.booking)), ...m.BOOKED.map(t.perSecond)),
  ),
  ask('rate', 'How many applications per hour do we take in?', t.perS(t.anytime, ...m.APPLIED.map(t.perSecond))),
  ask('rate', 'refused checks/min {@onset+1} to {@recovery}', t.perS(meantime, ...m.REFUSED.map(t.perSecond))),
  ask(
    'sum',
    'How much rent have we collected altogether, in euros?',
    t.within(
      0.01,
      t.value(
        t.anytime,
        t.stated(m.PAID, 'sum'),
        m.gauge('rent-collect', 'rent_collected_euros_total', 'last'),
        m.gauge('rent-collect', 'rent_collected_euros_total', 'rise'),
      ),
    ),
  ),
  ask(
    'sum',
    'total monthly rent of contracts drawn up since {@onset}',
    t.value(t.since('onset'), t.stated(m.RENT, 'sum')),
  ),
  ask(
    'sum',
    'Could you add up the listings that the index job has changed, please?',
    t.value(t.anytime, t.stated(m.CHANGED, 'sum')),
  ),

  ask('metric', 'applications_waiting max', t.within(0.005, t.value(t.anytime, waiting('max')))),
  ask('metric', 'How many applications are waiting at present?', t.within(0.02, t.value(t.anytime, waiting('last')))),
  ask(
    'metric',
    'What was the greatest number of contracts that were on hold at the same time?',
    t.within(0.005, t.value(t.anytime, onHold('max'))),
  ),
  ask(
    'metric',
    'Could you please tell me how many flats we have online in Hamburg right now?',
    t.within(0.005, t.value(t.anytime, online('hamburg', 'last'))),
  ),
  ask('metric', 'free viewing slots munich now', t.within(0.01, t.value(t.anytime, free('munich', 'last')))),
  ask(
    'metric',
    'How many repair tickets for the heating are open at this moment?',
    t.within(0.005, t.value(t.anytime, open('heating', 'last'))),
  ),
  ask('metric', 'photo_queue_length large avg', t.within(0.02, t.value(t.anytime, queue('large', 'mean')))),
  ask('metric', 'rss credit-gate max', t.within(0.01, t.bytes(t.anytime, memory('credit-gate', 'max')))),
  ask(
    'metric-group',
    'It would be kind to show me the listings currently online per city.',
    perName(m.CITIES, (one) => online(one, 'last'), 0.005),
  ),
  ask(
    'metric-group',
    'max tickets_open by trade',
    perName(m.TRADES, (one) => open(one, 'max'), 0.005),
  ),
  ask(
    'top',
    'In which city do we have the fewest free viewing slots?',
    t.words({ saysFirst: [['munich']], neverFirst: ['\\b(?:cologne|hamburg|leipzig)\\b.*munich'] }),
  ),

  ask(
    'compare',
    'p50 GET /suggest before vs after 8.4.0',
    t.compared('ms', t.took(m.suggesting, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'How many contracts were drawn up in the last 15 minutes, compared with the 15 minutes from {@onset+5}?',
    t.compared('count', t.logs(m.drawn), t.last(15), t.during(['onset', 5], ['onset', 20])),
  ),
  ask(
    'compare',
    'parked applications {@onset+1}-{@onset+9} vs {@onset+20}-{@onset+28}',
    t.compared(
      'count',
      t.failures(m.applying),
      t.during(['onset', 1], ['onset', 9]),
      t.during(['onset', 20], ['onset', 28]),
    ),
  ),
  ask(
    'compare',
    'What is the average waiting time of a foreign credit check as opposed to a domestic one, before {@onset}?',
    t.groups('ms', t.before('onset'), {
      foreign: t.took(foreign, 'mean'),
      domestic: t.took(t.all(m.checking, m.scope('domestic')), 'mean'),
    }),
  ),
  ask('trend', 'Are the free viewing slots in Munich declining?', t.verdict('yes', 'down')),
  ask('trend', 'viewing-planner memory creeping up?', t.verdict('yes', 'up')),
  ask('trend', 'Would you say that the pile of waiting applications is still growing?', t.verdict('no', 'up')),
  ask('trend', 'Have the search suggestions become slower since the release of {@release}?', t.verdict('yes', 'bad')),
  ask(
    'anomaly',
    'Is there anything unusual in the number of contracts on hold?',
    t.words({ says: [[HIGHER]], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask(
    'group',
    'median by route on viewing-planner',
    t.groups('ms', t.anytime, {
      '/slots/book': t.took(m.booking, 0.5),
      '/slots/{id}': t.took(m.cancelling, 0.5),
    }),
  ),
  ask(
    'several',
    'rent-collect p50 and p95',
    t.both(t.anytime, ['ms', t.took(m.rents, 0.5)], ['ms', t.took(m.rents, 0.95)]),
  ),
  ask(
    'several',
    'How many applications were passed on to landlords between {@onset} and {@recovery}, and how many had to be parked in the same period?',
    t.both(t.during(['onset', 0], ['recovery', 0]), ['count', t.logs(m.passed)], ['count', t.logs(m.parked)]),
  ),
  ask(
    'several',
    'For my report I need two figures, please: the number of viewings called off and the number of slots that were taken already.',
    t.both(t.anytime, ['count', t.logs(m.cancelled)], ['count', t.logs(m.taken)]),
  ),

  ...talk(
    'shares',
    ask(
      'follow-up',
      'What percentage of credit checks failed from {@onset+1} to {@recovery}?',
      t.percent(meantime, t.share(m.checking)),
    ),
    ask('follow-up', 'only applications', t.percent(meantime, t.share(t.all(m.checking, m.purpose('application'))))),
    ask('follow-up', 'and contracts?', t.percent(meantime, t.share(t.all(m.checking, m.purpose('contract'))))),
  ),
  ...talk(
    'slots',
    ask(
      'follow-up',
      'How many free viewing slots remain in Cologne, please?',
      t.within(0.005, t.value(t.anytime, free('cologne', 'last'))),
    ),
    ask('follow-up', 'hamburg?', t.within(0.005, t.value(t.anytime, free('hamburg', 'last')))),
    ask('follow-up', 'highest there', t.within(0.005, t.value(t.anytime, free('hamburg', 'max')))),
  ),
  ...talk(
    'speed',
    ask('follow-up', 'p95 tenant-apply', t.millis(t.anytime, t.took(m.applications, 0.95))),
    ask('follow-up', 'last 15 min', t.millis(t.last(15), t.took(m.applications, 0.95))),
    ask('follow-up', 'p90 instead', t.millis(t.last(15), t.took(m.applications, 0.9))),
  ),
]
