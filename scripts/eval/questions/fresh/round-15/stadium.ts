/** Questions to the stadium's tickets: states, causes, single things, what cannot be answered. Fifteenth round. */
import { requestsOf } from '../../truth.ts'
import { STADIUM_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'
import { STADIUM_COUNTS_15 } from './stadium-counts.ts'
import { STADIUM_NUMBERS_15 } from './stadium-numbers.ts'

const CLOCK = ['clock', 'ntp', 'time ?sync', 'timestamp', 'skew', 'chrony']
const NOBODY = t.words({
  saysFirst: [['^\\W*no\\b', 'nobody', '\\bnone\\b', '\\ball (?:of them|eight|8|services)', '\\b(?:every|each) ']],
  neverFirst: ['^\\W*yes\\b'],
})
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const STADIUM_15 = [
  ask('state', 'is it over?', t.verdict('no', 'good')),
  ask('state', 'are checkouts working fine now? yes/no', t.verdict('no', 'good')),
  ask('state', 'are we ok again?', t.verdict('no', 'good')),
  ask('state', 'is pay-bridge still failing', t.verdict('yes', 'bad')),
  ask('state', 'is everything healthy at the moment?', t.verdict('no', 'good')),
  ask('health', 'is seat-map ok?', t.healthy),
  ask('health', 'ticket-pdf healthy?', t.healthy),
  ask(
    'health',
    'did turnstile-ctl crash?',
    t.words({
      saysFirst: [
        ['^\\W*no\\b', 'did(?: not|n.t)', 'no (?:sign|crash|evidence|trace)', 'healthy', 'keeps? sending', 'still sen'],
      ],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('health', 'why did ticket-pdf crash last night', t.denied('ticket-pdf')),
  ask('health', 'why is seat-map so slow?', t.denied('seat-map')),
  ask('cause', 'what is wrong with the ticket shop?', t.because(STADIUM_INCIDENT, 'mechanism')),
  ask('cause', 'why do checkouts fail', t.because(STADIUM_INCIDENT, 'mechanism')),
  ask('cause', 'root cause please', t.because(STADIUM_INCIDENT, 'mechanism')),
  ask('cause', 'what happened at {@onset}?', t.because(STADIUM_INCIDENT)),
  ask('cause', 'fans complain they cannot pay', t.because(STADIUM_INCIDENT)),
  ask('cause', 'why is orders returning 502?', t.because(STADIUM_INCIDENT)),
  ask(
    'cause',
    'is it the database, the network or something else?',
    t.words({ says: [['pay-bridge'], CLOCK], neverFirst: ['^\\W*(?:it is |yes,? )?the (?:database|network)\\b'] }),
  ),
  ask('since', 'since when do we see 502?', t.began()),
  ask('since', 'when did it begin to fail', t.began()),
  ask('since', 'when was the first failed checkout?', ({ world }) =>
    at(requestsOf(world, t.all(m.checkouts, t.failed))[0]?.startMs, 40),
  ),
  ask('how-long', 'for how long have checkouts been failing now?', t.lasted()),
  ask('impact', 'how bad is it?', m.damage),
  ask(
    'impact',
    'who is affected?',
    t.words({ says: [['box-office', 'orders', 'fan', 'nordpay', '/api/orders', 'checkout']] }),
  ),
  ask(
    'impact',
    'how many fans could not buy?',
    t.count(
      t.anytime,
      t.differentOf(t.all(m.checkouts, t.failed), 'fan.id'),
      t.differentOf(t.all(m.checkouts, m.status(402, 502)), 'fan.id'),
    ),
  ),
  ask('impact', 'which services are hit', t.words({ names: ['pay-bridge', 'orders', 'box-office'] })),
  ask('impact', 'is klarpay affected too?', t.verdict('no', 'bad')),
  ask('deploy', 'what was deployed today?', t.words({ says: [['seat-map'], ['5\\.3\\.0']] })),
  ask('deploy', 'was it the seat-map release?', t.verdict('no', 'bad')),
  ask('deploy', 'when did 5.3.0 go out?', t.began('release', 120)),
  ask('deploy', 'any deploy of pay-bridge?', t.verdict('no', 'bad')),
  ask('version', 'which version of orders runs?', t.words({ saysFirst: [['3\\.9\\.4']] })),
  ask('version', 'what version is gate-envoy on', t.words({ saysFirst: [['1\\.31\\.2']] })),
  ask('version', 'which versions of seat-map did we have?', t.words({ says: [['5\\.2\\.3'], ['5\\.3\\.0']] })),
  ask('restart', 'did pay-bridge restart?', t.verdict('no', 'bad')),
  ask('next-step', 'ok, what do I do now?', t.words({ says: [['pay-bridge'], CLOCK] })),
  ask('next-step', 'where do i look first', t.words({ says: [['pay-bridge'], CLOCK] })),
  ask('dependency', 'who calls pay-bridge?', t.words({ names: ['orders'] })),
  ask('dependency', 'what does box-office depend on?', t.words({ names: ['seat-map', 'orders'] })),
  ask('dependency', 'who uses redis?', t.words({ names: ['seat-map', 'box-office'] })),
  ask(
    'timeline',
    'give me a timeline of the outage',
    t.words({ says: [['pay-bridge'], ['orders', 'box-office'], ['\\d\\d:\\d\\d']], neverFirst: ['log records'] }),
  ),
  ask('silence', 'who is silent?', NOBODY),
  ask('silence', 'does crm-sync still send logs?', t.verdict('yes', 'good')),
  ask(
    'lookup',
    'what happened to order {failedOrder}?',
    t.words({ says: [['failed', 'refused', '50[02]', 'timestamp']] }),
  ),
  ask(
    'lookup',
    'logs of {placedOrder}',
    t.words({ says: [['order placed', 'payment captured', 'rendered', 'checkout done']] }),
  ),
  ask('lookup', 'why was {declinedOrder} not placed', t.words({ says: [['declined']] })),
  ask('lookup', '{failedTrace} - where did this trace fail?', t.words({ says: [['pay-bridge']] })),
  ask(
    'lookup',
    '{placedTrace}: which services took part?',
    t.words({ names: ['box-office', 'orders', 'pay-bridge', 'ticket-pdf'] }),
  ),
  ask('lookup', 'ticket {usedTicket}', t.words({ says: [['already used']] })),
  ask('meaning', 'what does "timestamp outside of tolerance" mean?', t.words({ says: [['pay-bridge'], CLOCK] })),
  ask('meaning', 'which service says "font ArenaSans is missing"?', t.words({ saysFirst: [['ticket-pdf']] })),
  ask('paste', '{refusedLine}\n\nhow often do we have this', t.count(t.anytime, t.logs(m.refused))),
  ask('paste', '{accessLine} <- why?', t.because(STADIUM_INCIDENT)),
  ask(
    'paste',
    '{usedLine}\nis that part of the outage?',
    t.words({
      neverFirst: ['^\\W*yes\\b'],
      saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'turnstile']],
    }),
  ),
  ask('list', 'which services do we have?', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'metrics of pay-bridge?',
    t.words({ names: ['node_timex_offset_seconds', 'nodejs_eventloop_lag_seconds'] }),
  ),
  ask(
    'list',
    'what errors does pay-bridge report?',
    t.words({ says: [['timestamp outside of tolerance', 'refused the request']] }),
  ),
  ask(
    'list',
    'endpoints of box-office',
    t.words({ says: [['/api/events'], ['/api/holds'], ['/api/orders'], ['/api/tickets']] }),
  ),
  ask('list', 'which payment providers are there?', t.words({ names: ['nordpay', 'klarpay'] })),
  ask(
    'single-record',
    'show me the last error of orders',
    t.words({ says: [['pay-bridge answered 500', 'TK-\\d+ failed']] }),
  ),
  ask('single-record', 'when was the last timestamp refusal in pay-bridge?', ({ world }) =>
    at(world.logs.findLast(m.refused)?.timeMs, 20),
  ),
  ask('bare-name', 'orders', t.words({ saysFirst: [['orders']] })),
  ask('bare-name', 'turnstile-ctl', t.words({ saysFirst: [['turnstile-ctl']] })),

  ask('unknown', 'errors in loyalty-service', t.declined('unknown', 'loyalty')),
  ask('unknown', 'is kafka ok?', t.declined('unknown', 'kafka')),
  ask('unknown', 'how many 503 did box-office return?', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown', 'orders for E-999', t.declined('no_data')),
  ask('unknown-attribute', 'failed checkouts per country', t.declined('no_data')),
  ask('order', 'please restart pay-bridge on tix-pay2', t.declined('read_only')),
  ask('order', 'refund all failed orders', t.declined('read_only')),
  ask('talk', 'you there?', t.declined('small_talk')),
  ask('talk', 'perfect, thank you so much', t.declined('small_talk')),
  ask('off-topic', 'who won the match yesterday?', t.declined('off_topic')),
  ask('ask-back', 'and how many of them?', t.declined('ask_back')),
  ask('language', 'Seit wann ist die Bezahlung kaputt?', t.began()),
  ask('language', 'Wie viele Fehler hat orders?', t.count(t.anytime, ...t.errors(m.orders))),
  ask('language', '¿qué falla?', t.because(STADIUM_INCIDENT)),
  ask('language', 'combien de 502 sur box-office ?', t.count(t.anytime, t.requests(t.all(m.box, m.status(502))))),

  ...talk(
    'incident',
    ask('follow-up', 'anything broken right now?', t.because(STADIUM_INCIDENT)),
    ask('follow-up', 'since when?', t.began()),
    ask('follow-up', 'why?', t.words({ says: [CLOCK] })),
    ask('follow-up', 'still going on?', t.verdict('yes', 'bad')),
  ),
  ask('several', 'what fails, since when, and is it still going on?', (asked) => ({
    ...t.because(STADIUM_INCIDENT, 'time')(asked),
    says: [['still', 'going on', 'ongoing', 'continues', 'goes on', 'yes']],
  })),
  ...STADIUM_COUNTS_15,
  ...STADIUM_NUMBERS_15,
]
