/** Questions to the shared bicycles: states, causes, single things, what cannot be answered. Eighteenth round. */
import { requestsOf } from '../../truth.ts'
import { BIKES_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { BIKES_COUNTS_18 } from './bikes-counts.ts'
import { BIKES_NUMBERS_18 } from './bikes-numbers.ts'
import * as m from './rows.ts'

const TLS = ['\\btls\\b', 'handshake', 'protocol version']
const NOBODY = t.words({
  saysFirst: [['^\\W*no\\b', 'nobody', '\\bnone\\b', '\\ball (?:of them|nine|9|services)', '\\b(?:every|each) ']],
  neverFirst: ['^\\W*yes\\b'],
})
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const BIKES_18 = [
  ask('state', 'is it over?', t.verdict('no', 'good')),
  ask('state', 'can people unlock bikes again?', t.verdict('no', 'good')),
  ask('state', 'all good now? yes or no pls', t.verdict('no', 'good')),
  ask('state', 'is lock-gateway still broken', t.verdict('yes', 'bad')),
  ask('state', 'Is the bike app working at the moment?', t.verdict('no', 'good')),
  ask('health', 'is station-service ok?', t.healthy),
  ask('health', 'ride-telemetry healthy?', t.healthy),
  ask(
    'health',
    'did billing-service crash?',
    t.words({
      saysFirst: [['^\\W*no\\b', 'did(?: not|n.t)', 'no (?:sign|crash|evidence|trace|restart)', 'healthy']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('health', 'why did zone-service crash?', t.denied('zone-service')),
  ask('health', 'why is billing-service down', t.denied('billing-service')),
  ask('cause', 'what broke?', t.because(BIKES_INCIDENT, 'mechanism')),
  ask('cause', 'why do rentals fail?', t.because(BIKES_INCIDENT, 'mechanism')),
  ask('cause', 'riders cant unlock their bikes, whats up', t.because(BIKES_INCIDENT, 'mechanism')),
  ask('cause', 'why is app-bff returning 502?', t.because(BIKES_INCIDENT)),
  ask('cause', 'What went wrong around {@onset}?', t.because(BIKES_INCIDENT)),
  ask(
    'cause',
    'is it the database, tls or a bad deploy?',
    t.words({
      says: [['lock-gateway']],
      saysFirst: [TLS],
      neverFirst: ['^\\W*(?:it is |yes,? )?(?:the |a )?(?:database|bad deploy)\\b'],
    }),
  ),
  ask('since', 'since when?', t.began()),
  ask('since', 'when did rentals start failing?', t.began()),
  ask('since', 'first 502 on the ingress at what time?', ({ world }) =>
    at(requestsOf(world, t.all(m.ingress, t.failed))[0]?.startMs, 40),
  ),
  ask('how-long', 'how long has the unlock thing been going on?', t.lasted()),
  ask('impact', 'how bad is it', m.damage),
  ask(
    'impact',
    'so who is affected by it?',
    t.words({ says: [['edge-ingress', 'app-bff', 'rental-service', 'rider', '/v2/rentals', 'lock-gateway']] }),
  ),
  ask(
    'impact',
    'how many riders got an error?',
    t.count(
      t.anytime,
      t.differentOf(t.all(m.bff, t.failed), 'rider.id'),
      t.differentOf(t.all(m.bff, m.status(401, 409, 502)), 'rider.id'),
    ),
  ),
  ask(
    'impact',
    'which services are affected by the lock problem',
    t.words({ names: ['lock-gateway', 'rental-service', 'app-bff', 'edge-ingress'] }),
  ),
  ask('impact', 'is GET /v2/stations affected?', t.verdict('no', 'bad')),
  ask('impact', 'are riders in madrid affected as well', t.verdict('yes', 'bad')),
  ask('deploy', 'deployments today?', t.words({ says: [['station-service'], ['4\\.7\\.0']] })),
  ask('deploy', 'did the station-service release cause it?', t.verdict('no', 'bad')),
  ask('deploy', 'when was 4.7.0 deployed', t.began('release', 120)),
  ask('deploy', 'has lock-gateway been deployed recently?', t.verdict('no', 'bad')),
  ask('version', 'which version of lock-gateway is running?', t.words({ saysFirst: [['2\\.2\\.7']] })),
  ask('version', 'version of app-bff', t.words({ saysFirst: [['6\\.20\\.1']] })),
  ask(
    'version',
    'what versions are running in prod',
    t.words({ says: [['4\\.7\\.0'], ['3\\.8\\.0'], ['2\\.2\\.7'], ['5\\.1\\.3']] }),
  ),
  ask('restart', 'did lock-gateway restart?', t.verdict('no', 'bad')),
  ask('next-step', 'what should i check first?', t.words({ says: [['lock-gateway'], TLS] })),
  ask('next-step', 'what to do now', t.words({ says: [['lock-gateway'], TLS] })),
  ask('dependency', 'who calls lock-gateway?', t.words({ names: ['rental-service'] })),
  ask(
    'dependency',
    'what does rental-service depend on?',
    t.words({ names: ['lock-gateway', 'billing-service', 'zone-service'] }),
  ),
  ask('dependency', 'which services use postgres?', t.words({ names: ['rental-service', 'station-service'] })),
  ask(
    'timeline',
    'timeline please',
    t.words({
      says: [['lock-gateway'], ['rental-service', 'app-bff'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'anyone silent?', NOBODY),
  ask('silence', 'is push-worker still sending?', t.verdict('yes', 'good')),
  ask(
    'lookup',
    'what happened with rental {failedRental}?',
    t.words({ says: [['failed', 'not started', '50[23]', 'protocol version']] }),
  ),
  ask('lookup', '{startedRental}', t.words({ says: [['rental started']] })),
  ask('lookup', 'why was {declinedRental} not paid?', t.words({ says: [['declined']] })),
  ask('lookup', 'where did trace {failedTrace} fail?', t.words({ says: [['lock-gateway']] })),
  ask(
    'lookup',
    'services in trace {endedTrace}',
    t.words({ names: ['edge-ingress', 'app-bff', 'rental-service', 'billing-service'] }),
  ),
  ask('meaning', "what does 'protocol version not supported' mean?", t.words({ says: [['lock-gateway'], TLS] })),
  ask('meaning', 'who logs "dock counts differ"?', t.words({ saysFirst: [['station-service']] })),
  ask('paste', '{tlsLine}\nhow many of these?', t.count(t.anytime, t.logs(m.noTls))),
  ask('paste', 'got this:\n{failedLine}\nwhy?', t.because(BIKES_INCIDENT)),
  ask(
    'paste',
    '{batteryLine}\nrelated to the outage?',
    t.words({
      saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('list', 'services?', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'which metrics does lock-gateway send',
    t.words({ names: ['locks.connected', 'tls.handshake.failures'] }),
  ),
  ask('list', 'errors of rental-service: which messages?', t.words({ says: [['not started'], ['not ended']] })),
  ask(
    'list',
    'routes of app-bff?',
    t.words({ says: [['/v2/stations'], ['/v2/bikes/nearby'], ['/v2/rentals'], ['/v2/me']] }),
  ),
  ask('list', 'which cities do we have', t.words({ names: m.CITIES })),
  ask('single-record', 'last error of lock-gateway', t.words({ says: [['protocol version not supported']] })),
  ask('single-record', 'when was the last declined card?', ({ world }) =>
    at(world.logs.findLast(m.declined)?.timeMs, 20),
  ),
  ask('bare-name', 'lock-gateway', t.words({ saysFirst: [['lock-gateway']] })),
  ask('bare-name', 'billing-service', t.words({ saysFirst: [['billing-service']] })),

  ask('unknown', 'errors in scooter-service', t.declined('unknown', 'scooter')),
  ask('unknown', 'is rabbitmq slow?', t.declined('unknown', 'rabbitmq')),
  ask('unknown', 'how many 504 on edge-ingress?', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown', 'show me rental RT-999999', t.declined('no_data')),
  ask('unknown-attribute', 'failed rentals per subscription plan', t.declined('no_data')),
  ask('order', 'restart lock-gateway', t.declined('read_only')),
  ask('order', 'roll back station-service to 4.6.2 please', t.declined('read_only')),
  ask('talk', 'good morning', t.declined('small_talk')),
  ask('talk', 'thx!', t.declined('small_talk')),
  ask('off-topic', 'will it rain in Hamburg tomorrow?', t.declined('off_topic')),
  ask('ask-back', 'and how many of those?', t.declined('ask_back')),
  ask('language', 'Warum können keine Räder entsperrt werden?', t.because(BIKES_INCIDENT)),
  ask('language', 'Wie viele Fehler hat lock-gateway seit {@onset}?', t.count(t.since('onset'), ...t.errors(m.lock))),
  ask('language', '¿desde cuándo falla?', t.began()),
  ask('language', 'quelle version de billing-service tourne ?', t.words({ says: [['5\\.1\\.3']] })),

  ...talk(
    'incident',
    ask('follow-up', 'whats broken?', t.because(BIKES_INCIDENT)),
    ask('follow-up', 'since when', t.began()),
    ask('follow-up', 'why?', t.words({ says: [TLS] })),
    ask('follow-up', 'is it still happening?', t.verdict('yes', 'bad')),
  ),
  ask('several', 'what is broken, since when and which services are affected?', (asked) => ({
    ...t.because(BIKES_INCIDENT, 'time')(asked),
    names: ['rental-service', 'app-bff'],
  })),
  ...BIKES_COUNTS_18,
  ...BIKES_NUMBERS_18,
]
