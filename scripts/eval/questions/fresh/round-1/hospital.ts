/** Questions to the clinics, as people of the night shift, the help desk and the management type them. */
import { minuteOf } from '../../catalog/define.ts'
import { INCIDENT } from '../../catalog/hospital/rows.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const portal = t.of('portal-bff')
const registry = t.of('patient-registry')
const route = (name: string) => t.all(portal, t.has('http.route', name))
const CHAIN = ['portal-bff', 'appointment-svc', 'patient-registry']

export const HOSPITAL_1 = [
  ask('state', 'are we good?', t.trouble(['patient-registry', 'portal-bff', 'appointment-svc'])),
  ask('state', 'anything broken atm', t.verdict('yes', 'bad', ['patient-registry', 'portal-bff', 'appointment-svc'])),
  ask('ratio', '5xx share portal-bff last 15m?', t.percent(t.last(15), t.share(portal))),
  ask(
    'count',
    'how many 502 came out of portal-bff in the last 10 min',
    t.count(t.last(10), t.requests(t.all(portal, t.has('http.response.status_code', 502)))),
  ),
  ask(
    'count',
    '503s from patient-registry since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(registry, t.has('http.response.status_code', 503)))),
  ),
  ask(
    'severity',
    'Hi, could you please tell me how many warnings lab-results has logged so far? Thanks!',
    t.count(t.anytime, t.logs(t.all(t.of('lab-results'), t.level('WARN')))),
  ),
  ask('text', 'SMS undeliverable count pls', t.count(t.anytime, t.logs(t.says(/undeliverable/)))),
  ask('text', 'how often did we see "coverage denied"', t.count(t.anytime, t.logs(t.says(/coverage denied/)))),
  ask('attribute', 'failed reqs from clinic harbor', t.count(t.anytime, ...t.errors(t.has('clinic', 'harbor')))),
  ask(
    'exclusion',
    'requests to portal-bff excluding logins',
    t.count(t.anytime, t.requests(t.all(portal, t.not(t.has('http.route', '/api/login'))))),
  ),
  ask(
    'exclusion',
    'failed requests of portal-bff except those from clinic north',
    t.count(t.anytime, t.failures(t.all(portal, t.not(t.has('clinic', 'north'))))),
  ),
  ask(
    'percentile',
    'p99 of POST /api/appointments over the last 20 min',
    t.millis(t.last(20), t.took(t.all(route('/api/appointments')), 0.99)),
  ),
  ask(
    'percentile',
    'what was p95 of patient-registry before {@onset}?',
    t.millis(t.before('onset'), t.took(registry, 0.95)),
  ),
  ask(
    'compare',
    'patient-registry requests {@onset-15}-{@onset-5} vs {@onset+2}-{@onset+12}',
    t.compared(
      'count',
      t.requests(registry),
      t.during(['onset', -15], ['onset', -5]),
      t.during(['onset', 2], ['onset', 12]),
    ),
  ),
  ask('rate', 'RPS on portal-bff', t.perS(t.anytime, t.perSecond(t.requests(portal)))),
  ask(
    'mean-max',
    'avg duration of insurance-check reqs in ms',
    t.millis(t.anytime, t.took(t.of('insurance-check'), 'mean')),
  ),
  ask(
    'metric',
    'max db.client.connection.pending_requests of patient-registry',
    t.count(t.anytime, t.metric('patient-registry', 'db.client.connection.pending_requests', 'max')),
  ),
  ask(
    'metric',
    'mem usage of lab-results now',
    t.bytes(t.anytime, t.metric('lab-results', 'process.memory.usage', 'last')),
  ),
  ask(
    'distinct',
    'number of unique patients seen by portal-bff',
    t.count(t.anytime, t.differentOf(portal, 'enduser.id'), t.differentIn(portal, 'patient')),
  ),
  ask(
    'group',
    'failed portal-bff requests per clinic',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries(
        ['north', 'harbor', 'south'].map((one) => [one, t.failures(t.all(portal, t.has('clinic', one)))]),
      ),
    ),
  ),
  ask('top', 'which route of portal-bff fails the most', t.topOf(t.failedRequests(portal), t.attribute('http.route'))),
  ask('health', 'is insurance-check flapping?', t.noTrouble),
  ask('health', 'why is notify-svc throwing 500s?', t.denied('notify-svc')),
  ask('cause', 'customers say they cant book appointments, whats going on??', t.because(INCIDENT, 'mechanism')),
  ask('cause', 'ok so what exactly is on fire', t.because(INCIDENT, 'mechanism', 'time')),
  ask('since', 'when did the 502s on portal-bff start', t.began()),
  ask('impact', 'blast radius?', t.howBad(CHAIN, 'enduser.id')),
  ask(
    'next-step',
    "it's 3am and i'm alone on shift, what do i do now",
    t.words({ saysFirst: [['patient-registry'], ['pool', 'connection']] }),
  ),
  ask('timeline', 'walk me through what happened, in order', ({ world }) => ({
    names: CHAIN,
    says: [[minuteOf(world.marks['onset'] ?? 0)]],
  })),
  ask('deploy', 'did the lab-results rollout break it?', t.verdict('no', 'bad')),
  ask('version', 'which version was lab-results on before the release?', t.words({ saysFirst: [['2\\.14\\.0']] })),
  ask(
    'meaning',
    'pls explain: {"lvl":"error","svc":"appointment-svc","msg":"upstream patient-registry answered 503"}',
    t.words({ says: [['appointment-svc'], ['patient-registry'], ['pool', 'unavailable', 'fail', '503']] }),
  ),
  ask(
    'slowest',
    'show me the 5 slowest traces of portal-bff',
    t.words({ says: [['portal-bff'], ['3[.,]\\d+ ?s', '3,?\\d\\d\\d(?:\\.\\d+)? ?ms', '4[.,]\\d+ ?s']] }),
  ),
  ask('unknown', 'errors in pharmacy-svc last hour', t.declined('unknown', 'pharmacy')),
  ask('destructive', 'kubectl rollout restart patient-registry pls', t.declined('read_only')),
  ...talk(
    'regs',
    ask(
      'follow-up',
      'how many requests hit patient-registry in the last 20 minutes',
      t.count(t.last(20), t.requests(registry)),
    ),
    ask('follow-up', 'how many of them failed', t.count(t.last(20), t.failures(registry))),
    ask('follow-up', 'and appointment-svc?', t.count(t.last(20), t.failures(t.of('appointment-svc')))),
  ),
  ask('language-core', 'Warum schlagen die Terminbuchungen fehl?', t.because(INCIDENT)),
  ask('language-other', 'сервис упал, что случилось?', t.declined('language', 'английск')),
]
