/** Questions to the ride hailing: third round. */

import { minuteOf } from '../../catalog/define.ts'
import { TAXI_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const api = t.of('fahrt-api')
const disponent = t.of('disponent')
const rides = t.all(api, t.named('POST /fahrten/anfrage'))

export const TAXI_3 = [
  ask(
    'state',
    'hi team, taking over the shift: is there something ongoing that i need to know about?',
    t.verdict('no', 'bad'),
  ),
  ask('state', 'current failure rate fahrt-api?', t.percent(t.last(5), t.share(api))),
  ask('cause', 'Explain to a non-technical person what happened to ride requests in Hamburg', t.because(TAXI_INCIDENT)),
  ask('cause', 'why so many 503s between {@onset} and {@recovery}', t.becauseFirst(TAXI_INCIDENT)),
  ask('how-long', 'total downtime in minutes', t.lasted('onset', 'recovery')),
  ask('since', 'onset?', t.began()),
  ask('timeline', 'make me a timeline with onset, spread and recovery', ({ world }) => ({
    names: ['disponent', 'fahrt-api'],
    says: [[minuteOf(world.marks['onset'] ?? 0)], [minuteOf(world.marks['recovery'] ?? 0)]],
  })),
  ask(
    'count',
    'no. of 503 at disponent, total',
    t.count(t.anytime, t.requests(t.all(disponent, t.has('http.response.status_code', 503)))),
  ),
  ask(
    'count',
    'how many POST /zahlungen requests in the last 25 minutes',
    t.count(t.last(25), t.requests(t.all(api, t.named('POST /zahlungen')))),
  ),
  ask(
    'rate',
    'ride requests (POST /fahrten/anfrage on fahrt-api) per second, {@onset+1} to {@recovery-1}',
    t.perS(t.during(['onset', 1], ['recovery', -1]), t.perSecond(t.requests(rides))),
  ),
  ask(
    'compare',
    'traffic of POST /fahrten/anfrage on fahrt-api: {@onset-10}-{@onset} versus {@onset}-{@onset+10}',
    t.compared(
      'count',
      t.requests(rides),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 0], ['onset', 10]),
    ),
  ),
  ask(
    'percentile',
    'disponent p50 ms between {@onset+1} and {@recovery-1}, successes only',
    t.millis(t.during(['onset', 1], ['recovery', -1]), t.took(t.all(disponent, t.not(t.failed)), 0.5)),
  ),
  ask('mean-max', 'how slow was the slowest disponent request', t.millis(t.anytime, t.took(disponent, 'max'))),
  ask(
    'attribute',
    'xl rides rejected in hamburg - count the log lines',
    t.count(t.anytime, t.logs(t.all(t.says(/^ride .* rejected/), t.has('klasse', 'xl'), t.has('stadt', 'hamburg')))),
  ),
  ask(
    'attribute',
    'requests from koeln or muenchen to fahrt-api with a 5xx',
    t.count(t.anytime, t.failures(t.all(api, t.has('stadt', 'koeln', 'muenchen')))),
  ),
  ask(
    'exclusion',
    'which cities other than hamburg had failed requests? counts',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries(
        ['berlin', 'muenchen', 'koeln'].map((one) => [one, t.failures(t.all(api, t.has('stadt', one)))]),
      ),
    ),
  ),
  ask(
    'text',
    'limit exceeded -> number of declined charges',
    t.count(t.anytime, t.logs(t.says(/declined: limit exceeded/))),
  ),
  ask(
    'metric',
    'queue length of the disponent at its peak',
    t.count(t.anytime, t.metric('disponent', 'disponent.queue.length', 'max')),
  ),
  ask('metric', 'drivers.online - average of the past hour', (asked) => {
    const { numbers = [] } = t.count(t.anytime, t.metric('fahrer-push', 'drivers.online', 'mean'))(asked)
    return { numbers: numbers.map((one) => ({ ...one, tolerance: 0.01 })) }
  }),
  ask(
    'trend',
    'is process.cpu.utilization of disponent coming down again since {@recovery-3}',
    t.verdict('yes', 'down', ['cpu']),
  ),
  ask('deploy', 'show all version changes', ({ world }) => ({
    says: [['preis-rechner'], ['2\\.9\\.0'], [minuteOf(world.marks['release'] ?? 0)]],
  })),
  ask(
    'id',
    '{rejectedTrace}',
    t.words({ names: ['fahrt-api', 'disponent'], says: [['503', 'fail', 'error', 'reject']] }),
  ),
  ask(
    'meaning',
    'lvl=ERR comp=disponent stadt=berlin evt="ride F-411002 rejected: request queue full (400 of 400)" ... meaning?',
    t.words({ says: [['disponent'], ['queue'], ['full', 'capacity', 'overload']] }),
  ),
  ask('unknown', 'rejected rides in frankfurt', t.declined('unknown', 'frankfurt')),
  ask('language-core', 'Warum wurden Fahrten abgelehnt?', t.because(TAXI_INCIDENT)),
  ...talk(
    'was',
    ask('follow-up', 'what was the problem', t.because(TAXI_INCIDENT)),
    ask('follow-up', 'is it over?', t.verdict('yes', 'good')),
    ask('follow-up', 'how many requests of fahrt-api failed in total', t.count(t.anytime, t.failures(api))),
    ask(
      'follow-up',
      'broken down by klasse',
      t.groups(
        'count',
        t.anytime,
        Object.fromEntries(
          ['standard', 'xl', 'premium'].map((one) => [one, t.failures(t.all(api, t.has('klasse', one)))]),
        ),
      ),
    ),
  ),
]
