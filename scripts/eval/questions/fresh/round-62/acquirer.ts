/** Questions to the payment service provider: states, causes, single things, what cannot be answered. Sixty-second round. */
import { ACQUIRER_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import { ACQUIRER_COUNTS_62 } from './acquirer-counts.ts'
import { ACQUIRER_NUMBERS_62 } from './acquirer-numbers.ts'
import { ACQUIRER_TALKS_62 } from './acquirer-talks.ts'
import * as m from './rows.ts'

const MECHANISM = ACQUIRER_INCIDENT.mechanism
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const silent = t.words({ says: [['settlement-exporter']], neverFirst: ['^\\W*(?:no|none)\\b'] })

export const ACQUIRER_62 = [
  ask('state', 'are card payments ok now? yes or no', t.verdict('no', 'good')),
  ask('state', 'is 3-D Secure working at the moment?', t.verdict('no', 'good')),
  ask('state', 'do mastercard authorisations still fail', t.verdict('yes', 'bad')),
  ask('state', 'do captures still go through?', t.verdict('yes', 'good')),
  ask('state', 'are visa authorisations affected by the tls errors?', t.verdict('no', 'bad')),
  ask('health', 'is token-vault ok', t.healthy),
  ask('state', 'are refunds working?', t.verdict('yes', 'good')),
  ask('premise', 'why did token-vault crash', t.denied('token-vault')),
  ask('premise', 'why is ledger-book down?', t.denied('ledger-book')),
  ask('cause', 'why do mastercard payments fail?', t.because(ACQUIRER_INCIDENT, 'mechanism')),
  ask('cause', 'root cause of the 502s on authorisations', t.because(ACQUIRER_INCIDENT, 'mechanism')),
  ask('cause', 'what is wrong with card-gateway', t.words({ says: [[...MECHANISM]] })),
  ask(
    'cause',
    'why does threeds-server time out?',
    t.words({ says: [['card-gateway'], [...MECHANISM, 'secondary', 'slots', '/directory']] }),
  ),
  ask(
    'cause',
    'why are the webhooks so late',
    t.words({ says: [['card-gateway', 'payment-api', 'workers', ...MECHANISM]] }),
  ),
  ask('cause', 'what happened at {@onset+1}?', t.because(ACQUIRER_INCIDENT)),
  ask(
    'cause',
    'merchants call us that half of their checkouts hang since about {@threeds}, what is the reason?',
    t.because(ACQUIRER_INCIDENT),
  ),
  ask('since', 'since when do authroisations fail', t.began('onset', 150)),
  ask('since', 'when did the 3ds timeouts start?', t.began('threeds', 150)),
  ask('since', 'since when is the webhook queue growing', t.began('threeds', 300)),
  ask('how-long', 'how long have authorisations been failing now?', t.lasted()),
  ask('how-long', 'how long have the 3ds checks been timing out', t.lasted('threeds')),
  ask('impact', 'how bad is the outage?', m.damage),
  ask(
    'impact',
    'which services are affected by the problem of card-gateway',
    t.words({ names: ['payment-api', 'threeds-server'] }),
  ),
  ask('impact', 'is fraud-score affected as well?', t.verdict('no', 'bad')),
  ask('impact', 'which card networks have failed authorisations', t.words({ says: [['mastercard'], ['jcb']] })),
  ask('deploy', 'was anything deployed in the last 80 minutes?', t.words({ says: [['fraud-score'], ['4\\.8\\.0']] })),
  ask('deploy', 'when was fraud-score 4.8.0 released', t.began('release', 120)),
  ask('deploy', 'did the fraud-score release cause the failed payments?', t.verdict('no', 'bad')),
  ask('deploy', 'was card-gateway deployed today?', t.verdict('no', 'fact')),
  ask('version', 'which version of fraud-score is live', t.words({ saysFirst: [['4\\.8\\.0']] })),
  ask('version', 'what version does card-gateway run?', t.words({ saysFirst: [['5\\.9\\.0']] })),
  ask('restart', 'when was the token vault restarted', t.began('restart', 120)),
  ask('next-step', 'what do i need to do to get mastercard back?', t.words({ says: [['card-gateway', 'certificat']] })),
  ask('dependency', 'which services call card-gateway', t.words({ names: ['payment-api', 'threeds-server'] })),
  ask(
    'dependency',
    'what does payment-api depend on?',
    t.words({ names: ['token-vault', 'fraud-score', 'card-gateway', 'ledger-book'] }),
  ),
  ask(
    'timeline',
    'timeline of the incident please, for the status page',
    t.words({
      says: [['card-gateway'], ['threeds-server', 'payment-api', '3-D Secure'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'did any service stop logging?', silent),
  ask('silence', 'when did settlement-exporter write its last line', m.lastOf(m.exporter)),
  ask('silence', 'is the settlement exporter still running?', t.verdict('no', 'good')),
  ask(
    'lookup',
    'what happened with {failedPayment}',
    t.words({ says: [['502', 'not reachable', 'tls', 'certificat', 'handshake']] }),
  ),
  ask('lookup', 'was {goodPayment} approved?', t.words({ says: [['approved', '201']], neverFirst: ['^\\W*no\\b'] })),
  ask(
    'lookup',
    'why was {declinedPayment} declined',
    t.words({ says: [['insufficient funds', 'cvc', 'card blocked']] }),
  ),
  ask('lookup', 'why did {blockedPayment} not go through?', t.words({ says: [['blocked', 'fraud']] })),
  ask('lookup', 'in which service did {failedTrace} break?', t.words({ says: [['card-gateway']] })),
  ask(
    'slow-trace',
    'why is trace {threedsTrace} so slow',
    t.words({ says: [['card-gateway', '/directory', 'secondary']] }),
  ),
  ask(
    'slow-trace',
    'what took so long in {timeoutTrace}?',
    t.words({ says: [['card-gateway', '/authorize', 'secondary']] }),
  ),
  ask(
    'meaning',
    'what does "tls: expired certificate" mean here?',
    t.words({ says: [['card-gateway', 'mastercard']] }),
  ),
  ask('meaning', 'what is acq-mc-01', t.words({ says: [['certificat', 'mastercard', 'card-gateway']] })),
  ask('meaning', 'what is RSK-318?', t.words({ says: [['fraud-score'], ['4\\.8\\.0', 'model']] })),
  ask('paste', '{tlsLine}\nhow often do we have this?', t.count(t.anytime, t.logs(m.tls))),
  ask('paste', '{slotsLine}\nsince when do we get these', m.firstOf(m.slots)),
  ask('paste', '{lapsedLine}\nis this part of the incident?', UNRELATED),
  ask('paste', '{hookLine}\nhow many of these today', t.count(t.anytime, t.logs(m.kept))),
  ask('list', 'what services do we have here?', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'routes of pay-edge?',
    t.words({ says: [['/v1/authorizations'], ['/3ds/authenticate'], ['/v1/captures'], ['/tokens']] }),
  ),
  ask('list', 'which merchants do we see', t.words({ names: [...m.MERCHANTS] })),
  ask(
    'list',
    'which metrics does card-gateway send?',
    t.words({ names: ['connections.open', 'tls.client_cert.days_left'] }),
  ),
  ask(
    'single-record',
    'finance is waiting for their files. when was the last settlement file written?',
    m.lastOf(m.fileWritten),
  ),
  ask('single-record', 'when was the first tls error', m.firstOf(m.tls)),
  ask('single-record', 'when did the first 3ds check time out?', m.firstOf(m.checkLost)),
  ask(
    'single-record',
    'show me the last error of card-gateway',
    t.words({ says: [['secondary route', 'tls handshake']] }),
  ),
  ask('bare-name', 'card-gateway', t.words({ saysFirst: [['card-gateway']] })),
  ask('bare-name', 'webhook-sender', t.words({ saysFirst: [['webhook-sender']] })),

  ask('unknown', 'how many errors does payout-service have', t.declined('unknown', 'payout-service')),
  ask('unknown', 'p95 of chargeback-api since {@onset}', t.declined('unknown', 'chargeback-api')),
  ask('unknown', 'what happened with payment PAY-1999999', t.declined('no_data')),
  ask('unknown-attribute', 'failed authorisations per browser', t.declined('no_data')),
  ask('order', 'renew the mastercard certificate', t.declined('read_only')),
  ask('order', 'restart settlement-exporter please', t.declined('read_only')),
  ask('talk', 'ok thanks, great work', t.declined('small_talk')),
  ask('off-topic', 'how much does a wildcard certificate cost?', t.declined('off_topic')),
  ask('language', 'warum schlagen die mastercard-zahlungen fehl?', t.because(ACQUIRER_INCIDENT)),
  ask('ask-back', 'how many of those were retried?', t.declined('ask_back')),

  ask('several', 'what is broken and since when?', t.because(ACQUIRER_INCIDENT, 'time')),
  ask('several', 'why do payments fail and is it over? since when?', t.because(ACQUIRER_INCIDENT, 'mechanism', 'time')),
  ...ACQUIRER_COUNTS_62,
  ...ACQUIRER_NUMBERS_62,
  ...ACQUIRER_TALKS_62,
]
