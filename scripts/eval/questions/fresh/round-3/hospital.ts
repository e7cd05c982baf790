/** Questions to the clinics: third round. */
import { INCIDENT } from '../../catalog/hospital/rows.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const portal = t.of('portal-bff')
const appointment = t.of('appointment-svc')

export const HOSPITAL_3 = [
  ask('state', 'ok or not ok?', t.trouble()),
  ask('state', 'is the share of failing portal-bff requests still above 20%', t.verdict('yes', 'bad')),
  ask('health', 'insurance-check slow today?', t.noTrouble),
  ask('health', 'when did notify-svc crash', t.denied('notify-svc')),
  ask('cause', 'Getting paged for appointment-svc error rate. Likely reason?', t.because(INCIDENT, 'mechanism')),
  ask(
    'cause',
    'is patient-registry out of memory or out of connections',
    t.words({ says: [['connection', 'pool']], neverFirst: ['out of memory'] }),
  ),
  ask('since', 'portal-bff started failing at ...?', t.began()),
  ask('how-long', 'have we been down longer than 15 min? how long exactly', t.lasted()),
  ask('impact', 'how many clinics are affected', t.count(t.anytime, t.differentOf(t.all(portal, t.failed), 'clinic'))),
  ask(
    'next-step',
    'what would a senior SRE check next',
    t.words({ saysFirst: [['patient-registry'], ['pool', 'connection']] }),
  ),
  ask(
    'count',
    'how many 409 conflicts did appointment-svc return',
    t.count(t.anytime, t.requests(t.all(appointment, t.has('http.response.status_code', 409)))),
  ),
  ask(
    'count',
    'portal-bff: number of requests slower than 1 s in the last 10 minutes',
    t.count(t.last(10), t.requests(t.all(portal, t.longer(1000)))),
  ),
  ask('text', 'wrong password attempts', t.count(t.anytime, t.logs(t.says(/wrong password/)))),
  ask(
    'text',
    'payer Medika slow answers, how many log lines',
    t.count(t.anytime, t.logs(t.says(/payer Medika answered slowly/))),
  ),
  ask(
    'outcome',
    'failed appointments since {@onset}',
    t.count(t.since('onset'), t.logs(t.says(/^Appointment .* failed/)), t.failures(appointment)),
  ),
  ask(
    'severity',
    'log lines by severity for lab-results',
    t.groups('count', t.anytime, {
      info: t.logs(t.all(t.of('lab-results'), t.level('INFO'))),
      warn: t.logs(t.all(t.of('lab-results'), t.level('WARN'))),
    }),
  ),
  ask(
    'attribute',
    'GET /api/lab-reports/... from clinic south that ended in 404 on portal-bff',
    t.count(t.anytime, t.requests(t.all(portal, t.has('clinic', 'south'), t.has('http.response.status_code', 404)))),
  ),
  ask(
    'exclusion',
    'errors of everything but portal-bff and appointment-svc',
    t.count(t.anytime, ...t.errors(t.not(t.of('portal-bff', 'appointment-svc')))),
  ),
  ask(
    'ratio',
    'share of POST /api/appointments that failed since {@onset+1}, pct',
    t.percent(t.since('onset', 1), t.share(t.all(portal, t.named('POST /api/appointments')))),
  ),
  ask(
    'ratio',
    'how many out of 100 coverage checks were denied',
    t.percent(
      t.anytime,
      (world, window) =>
        (100 * t.logs(t.says(/^coverage denied/))(world, window)) / t.requests(t.of('insurance-check'))(world, window),
    ),
  ),
  ask(
    'percentile',
    'latency percentiles of notify-svc: p50 and p99 please',
    t.both(t.anytime, ['ms', t.took(t.of('notify-svc'), 0.5)], ['ms', t.took(t.of('notify-svc'), 0.99)]),
  ),
  ask(
    'mean-max',
    'mean latency of login',
    t.millis(t.anytime, t.took(t.all(portal, t.named('POST /api/login')), 'mean')),
  ),
  ask('metric', 'patient-registry: pending requests for a connection, average since {@onset+1}', (asked) => {
    const { numbers = [] } = t.count(
      t.since('onset', 1),
      t.metric('patient-registry', 'db.client.connection.pending_requests', 'mean'),
    )(asked)
    return { numbers: numbers.map((one) => ({ ...one, tolerance: 0.02 })) }
  }),
  ask('trend', 'lab.queue.depth stable?', t.verdict('yes', 'good')),
  ask('counter', 'how many appointments.booked were counted between {@onset-20} and {@onset}', (asked) => {
    const { numbers = [] } = t.count(
      t.during(['onset', -20], ['onset', 0]),
      t.metric('appointment-svc', 'appointments.booked', 'rise'),
      t.logs(t.says(/^Appointment .* booked$/)),
    )(asked)
    return { numbers: numbers.map((one) => ({ ...one, tolerance: 0.05 })) }
  }),
  ask(
    'group',
    'requests of portal-bff by http.response.status_code',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries(
        [200, 201, 502].map((code) => [
          String(code),
          t.requests(t.all(portal, t.has('http.response.status_code', code))),
        ]),
      ),
    ),
  ),
  ask('top', 'clinic w/ most failed logins', t.topOf(t.logRows(t.says(/^Login failed/)), t.attribute('clinic'))),
  ask(
    'dependency',
    'what does appointment-svc talk to',
    t.words({ names: ['patient-registry', 'insurance-check'], neverFirst: ['lab-results'] }),
  ),
  ask('id', 'appointment {bookedAppointment}, was it booked?', ({ world }) => ({
    says: [[world.names['bookedAppointment'] ?? ''], ['booked']],
  })),
  ask('version', 'versions: which one is patient-registry', t.words({ saysFirst: [['1\\.9\\.4']] })),
  ask('unknown', 'failures for patient P-99999', t.declined('no_data', 'P-99999')),
  ask('typo', 'lab-reslts warnigs cnt', (asked) => ({
    ...t.count(t.anytime, t.logs(t.all(t.of('lab-results'), t.level('WARN'))))(asked),
    says: [['lab-results']],
  })),
  ...talk(
    'login',
    ask(
      'follow-up',
      'logins in the last 30 minutes? i mean POST /api/login',
      t.count(t.last(30), t.requests(t.all(portal, t.named('POST /api/login')))),
    ),
    ask(
      'follow-up',
      'with status 401',
      t.count(
        t.last(30),
        t.requests(t.all(portal, t.named('POST /api/login'), t.has('http.response.status_code', 401))),
      ),
    ),
    ask(
      'follow-up',
      'by clinic',
      t.groups(
        'count',
        t.last(30),
        Object.fromEntries(
          ['north', 'harbor'].map((one) => [
            one,
            t.requests(
              t.all(portal, t.named('POST /api/login'), t.has('http.response.status_code', 401), t.has('clinic', one)),
            ),
          ]),
        ),
      ),
    ),
  ),
  ask(
    'language-core',
    'Wie viele Anfragen sind in den letzten 15 Minuten bei portal-bff fehlgeschlagen?',
    t.count(t.last(15), t.failures(portal)),
  ),
  ask('language-core', 'combien de temps dure la panne ?', t.lasted()),
  ask('language-other', 'mikä on rikki?', t.declined('language', 'englan')),
  ask('small-talk', 'ok ty, good night', t.declined('small_talk')),
]
