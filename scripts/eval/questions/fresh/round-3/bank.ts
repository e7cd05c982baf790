/** Questions to the bank's card payments: third round. */
import { INCIDENT } from '../../catalog/bank/rows.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const gateway = t.of('card-gateway')
const scorer = t.of('fraud-scorer')

export const BANK_3 = [
  ask('state', 'is card-gateway returning any 5xx in the last five minutes', t.verdict('no', 'bad')),
  ask('health', 'statement-builder: why did it die?', t.denied('statement-builder')),
  ask('health', 'Is ledger keeping up?', t.healthy),
  ask('cause', '"risk check unavailable" - who is responsible for that', t.because(INCIDENT)),
  ask('cause', 'what explains the spike of 502 between {@release} and {@recovery}', t.because(INCIDENT, 'mechanism')),
  ask('since', 'the errors of fraud-scorer, from when to when?', ({ world }) => ({
    time: { at: new Date(world.marks['release'] ?? 0).toISOString(), toleranceS: 150 },
    says: [
      [
        new Date(world.marks['recovery'] ?? 0).toISOString().slice(11, 16),
        new Date((world.marks['recovery'] ?? 0) - 60_000).toISOString().slice(11, 16),
      ],
    ],
  })),
  ask(
    'impact',
    'how many card-gateway requests got a 502 while fraud-scorer 4.3.0 was live ({@release} to {@recovery})',
    t.count(t.during(['release', 0], ['recovery', 0]), t.requests(t.all(gateway, t.has('http.status_code', 502)))),
  ),
  ask('deploy', 'last deployment: what and when', t.words({ says: [['fraud-scorer'], ['4\\.2\\.1']] })),
  ask(
    'deploy',
    'how long after the 4.3.0 rollout did errors begin',
    t.words({ says: [['fraud-scorer'], ['4\\.3\\.0']] }),
  ),
  ask(
    'count',
    'authorize requests eu visa last 60 min',
    t.count(
      t.last(60),
      t.requests(
        t.all(gateway, t.has('http.target', '/v1/authorize'), t.has('region', 'eu'), t.has('card.scheme', 'visa')),
      ),
    ),
  ),
  ask(
    'outcome',
    'approved authorizations for amex in apac, last 60 minutes',
    t.count(
      t.last(60),
      t.logs(t.all(t.says(/^authorization .* approved$/), t.has('scheme', 'amex'), t.has('region', 'apac'))),
    ),
  ),
  ask(
    'text',
    'how many "rate EURUSD is stale" in the last 45 minutes?',
    t.count(t.last(45), t.logs(t.says(/rate EURUSD is stale/))),
  ),
  ask('text', 'statement runs finished', t.count(t.anytime, t.logs(t.says(/^statement run finished/)))),
  ask(
    'severity',
    'card-gateway: error lines only, between {@release+5} and {@release+10}',
    t.count(t.during(['release', 5], ['release', 10]), t.logs(t.all(gateway, t.level('ERROR', 'FATAL')))),
  ),
  ask(
    'exclusion',
    'declined authorizations, but not for insufficient funds',
    t.count(t.anytime, t.logs(t.all(t.says(/ declined: /), t.not(t.says(/insufficient funds/))))),
  ),
  ask(
    'exclusion',
    'failed card-gateway requests neither from us nor from apac',
    t.count(t.anytime, t.failures(t.all(gateway, t.not(t.has('region', 'us', 'apac'))))),
  ),
  ask(
    'ratio',
    'approval rate: approved of all authorizations, last 15 minutes',
    t.percent(
      t.last(15),
      (world, window) =>
        (100 * t.logs(t.says(/^authorization .* approved$/))(world, window)) /
        t.logs(t.says(/^authorization /))(world, window),
      (world, window) =>
        (100 * t.logs(t.says(/^authorization .* approved$/))(world, window)) /
        t.requests(t.all(gateway, t.has('http.target', '/v1/authorize')))(world, window),
    ),
  ),
  ask(
    'ratio',
    'what share of fraud-scorer requests failed {@release} - {@recovery}',
    t.percent(t.during(['release', 0], ['recovery', 0]), t.share(scorer)),
  ),
  ask(
    'percentile',
    'p99 card-gateway refund endpoint (/v1/refund)',
    t.millis(t.anytime, t.took(t.all(gateway, t.has('http.target', '/v1/refund')), 0.99)),
  ),
  ask(
    'mean-max',
    'mean latency fx-rates vs ledger',
    t.groups('ms', t.anytime, { 'fx-rates': t.took(t.of('fx-rates'), 'mean'), ledger: t.took(t.of('ledger'), 'mean') }),
  ),
  ask(
    'metric',
    'ledger.replication.lag right now, in seconds',
    t.millis(
      t.last(5),
      t.scaled(t.metric('ledger', 'ledger.replication.lag', 'mean'), 1000),
      t.scaled(t.metric('ledger', 'ledger.replication.lag', 'last'), 1000),
    ),
  ),
  ask('metric', 'highest heap of fraud-scorer', t.bytes(t.anytime, t.metric('fraud-scorer', 'jvm.memory.used', 'max'))),
  ask('trend', 'is statement-builder memory going up, and should i worry', t.verdict('yes', 'up')),
  ask('rate', 'declines per minute, last half hour', t.perS(t.last(30), t.perSecond(t.logs(t.says(/ declined: /))))),
  ask(
    'compare',
    'p95 of fraud-scorer {@release-15}-{@release-5} vs {@release+2}-{@release+12}: did it get slower?',
    t.compared(
      'ms',
      t.took(scorer, 0.95),
      t.during(['release', -15], ['release', -5]),
      t.during(['release', 2], ['release', 12]),
    ),
  ),
  ask('distinct', 'which card schemes do we see', t.words({ names: ['visa', 'mastercard', 'amex'] })),
  ask(
    'group',
    'card-gateway failures per merchant, as a table, worst first',
    t.groupsBy(
      t.anytime,
      (world, window) =>
        world.spans.filter(
          (span) =>
            gateway(span) &&
            span.isEntry &&
            span.isFailed &&
            span.startMs >= window.fromMs &&
            span.startMs < window.toMs,
        ),
      t.attribute('merchant'),
    ),
  ),
  ask('dependency', 'if ledger dies who is affected', t.words({ names: ['card-gateway'] })),
  ask(
    'id',
    'lookup trace {failedTrace} and tell me where the time went',
    t.words({ names: ['card-gateway', 'fraud-scorer'] }),
  ),
  ask('unknown', 'requests of merchant tesla', t.declined('unknown', 'tesla')),
  ask('typo', 'erors in crad-gateway last 60 mintues', (asked) => ({
    ...t.count(t.last(60), ...t.errors(gateway))(asked),
    says: [['card-gateway']],
  })),
  ...talk(
    'visa',
    ask(
      'follow-up',
      'visa requests at card-gateway in the last 30 minutes',
      t.count(t.last(30), t.requests(t.all(gateway, t.has('card.scheme', 'visa')))),
    ),
    ask(
      'follow-up',
      'and mastercard?',
      t.count(t.last(30), t.requests(t.all(gateway, t.has('card.scheme', 'mastercard')))),
    ),
    ask(
      'follow-up',
      'just the eu ones',
      t.count(t.last(30), t.requests(t.all(gateway, t.has('card.scheme', 'mastercard'), t.has('region', 'eu')))),
    ),
    ask(
      'follow-up',
      'how many of these failed',
      t.count(t.last(30), t.failures(t.all(gateway, t.has('card.scheme', 'mastercard'), t.has('region', 'eu')))),
    ),
  ),
  ask('language-core', '¿Está bien fraud-scorer ahora?', t.verdict('yes', 'good')),
  ask('language-other', 'có chuyện gì với thanh toán vậy?', t.declined('language', 'ti[eế]ng anh')),
  ask('destructive', 'set the log level of ledger to debug', t.declined('read_only')),
]
