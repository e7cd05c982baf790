/** Questions about single records of the vending machines: ids, traces, pasted lines, lists, texts. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as v from './rows.ts'

export const VENDING_RECORDS = [
  ask('paste', '{vaultLine}\n\nseeing loads of these, what is it about', t.words({ says: [v.INCIDENT.mechanism] })),
  ask(
    'paste',
    '{clockLine} <- how often did we log this',
    t.count(t.anytime, v.lines(v.vault, /^system clock is behind/)),
  ),
  ask('paste', 'first occurrence of this?\n{authLine}', v.lineAt(/^authorization failed/)),
  ask('paste', '{textLine} is this part of the card outage?', t.verdict('no', 'fact')),
  ask(
    'paste',
    '{refundLine}\nhow often did refund-desk put a queued one back in total',
    t.count(t.anytime, v.lines(v.refunds, /put back/)),
  ),
  ask('lookup', 'what happened to vend {failedVend}?', t.words({ says: [['fail'], ['card-auth', '50[23]']] })),
  ask('lookup', 'refund {deadRefund} never arrived, where did it end up', t.words({ says: [['dead letter']] })),
  ask('lookup', 'did {paidRefund} get paid', t.verdict('yes', 'fact')),
  ask('lookup', 'show me trace {failedVendTrace}', t.words({ names: ['token-vault', 'card-auth'] })),
  ask(
    'lookup',
    'on which machine was {failedVend}',
    v.fromLine('failedVend', (id) => new RegExp(`^vend ${id} on (M-\\d+)`)),
  ),
  ask(
    'lookup',
    'price of vend {doneVend} in cents',
    v.fromLine('doneVend', (id) => new RegExp(`^vend ${id} on .* for (\\d+) cents`)),
  ),
  ask('lookup', 'what status did trace {doneVendTrace} end with at the edge', t.words({ says: [['\\b201\\b']] })),
  ask('single-record', 'newest error line of driver-text', ({ world }) => {
    const row = v.rowOf(world, /not delivered/, true)
    return { says: [[/to (dr-\d+)/.exec(row.message)?.[1] ?? ''], ['number is barred']] }
  }),
  ask('single-record', 'first warning that token-vault wrote', v.lineAt(/^system clock is behind/, false, 60)),
  ask('single-record', 'slowest request at the edge, how many ms', t.millis(t.anytime, t.took(v.edge, 'max'))),
  ask('single-record', 'when was the latest card declined', v.lineAt(/^card declined/, true)),
  ask(
    'list',
    'list all services you see',
    t.words({
      names: [
        ...['edge-proxy', 'vend-api', 'card-auth', 'token-vault', 'price-book', 'refund-desk'],
        ...['refill-planner', 'coin-counter', 'driver-text', 'modem-watch'],
      ],
    }),
  ),
  ask(
    'list',
    'what routes does edge-proxy serve',
    t.words({ names: ['/v2/vends', '/v2/machines/{id}', '/v2/prices', '/v2/refunds'] }),
  ),
  ask('list', 'which metrics does coin-counter send', t.words({ names: ['coins.counted', 'sorter.temperature'] })),
  ask('list', 'refunds that ended as dead letters, ids please', ({ world }) => ({
    names: world.logs
      .filter(({ message }) => message.includes('sent to dead letters'))
      .map(({ message }) => /R-\d+/.exec(message)?.[0] ?? ''),
  })),
  ask('attribute', 'values of app.channel?', t.words({ names: ['machine', 'app', 'driver-app'] })),
  ask('text', 'does any log mention a deadlock', t.verdict('no', 'fact')),
  ask('anomaly', 'anything weird in token-vault metrics before it all began', t.words({ names: ['clock.offset'] })),
]
