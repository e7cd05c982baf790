/** What support, sales, finance and product of the studios' software ask. Thirty-third round. */
import { FITNESS_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = t.metric
const inside = (studio: string, what: t.Statistic) =>
  gauge('checkin-api', 'members_in_studio', what, (point) => point.attributes['tenant'] === studio)

/** Answers members. */
const SUPPORT = [
  ask(
    'cause',
    "members write that they couldn't book a class, what was wrong?",
    t.because(FITNESS_INCIDENT, 'mechanism'),
  ),
  ask('state', 'can they book again', t.verdict('yes', 'good')),
  ask('impact', 'how many members were affected?', t.count(t.anytime, ...m.MEMBERS_HIT)),
  ask('impact', 'Were payments affected as well?', t.verdict('no', 'bad')),
  ask(
    'lookup',
    'what went wrong for member {failedMember}',
    t.words({ says: [['fail', '50[02]', 'duplicate', 'could not']] }),
  ),
  ask('talk', 'perfect thank you so much', t.declined('small_talk')),
]

/** Looks single things up. */
const SECOND_LEVEL = [
  ask('lookup', 'why was {declinedOrder} not paid', t.words({ says: [['declined']] })),
  ask('lookup', '{paidOrder}', t.words({ says: [['captured', 'activated']] })),
  ask(
    'lookup',
    'booking {goodBooking} did it go through?',
    t.words({ says: [['booking created', 'created', 'went through', '^\\W*yes']] }),
  ),
  ask('lookup', 'card {unknownCard} does not open the door', t.words({ says: [['unknown', '404']] })),
  ask('lookup', 'trace {failedTrace} which service failed first', t.words({ says: [['class-booking']] })),
  ask('unknown', 'find order ORD-99999', t.declined('no_data')),
  ask('order', 'please refund {paidOrder}', t.declined('read_only')),
]

/** Mounts the doors. */
const DOORS = [
  ask('count', 'access denied count', t.count(t.anytime, t.logs(m.denied))),
  ask(
    'conditions',
    'access denied code=404, how many',
    t.count(t.anytime, t.logs(t.all(m.denied, t.says(/code=404/))), t.requests(t.all(m.checkin, m.status(404)))),
  ),
  ask('text', 'how often was a door held open?', t.count(t.anytime, t.logs(m.heldOpen))),
  ask(
    'mean-max',
    'whats the longest a door was held open',
    t.value(
      t.anytime,
      t.stated(/^door held open for (\d+) s/, 'max'),
      t.scaled(t.stated(/^door held open for (\d+) s/, 'max'), 1000),
    ),
  ),
  ask('cause', 'anything wrong at boxclub-nord-d1 today?', t.words({ says: [['reader 2']] })),
  ask(
    'health',
    'why are the doors offline',
    t.words({
      saysFirst: [['door'], ['not\\b', '\\bno\\b', 'n.t\\b', 'normal', 'healthy', 'online', 'is up']],
      neverFirst: ['root cause: .?door'],
    }),
  ),
  ask(
    'paste',
    '{heldLine}\nis this something to do with the outage?',
    t.words({
      saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('order', 'open the door flow-d1 for 10 seconds', t.declined('read_only')),
]

/** Looks after a chain with several studios. */
const ACCOUNT = [
  ask('impact', 'was fitbase24 affected by the booking problem?', t.verdict('yes', 'bad')),
  ask(
    'count',
    'how many bookings of fitbase24 failed',
    t.count(
      t.anytime,
      t.logs(t.all(m.classes, m.twice, m.tenant('fitbase24'))),
      t.failures(t.all(m.booking, m.tenant('fitbase24'))),
      t.failures(t.all(m.appBooking, m.tenant('fitbase24'))),
    ),
  ),
  ask(
    'count',
    'check-ins at fitbase24 in the last hour?',
    t.count(
      t.last(60),
      t.logs(t.all(m.accepted, m.tenant('fitbase24'))),
      t.requests(t.all(m.checkin, m.tenant('fitbase24'))),
      t.requests(t.all(m.checkin, m.status(200), m.tenant('fitbase24'))),
    ),
  ),
  ask(
    'metric',
    'members currently in the studio fitbase24',
    t.within(0.02, t.value(t.anytime, inside('fitbase24', 'last'))),
  ),
  ask('trend', 'Is it getting busier at ironhaus? members_in_studio going up?', t.verdict('yes', 'up')),
  ask('impact', 'list the studios that had failed bookings', t.words({ names: m.STUDIOS })),
  ask('unknown', 'failed bookings at studio zumba-palace', t.declined('unknown', 'zumba')),
]

/** Counts the money. */
const FINANCE = [
  ...talk(
    'takings',
    ask(
      'sum',
      'total EUR captured today',
      t.within(0.001, t.value(t.anytime, t.stated(/^captured ([\d.]+) EUR/, 'sum'))),
    ),
    ask(
      'follow-up',
      'and only by sepa?',
      t.within(0.001, t.value(t.anytime, t.stated(/^captured ([\d.]+) EUR by sepa/, 'sum'))),
    ),
  ),
  ask('outcome', 'card declined - how many', t.count(t.anytime, ...m.DECLINED)),
  ask(
    'ratio',
    'What share of charges gets declined?',
    t.percent(t.anytime, t.share(m.charge, m.status(402)), m.lineShare(m.declined, m.captured)),
  ),
  ask(
    'group',
    'charges by pay.method',
    t.groups(
      'count',
      t.anytime,
      m.each(['card', 'sepa', 'paypal'], (one) => t.requests(t.all(m.pay, m.method(one)))),
    ),
  ),
  ask('mean-max', 'highest amount captured', t.value(t.anytime, t.stated(/^captured ([\d.]+) EUR/, 'max'))),
  ask('unknown', 'vat per country', t.declined('no_data')),
]

/** Owns bookings as a product. */
const PRODUCT = [
  ask('outcome', 'bookings created in the last 60 minutes', t.count(t.last(60), ...m.BOOKED)),
  ask(
    'outcome',
    'How often was a class full?',
    t.count(
      t.anytime,
      t.logs(m.full),
      t.logs(t.all(m.full, t.not(m.waiting))),
      t.requests(t.all(m.booking, m.status(409))),
    ),
  ),
  ask('outcome', 'how many bookings failed in total?', t.count(t.anytime, ...m.FAILED_BOOKINGS)),
  ask(
    'group',
    'failed bookings by class type',
    t.groups(
      'count',
      t.anytime,
      m.each(m.KINDS, (one) => t.failures(t.all(m.booking, m.kind(one)))),
    ),
  ),
  ask(
    'group',
    '"class is not covered by membership" per plan',
    t.groups(
      'count',
      t.anytime,
      m.each(['basic', 'plus', 'black'], (one) => t.logs(t.all(m.notCovered, m.line('plan', one)))),
    ),
  ),
  ask('outcome', 'late cancellations?', t.count(t.anytime, t.logs(m.late))),
  ask('top', 'most popular class type by bookings', t.topOf(m.spansOf(m.booking), t.attribute('class.kind'))),
  ask(
    'group',
    'POST /bookings per channel',
    t.groups(
      'count',
      t.anytime,
      m.each(['app', 'desk', 'waitlist'], (one) => t.requests(t.all(m.booking, m.channel(one)))),
    ),
  ),
  ask(
    'exclusion',
    'bookings requests in class-booking not coming from the app',
    t.count(t.anytime, t.requests(t.all(m.booking, t.not(m.channel('app'))))),
  ),
  ask(
    'metric',
    'longest waitlist today (waitlist_length)',
    t.value(t.anytime, gauge('class-booking', 'waitlist_length', 'max')),
  ),
]

/** Draws charts. */
const ANALYST = [
  ask(
    'distinct',
    'distinct members using the app in the last 20 min',
    t.count(t.last(20), t.differentOf(m.app, 'member.id')),
  ),
  ask('distinct', 'number of tenants', t.count(t.anytime, t.differentOf(m.app, 'tenant'))),
  ask(
    'group',
    'member-app-api requests by tenant',
    t.groups(
      'count',
      t.anytime,
      m.each(m.STUDIOS, (one) => t.requests(t.all(m.app, m.tenant(one)))),
    ),
  ),
  ask(
    'rate',
    'checkins per minute',
    t.perS(t.anytime, t.perSecond(t.requests(m.checkin)), t.perSecond(t.logs(m.accepted))),
  ),
  ask('ratio', 'share of ios among member-app-api requests', t.percent(t.anytime, t.share(m.app, m.client('ios')))),
  ask(
    'compare',
    'more check-ins at flow or at kraftraum?',
    t.topOf((world) => m.spansOf(t.all(m.checkin, m.tenant('flow', 'kraftraum')))(world), t.attribute('tenant')),
  ),
  ask('unknown-attribute', 'check-ins by age group', t.declined('no_data')),
  ask('distinct', 'which values does client have', t.words({ names: m.CLIENTS })),
]

export const FITNESS_OFFICE = [...SUPPORT, ...SECOND_LEVEL, ...DOORS, ...ACCOUNT, ...FINANCE, ...PRODUCT, ...ANALYST]
