/** Questions to the clinics: second round. */
import { INCIDENT } from '../../catalog/hospital/rows.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const portal = t.of('portal-bff')
const booking = t.all(portal, t.named('POST /api/appointments'))
const registry = t.of('patient-registry')
const CHAIN = ['portal-bff', 'appointment-svc', 'patient-registry']

export const HOSPITAL_2 = [
  ask('state', 'Status right now please, short.', t.trouble(['patient-registry', 'portal-bff', 'appointment-svc'])),
  ask('health', 'hows lab-results looking', t.healthy),
  ask('health', 'is login affected? (POST /api/login)', t.noTrouble),
  ask(
    'cause',
    'appointment-svc is failing. is it appointment-svc itself or someone downstream?',
    t.words({ says: [['patient-registry'], ['pool', 'connection']], never: ['root cause: .?appointment-svc'] }),
  ),
  ask('cause', 'which component is the culprit', t.because(INCIDENT)),
  ask('since', 'from what time on do we see pool errors in patient-registry', t.began()),
  ask(
    'impact',
    'how many bookings could not be made (failed POST /api/appointments)?',
    t.count(t.anytime, t.failures(booking)),
  ),
  ask('impact', 'severity assessment for the incident channel pls', t.howBad(CHAIN, 'enduser.id')),
  ask(
    'count',
    'how many req did insurance-check serve since {@onset}',
    t.count(t.since('onset'), t.requests(t.of('insurance-check'))),
  ),
  ask('text', 'Lab report not found - how many times?', t.count(t.anytime, t.logs(t.says(/^Lab report .* not found/)))),
  ask(
    'outcome',
    'appointments booked in the last 30 mins',
    t.count(t.last(30), t.logs(t.says(/^Appointment .* booked$/))),
  ),
  ask('outcome', 'rejected appointments because no free slot?', t.count(t.anytime, t.logs(t.says(/no free slot/)))),
  ask(
    'attribute',
    'harbor clinic: successful logins?',
    t.count(
      t.anytime,
      t.logs(t.all(t.says(/^Login of .* succeeded/), t.has('clinic', 'harbor'))),
      t.requests(
        t.all(portal, t.named('POST /api/login'), t.has('http.response.status_code', 200), t.has('clinic', 'harbor')),
      ),
    ),
  ),
  ask('severity', 'anything FATAL?', t.verdict('no', 'bad')),
  ask(
    'severity',
    'how many lines above info level in appointment-svc',
    t.count(t.anytime, t.logs(t.all(t.of('appointment-svc'), t.level('WARN', 'ERROR', 'FATAL')))),
  ),
  ask(
    'exclusion',
    'all 5xx except 503, in patient-registry',
    t.count(t.anytime, t.requests(t.all(registry, t.failed, t.not(t.has('http.response.status_code', 503))))),
  ),
  ask(
    'ratio',
    'how many percent of the logins fail with 401?',
    t.percent(t.anytime, t.share(t.all(portal, t.named('POST /api/login')), t.has('http.response.status_code', 401))),
  ),
  ask('percentile', 'p75 lab-results reqs', t.millis(t.anytime, t.took(t.of('lab-results'), 0.75))),
  ask(
    'mean-max',
    'max latency patient-registry before {@onset-1}',
    t.millis(t.before('onset', -1), t.took(registry, 'max')),
  ),
  ask(
    'rate',
    'how many logins per minute do we have',
    t.perS(t.anytime, t.perSecond(t.requests(t.all(portal, t.named('POST /api/login'))))),
  ),
  ask(
    'metric',
    'lab.queue.depth average over the last 15 min',
    t.count(t.last(15), t.metric('lab-results', 'lab.queue.depth', 'mean')),
  ),
  ask(
    'metric',
    'how many connections of registry-db are in use',
    t.count(t.anytime, t.metric('patient-registry', 'db.client.connection.count', 'last')),
  ),
  ask(
    'compare',
    'failed requests portal-bff: 10 min before {@onset} and 10 min after',
    t.compared(
      'count',
      t.failures(portal),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 0], ['onset', 10]),
    ),
  ),
  ask('multi', 'since when is it broken and which service is it', ({ world }) => ({
    ...t.began()({ world, askedMs: 0 }),
    says: [['patient-registry']],
  })),
  ask('typo', 'hwo many erors has portl-bff', (asked) => ({
    ...t.count(t.anytime, ...t.errors(portal))(asked),
    says: [['portal-bff']],
  })),
  ask('unknown', 'is elasticsearch red', t.declined('unknown', 'elasticsearch')),
  ...talk(
    'notify',
    ask(
      'follow-up',
      'how many SMS got delivered in the last 20 minutes',
      t.count(t.last(20), t.logs(t.says(/^SMS delivered/))),
    ),
    ask('follow-up', 'and undeliverable?', t.count(t.last(20), t.logs(t.says(/undeliverable/)))),
  ),
  ask('language-core', '¿por qué fallan las citas?', t.because(INCIDENT)),
  ask('language-other', 'ما الذي تعطل؟', t.declined('language', 'إنجليزي|الإنجليزية|انجليزي')),
  ask('off-topic', 'which is better, postgres or mysql?', t.declined('off_topic')),
]
