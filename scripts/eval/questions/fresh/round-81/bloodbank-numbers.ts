/** Questions about other numbers of the blood donation service: shares, groups, ranks, rates, durations, sums. */
import { spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as b from './rows.ts'

const whole = t.anytime
const ORDERED = /accepted: (\d+) units/

const SHARES = [
  ask(
    'ratio',
    'error rate of hospital-orders since {@onset}, in percent',
    t.percent(t.since('onset'), t.share(b.orderDesk)),
  ),
  ask(
    'ratio',
    'how big is the share of the app among slot searches',
    t.percent(whole, t.share(b.slots, b.channel('app')), t.share(b.atGate('/v1/slots'), b.channel('app'))),
  ),
  ask(
    'ratio',
    'what percentage of orders is urgent or emergency',
    t.percent(whole, t.share(b.orders, t.has('order.urgency', 'urgent', 'emergency'))),
  ),
  ask('ratio', 'failure rate POST /v1/labels, last 5 min', t.percent(t.last(5), t.share(b.labels))),
  ask(
    'distinct',
    'how many different donors booked an appointment',
    t.count(whole, t.differentTexts(/ booked for (dn-\d+)/, b.book)),
  ),
  ask('distinct', 'from how many depots did tours start', t.count(whole, t.differentOf(b.couriers, 'depot'))),
]

const GROUPS = [
  ask(
    'group',
    'donations per kind',
    t.groupsBy(whole, t.logsIn(b.where(b.desk, /^donation \S+ registered/)), b.part(/: (\w+), \d+ ml/)),
  ),
  ask('group', 'orders by hospital', t.groupsBy(whole, spansOf(b.orders), b.attr('hospital.id'))),
  ask(
    'group',
    'breakdown of gateway answers by status',
    t.groupsBy(whole, spansOf(b.gate), b.attr('http.response.status_code'), 5),
  ),
  ask(
    'group',
    'why were donors deferred, per reason',
    t.groupsBy(whole, t.logsIn(b.where(b.forms, /^donor deferred/)), b.attr('reason')),
  ),
  ask(
    'group',
    'give me failed label prints for each centre',
    t.groupsBy(
      whole,
      (world, window) => spansOf(t.all(b.labels, t.failed as t.Where))(world, window),
      b.attr('centre.id'),
    ),
  ),
  ask('group', 'samples per analyser', t.groupsBy(whole, spansOf(b.lab), b.attr('analyser'))),
  ask('top', 'which hospital orders the most', t.topOf(spansOf(b.orders), b.attr('hospital.id'))),
  ask(
    'top',
    'service with most error lines?',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask('top', 'what blood group do hospitals ask for most', t.topOf(spansOf(b.orders), b.attr('blood.group'))),
  ask('top', 'donation centre with the fewest donation requests', ({ world }) => {
    const names = ['city-hall', 'harbour', 'campus', 'bus-1', 'bus-2', 'old-mill']
    const many = (name: string) => spansOf(t.all(b.donations, b.centre(name)))(world).length
    return { first: { name: names.toSorted((one, other) => many(one) - many(other))[0] ?? '', among: names } }
  }),
]

const RATES = [
  ask('rate', 'requests per minute at front-gateway?', t.perS(whole, t.perSecond(t.requests(b.gate)))),
  ask(
    'rate',
    'how many code lookups per second does code-registry get',
    t.perS(whole, t.perSecond(t.requests(b.codes))),
  ),
  ask('percentile', 'p95 of POST /v1/orders in hospital-orders', t.millis(whole, t.took(b.orders, 0.95))),
  ask('percentile', 'median duration of lab-results, last half hour', t.millis(t.last(30), t.took(b.lab, 0.5))),
  ask('mean-max', 'average time to plan a tour', t.millis(whole, t.took(b.couriers, 'mean'))),
  ask('mean-max', 'longest tour in km', t.value(whole, t.stated(/(\d+) km by/, 'max'))),
  ask(
    'mean-max',
    'how many ml is a plasma donation on average',
    t.within(0.02, t.value(whole, t.stated(/: plasma, (\d+) ml/, 'mean'))),
  ),
  ask('sum', 'units in all accepted orders, summed up', t.value(whole, t.stated(ORDERED, 'sum'))),
]

const COMPARED = [
  ask('compare', 'is AN-3 slower than the other analysers?', t.verdict('yes', 'fact')),
  ask(
    'compare',
    'failed requests at the gateway: 10 min before {@onset} against the 10 min after',
    t.compared(
      'count',
      t.failures(b.gate),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 0], ['onset', 10]),
    ),
  ),
  ask(
    'compare',
    'accepted orders vs orders on the waiting list',
    t.both(whole, ['count', b.lines(b.orderDesk, / accepted: /)], ['count', b.lines(b.orderDesk, /waiting list/)]),
  ),
  ask('compare', 'do we get more appointments by phone or via website', ({ world }) => {
    const many = (name: string) => spansOf(t.all(b.bookings, b.channel(name)))(world).length
    return { first: { name: many('phone') > many('website') ? 'phone' : 'website', among: ['phone', 'website'] } }
  }),
  ask(
    'several',
    '409 and 422 of POST /v1/appointments at appointment-book, one number each',
    t.both(
      whole,
      ['count', t.requests(t.all(b.bookings, b.code(409)))],
      ['count', t.requests(t.all(b.bookings, b.code(422)))],
    ),
  ),
]

export const BLOODBANK_NUMBERS = [...SHARES, ...GROUPS, ...RATES, ...COMPARED]
