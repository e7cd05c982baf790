/** Questions to the seed bank: how many of what, when, of whom, and what is in the lines. */
import type { LogRow, SpanRow } from '../../records.ts'
import { logsOf } from '../../truth.ts'
import { each } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'

const { portal, desk, permits, inventory, printer, packer, cold, catalog } = r

export const SEEDBANK_COUNTS = [
  ask(
    'lookup',
    'was deposit {storedDeposit} stored',
    t.words({ says: [['\\bstored\\b', '^\\W*yes\\b']], neverFirst: ['not stored', 'refused', '^\\W*no\\b'] }),
  ),
  ask(
    'lookup',
    'deposit {failedDeposit} - went through?',
    t.words({ says: [['not stored', 'fail', 'answered 500', '^\\W*no\\b']], neverFirst: ['^\\W*yes\\b'] }),
  ),
  ask('lookup', '{unshippedOrder}', t.words({ says: [['not shipped']], names: ['order-desk'] })),
  ask(
    'lookup',
    'trace {failedShipTrace}: where does it go wrong',
    t.words({
      first: { name: 'label-press', among: ['label-press', 'permit-office', 'vault-inventory', 'pack-worker'] },
    }),
  ),
  ask('lookup', 'which vault was {packedOrder} packed at', ({ world }) => {
    const order = world.names['packedOrder'] ?? ''
    const row = logsOf(world, (log) => log.message.includes(`${order} of`) && log.service === 'pack-worker')[0]
    return { says: [[/packed at (\w+)/.exec(row?.message ?? '')?.[1] ?? '-']] }
  }),
  ask('lookup', 'when was SB-422 applied?', t.began('reload', 60)),
  ask('count', 'how many requests did the portal see in the last 10 minutes?', t.count(t.last(10), t.requests(portal))),
  ask(
    'count',
    'how many label requests got a 500 since {@onset}',
    t.count(t.since('onset'), t.requests(t.all<SpanRow>(printer, r.status(500)))),
  ),
  ask(
    'count',
    'total POST /v1/permits between {@trial} and {@onset}',
    t.count(
      t.during(['trial', 0], ['onset', 0]),
      t.requests(r.atPortal('POST /v1/permits')),
      t.requests(t.all<SpanRow>(permits, t.named('POST /v1/permits'))),
    ),
  ),
  ask('count', 'how often did we hit the rate limit (429) tonight?', t.count(t.anytime, ...r.codes(429))),
  ask(
    'count',
    'number of germination tests counted from {@start+5} to {@start+25}',
    t.count(t.during(['start', 5], ['start', 25]), r.lines('germination-bench', / counted: /)),
  ),
  ask(
    'errors',
    'errors of vault-inventory in the past quarter of an hour?',
    t.count(t.last(15), ...t.errors(inventory)),
  ),
  ask(
    'errors',
    'how many failed requests on {ship} so far',
    t.count(
      t.anytime,
      t.failures(r.atPortal('POST /v1/orders/{id}/ship')),
      t.failures(t.all<SpanRow>(desk, t.named('POST /v1/orders/{id}/ship'))),
    ),
  ),
  ask('errors', 'did label-press have any errors before {@onset}?', t.verdict('no', 'bad')),
  ask(
    'errors',
    'error lines per service pls',
    t.groups(
      'count',
      t.anytime,
      each(['label-press', 'portal', 'order-desk', 'vault-inventory', 'pack-worker', 'cold-watch'], (name) =>
        t.logs(t.all<LogRow>(t.of(name), t.level('ERROR'))),
      ),
    ),
  ),
  ask(
    'level',
    'how many warnings did order-desk log since {@release}',
    t.count(t.since('release'), t.logs(t.all<LogRow>(desk, t.level('WARN')))),
  ),
  ask(
    'level',
    'log levels of pack-worker, how many each',
    t.groups('count', t.anytime, {
      INFO: t.logs(t.all<LogRow>(packer, t.level('INFO'))),
      WARN: t.logs(t.all<LogRow>(packer, t.level('WARN'))),
      ERROR: t.logs(t.all<LogRow>(packer, t.level('ERROR'))),
    }),
  ),
  ask('text', 'how many lines say "mould"', t.count(t.anytime, t.logs(t.says(/mould/)))),
  ask(
    'text',
    'how often "without coordinates" in field-notes',
    t.count(t.anytime, r.lines('field-notes', /without coordinates/)),
  ),
  ask(
    'text',
    'anything in the logs about "disk full"?',
    t.words({ saysFirst: [['\\bno\\b', '\\bnot\\b', '(?<![\\d.,])0\\b', '\\bnone\\b', '\\bnothing\\b']] }),
  ),
  ask(
    'text',
    'count of "gives no reading" since {@start+10}',
    t.count(t.since('start', 10), t.logs(t.says(/gives no reading/))),
  ),
  ask(
    'attribute',
    'reqeusts from the partner channel at the portal',
    t.count(t.anytime, t.requests(t.all<SpanRow>(portal, r.channel('partner')))),
  ),
  ask(
    'attribute',
    'how many label requests with label.kind parcel?',
    t.count(t.anytime, t.requests(t.all<SpanRow>(printer, t.has('label.kind', 'parcel')))),
  ),
  ask(
    'attribute',
    'tests in chamber C3, how many',
    t.count(
      t.anytime,
      t.requests(t.all<SpanRow>(r.bench, t.has('chamber', 'C3'))),
      r.lines('germination-bench', / in C3 (?:counted|thrown)/),
    ),
  ),
  ask(
    'conditions',
    'failed POST /v1/deposits of uni-lisboa',
    t.count(
      t.anytime,
      t.failures(t.all<SpanRow>(r.atPortal('POST /v1/deposits'), r.institute('uni-lisboa'))),
      t.failures(t.all<SpanRow>(inventory, r.institute('uni-lisboa'))),
    ),
  ),
  ask(
    'conditions',
    'label-press requests for bags that failed on label-press-1',
    t.count(t.anytime, t.failures(t.all<SpanRow>(printer, t.has('label.kind', 'bag'), r.onInstance('label-press-1')))),
  ),
  ask(
    'conditions',
    'portal 429s from channel api in last 40 minutes',
    t.count(t.last(40), t.requests(t.all<SpanRow>(portal, r.channel('api'), r.status(429)))),
  ),
  ask(
    'conditions',
    'how many requests of label-press-2 failed?',
    t.count(t.anytime, t.failures(t.all<SpanRow>(printer, r.onInstance('label-press-2')))),
  ),
  ask(
    'conditions',
    'germination tests of tree seeds in C3 that took longer than 10 s',
    t.count(
      t.anytime,
      t.requests(t.all<SpanRow>(r.bench, t.has('chamber', 'C3'), t.has('seed.group', 'tree'), t.longer(10_000))),
    ),
  ),
  ask(
    'exclusion',
    'error log lines without cold-watch since {@onset}',
    t.count(t.since('onset'), t.logs(t.all<LogRow>(t.level('ERROR', 'FATAL'), t.not(cold)))),
  ),
  ask(
    'exclusion',
    'portal requests in the last 10 min not from ricelab',
    t.count(t.last(10), t.requests(t.all<SpanRow>(portal, t.not(r.institute('ricelab'))))),
  ),
  ask(
    'exclusion',
    'how many portal requests ended with 4xx but not 401 or 429',
    t.count(t.anytime, t.requests(t.all<SpanRow>(portal, r.status(400, 402, 403, 404, 409, 422, 428)))),
  ),
  ask(
    'outcome',
    'how many orders got refused because the quota is used up',
    t.count(t.anytime, r.lines('order-desk', /refused: yearly quota/), t.requests(t.all<SpanRow>(desk, r.status(402)))),
  ),
  ask(
    'outcome',
    'orders saved in the last 25 minutes?',
    t.count(t.last(25), r.lines('order-desk', /^Order \S+ of \S+ saved/)),
  ),
  ask(
    'outcome',
    'how many permits were granted between {@start+10} and {@start+30}?',
    t.count(t.during(['start', 10], ['start', 30]), r.lines('permit-office', /^permit granted/)),
  ),
  ask('outcome', 'packed orders since {@onset}', t.count(t.since('onset'), r.lines('pack-worker', / packed at /))),
  ask(
    'outcome',
    'cancellations that came too late, i.e. already packed',
    t.count(
      t.anytime,
      r.lines('order-desk', /not cancelled: already packed/),
      t.requests(t.all<SpanRow>(desk, t.named('DELETE /v1/orders/{id}'), r.status(409))),
    ),
  ),
  ask(
    'distinct',
    'how many different orders were put back by pack-worker',
    t.count(t.anytime, t.differentTexts(/^order (SO-\d+) put back/)),
  ),
  ask(
    'distinct',
    'how many different field teams sent something',
    t.count(t.anytime, t.differentTexts(/^(team-\d+) in/)),
  ),
  ask('single-record', 'show me the last error of order-desk', r.lastLine(t.all<LogRow>(desk, t.level('ERROR')))),
  ask('single-record', 'newest line from field-notes?', r.lastLine(r.notes)),
  ask('single-record', 'when was the last label printed', r.when('last', r.printed, 60)),
  ask(
    'single-record',
    'first warning about processes on label-press, what time',
    r.when('first', r.line('label-press', /almost at the limit/), 60),
  ),
  ask('single-record', 'show one failed spawn span and its error text', t.words({ says: [['EAGAIN']] })),
  ask(
    'list',
    'list the routes of the portal',
    t.words({
      names: ['GET /v1/accessions', 'POST /v1/permits', 'POST /v1/orders', 'POST /v1/deposits', 'POST /v1/labels'],
    }),
  ),
  ask(
    'list',
    'what metrics does pack-worker send',
    t.words({ names: ['orders.waiting', 'orders.packed', 'process.memory.usage', 'process.cpu.percent'] }),
  ),
  ask(
    'window',
    'portal traffic 10 minutes before {@onset} vs 10 after',
    t.compared('count', t.requests(portal), t.ahead('onset', 10), t.after('onset', 10)),
  ),
  ask(
    'window',
    'how many deposits were stored from {@onset} till {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), t.logs(r.stored)),
  ),
  ask(
    'window',
    'requests at accession-catalog in the minute of {@restart}',
    t.count(t.during(['restart', 0], ['restart', 1]), t.requests(catalog)),
  ),
]
