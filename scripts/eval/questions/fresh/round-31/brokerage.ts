/** Questions to the stock-trading app: states, causes, single things, what cannot be answered. Thirty-first round. */
import { logsOf, requestsOf } from '../../truth.ts'
import { BROKERAGE_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { BROKERAGE_COUNTS_31 } from './brokerage-counts.ts'
import { BROKERAGE_NUMBERS_31 } from './brokerage-numbers.ts'
import * as m from './rows.ts'

const SEQUENCE = [...BROKERAGE_INCIDENT.mechanism]
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
const unaffected = t.words({
  saysFirst: [['no\\b', 'not', 'fine', 'healthy', 'normal', '(?<![\\d.,])0 (?:of|failed|errors)', 'none', 'nothing']],
  neverFirst: ['^\\W*yes\\b', '^\\W*(?:probable |likely )?root cause\\b'],
})

export const BROKERAGE_31 = [
  ask('cause', 'whats wrong with trading??', t.because(BROKERAGE_INCIDENT, 'mechanism')),
  ask('cause', 'got paged, what is it', t.because(BROKERAGE_INCIDENT)),
  ask(
    'cause',
    'Clients tell us they cannot sell their SAP shares. Why is that?',
    t.because(BROKERAGE_INCIDENT, 'mechanism'),
  ),
  ask('cause', 'why is order-desk throwing 502s', t.because(BROKERAGE_INCIDENT)),
  ask('cause', 'reason for the failed cancels?', t.because(BROKERAGE_INCIDENT)),
  ask('cause', 'what happend at {@onset}', t.because(BROKERAGE_INCIDENT)),
  ask('cause', 'why do orders to NORDX fail', t.because(BROKERAGE_INCIDENT, 'mechanism')),
  ask(
    'cause',
    'Is risk-check to blame or the fix gateway?',
    t.words({ says: [['fix-gateway']], neverFirst: ['root cause: .?risk-check', '^\\W*risk-check is\\b'] }),
  ),
  ask('since', 'when did the order problem begin?', t.began()),
  ask('since', 'NORDX not logged on since?', t.began()),
  ask('since', 'time of the very first 502 at trade-gate', ({ world }) =>
    at(requestsOf(world, t.all(m.gate, t.failed))[0]?.startMs, 40),
  ),
  ask('how-long', 'for how long have orders been failing now?', t.lasted()),
  ask('state', 'is trading back to normal', t.verdict('no', 'good')),
  ask('state', 'still ongoing?', t.verdict('yes', 'bad')),
  ask('state', 'Can our clients place orders on NORDX again? A yes or no is enough.', t.verdict('no', 'good')),
  ask('state', 'are logins working', t.verdict('yes', 'good')),
  ask('state', 'is the NORDX session up', t.verdict('no', 'good')),
  ask('health', 'portfolio-api ok?', t.healthy),
  ask(
    'health',
    'hows order-desk doing',
    t.words({ saysFirst: [['order-desk'], ['fail', 'error', '502', 'no\\b', 'not']] }),
  ),
  ask('health', 'trade notifer healthy?', t.healthy),
  ask('health', 'why did risk-check go down?', t.denied('risk-check')),
  ask('health', 'why is portfolio-api failing', t.denied('portfolio-api')),
  ask('health', 'reports of failing deposits, anything to it?', unaffected),
  ask('impact', 'how bad is this for our customers', m.damage),
  ask(
    'impact',
    'how many clients saw a 502?',
    t.count(t.anytime, t.differentOf(t.all(m.gate, m.status(502)), 'client.id')),
  ),
  ask(
    'impact',
    'what parts of the system are hit by the NORDX trouble?',
    t.words({ names: ['fix-gateway', 'order-desk', 'trade-gate'] }),
  ),
  ask('impact', 'withdrawals affected too?', unaffected),
  ask('impact', 'Are pro accounts affected?', t.verdict('yes', 'bad')),
  ask(
    'impact',
    'euro amount of the orders that could not be placed',
    t.value(t.anytime, m.sumOf(m.notPlaced, 'amount')),
  ),
  ask('deploy', 'anything rolled out in the last hour?', t.words({ says: [['portfolio-api'], ['3\\.15\\.0']] })),
  ask('deploy', 'When did portfolio-api 3.15.0 go live?', t.began('release', 120)),
  ask('deploy', 'new version of fix-gateway today?', t.verdict('no', 'bad')),
  ask('version', 'fix-gateway version?', t.words({ saysFirst: [['2\\.6\\.5']] })),
  ask('version', 'what did portfolio-api run before 3.15.0', t.words({ saysFirst: [['3\\.14\\.2']] })),
  ask(
    'version',
    'list the versions of everything please',
    t.words({ says: [['9\\.4\\.0'], ['5\\.22\\.1'], ['1\\.8\\.3'], ['2\\.6\\.5'], ['3\\.15\\.0'], ['2\\.9\\.4']] }),
  ),
  ask('restart', 'was cash-ledger restarted?', t.verdict('yes', 'fact')),
  ask('restart', 'at what time did cash-ledger come back up', t.began('restart', 60)),
  ask('restart', 'did anybody restart fix-gateway in the last hour', t.verdict('no', 'fact')),
  ask('next-step', 'ok and what do i do about it', t.words({ says: [['fix-gateway'], SEQUENCE] })),
  ask('dependency', 'what calls fix-gateway', t.words({ names: ['order-desk'] })),
  ask(
    'dependency',
    'Which services does trade-gate talk to?',
    t.words({
      names: ['order-desk', 'portfolio-api', 'cash-ledger'],
    }),
  ),
  ask(
    'dependency',
    'which services touch postgres?',
    t.words({ names: ['order-desk', 'portfolio-api', 'cash-ledger'] }),
  ),
  ask(
    'timeline',
    'timeline of tonight for the postmortem',
    t.words({
      says: [['fix-gateway'], ['order-desk', 'trade-gate'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'has somebody gone quiet?', t.words({ saysFirst: [['eod-settle']] })),
  ask('silence', 'is the eod job still writing something', t.verdict('no', 'good')),
  ask('silence', 'last sign of life of eod-settle?', ({ world }) => at(world.marks['silence'], 60)),
  ask('silence', 'quote-feed still alive?', t.verdict('yes', 'good')),
  ask(
    'lookup',
    'what became of order {failedOrder}',
    t.words({
      says: [['could not be placed', 'not sent', 'not logged on', 'fail', '50[23]']],
    }),
  ),
  ask(
    'lookup',
    'Client says {refusedOrder} never went through, can you see why?',
    t.words({
      says: [['buying power', 'risk check']],
    }),
  ),
  ask(
    'lookup',
    '{filledOrder} filled or not?',
    t.words({
      says: [['filled']],
      neverFirst: ['^\\W*no\\b', '\\bnot filled'],
    }),
  ),
  ask('lookup', 'booking {booking}', t.words({ says: [['deposit booked']] })),
  ask('lookup', 'where does trace {failedTrace} break', t.words({ says: [['fix-gateway']] })),
  ask('lookup', 'which services took part in {depositTrace}?', t.words({ names: ['trade-gate', 'cash-ledger'] })),
  ask('meaning', 'what does "MsgSeqNum too low" mean', t.words({ says: [['fix-gateway'], SEQUENCE] })),
  ask(
    'meaning',
    'where does the message "price missing, position valued at last close" come from',
    t.words({
      saysFirst: [['portfolio-api']],
    }),
  ),
  ask('paste', '{refusedLine}\nhow often today?', t.count(t.anytime, t.logs(m.refusedLogon))),
  ask('paste', 'seeing lots of this\n{failedLine}\nwhere does it come from?', t.because(BROKERAGE_INCIDENT)),
  ask(
    'paste',
    '{staleLine}\nis that part of the incident?',
    t.words({
      saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('list', 'which services do we run', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'what metrics come from fix-gateway?',
    t.words({
      names: ['fix.sessions.active', 'orders.routed', 'fix.logon.rejects'],
    }),
  ),
  ask('list', 'which venues are there?', t.words({ names: m.VENUES })),
  ask('list', 'hosts of order-desk', t.words({ names: ['fra-vm-11', 'fra-vm-12'] })),
  ask(
    'list',
    'what endpoints does trade-gate have',
    t.words({
      says: [['/v1/orders'], ['/v1/portfolio'], ['/v1/deposits'], ['/v1/login'], ['/v1/quotes']],
    }),
  ),
  ask('single-record', 'latest error of order-desk', t.words({ says: [['could not be placed', 'cancel failed']] })),
  ask('single-record', 'when was the last withdrawal over the daily limit?', ({ world }) =>
    at(world.logs.findLast(m.overLimit)?.timeMs, 20),
  ),
  ask('bare-name', 'fix-gateway', t.words({ saysFirst: [['fix-gateway']] })),

  ask('unknown', 'errors of margin-service last hour', t.declined('unknown', 'margin')),
  ask('unknown', 'how many 500 from portfolio-api?', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown', 'status of order O-999999', t.declined('no_data')),
  ask('unknown-attribute', 'failed orders per tax country', t.declined('no_data')),
  ask('order', 'cancel order {failedOrder} please', t.declined('read_only')),
  ask('order', 'reset the NORDX sequence number', t.declined('read_only')),
  ask('order', 'can you bounce fix-gateway for me', t.declined('read_only')),
  ask('talk', 'morning all', t.declined('small_talk')),
  ask('off-topic', 'should I buy Tesla stock?', t.declined('off_topic')),
  ask('ask-back', 'what about the second one?', t.declined('ask_back')),
  ask('language', 'Warum gehen Orders an NORDX nicht durch?', t.because(BROKERAGE_INCIDENT)),
  ask(
    'language',
    'wie viele fehler hat order-desk in den letzten 15 minuten',
    t.count(t.last(15), ...t.errors(m.desk)),
  ),
  ask('language', '¿Está funcionando cash-ledger?', t.healthy),
  ask('language', 'depuis quand les ordres échouent ?', t.began()),

  ...talk(
    'pager',
    ask('follow-up', 'what is failing right now?', t.because(BROKERAGE_INCIDENT)),
    ask('follow-up', 'and it began when?', t.began()),
    ask('follow-up', 'what exactly is the reason', t.words({ says: [SEQUENCE] })),
    ask('follow-up', 'over yet?', t.verdict('no', 'good')),
  ),
  ...talk(
    'newcomer',
    ask('follow-up', 'is quote-feed ok', t.healthy),
    ask('follow-up', 'and risk-check?', t.healthy),
    ask('follow-up', 'which version is that', t.words({ says: [['1\\.8\\.3']] })),
  ),
  ask('several', 'what broke, when did it start and is it over?', (asked) => ({
    ...t.because(BROKERAGE_INCIDENT, 'time')(asked),
    says: [['ongoing', 'still', 'not over', 'no\\b', 'continu', 'not (?:yet )?(?:recovered|resolved|ended)']],
  })),
  ask(
    'several',
    'Did we deploy something tonight and does it have anything to do with the NORDX failures?',
    t.words({
      says: [['portfolio-api'], ['3\\.15\\.0'], ['no\\b', 'not', 'unrelated', 'fix-gateway']],
    }),
  ),
  ask('single-record', 'when was the first refused logon', ({ world }) =>
    at(logsOf(world, m.refusedLogon)[0]?.timeMs, 30),
  ),
  ...BROKERAGE_COUNTS_31,
  ...BROKERAGE_NUMBERS_31,
]
