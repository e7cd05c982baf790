/** Questions to the bank's card payments: fourth round. */
import { INCIDENT } from '../../catalog/bank/rows.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const gateway = t.of('card-gateway')
const scorer = t.of('fraud-scorer')
const authorize = t.all(gateway, t.has('http.target', '/v1/authorize'))

export const BANK_4 = [
  ask('state', 'So are we out of the woods?', t.verdict('yes', 'good')),
  ask('health', 'fx-rates complains about stale rates - is the service itself healthy?', t.healthy),
  ask(
    'cause',
    'Which deploy broke payments, and what in it?',
    t.words({ says: [['fraud-scorer'], ['4\\.3\\.0'], ['NullPointer', 'merchant_category', 'exception']] }),
  ),
  ask('cause', 'reason for fraud-scorer 500s', t.because(INCIDENT, 'mechanism')),
  ask('since', 'when was the rollback of fraud-scorer', t.began('recovery', 90)),
  ask('how-long', 'for how many minutes was 4.3.0 in production', t.lasted('release', 'recovery')),
  ask(
    'impact',
    'share of authorize requests that failed during the bad release, {@release} to {@recovery}',
    t.percent(t.during(['release', 0], ['recovery', 0]), t.share(authorize)),
  ),
  ask(
    'deploy',
    'how many errors did fraud-scorer log before the 4.3.0 release ({@release})',
    t.count(t.before('release'), t.logs(t.all(scorer, t.level('ERROR', 'FATAL')))),
  ),
  ask('version', 'is 4.3.0 still running anywhere?', t.verdict('no', 'bad')),
  ask(
    'count',
    'How many requests did ledger handle between {@release-30} and {@release-20}?',
    t.count(t.during(['release', -30], ['release', -20]), t.requests(t.of('ledger'))),
  ),
  ask(
    'count',
    '402 or 502 on card-gateway in the last 60 minutes, sum',
    t.count(t.last(60), t.requests(t.all(gateway, t.has('http.status_code', 402, 502)))),
  ),
  ask('outcome', 'accepted refunds, last 20 minutes', t.count(t.last(20), t.logs(t.says(/^refund RF-\d+ accepted/)))),
  ask(
    'text',
    '"score near threshold" how often in the last 50 minutes',
    t.count(t.last(50), t.logs(t.says(/score near threshold/))),
  ),
  ask(
    'text',
    'total number of statements built (the runs log "finished: N statements")',
    t.count(t.anytime, t.stated(/^statement run finished: (\d+) statements/, 'sum')),
  ),
  ask(
    'attribute',
    'grocer-7 visa failures',
    t.count(t.anytime, t.failures(t.all(gateway, t.has('merchant', 'grocer-7'), t.has('card.scheme', 'visa')))),
  ),
  ask(
    'exclusion',
    'card-gateway: requests to any target but /v1/authorize, in region eu',
    t.count(t.anytime, t.requests(t.all(gateway, t.not(t.has('http.target', '/v1/authorize')), t.has('region', 'eu')))),
  ),
  ask(
    'exclusion',
    'WARN lines which do not come from card-gateway',
    t.count(t.anytime, t.logs(t.all(t.level('WARN'), t.not(gateway)))),
  ),
  ask(
    'ratio',
    'what portion of card-gateway requests is slower than 40ms?',
    t.percent(t.anytime, t.share(gateway, t.longer(40))),
  ),
  ask(
    'ratio',
    'decline ratio for visa: 402s out of all visa authorize requests',
    t.percent(t.anytime, t.share(t.all(authorize, t.has('card.scheme', 'visa')), t.has('http.status_code', 402))),
  ),
  ask(
    'percentile',
    'p90 of /v1/authorize since {@recovery+1}',
    t.millis(t.since('recovery', 1), t.took(authorize, 0.9)),
  ),
  ask('mean-max', 'longest fx-rates request in ms', t.millis(t.anytime, t.took(t.of('fx-rates'), 'max'))),
  ask('metric', 'ledger.replication.lag p95?', (asked) => ({
    numbers: [
      {
        ...t.numberOf(asked, 'ms', t.anytime, [t.scaled(t.metric('ledger', 'ledger.replication.lag', 0.95), 1000)]),
        tolerance: 0.05,
      },
    ],
  })),
  ask(
    'metric',
    'min jvm.memory.used statement-builder vs. max',
    t.both(
      t.anytime,
      ['bytes', t.metric('statement-builder', 'jvm.memory.used', 'min')],
      ['bytes', t.metric('statement-builder', 'jvm.memory.used', 'max')],
    ),
  ),
  ask(
    'trend',
    'payments.approved: did approvals drop between {@release} and {@recovery} compared to before',
    t.verdict('yes', 'down'),
  ),
  ask('rate', 'authorize requests per second, last 10 min', t.perS(t.last(10), t.perSecond(t.requests(authorize)))),
  ask(
    'compare',
    'card-gateway failures {@release-8}-{@release} against {@release}-{@release+8}',
    t.compared(
      'count',
      t.failures(gateway),
      t.during(['release', -8], ['release', 0]),
      t.during(['release', 0], ['release', 8]),
    ),
  ),
  ask('group', 'authorizations by outcome: approved, declined, failed', ({ world }) => ({
    groups: Object.fromEntries(
      (['approved', 'declined', 'failed'] as const).map((one) => [
        one,
        {
          value: world.logs.filter((log) => new RegExp(`^authorization \\S+ ${one}`).test(log.message)).length,
          unit: 'count' as const,
        },
      ]),
    ),
  })),
  ask(
    'top',
    'Which region had the highest failure rate on card-gateway between {@release} and {@recovery}?',
    ({ world }) => {
      const rate = (region: string) =>
        t.share(t.all(gateway, t.has('region', region)))(world, {
          fromMs: world.marks['release'] ?? 0,
          toMs: world.marks['recovery'] ?? 0,
        })
      return {
        first: {
          name: ['eu', 'us', 'apac'].toSorted((a, b) => rate(b) - rate(a))[0] ?? '',
          among: ['eu', 'us', 'apac'],
        },
      }
    },
  ),
  ask('dependency', 'list callers of ledger', t.words({ names: ['card-gateway'], neverFirst: ['statement-builder'] })),
  ask('id', 'AUTH {approvedAuth} ok?', ({ world }) => ({ says: [[world.names['approvedAuth'] ?? ''], ['approved']] })),
  ask('unknown', 'p99 of the kyc-service pls', t.declined('unknown', 'kyc')),
  ask('typo', 'how mnay declind authorisations in eu', (asked) =>
    t.count(
      t.anytime,
      t.logs(t.all(t.says(/ declined: /), t.has('region', 'eu'))),
      t.requests(t.all(authorize, t.has('http.status_code', 402), t.has('region', 'eu'))),
    )(asked),
  ),
  ...talk(
    'err',
    ask(
      'follow-up',
      'errors of fraud-scorer per minute between {@release} and {@release+10}',
      t.perS(t.during(['release', 0], ['release', 10]), t.perSecond(t.logs(t.all(scorer, t.level('ERROR', 'FATAL'))))),
    ),
    ask(
      'follow-up',
      'total instead of per minute',
      t.count(t.during(['release', 0], ['release', 10]), t.logs(t.all(scorer, t.level('ERROR', 'FATAL')))),
    ),
    ask(
      'follow-up',
      'and for card-gateway?',
      t.count(t.during(['release', 0], ['release', 10]), t.logs(t.all(gateway, t.level('ERROR', 'FATAL')))),
    ),
  ),
  ask('language-core', 'Was war die Ursache der fehlgeschlagenen Zahlungen?', t.because(INCIDENT)),
  ask('language-other', 'Mi romlott el?', t.declined('language', 'angol')),
  ask('small-talk', 'who are you?', t.words({ says: [['telemetry']] })),
]
