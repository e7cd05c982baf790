/** Questions to the bank's card payments: by people of the operations desk, the support and the management. */

import { INCIDENT } from '../../catalog/bank/rows.ts'
import { minuteOf } from '../../catalog/define.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const gateway = t.of('card-gateway')
const target = (path: string) => t.all(gateway, t.has('http.target', path))

export const BANK_1 = [
  ask('state', 'anyone still seeing failed payments? or is it fixed', ({ world }) => ({
    says: [
      ['recover', 'over', 'ended', 'fixed', 'no longer', 'nothing', 'healthy', '(?<![\\d.,])0 ', 'normal'],
      [minuteOf(world.marks['recovery'] ?? 0), 'last', 'now'],
    ],
    neverFirst: ['still (?:going on|failing)', 'goes on'],
  })),
  ask('health', 'fraud-scorer ok now?', t.verdict('yes', 'good')),
  ask('health', 'is fx-rates degraded', t.noTrouble),
  ask('health', 'who killed the ledger, why did it restart?', t.denied('ledger')),
  ask(
    'cause',
    'post mortem question: what was the root cause of the authorization failures earlier',
    t.because(INCIDENT, 'mechanism'),
  ),
  ask('since', 'first 5xx on /v1/authorize was at what time?', t.began()),
  ask('how-long', 'duration of the outage?', t.lasted('onset', 'recovery')),
  ask(
    'impact',
    'total number of failed reqs on card-gateway during the last 60 min',
    t.count(t.last(60), t.failures(gateway)),
  ),
  ask(
    'impact',
    'which merchants got hit',
    t.words({
      names: ['bakery-42', 'trainline', 'cinema-9', 'grocer-7', 'pharma-3', 'fuel-11'],
      neverFirst: ['the most requests'],
    }),
  ),
  ask('deploy', 'what got shipped in the last 100 minutes', ({ world }) => ({
    says: [['fraud-scorer'], ['4\\.3\\.0'], [minuteOf(world.marks['release'] ?? 0)]],
  })),
  ask('deploy', 'was fraud-scorer rolled back and when', ({ world }) => ({
    says: [['4\\.2\\.1', 'rolled back', 'roll ?back'], [minuteOf(world.marks['recovery'] ?? 0)]],
    neverFirst: ['^\\W*no\\b'],
  })),
  ask('version', 'did any service other than fraud-scorer change its version?', t.verdict('no', 'fact')),
  ask(
    'count',
    'number of 402s on card-gateway last hour',
    t.count(t.last(60), t.requests(t.all(gateway, t.has('http.status_code', 402)))),
  ),
  ask('count', 'refund requests?', t.count(t.anytime, t.requests(target('/v1/refund')), t.logs(t.says(/^refund RF/)))),
  ask(
    'outcome',
    'how many authorizations got approved between {@release-20} and {@release-5}',
    t.count(t.during(['release', -20], ['release', -5]), t.logs(t.says(/^authorization .* approved$/))),
  ),
  ask(
    'outcome',
    'declined because of insufficient funds, how many',
    t.count(t.anytime, t.logs(t.says(/insufficient funds/))),
  ),
  ask('text', 'count lines with NullPointerException', t.count(t.anytime, t.logs(t.says(/NullPointerException/)))),
  ask(
    'severity',
    'wanna know the no. of WARN lines of fx-rates',
    t.count(t.anytime, t.logs(t.all(t.of('fx-rates'), t.level('WARN')))),
  ),
  ask(
    'attribute',
    'amex requests that failed in region us',
    t.count(t.anytime, t.failures(t.all(gateway, t.has('card.scheme', 'amex'), t.has('region', 'us')))),
  ),
  ask(
    'attribute',
    'how many requests for merchant pharma-3 took longer than 50 ms',
    t.count(t.anytime, t.requests(t.all(gateway, t.has('merchant', 'pharma-3'), t.longer(50)))),
  ),
  ask(
    'exclusion',
    'card-gateway traffic without balance calls',
    t.count(t.anytime, t.requests(t.all(gateway, t.not(t.has('http.target', '/v1/balance'))))),
  ),
  ask(
    'ratio',
    'what percent of /v1/authorize failed between {@release+2} and {@release+12}?',
    t.percent(t.during(['release', 2], ['release', 12]), t.share(target('/v1/authorize'))),
  ),
  ask(
    'ratio',
    'ratio of visa among all card-gateway requests',
    t.percent(t.anytime, t.share(gateway, t.has('card.scheme', 'visa'))),
  ),
  ask('percentile', 'median latency of POST /score', t.millis(t.anytime, t.took(t.of('fraud-scorer'), 0.5))),
  ask('mean-max', 'slowest ledger request took how long', t.millis(t.anytime, t.took(t.of('ledger'), 'max'))),
  ask(
    'metric',
    'average ledger.replication.lag',
    t.millis(t.anytime, t.scaled(t.metric('ledger', 'ledger.replication.lag', 'mean'), 1000)),
  ),
  ask(
    'metric',
    'heap of card-gateway in MiB right now?',
    t.bytes(t.anytime, t.metric('card-gateway', 'jvm.memory.used', 'last')),
  ),
  ask('trend', 'does the memory of statement-builder leak', t.verdict('yes', 'up')),
  ask(
    'rate',
    'authorize calls per minute from {@release-30} until {@release-10}',
    t.perS(t.during(['release', -30], ['release', -10]), t.perSecond(t.requests(target('/v1/authorize')))),
  ),
  ask(
    'compare',
    'error count fraud-scorer {@release-10} to {@release} against {@release} to {@release+10}',
    t.compared(
      'count',
      t.failures(t.of('fraud-scorer')),
      t.during(['release', -10], ['release', 0]),
      t.during(['release', 0], ['release', 10]),
    ),
  ),
  ask(
    'group',
    'split card-gateway requests by card.scheme',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries(
        ['visa', 'mastercard', 'amex'].map((one) => [one, t.requests(t.all(gateway, t.has('card.scheme', one)))]),
      ),
    ),
  ),
  ask('id', '{approvedAuth} - customer claims he was charged, what do the logs say', ({ world }) => ({
    says: [[world.names['approvedAuth'] ?? ''], ['approved']],
  })),
  ask(
    'meaning',
    'rate EURUSD is stale: 44s old  <- is this bad? what is it',
    t.words({ says: [['fx-rates'], ['stale', 'old']], neverFirst: ['root cause'] }),
  ),
  ask('unknown', 'errors of settlement-engine?', t.declined('unknown', 'settlement')),
  ask(
    'dependency',
    'whom does fraud-scorer get called by',
    t.words({ names: ['card-gateway'], neverFirst: ['statement-builder', 'no outgoing'] }),
  ),
  ...talk(
    'auths',
    ask(
      'follow-up',
      'failed requests on /v1/authorize between {@release} and {@release+15}?',
      t.count(t.during(['release', 0], ['release', 15]), t.failures(target('/v1/authorize'))),
    ),
    ask(
      'follow-up',
      'same for the 15 minutes before that',
      t.count(t.during(['release', -15], ['release', 0]), t.failures(target('/v1/authorize'))),
    ),
    ask(
      'follow-up',
      'and how many requests in total then?',
      t.count(t.during(['release', -15], ['release', 0]), t.requests(target('/v1/authorize'))),
    ),
  ),
  ask('language-core', '¿desde cuándo fallaban las autorizaciones?', t.began()),
  ask('language-other', "cos'è successo ai pagamenti?", t.declined('language', 'inglese')),
  ask('destructive', 'please roll fraud-scorer back to 4.2.1', t.declined('read_only')),
  ask('off-topic', 'can you book me a meeting room for the post mortem tomorrow', t.declined('off_topic')),
]
