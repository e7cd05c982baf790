/** How many, and who has most: prescriptions, treatments, appointments, invoices, results of the clinics. Fortieth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

export const VETS_COUNTS_40 = [
  ask(
    'count',
    'how many 502s did the front-desk give between {@onset} and {@recovery}?',
    t.count(t.during(['onset', 0], ['recovery', 0]), ...m.atDesk(502)),
  ),
  ask('count', '401 on front-desk, how many today', t.count(t.anytime, ...m.atDesk(401))),
  ask(
    'count',
    'How many POST /treatments arrived at front-desk in the last half an hour?',
    t.count(
      t.last(30),
      t.requests(m.on(m.desk, '/treatments')),
      t.logs(t.all(m.desk, m.line('path', '/treatments'))),
      t.requests(m.treating),
    ),
  ),
  ask('class-of-codes', '5xx of front-desk after {@recovery+1}?', t.count(t.since('recovery', 1), t.failures(m.desk))),
  ask('errors', 'errors in treatmnt-service pls', t.count(t.anytime, ...t.errors(m.treatments))),
  ask('errors', 'rx errors in the last 30 mins', t.count(t.last(30), ...t.errors(m.rx))),
  ask(
    'errors',
    'did appointment-api log any errors',
    t.words({
      saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask(
    'level',
    'how many WARN lines did patient-records write in the last 45 minutes',
    t.count(t.last(45), t.logs(t.all(m.records, t.level('WARN')))),
  ),
  ask('outcome', 'how many prescriptions failed?', t.count(t.anytime, ...m.FAILED_RX)),
  ask('outcome', 'prescriptions issued last hour', t.count(t.last(60), ...m.ISSUED)),
  ask('outcome', 'treatments we could not save, total', t.count(t.anytime, ...m.UNSAVED)),
  ask('outcome', 'How many appointments did owners get in the last 40 minutes?', t.count(t.last(40), ...m.BOOKED)),
  ask('outcome', 'how many video consultations today?', t.count(t.anytime, ...m.VIDEO)),
  ask('outcome', 'reminders sent in the last ten minutes', t.count(t.last(10), t.logs(m.sent))),
  ask('text', '"owner did not join" count', t.count(t.anytime, t.logs(m.alone))),
  ask('text', 'unreadable sample labels, last hour', t.count(t.last(60), t.logs(m.unreadable))),
  ask('text', 'unregistered chips?', t.count(t.anytime, t.logs(m.chips))),
  ask(
    'attribute',
    'requests of hillcrest on front-desk in the last 25 min',
    t.count(t.last(25), t.requests(t.all(m.desk, m.clinic('hillcrest')))),
  ),
  ask(
    'attribute',
    'how many xray results did we get',
    t.count(
      t.anytime,
      t.requests(t.all(m.devices, m.device('xray'))),
      t.logs(t.all(m.stored, m.line('device', 'xray'))),
    ),
  ),
  ask(
    'attribute',
    'prescriptions for horses',
    t.count(
      t.anytime,
      t.requests(t.all(m.prescribing, m.species('horse'))),
      t.logs(t.all(m.issued, m.line('species', 'horse'))),
    ),
  ),
  ask(
    'conditions',
    'failed requests on front-desk from tablets in oakfield since {@onset}',
    t.count(t.since('onset'), t.failures(t.all(m.desk, m.app('tablet'), m.clinic('oakfield')))),
  ),
  ask(
    'conditions',
    'rx-service 500s for meloxicam at riverside?',
    t.count(t.anytime, t.requests(t.all(m.rx, m.status(500), m.drug('meloxicam'), m.clinic('riverside')))),
  ),
  ask(
    'conditions',
    'cats and dogs only: how many treatments failed',
    t.count(t.anytime, t.failures(t.all(m.treating, m.species('cat', 'dog')))),
  ),
  ask(
    'exclusion',
    'prescriptions except amoxicillin, since {@release}',
    t.count(
      t.since('release'),
      t.requests(t.all(m.prescribing, t.not(m.drug('amoxicillin')))),
      t.logs(t.all(m.issued, t.not(m.line('drug', 'amoxicillin')))),
    ),
  ),
  ask(
    'exclusion',
    'errors that are neither from rx-service nor front-desk',
    t.count(
      t.anytime,
      t.logs(t.all(t.level('ERROR'), t.not(m.rx), t.not(m.desk))),
      t.failures(t.all(t.not(m.rx), t.not(m.desk))),
    ),
  ),
  ask(
    'slow',
    'how many invoices took longer than 500ms?',
    t.count(t.anytime, t.requests(t.all(m.invoices, t.longer(500)))),
  ),
  ask(
    'distinct',
    'how many different vets used the front-desk in the last 10 minutes',
    t.count(t.last(10), t.differentOf(m.desk, 'user.id')),
  ),
  ask(
    'group',
    'failed requests per clinic on the front-desk',
    t.groups(
      'count',
      t.anytime,
      m.each(m.CLINICS, (one) => t.failures(t.all(m.desk, m.clinic(one)))),
    ),
  ),
  ask(
    'group',
    'errors by drug in rx-service',
    t.groups(
      'count',
      t.anytime,
      m.each(m.BROKEN_DRUGS, (one) => t.failures(t.all(m.rx, m.drug(one)))),
    ),
  ),
  ask(
    'group',
    'lab results by device type, last 30 min',
    t.groups(
      'count',
      t.last(30),
      m.each(m.DEVICES, (one) => t.requests(t.all(m.devices, m.device(one)))),
    ),
  ),
  ask('top', 'which clinic has the most failed requests', t.topOf(t.failedRequests(m.desk), t.attribute('clinic.id'))),
  ask('top', 'busiest route on front-desk?', t.topOf(m.spansOf(m.desk), t.attribute('http.route'))),
  ask(
    'window',
    'appointments booked {@onset-15} to {@onset}',
    t.count(t.during(['onset', -15], ['onset', 0]), ...m.BOOKED),
  ),

  ...talk(
    'desk-clinic',
    ask('follow-up', 'front-desk failures since {@onset}', t.count(t.since('onset'), t.failures(m.desk))),
    ask(
      'follow-up',
      'how many of them at marina',
      t.count(t.since('onset'), t.failures(t.all(m.desk, m.clinic('marina')))),
    ),
    ask('follow-up', 'and at oakfield?', t.count(t.since('onset'), t.failures(t.all(m.desk, m.clinic('oakfield'))))),
    ask(
      'follow-up',
      'only from phones',
      t.count(t.since('onset'), t.failures(t.all(m.desk, m.clinic('oakfield'), m.app('phone')))),
    ),
  ),
  ...talk(
    'booked',
    ask('follow-up', 'appointments booked in the last 30 minutes?', t.count(t.last(30), ...m.BOOKED)),
    ask('follow-up', 'in the last 10?', t.count(t.last(10), ...m.BOOKED)),
  ),
]
