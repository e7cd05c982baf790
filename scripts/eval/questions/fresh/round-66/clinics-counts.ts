/** How many, which, who has most: appointments, checks, refills, visits, text messages, payments, errors, codes. Sixty-sixth round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

export const NONE = t.words({
  saysFirst: [
    ['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )*(?:errors?|lines?|requests?|failures?)\\b', '(?<![\\d.,])0\\b'],
  ],
  neverFirst: ['^\\W*yes\\b'],
})
export const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('count', when, m.each(names, measure))

export const CLINICS_COUNTS_66 = [
  ask('outcome', 'number of appointments we managed to book in the past hour', t.count(t.last(60), ...m.BOOKED)),
  ask(
    'outcome',
    'give me the count of bookings refused cause coverage couldnt be verified',
    t.count(t.anytime, ...m.UNVERIFIED),
  ),
  ask(
    'outcome',
    'appointments taken on last known coverage since {@onset}, how many is that?',
    t.count(t.since('onset'), t.logs(m.bookedLate)),
  ),
  ask('outcome', 'eligibility checks that failed, last 25 minutes', t.count(t.last(25), ...m.CHECKS_FAILED)),
  ask('outcome', 'refills stuck on hold since {@onset}?', t.count(t.since('onset'), ...m.HELD, m.onHold('last'))),
  ask(
    'outcome',
    'how many refills actually reached a pharmacy today',
    t.count(t.anytime, ...m.SENT, m.gauge('refill-api', 'refills.sent', 'last')),
  ),
  ask(
    'outcome',
    'front desk wants to know how many refill requests were turned down for being too early',
    t.count(t.anytime, t.logs(m.tooEarly), t.requests(t.all(m.refilling, m.status(422)))),
  ),
  ask('outcome', 'how many payments got declined in the last hour?', t.count(t.last(60), ...m.DECLINED)),
  ask('outcome', 'estimates that blew up since {@onset}', t.count(t.since('onset'), ...m.NO_ESTIMATE)),
  ask(
    'outcome',
    'text messages sent in the past 30 minutes?',
    t.count(t.last(30), t.logs(m.texted), t.metric('reminder-worker', 'sms.sent', 'sum')),
  ),
  ask(
    'outcome',
    'patients who joined their video visit between {@onset} and {@onset+20}, number please',
    t.count(
      t.during(['onset', 0], ['onset', 20]),
      t.logs(m.joined),
      t.requests(t.all(m.joining, m.status(200))),
      t.differentOf(t.all(m.joining, m.status(200)), 'patient.id'),
    ),
  ),
  ask('outcome', 'how many lab files came in today?', t.count(t.anytime, t.logs(m.imported))),
  ask(
    'outcome',
    'sign-ins refused because of a wrong code, past 45 minutes',
    t.count(t.last(45), t.logs(m.wrongCode), t.requests(t.all(m.login, m.status(401)))),
  ),

  ask(
    'count',
    '503s seen by the ingress in the last quarter of an hour',
    t.count(t.last(15), t.logs(t.all(m.ingress, t.says(/ 503$/)))),
  ),
  ask(
    'count',
    'give me total requests handled by portal-api since {@onset}',
    t.count(t.since('onset'), t.requests(m.portal)),
  ),
  ask('count', 'calls to eligibility-api in the last 40 min?', t.count(t.last(40), t.requests(m.eligibility))),
  ask(
    'count',
    'how often was POST /v1/refills called from {@onset-30} to {@onset}',
    t.count(t.during(['onset', -30], ['onset', 0]), t.requests(m.refilling)),
  ),
  ask(
    'count',
    'any idea how many 502 eligibility-api answered with since {@onset}?',
    t.count(t.since('onset'), t.requests(t.all(m.checking, m.status(502)))),
  ),
  ask('count', 'log lines written by clinic-ingress in the last 20 minutes', t.count(t.last(20), t.logs(m.ingress))),
  ask('errors', 'scheduling-api errors, past 20 minutes', t.count(t.last(20), ...t.errors(m.scheduling))),
  ask(
    'errors',
    'how many errors has billing-service thrown since {@onset}',
    t.count(t.since('onset'), ...t.errors(m.billing)),
  ),
  ask(
    'errors',
    'show me the number of errors in portal-api for the last 12 minutes',
    t.count(t.last(12), ...t.errors(m.portal)),
  ),
  ask('errors', 'any errors from video-visits at all?', NONE),
  ask('errors', 'was eligibility-api logging errors before {@onset}?', NONE),
  ask('errors', 'did refill-api log a single error today', NONE),
  ask(
    'level',
    'warnings from refill-api since {@onset}, how many',
    t.count(t.since('onset'), t.logs(t.all(m.refillApi, t.level('WARN')))),
  ),
  ask(
    'level',
    'count of warn lines in eligibility-api over the last 30 min',
    t.count(t.last(30), t.logs(t.all(m.eligibility, t.level('WARN')))),
  ),
  ask('text', 'lines saying "clearing house not reached" in the last 10 min', t.count(t.last(10), t.logs(m.retry))),
  ask('text', 'how many times did we hit a landline number today?', t.count(t.anytime, t.logs(m.landline))),
  ask('text', 'occurrences of x509 since {@onset}', t.count(t.since('onset'), t.logs(m.body(/x509/)))),
  ask(
    'text',
    'slot already taken, how many of those before {@onset}',
    t.count(t.before('onset'), t.logs(m.taken), t.requests(t.all(m.booking, m.status(409)))),
  ),
  ask(
    'text',
    'number of "coverage inactive" in eligibility-api before {@onset}',
    t.count(t.before('onset'), t.logs(t.all(m.eligibility, t.says(/^coverage inactive/)))),
  ),
  ask(
    'attribute',
    'bookings that failed at riverside since {@onset}',
    t.count(
      t.since('onset'),
      t.failures(t.all(m.booking, m.clinic('riverside'))),
      t.failures(t.all(m.portalBooking, m.clinic('riverside'))),
    ),
  ),
  ask(
    'attribute',
    'eligibility checks for northcare in the last 30 mins?',
    t.count(t.last(30), t.requests(t.all(m.checking, m.payer('northcare')))),
  ),
  ask(
    'attribute',
    'failed checks for unity members since {@onset}',
    t.count(
      t.since('onset'),
      t.failures(t.all(m.checking, m.payer('unity'))),
      t.logs(t.all(m.checkFailed, m.ofPayer('unity'))),
    ),
  ),
  ask(
    'attribute',
    'metformin refills sent to a pharmacy today',
    t.count(t.anytime, t.logs(t.all(m.sentRefill, t.has('drug', 'metformin')))),
  ),
  ask(
    'conditions',
    'dental appointments at hilltop booked today, count',
    t.count(
      t.anytime,
      t.logs(t.all(m.booked, m.atClinic('hilltop'), m.ofKind('dental'))),
      t.requests(t.all(m.booking, m.clinic('hilltop'), m.kind('dental'), m.status(201))),
      t.requests(t.all(m.portalBooking, m.clinic('hilltop'), m.kind('dental'), m.status(201))),
    ),
  ),
  ask(
    'conditions',
    'how many POST /api/appointments via the app for northcare got a 503?',
    t.count(t.anytime, t.requests(t.all(m.portalBooking, m.channel('app'), m.payer('northcare'), m.status(503)))),
  ),
  ask(
    'conditions',
    'refills put on hold for harbor patients in riverside since {@onset}',
    t.count(
      t.since('onset'),
      t.logs(t.all(m.held, m.ofPayer('harbor'), m.atClinic('riverside'))),
      t.requests(t.all(m.refilling, m.payer('harbor'), m.clinic('riverside'), m.status(202))),
    ),
  ),
  ask(
    'conditions',
    'checkup bookings refused with a 503 at lakeview or oldtown',
    t.count(
      t.anytime,
      t.failures(t.all(m.booking, m.kind('checkup'), m.clinic('lakeview', 'oldtown'))),
      t.failures(t.all(m.portalBooking, m.kind('checkup'), m.clinic('lakeview', 'oldtown'))),
    ),
  ),
  ask(
    'slow',
    'bookings slower than 1.5 s since {@onset}?',
    t.count(
      t.since('onset'),
      t.requests(t.all(m.booking, t.longer(1500))),
      t.requests(t.all(m.portalBooking, t.longer(1500))),
    ),
  ),
  ask(
    'slow',
    'count eligibility checks that needed over 2 seconds',
    t.count(t.anytime, t.requests(t.all(m.checking, t.longer(2000)))),
  ),
  ask(
    'exclusion',
    'failed eligibility checks today leaving out northcare',
    t.count(
      t.anytime,
      t.failures(t.all(m.checking, t.not(m.payer('northcare')))),
      t.logs(t.all(m.checkFailed, t.not(m.ofPayer('northcare')))),
    ),
  ),
  ask(
    'exclusion',
    'appointments booked in the last hour except telehealth ones',
    t.count(
      t.last(60),
      t.logs(t.all(m.booked, t.not(m.ofKind('telehealth')))),
      t.requests(t.all(m.booking, m.status(201), t.not(m.kind('telehealth')))),
    ),
  ),
  ask(
    'distinct',
    'how many patients got hit by refused bookings since {@onset}?',
    t.count(
      t.since('onset'),
      ...m.PATIENTS_HIT.slice(0, 1),
      ...m.PATIENTS_HIT.slice(2),
      t.differentIn(m.refusedBooking, 'patient'),
    ),
  ),
  ask(
    'distinct',
    'number of distinct patients with a refill on hold',
    t.count(
      t.anytime,
      t.differentIn(m.held, 'patient'),
      t.differentOf(t.all(m.refilling, m.status(202)), 'patient.id'),
    ),
  ),
  ask(
    'distinct',
    'how many different pharmacies did we send to today',
    t.count(t.anytime, t.differentIn(m.sentRefill, 'pharmacy')),
  ),

  ask(
    'group',
    'failed checks split by insurer since {@onset}',
    per(t.since('onset'), ['northcare', 'unity', 'harbor'], (one) => t.failures(t.all(m.checking, m.payer(one)))),
  ),
  ask(
    'group',
    'booked appointments per clinic, last hour',
    per(t.last(60), m.CLINICS, (one) => t.logs(t.all(m.booked, m.atClinic(one)))),
  ),
  ask(
    'group',
    'break down booked appointments by kind of visit',
    per(t.anytime, m.KINDS, (one) => t.logs(t.all(m.booked, m.ofKind(one)))),
  ),
  ask(
    'group',
    'which status codes does POST /v1/appointments return since {@onset}, with numbers',
    per(t.since('onset'), ['201', '409', '503'], (code) => t.requests(t.all(m.booking, m.status(Number(code))))),
  ),
  ask(
    'group',
    'errors per service over the last 20 min',
    per(t.last(20), ['eligibility-api', 'portal-api', 'scheduling-api', 'billing-service'], (one) =>
      t.logs(t.all(t.of(one), t.level('ERROR'))),
    ),
  ),
  ask(
    'group',
    'portal requests by channel in the last 30 minutes',
    per(t.last(30), m.CHANNELS, (one) => t.requests(t.all(m.portal, m.channel(one)))),
  ),
  ask(
    'group',
    'reasons for declined payments and how many each',
    t.groups('count', t.anytime, {
      'card declined': t.logs(t.says(/^Payment .* refused: card declined/)),
      'insufficient funds': t.logs(t.says(/^Payment .* refused: insufficient/)),
      'card expired': t.logs(t.says(/^Payment .* refused: card expired/)),
    }),
  ),
  ask(
    'top',
    'who logs the most errors right now?',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask(
    'top',
    'which insurer is hurt worst by failed checks',
    t.topOf(m.spansOf(t.all(m.checking, t.failed)), t.attribute('payer.name')),
  ),
  ask('top', 'most prescribed drug among the refills sent?', t.topOf(t.logRows(m.sentRefill), t.attribute('drug'))),
  ask(
    'top',
    'portal-api route with the most failures',
    t.words({ saysFirst: [['POST /api/appointments\\b']], neverFirst: ['/api/(?:slots|login|refills)'] }),
  ),
  ask('top', 'clinic with the most bookings today', t.topOf(t.logRows(m.booked), t.attribute('clinic'))),
]
