/** Questions to the mobile operator: states, causes, single things, what cannot be answered. Twelfth round. */
import { requestsOf } from '../../truth.ts'
import { TELECOM_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'
import { TELECOM_COUNTS_12 } from './telecom-counts.ts'
import { TELECOM_NUMBERS_12 } from './telecom-numbers.ts'

const FILES = ['file', 'descriptor', 'ulimit', '\\bfds?\\b']
const NOBODY = t.words({
  saysFirst: [['^\\W*no\\b', 'nobody', '\\bnone\\b', '\\ball (?:of them|eight|8|services)', '\\b(?:every|each) ']],
  neverFirst: ['^\\W*yes\\b'],
})
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const TELECOM_12 = [
  ask('state', 'is it over?', t.verdict('yes', 'good')),
  ask('state', 'is everything ok now? yes or no', t.verdict('yes', 'good')),
  ask('state', 'are topups working again?', t.verdict('yes', 'good')),
  ask('state', 'is balance-api still failing?', t.verdict('no', 'bad')),
  ask('health', 'is payment-adapter ok?', t.healthy),
  ask('health', 'sms-dispatcher healthy?', t.healthy),
  ask('health', 'why did sim-activation crash?', t.denied('sim-activation')),
  ask('health', 'why is payment-adapter down?', t.denied('payment-adapter')),
  ask('cause', 'what broke?', t.because(TELECOM_INCIDENT, 'mechanism')),
  ask('cause', 'why did topups fail?', t.because(TELECOM_INCIDENT, 'mechanism')),
  ask('cause', 'root cause of the 502s on public-gateway?', t.because(TELECOM_INCIDENT, 'mechanism')),
  ask('cause', 'what happend around {@onset}', t.because(TELECOM_INCIDENT)),
  ask('cause', 'why was usage-rater failing to charge records', t.because(TELECOM_INCIDENT)),
  ask('since', 'when did the errors start?', t.began()),
  ask('since', 'when was it back to normal?', t.began('recovery')),
  ask('since', 'when did we see the first 503 on the gateway?', ({ world }) =>
    at(requestsOf(world, t.all(m.gateway, m.status(503)))[0]?.startMs, 40),
  ),
  ask('how-long', 'how long did the outage last?', t.lasted('onset', 'recovery')),
  ask('impact', 'how bad was it?', m.damage),
  ask(
    'impact',
    'who was affected?',
    t.words({ says: [['public-gateway', 'topup-api', 'usage-rater', 'subscriber', 'prepaid', '/v1/']] }),
  ),
  ask(
    'impact',
    'how many subscribers saw an error?',
    t.count(t.anytime, t.differentOf(t.all(m.gateway, t.failed), 'subscriber.id')),
  ),
  ask(
    'impact',
    'which services were hit?',
    t.words({ names: ['balance-api', 'public-gateway', 'topup-api', 'usage-rater'] }),
  ),
  ask('deploy', 'any deploys in the last 2 hours?', t.words({ says: [['plan-catalog'], ['2\\.9\\.0']] })),
  ask('deploy', 'did the plan-catalog deploy cause this?', t.verdict('no', 'bad')),
  ask('deploy', 'when was 2.9.0 rolled out?', t.began('release', 120)),
  ask('version', 'which version of topup-api runs?', t.words({ saysFirst: [['4\\.1\\.0']] })),
  ask(
    'version',
    'versions of all services?',
    t.words({ says: [['4\\.3\\.1'], ['2\\.9\\.0'], ['3\\.14\\.0'], ['1\\.9\\.2']] }),
  ),
  ask(
    'restart',
    'anything restarted in the last hour?',
    t.words({ says: [['balance-api']], verdict: { is: 'yes', sense: 'fact' } }),
  ),
  ask('restart', 'when was balance-api restarted?', t.began('recovery', 120)),
  ask('restart', 'did topup-api restart?', t.verdict('no', 'bad')),
  ask('next-step', 'what would you check first?', t.words({ says: [['balance-api'], FILES] })),
  ask('next-step', 'what do we have to do so it does not happen again?', t.words({ says: [['balance-api'], FILES] })),
  ask('dependency', 'who calls balance-api?', t.words({ names: ['public-gateway', 'topup-api', 'usage-rater'] })),
  ask('dependency', 'what does topup-api depend on?', t.words({ names: ['payment-adapter', 'balance-api'] })),
  ask(
    'timeline',
    'timeline please',
    t.words({
      says: [['balance-api'], ['public-gateway', 'topup-api', 'usage-rater'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'is any service silent?', NOBODY),
  ask('silence', 'usage-rater still sending?', t.verdict('yes', 'good')),
  ask('lookup', 'what happened to topup {failedTopup}?', t.words({ says: [['not credited', 'answered 500', '503']] })),
  ask('lookup', 'was {creditedTopup} credited?', t.words({ says: [['credited']], neverFirst: ['^\\W*no\\b'] })),
  ask('lookup', 'show me the logs for {declinedTopup}', t.words({ says: [['payment declined']] })),
  ask('lookup', 'trace id {failedTrace}', t.words({ says: [['balance-api']] })),
  ask(
    'lookup',
    'which services did {topupTrace} go through?',
    t.words({ names: ['public-gateway', 'topup-api', 'payment-adapter', 'balance-api'] }),
  ),
  ask('lookup', 'iccid {activatedSim}', t.words({ says: [['SIM activated']] })),
  ask('meaning', 'what does "socket: too many open files" mean?', t.words({ says: [['balance-api'], FILES] })),
  ask('meaning', 'where does "record not charged, put back" come from?', t.words({ saysFirst: [['usage-rater']] })),
  ask('paste', '{failedLine}\n\nhow many of these?', t.count(t.anytime, t.logs(m.uncredited))),
  ask('paste', '{failedLine}\nwhy?', t.because(TELECOM_INCIDENT)),
  ask(
    'paste',
    '{"time":"…","level":"WARN","msg":"SMS centre answered slowly","centre":"smsc-2"} is this related to the outage?',
    t.words({
      neverFirst: ['^\\W*yes\\b'],
      saysFirst: [['no\\b', 'not', 'before', 'sms-dispatcher', 'throughout', 'usual']],
    }),
  ),
  ask('list', 'list the services', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'what metrics do we have?',
    t.words({ names: ['process.open_file_descriptor.count', 'kafka.consumer.lag', 'http.server.request.duration'] }),
  ),
  ask('list', 'which errors does balance-api log?', t.words({ says: [['too many open files']] })),
  ask(
    'list',
    'which endpoints does public-gateway have?',
    t.words({ says: [['/v1/balance'], ['/v1/plans'], ['/v1/topups'], ['/activate']] }),
  ),
  ask('list', 'values of app.channel', t.words({ names: m.CHANNELS })),
  ask('single-record', 'last error of topup-api?', t.words({ says: [['paid but not credited']] })),
  ask('single-record', 'when was the last "too many open files"?', ({ world }) =>
    at(world.logs.findLast(m.noFile)?.timeMs, 20),
  ),
  ask('bare-name', 'sim-activation', t.words({ saysFirst: [['sim-activation']] })),
  ask('bare-name', 'balance-api', t.words({ saysFirst: [['balance-api']] })),

  ask('unknown', 'errors in roaming-service', t.declined('unknown', 'roaming')),
  ask('unknown', 'is rabbitmq lagging?', t.declined('unknown', 'rabbit')),
  ask('unknown', 'how many 418 did public-gateway return?', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown-attribute', 'requests by country', t.declined('no_data')),
  ask('order', 'restart balance-api', t.declined('read_only')),
  ask('order', 'silence all alerts for topup-api until tomorrow', t.declined('read_only')),
  ask('talk', 'thx!', t.declined('small_talk')),
  ask('talk', 'good morning', t.declined('small_talk')),
  ask('off-topic', 'write me a haiku', t.declined('off_topic')),
  ask('ask-back', 'how many?', t.declined('ask_back')),
  ask('language', 'was ist kaputt gegangen?', t.because(TELECOM_INCIDENT)),
  ask(
    'language',
    'Wie viele 502 hat public-gateway geliefert?',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.status(502)))),
  ),
  ask('language', '¿cuántos errores tiene topup-api?', t.count(t.anytime, ...t.errors(m.topup))),
  ask('language', 'pourquoi balance-api a échoué ?', t.because(TELECOM_INCIDENT)),

  ...talk(
    'why',
    ask('follow-up', 'what went wrong tonight?', t.because(TELECOM_INCIDENT)),
    ask('follow-up', 'since when?', t.began()),
    ask('follow-up', 'is it fixed?', t.verdict('yes', 'good')),
    ask('follow-up', 'who was hit?', t.words({ says: [['public-gateway', 'topup-api', 'usage-rater', 'subscriber']] })),
  ),
  ask('several', 'what broke, since when and is it over?', (asked) => ({
    ...t.because(TELECOM_INCIDENT, 'time')(asked),
    says: [['over', 'recover', 'ended', 'until', 'yes', 'no longer', 'back to']],
  })),
  ...TELECOM_COUNTS_12,
  ...TELECOM_NUMBERS_12,
]
