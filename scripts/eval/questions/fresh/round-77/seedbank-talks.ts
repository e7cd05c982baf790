/** Threads of questions to the seed bank: what follows goes on from what was asked before. */
import type { LogRow, SpanRow } from '../../records.ts'
import { each } from '../measures.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as r from './rows.ts'

const { portal, desk, permits, inventory, printer, packer, cold, catalog, bench } = r
const DEPOSITS = r.atPortal('POST /v1/deposits')
const atInventory = t.all<SpanRow>(inventory, t.named('POST /v1/deposits'))
const SHIP = 'POST /v1/orders/{id}/ship'

export const SEEDBANK_TALKS = [
  ...talk(
    'wake-up',
    ask('state', 'whats going on', t.because(r.INCIDENT)),
    ask('since', 'since when', t.began()),
    ask('follow-up', 'what else is hit by it?', t.words({ names: ['vault-inventory', 'order-desk', 'pack-worker'] })),
    ask('follow-up', 'what changed before that?', t.words({ says: [['renderer', 'zint', 'SB-418', '8\\.5\\.0']] })),
    ask('how-long', 'and how long has it been going', t.lasted()),
  ),
  ...talk(
    'deposits',
    ask(
      'count',
      'how many POST /v1/deposits reached vault-inventory in the last 20 min',
      t.count(t.last(20), t.requests(atInventory)),
    ),
    ask('follow-up', 'and failed?', t.count(t.last(20), t.failures(atInventory))),
    ask('follow-up', 'in percent', t.percent(t.last(20), t.share(atInventory))),
    ask('follow-up', 'same before {@onset}', t.percent(t.before('onset'), t.share(atInventory))),
  ),
  ...talk(
    'labels-by-kind',
    ask(
      'group',
      'label-press requests by label.kind since {@onset}',
      t.groups(
        'count',
        t.since('onset'),
        each(['tube', 'bag', 'parcel'], (kind) => t.requests(t.all<SpanRow>(printer, t.has('label.kind', kind)))),
      ),
    ),
    ask(
      'follow-up',
      'only the failed ones',
      t.groups(
        'count',
        t.since('onset'),
        each(['tube', 'bag', 'parcel'], (kind) => t.failures(t.all<SpanRow>(printer, t.has('label.kind', kind)))),
      ),
    ),
    ask(
      'follow-up',
      'by instance instead',
      t.groups('count', t.since('onset'), {
        'label-press-1': t.failures(t.all<SpanRow>(printer, r.onInstance('label-press-1'))),
      }),
    ),
  ),
  ...talk(
    'latency',
    ask('percentile', 'p95 of the portal over the last 30 minutes?', t.millis(t.last(30), t.took(portal, 0.95))),
    ask('follow-up', 'and order-desk', t.millis(t.last(30), t.took(desk, 0.95))),
    ask('follow-up', 'p50?', t.millis(t.last(30), t.took(desk, 0.5))),
    ask('follow-up', 'just for {ship}', t.millis(t.last(30), t.took(t.all<SpanRow>(desk, t.named(SHIP)), 0.5))),
    ask(
      'follow-up',
      'what was it in the 20 min before {@onset}',
      t.millis(t.during(['onset', -20], ['onset', 0]), t.took(t.all<SpanRow>(desk, t.named(SHIP)), 0.5)),
    ),
  ),
  ...talk(
    'institutes',
    ask('top', 'who sends us the most portal requests?', t.topOf(r.spans(portal), t.attribute('institute.id'))),
    ask(
      'follow-up',
      'how many is that',
      t.count(t.anytime, t.requests(t.all<SpanRow>(portal, r.institute('ricelab')))),
    ),
    ask(
      'follow-up',
      'and heritage-veg?',
      t.count(t.anytime, t.requests(t.all<SpanRow>(portal, r.institute('heritage-veg')))),
    ),
    ask(
      'follow-up',
      'how many of those failed',
      t.count(t.anytime, t.failures(t.all<SpanRow>(portal, r.institute('heritage-veg')))),
    ),
  ),
  ...talk(
    'orders',
    ask(
      'outcome',
      'how many orders were refused since {@start+15}?',
      t.count(t.since('start', 15), r.lines('order-desk', /^Order of \S+ refused/)),
    ),
    ask(
      'follow-up',
      'by reason',
      t.groups('count', t.since('start', 15), {
        'no permit for the destination': r.lines('order-desk', /refused: no permit/),
        'not enough seeds left': r.lines('order-desk', /refused: not enough/),
        'yearly quota is used up': r.lines('order-desk', /refused: yearly/),
      }),
    ),
    ask(
      'follow-up',
      'how many of them were of alpine-trust',
      t.count(t.since('start', 15), r.lines('order-desk', /^Order of alpine-trust refused/)),
    ),
    ask('follow-up', 'show me the last one', r.lastLine(r.line('order-desk', /^Order of alpine-trust refused/))),
  ),
  ...talk(
    'dead-order',
    ask('lookup', 'order {deadOrder}?', t.words({ says: [['dead letter']] })),
    ask('follow-up', 'how many tries did it get', t.words({ says: [['\\b3\\b', 'three']] })),
    ask('follow-up', 'why', t.words({ says: [['label-press']] })),
    ask('follow-up', 'how many orders ended like that?', t.count(t.anytime, r.lines('pack-worker', /dead letters/))),
  ),
  ...talk(
    'quiet',
    ask('silence', 'is anybody silent?', t.words({ names: ['field-notes'] })),
    ask('follow-up', 'since when?', t.began('dark', 90)),
    ask('follow-up', 'reason?', t.words({ says: [['satellite', 'data plan', 'paused']] })),
    ask(
      'follow-up',
      'does that have to do with label-press',
      t.words({
        saysFirst: [['\\bno\\b', '\\bnot\\b', '\\bnothing\\b', 'unrelated', 'separate']],
        neverFirst: ['^\\W*yes\\b'],
      }),
    ),
  ),
  ...talk(
    'processes',
    ask(
      'metric',
      'container.processes on label-press-1, latest?',
      t.value(t.last(3), t.metric('label-press', 'container.processes', 'last', r.pointOn('label-press-1'))),
    ),
    ask(
      'follow-up',
      'and label-press-2',
      t.value(t.last(3), t.metric('label-press', 'container.processes', 'last', r.pointOn('label-press-2'))),
    ),
    ask(
      'follow-up',
      'its maximum over the hour',
      t.value(t.anytime, t.metric('label-press', 'container.processes', 'max', r.pointOn('label-press-2'))),
    ),
  ),
  ...talk(
    'freezers',
    ask('count', 'how many times was a freezer door left open', t.count(t.anytime, r.lines('cold-watch', /^door of/))),
    ask(
      'follow-up',
      'per freezer',
      t.groupsBy(t.anytime, t.logsIn(r.line('cold-watch', /^door of/)), r.textOf(/door of (F\d)/)),
    ),
    ask(
      'follow-up',
      'longest one?',
      t.value(t.anytime, t.scaled(t.stated(/open for (\d+) s/, 'max'), 1000), t.stated(/open for (\d+) s/, 'max')),
    ),
    ask(
      'follow-up',
      'and probes without a reading, how many',
      t.count(t.anytime, r.lines('cold-watch', /gives no reading/)),
    ),
    ask('follow-up', 'in the last 30 min only', t.count(t.last(30), r.lines('cold-watch', /gives no reading/))),
  ),
  ...talk(
    'release',
    ask(
      'deploy',
      'did we release anything before the trouble',
      t.words({ names: ['order-desk'], says: [['8\\.5\\.0', 'release']] }),
    ),
    ask('follow-up', 'what time was that', t.began('release', 90)),
    ask(
      'follow-up',
      'is that the cause?',
      t.words({ saysFirst: [['\\bno\\b', '\\bnot\\b', 'label-press', 'unlikely']], neverFirst: ['^\\W*yes\\b'] }),
    ),
    ask(
      'follow-up',
      'failed requests of order-desk in the 4 minutes after it, count',
      t.count(t.after('release', 4), t.failures(desk)),
    ),
  ),
  ...talk(
    'chambers',
    ask('mean-max', 'average duration of germination tests?', t.millis(t.anytime, t.took(bench, 'mean'))),
    ask(
      'follow-up',
      'per chamber',
      t.groups(
        'ms',
        t.anytime,
        each(r.CHAMBERS, (name) => t.took(t.all<SpanRow>(bench, t.has('chamber', name)), 'mean')),
      ),
    ),
    ask(
      'follow-up',
      'how many were thrown away in C2',
      t.count(t.anytime, r.lines('germination-bench', /in C2 thrown away/)),
    ),
    ask(
      'follow-up',
      'and photographed again',
      t.count(t.anytime, r.lines('germination-bench', /in C2 photographed again/)),
    ),
  ),
  ...talk(
    'catalog',
    ask('health', 'is accession-catalog ok?', t.healthy),
    ask('follow-up', 'but it restarted, when?', t.began('restart', 60)),
    ask(
      'follow-up',
      'how many 404s did it return',
      t.count(t.anytime, t.requests(t.all<SpanRow>(catalog, r.status(404)))),
    ),
    ask('follow-up', 'and 400s', t.count(t.anytime, t.requests(t.all<SpanRow>(catalog, r.status(400))))),
    ask('small-talk', 'great, thx', t.declined('small_talk')),
  ),
  ...talk(
    'permits',
    ask(
      'ratio',
      'share of refused permits (POST /v1/permits) at permit-office?',
      t.percent(t.anytime, t.share(t.all<SpanRow>(permits, t.named('POST /v1/permits')), r.status(403))),
    ),
    ask(
      'follow-up',
      'which country is refused most',
      t.topOf(t.logRows(r.line('permit-office', /^permit refused/)), t.attribute('country')),
    ),
    ask(
      'follow-up',
      'how many permits were granted for it',
      t.count(t.anytime, t.logs(t.all<LogRow>(permits, t.says(/^permit granted/), t.has('country', 'IN')))),
    ),
  ),
  ...talk(
    'warnings',
    ask(
      'level',
      'how many warnings has pack-worker logged',
      t.count(t.anytime, t.logs(t.all<LogRow>(packer, t.level('WARN')))),
    ),
    ask('follow-up', 'and cold-watch?', t.count(t.anytime, t.logs(t.all<LogRow>(cold, t.level('WARN'))))),
    ask('follow-up', 'errors too', t.count(t.anytime, t.logs(t.all<LogRow>(cold, t.level('ERROR'))))),
  ),
  ...talk(
    'traffic',
    ask(
      'rate',
      'requests per second at the portal in the last 10 min',
      t.perS(t.last(10), t.perSecond(t.requests(portal))),
    ),
    ask('follow-up', 'how many of them were deposits', t.count(t.last(10), t.requests(DEPOSITS))),
    ask('follow-up', 'and how much of those got a 5xx, in %?', t.percent(t.last(10), t.share(DEPOSITS))),
  ),
]
