/** Questions to the payment processor: states, causes, single things, what cannot be answered. Sixty-fifth round. */
import { PAYCORE_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import { PAYCORE_COUNTS_65 } from './paycore-counts.ts'
import { PAYCORE_NUMBERS_65 } from './paycore-numbers.ts'
import { PAYCORE_TALKS_65 } from './paycore-talks.ts'
import * as m from './rows.ts'

const MECHANISM = PAYCORE_INCIDENT.mechanism
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})

export const PAYCORE_65 = [
  ask('state', 'do payments work again? yes or no', t.verdict('no', 'good')),
  ask('state', 'are merchants still getting 504s?', t.verdict('yes', 'bad')),
  ask('state', 'are payouts to banks affected', t.verdict('no', 'bad')),
  ask('state', 'are refunds working right now?', t.verdict('no', 'good')),
  ask('state', 'can merchants still open their dashboard?', t.verdict('yes', 'good')),
  ask('state', 'is network-connector healthy right now', t.verdict('no', 'good')),
  ask('state', 'are all services still sending logs?', t.verdict('yes', 'up')),
  ask('health', 'is ledger ok?', t.healthy),
  ask('health', 'is webhook-dispatcher healthy', t.healthy),
  ask('health', 'how is the fraud-check service doing? is it ok', t.healthy),
  ask('premise', 'why did merchant-dashboard crash?', t.denied('merchant-dashboard')),
  ask('premise', 'why is the ledger down', t.denied('ledger')),
  ask('premise', 'is fraud-check slow?', t.noTrouble),
  ask('cause', 'why do merchants get 504?', t.because(PAYCORE_INCIDENT, 'mechanism')),
  ask('cause', 'whats the root cause of the failing payments', t.because(PAYCORE_INCIDENT, 'mechanism')),
  ask('cause', 'why is POST /v1/payments so slow?', t.because(PAYCORE_INCIDENT)),
  ask('cause', 'what is wrong with network-connector', t.words({ says: [[...MECHANISM]] })),
  ask('cause', 'why do northcard payments fail as well?', t.words({ says: [['network-connector'], [...MECHANISM]] })),
  ask(
    'cause',
    'payment-intents throws errors since about {@onset}, where do they come from?',
    t.because(PAYCORE_INCIDENT),
  ),
  ask('cause', 'why are refunds failing?', t.because(PAYCORE_INCIDENT)),
  ask('cause', 'is it one of our services or a card network outside?', t.words({ says: [['solapay']] })),
  ask(
    'cause',
    'which card network is the problem',
    t.words({ saysFirst: [['solapay']], neverFirst: ['^\\W*(?:axio|northcard)\\b'] }),
  ),
  ask('since', 'since when are we returning 504s?', t.began('onset', 150)),
  ask('since', 'when did network-connector start to have problems', t.began('onset', 180)),
  ask('since', 'since when do refunds fail?', t.began('onset', 300)),
  ask('how-long', 'how long have we had the 504s now?', t.lasted()),
  ask('impact', 'how bad is it for merchants?', m.damage),
  ask('impact', 'how many requests are affected by the outage', m.damage),
  ask(
    'impact',
    'which services does it affect?',
    t.words({ names: ['network-connector', 'payment-intents', 'front-gateway'] }),
  ),
  ask('impact', 'which merchants are hit', t.words({ names: [...m.MERCHANTS] })),
  ask('impact', 'is the settlement affected too?', t.verdict('yes', 'bad')),
  ask(
    'deploy',
    'did we deploy anything before the payments broke?',
    t.words({ says: [['fraud-check'], ['3\\.14\\.0', 'PP-2207']] }),
  ),
  ask('deploy', 'when was the last deployment of fraud-check?', t.began('release', 120)),
  ask('deploy', 'could the fraud-check deployment be the cause', t.verdict('no', 'bad')),
  ask('deploy', 'was there a deployment of network-connector today?', t.verdict('no', 'fact')),
  ask('version', 'what version of fraud-check is running?', t.words({ saysFirst: [['3\\.14\\.0']] })),
  ask('version', 'which version did fraud-check have before', t.words({ saysFirst: [['3\\.13\\.4']] })),
  ask('restart', 'were there any restarts?', t.words({ says: [['webhook-dispatcher']] })),
  ask('restart', 'when did webhook-dispatcher restart', t.began('restart', 120)),
  ask('restart', 'did network-connector restart since {@onset-30}?', t.verdict('no', 'fact')),
  ask('next-step', 'where should i look first?', t.words({ says: [['network-connector']] })),
  ask(
    'next-step',
    'what can we do to get northcard and axio payments through again',
    t.words({ says: [['network-connector'], [...MECHANISM]] }),
  ),
  ask(
    'dependency',
    'what does payment-intents call?',
    t.words({ names: ['fraud-check', 'network-connector', 'ledger'] }),
  ),
  ask(
    'dependency',
    'who calls ledger',
    t.words({ names: ['payment-intents', 'payouts', 'merchant-dashboard', 'front-gateway'] }),
  ),
  ask(
    'timeline',
    'give me a timeline of the outage for the postmortem',
    t.words({
      says: [['network-connector'], ['payment-intents', 'front-gateway'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask(
    'silence',
    'is any of our services not logging anymore?',
    t.words({ saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:service|source)']] }),
  ),
  ask('silence', 'is settlement-job still running?', t.verdict('yes', 'up')),
  ask(
    'lookup',
    'what happened to payment {failedPayment}?',
    t.words({ says: [['failed', '504', 'timeout', 'no free worker', 'rejected']] }),
  ),
  ask(
    'lookup',
    'did {goodPayment} go through',
    t.words({ says: [['captured', '201', 'authorized']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask('lookup', 'why did {declinedPayment} fail?', t.words({ says: [['declined']] })),
  ask('lookup', 'show me all logs of {blockedPayment}', t.words({ says: [['blocked', 'refused'], ['fraud']] })),
  ask('lookup', 'was payout {goodPayout} sent?', t.words({ says: [['\\bsent\\b']], neverFirst: ['^\\W*no\\b'] })),
  ask(
    'lookup',
    'a merchant asks about {otherFailedPayment}, what went wrong there',
    t.words({ says: [['network-connector', 'no free worker', 'timeout']] }),
  ),
  ask(
    'slow-trace',
    'what took so long in trace {timeoutTrace}?',
    t.words({ says: [['network-connector', 'solapay', '/charge']] }),
  ),
  ask('slow-trace', 'where did {rejectedTrace} fail', t.words({ says: [['network-connector', '/charge']] })),
  ask(
    'meaning',
    'what does "worker pool exhausted" mean?',
    t.words({ says: [['network-connector', 'threads?', 'busy']] }),
  ),
  ask('meaning', 'what is PP-2207', t.words({ says: [['fraud-check'], ['3\\.14\\.0', 'rules', 'started']] })),
  ask('meaning', 'what does "payments in unknown state" mean and who logs it', t.words({ says: [['settlement-job']] })),
  ask('paste', '{rejectedLine}\nhow many of these?', (asked) =>
    t.count(t.anytime, t.logs(m.rejected), t.logs(m.rejectedLike(asked)))(asked),
  ),
  ask('paste', '{timeoutLine}\nwhen did this happen first?', m.firstOf(m.timedOut)),
  ask('paste', '{hookLine}\nis this part of the outage?', UNRELATED),
  ask('paste', '{slowLine}\ncan this be the reason for the 504s?', UNRELATED),
  ask(
    'paste',
    '{lateLine}\nhow often today',
    t.count(t.anytime, t.logs(m.late), t.logs(t.all(m.late, t.says(/^solapay/)))),
  ),
  ask('list', 'list all services of the payment platform', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'what routes does front-gateway have',
    t.words({ says: [['/v1/payments'], ['/v1/refunds'], ['/v1/payouts'], ['/v1/balance'], ['/dashboard/overview']] }),
  ),
  ask(
    'list',
    'what metrics do we have for network-connector?',
    t.words({ names: ['connector_worker_threads_busy', 'connector_queue_length', 'process_resident_memory_bytes'] }),
  ),
  ask('list', 'show me the latest errors of network-connector', t.words({ says: [['no free worker', 'no answer']] })),
  ask('list', 'show warnings of settlement-job', t.words({ says: [['batch solapay incomplete']] })),
  ask('single-record', 'when was the first 504?', m.firstOf(t.all(m.gateway, t.says(/ 504$/)))),
  ask(
    'single-record',
    'when did the last solapay payment go through',
    m.lastOf(t.all(m.captured, m.ofNetwork('solapay'))),
  ),
  ask('single-record', 'when did the last settlement run finish?', m.lastOf(m.runFinished)),
  ask('single-record', 'when was the solapay batch incomplete for the first time?', m.firstOf(m.incomplete)),
  ask('single-record', 'first time the worker pool was exhausted', m.firstOf(m.exhausted)),
  ask('single-record', 'last line of receipt-mailer, when', m.lastOf(m.mailer)),
  ask('bare-name', 'network-connector', t.words({ saysFirst: [['network-connector']] })),
  ask('bare-name', 'settlement-job', t.words({ saysFirst: [['settlement-job']] })),

  ask('unknown', 'error rate of chargeback-service?', t.declined('unknown', 'chargeback-service')),
  ask('unknown', 'logs of kyc-worker in the last 10 minutes', t.declined('unknown', 'kyc-worker')),
  ask('unknown', 'what happened to pay_99887766?', t.declined('no_data')),
  ask('unknown-attribute', 'failed payments per browser since {@onset}', t.declined('no_data')),
  ask('unknown-attribute', 'how full are the disks of the machines', t.declined('no_data')),
  ask('order', 'restart network-connector now', t.declined('read_only')),
  ask('order', 'roll back fraud-check to 3.13.4', t.declined('read_only')),
  ask('talk', 'thanks, that helped a lot', t.declined('small_talk')),
  ask('off-topic', 'any good pizza place near the office?', t.declined('off_topic')),
  ask('language', 'warum bekommen die händler 504?', t.because(PAYCORE_INCIDENT)),
  ask('ask-back', 'how many of them were from ferrybird?', t.declined('ask_back')),

  ask('several', 'what broke, since when, and is it still broken?', t.because(PAYCORE_INCIDENT, 'time')),
  ask('several', 'why do payments fail and since when?', t.because(PAYCORE_INCIDENT, 'mechanism', 'time')),
  ...PAYCORE_COUNTS_65,
  ...PAYCORE_NUMBERS_65,
  ...PAYCORE_TALKS_65,
]
