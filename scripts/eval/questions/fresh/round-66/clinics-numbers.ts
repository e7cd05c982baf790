/** Shares, durations, rates, money, metrics and comparisons of the clinics' platform. Sixty-sixth round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const bookings = (what: t.Statistic) => [t.took(m.booking, what), t.took(m.portalBooking, what)]
const slower = t.words({
  says: [['\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|spike|peak|from \\d']],
  neverFirst: ['^\\W*no\\b'],
})

export const CLINICS_NUMBERS_66 = [
  ask('ratio', 'failure rate of eligibility-api, last 20 minutes', t.percent(t.last(20), t.share(m.eligibility))),
  ask('ratio', 'portal-api error rate since {@onset}?', t.percent(t.since('onset'), t.share(m.portal))),
  ask(
    'ratio',
    'what fraction of booking attempts ends in a 503 since {@onset}',
    t.percent(t.since('onset'), t.share(m.booking, m.status(503)), t.share(m.portalBooking, m.status(503))),
  ),
  ask('ratio', 'percentage of payments declined?', t.percent(t.anytime, t.share(m.paying, m.status(402)))),
  ask(
    'ratio',
    'share of refill requests ending up on hold since {@onset}',
    t.percent(t.since('onset'), t.share(m.refilling, m.status(202)), t.share(m.portalRefilling, m.status(202))),
  ),
  ask(
    'ratio',
    'how much of the failed checks is northcare, in percent',
    t.percent(t.anytime, t.share(t.all(m.checking, t.failed), m.payer('northcare'))),
  ),
  ask(
    'percentile',
    'p95 for POST /v1/appointments since {@onset}',
    t.millis(t.since('onset'), t.took(m.booking, 0.95)),
  ),
  ask(
    'percentile',
    'median time of an eligibility check before {@onset}',
    t.millis(t.before('onset'), t.took(m.checking, 0.5)),
  ),
  ask(
    'percentile',
    '99th percentile GET /v1/slots in the last hour?',
    t.within(0.12, t.millis(t.last(60), t.took(m.slots, 0.99))),
  ),
  ask('mean-max', 'avg time to book an appointment since {@onset}', t.millis(t.since('onset'), ...bookings('mean'))),
  ask('mean-max', 'how long do card payments take on average?', t.millis(t.anytime, t.took(m.paying, 'mean'))),
  ask('mean-max', 'longest request on refill-api today', t.millis(t.anytime, t.took(m.refillApi, 'max'))),
  ask(
    'mean-max',
    'biggest number of results in one lab file?',
    t.value(t.anytime, m.overOf(m.imported, 'results', 'max')),
  ),
  ask('slowest', 'slowest route in scheduling-api?', t.words({ saysFirst: [['/v1/appointments\\b(?!/)']] })),
  ask(
    'rate',
    'requests per second on portal-api in the last half hour?',
    t.perS(t.last(30), t.perSecond(t.requests(m.portal))),
  ),
  ask(
    'rate',
    'bookings per minute before {@onset}',
    t.perS(
      t.before('onset'),
      t.perSecond(t.logs(m.booked)),
      t.perSecond(t.requests(m.booking)),
      t.perSecond(t.requests(m.portalBooking)),
    ),
  ),
  ask('rate', 'failed checks a minute since {@onset}', t.perS(t.since('onset'), t.perSecond(t.failures(m.checking)))),
  ask('sum', 'money received from patients in the last hour, in dollars', t.value(t.last(60), t.stated(m.PAID, 'sum'))),
  ask(
    'sum',
    'add up the declined payments',
    t.value(t.anytime, t.stated(/^Payment \S+ of ([\d.]+) USD .* refused/, 'sum')),
  ),
  ask(
    'sum',
    'total copay of the refills we sent today?',
    t.value(t.anytime, m.overOf(m.sentRefill, 'copay_usd', 'sum')),
  ),
  ask(
    'sum',
    'how many lab results were imported altogether (results, not files)',
    t.value(t.anytime, m.overOf(m.imported, 'results', 'sum')),
  ),

  ask('metric', 'refills on hold right now?', t.value(t.anytime, m.onHold('last'))),
  ask('metric', 'open slots left at riverside', t.value(t.anytime, m.openSlots('riverside', 'last'))),
  ask('metric', 'people in the waiting room, maximum of the last 30 minutes', t.value(t.last(30), m.waiting('max'))),
  ask('metric', 'sms credits we have left?', t.value(t.anytime, m.credits('last'))),
  ask('metric', 'deepest the reminders queue has been today', t.value(t.anytime, m.depth('max'))),
  ask(
    'metric',
    'what is the outstanding balance due currently',
    t.within(0.002, t.value(t.anytime, m.gauge('billing-service', 'balance.due', 'last'))),
  ),
  ask(
    'metric',
    'memory used by video-visits at the moment?',
    t.within(0.02, t.bytes(t.anytime, m.memory('video-visits', 'last'))),
  ),
  ask(
    'metric',
    'cpu of scheduling-api on average, last 20 min',
    t.within(0.02, t.value(t.last(20), m.cpu('scheduling-api', 'mean'))),
  ),
  ask(
    'metric',
    'how many minutes does the clearing house certificate have left?',
    t.words({ saysFirst: [['expired', '(?<![\\d.,])0(?:\\.0)?\\b']] }),
  ),
  ask('metric-group', 'open slots per clinic now', (asked) => ({
    groups: Object.fromEntries(
      m.CLINICS.map((one) => [
        one,
        { ...t.numberOf(asked, 'any', t.anytime, [m.openSlots(one, 'last')]), tolerance: 0.02 },
      ]),
    ),
  })),
  ask('metric-group', 'active video visits, one number for each type please', (asked) => ({
    groups: Object.fromEntries(
      ['medical', 'dental', 'therapy'].map((one) => [
        one,
        t.numberOf(asked, 'any', t.anytime, [m.active(one, 'last')]),
      ]),
    ),
  })),
  ask('top', 'what eats the most memory?', t.words({ saysFirst: [['video-visits']] })),
  ask('top', 'clinic with the fewest open slots', t.words({ saysFirst: [['oldtown']] })),

  ask(
    'compare',
    'eligibility check duration before vs after {@onset}, mean',
    t.compared('ms', t.took(m.checking, 'mean'), t.before('onset'), t.since('onset')),
  ),
  ask(
    'compare',
    'failed portal requests {@onset-15} to {@onset} against {@onset} to {@onset+15}',
    t.compared(
      'count',
      t.failures(m.portal),
      t.during(['onset', -15], ['onset', 0]),
      t.during(['onset', 0], ['onset', 15]),
    ),
  ),
  ask(
    'compare',
    'refills sent in the last 20 minutes versus the same 20 minutes 40 minutes earlier',
    t.compared('count', t.logs(m.sentRefill), t.last(20), t.earlier(20, 40)),
  ),
  ask(
    'compare',
    'how did 2.9.0 change the mean response time of video-visits?',
    t.compared('ms', t.took(m.video, 'mean'), t.before('release'), t.sinceMark('release')),
  ),
  ask('trend', 'do refills on hold keep piling up?', t.verdict('yes', 'up')),
  ask('trend', 'are open slots at hilltop going down', t.verdict('yes', 'down')),
  ask('trend', 'sms credits dropping?', t.verdict('yes', 'down')),
  ask('trend', 'has eligibility-api memory been climbing', t.verdict('no', 'up')),
  ask('trend', 'have joins of video visits gotten slower since {@release}?', t.verdict('yes', 'up')),
  ask('trend', 'more errors in portal-api than before {@onset}?', t.verdict('yes', 'up')),
  ask('anomaly', 'anything odd about the response times of scheduling-api?', slower),
  ask('anomaly', 'is the amount of refills on hold normal', t.verdict('no', 'good')),

  ask(
    'several',
    'p50 and p95 of portal-api over the last 30 min',
    t.both(t.last(30), ['ms', t.took(m.portal, 0.5)], ['ms', t.took(m.portal, 0.95)]),
  ),
  ask(
    'several',
    'refills sent and refills on hold since {@onset}, how many of each?',
    t.both(t.since('onset'), ['count', t.logs(m.sentRefill)], ['count', t.logs(m.held)]),
  ),
  ask(
    'several',
    'how many payments were received in the last 40 minutes and how many were declined?',
    t.both(t.last(40), ['count', t.logs(m.paid)], ['count', t.logs(m.declined)]),
  ),
]
