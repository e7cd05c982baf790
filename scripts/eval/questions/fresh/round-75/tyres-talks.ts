/** Threads about the tyre workshops: what is asked next keeps what was asked before. */

import * as t from '../truths.ts'
import { ask, type Fresh, talk } from '../truths.ts'
import * as r from './rows.ts'

const whole = t.anytime
/** Either of some times is a fair reading. */
const either =
  (...whens: t.When[]): t.When =>
  (asked) =>
    whens.flatMap((when) => when(asked))
const bay = (name: string) =>
  t.metric('booking-api', 'bays.free', 'last', (point) => point.attributes['workshop.id'] === name)
const onBench = (name: string) => r.spans(r.bench, t.has('bench', name))
const tenantOf = (row: { readonly message?: string }) => / of (\S+) sent/.exec(row.message ?? '')?.[1] ?? ''
const deadTenant: Parameters<typeof t.topOf>[1] = (row) => tenantOf('message' in row ? row : {})
const quotes = r.at(r.pricing, 'POST /v1/quotes')

const TROUBLE: readonly Fresh[] = [
  ...talk(
    'tyres-bookings',
    ask('cause', 'whats going on with the bookings?', t.because(r.INCIDENT)),
    ask('follow-up', 'since when', t.began()),
    ask('follow-up', 'did we release anything shortly before that?', r.says(['booking-api'], ['6\\.3\\.0'])),
    ask('follow-up', 'so is that release the cause', () => ({ verdict: { is: 'no', sense: 'fact' } })),
  ),
  ...talk(
    'tyres-dead',
    ask('outcome', 'how many jobs landed in the dead letters so far', t.count(whole, t.logs(r.dead))),
    ask('follow-up', 'split that by tenant', t.groupsBy(whole, r.linesOf(r.dead), deadTenant)),
    ask('follow-up', 'who is hit worst?', t.topOf(r.linesOf(r.dead), deadTenant)),
    ask('follow-up', 'and how many jobs were opened since {@onset+1}', t.count(t.since('onset', 1), t.logs(r.opened))),
  ),
  ...talk(
    'tyres-movements',
    ask(
      'count',
      'movements written by stock-ledger in the first 15 minutes?',
      t.count(t.during(['start', 0], ['start', 15]), t.logs(r.written)),
    ),
    ask('follow-up', 'and in the last 15', t.count(t.last(15), t.logs(r.written))),
    ask('follow-up', 'why none?', t.because(r.INCIDENT, 'mechanism')),
  ),
  ...talk(
    'tyres-trace',
    ask('lookup', 'show trace {failedBookingTrace}', r.says(['stock-ledger'])),
    ask('follow-up', 'which service failed first in it', r.says(['stock-ledger'])),
    ask('follow-up', 'how long did the whole request take?', ({ world }) => {
      const id = world.names['failedBookingTrace']
      const root = world.spans.find((span) => span.traceId === id && span.parentSpanId === '')
      return { numbers: [{ value: (root?.endMs ?? Number.NaN) - (root?.startMs ?? 0), unit: 'ms', tolerance: 0.02 }] }
    }),
  ),
  ...talk(
    'tyres-silent',
    ask('silence', 'is there a service that stopped logging', r.says(['roadside'])),
    ask('follow-up', 'when exactly?', r.markAt('dark')),
    ask('follow-up', 'what was the last thing it said', r.says(['subscription expired'])),
    ask(
      'follow-up',
      'how many lines did it write before that, in total',
      t.count(whole, t.logs(r.roadside), (world, window) => t.logs(r.roadside)(world, window) - 1),
    ),
  ),
  ...talk(
    'tyres-errors',
    ask('errors', 'stock-ledger errors in the last 5 minutes', t.count(t.last(5), ...t.errors(r.ledger))),
    ask('follow-up', 'and the five minutes before', t.count(t.earlier(5, 5), ...t.errors(r.ledger))),
    ask(
      'follow-up',
      'only tenant nordlease?',
      t.count(either(t.earlier(5, 5), t.last(5)), t.failures(r.spans(r.ledger, r.tenant('nordlease')))),
    ),
  ),
  ...talk(
    'tyres-version',
    ask('version', 'what version is booking-api on', r.says(['6\\.3\\.0'])),
    ask('follow-up', 'since?', r.markAt('release')),
    ask('follow-up', 'what did it run before', r.says(['6\\.2\\.1'])),
  ),
]

const NUMBERS: readonly Fresh[] = [
  ...talk(
    'tyres-traffic',
    ask(
      'count',
      'how many requests did booking-api handle in the last 20 min',
      t.count(t.last(20), t.requests(r.booking)),
    ),
    ask('follow-up', 'and wheel-hotel?', t.count(t.last(20), t.requests(r.hotel))),
    ask('follow-up', 'how many of them failed', t.count(t.last(20), t.failures(r.hotel))),
    ask('follow-up', 'as a percentage', t.percent(t.last(20), t.share(r.hotel))),
  ),
  ...talk(
    'tyres-pricing',
    ask('percentile', 'p95 pricing', t.millis(whole, t.took(r.pricing, 0.95))),
    ask('follow-up', 'p50?', t.millis(whole, t.took(r.pricing, 0.5))),
    ask('follow-up', 'only POST /v1/quotes', t.millis(whole, t.took(quotes, 0.5))),
    ask('follow-up', 'same for the last 10 min', t.millis(t.last(10), t.took(quotes, 0.5))),
  ),
  ...talk(
    'tyres-limits',
    ask('count', 'how many 429s on front-door', t.count(whole, t.requests(r.spans(r.door, r.code(429))))),
    ask(
      'follow-up',
      'how many of those via partner channel?',
      t.count(whole, t.requests(r.spans(r.door, r.code(429), t.has('client.channel', 'partner')))),
    ),
    ask(
      'follow-up',
      'same but 401',
      t.count(whole, t.requests(r.spans(r.door, r.code(401), t.has('client.channel', 'partner')))),
    ),
  ),
  ...talk(
    'tyres-sets',
    ask(
      'outcome',
      'how many wheel sets were stored',
      t.count(
        whole,
        t.logs(r.tell(r.hotel, /(?<!not) stored\b/)),
        t.requests(r.spans(r.at(r.hotel, r.STORE), r.code(201))),
      ),
    ),
    ask('follow-up', 'how many of these had worn tyres', t.count(whole, t.logs(r.tell(r.hotel, /worn tyres/)))),
    ask('follow-up', 'and how many could not be stored?', t.count(whole, t.logs(r.tell(r.hotel, /not stored/)))),
  ),
  ...talk(
    'tyres-bays',
    ask('metric', 'free bays at kiel-nord?', t.count(t.last(3), bay('kiel-nord'))),
    ask('follow-up', 'bremen-messe?', t.count(t.last(3), bay('bremen-messe'))),
    ask('follow-up', 'which workshop has the most free ones', () => ({
      first: { name: 'bremen-messe', among: [...r.WORKSHOPS] },
    })),
  ),
  ...talk(
    'tyres-benches',
    ask('mean-max', 'mean duration of balance wheel on bench B1', t.millis(whole, t.took(onBench('B1'), 'mean'))),
    ask('follow-up', 'and B4', t.millis(whole, t.took(onBench('B4'), 'mean'))),
    ask('follow-up', 'how many runs did B4 have?', t.count(whole, t.requests(onBench('B4')))),
  ),
  ...talk(
    'tyres-levels',
    ask('level', 'booking-api warn lines, how many', t.count(whole, t.logs(r.lines(r.booking, t.level('WARN'))))),
    ask('follow-up', 'and error lines?', t.count(whole, t.logs(r.lines(r.booking, t.level('ERROR'))))),
    ask('follow-up', 'just the last ten minutes', t.count(t.last(10), t.logs(r.lines(r.booking, t.level('ERROR'))))),
    ask('follow-up', 'show me the newest one', ({ world }) => ({
      says: [[/AP-\d+/.exec(r.linesOf(r.lost)(world).at(-1)?.message ?? '')?.[0] ?? 'none']],
    })),
  ),
  ...talk(
    'tyres-search',
    ask(
      'count',
      'searches that ended with 400 on tyre-catalog?',
      t.count(whole, t.requests(r.spans(r.catalog, r.code(400)))),
    ),
    ask('follow-up', 'and 404, how many', t.count(whole, t.requests(r.spans(r.catalog, r.code(404))))),
    ask(
      'follow-up',
      'how many of the 404s were on {skus} alone',
      t.count(whole, t.requests(r.spans(r.at(r.catalog, 'GET /skus/{sku}'), r.code(404)))),
    ),
  ),
  ...talk(
    'tyres-quotes',
    ask('outcome', 'how many quotes did pricing refuse', t.count(whole, t.logs(r.tell(r.pricing, /^quote refused/)))),
    ask('follow-up', 'because there was no price?', t.count(whole, t.logs(r.tell(r.pricing, /no price/)))),
    ask('follow-up', 'and because the tyre is discontinued', t.count(whole, t.logs(r.tell(r.pricing, /discontinued/)))),
    ask('follow-up', 'how many quotes were given then', t.count(whole, t.logs(r.tell(r.pricing, /^quote given/)))),
  ),
  ...talk(
    'tyres-tenants',
    ask(
      'attribute',
      'how many requests of citycab came in at front-door',
      t.count(whole, t.requests(r.spans(r.door, r.tenant('citycab')))),
    ),
    ask('follow-up', 'how many failed', t.count(whole, t.failures(r.spans(r.door, r.tenant('citycab'))))),
    ask('follow-up', 'and greencar', t.count(whole, t.failures(r.spans(r.door, r.tenant('greencar'))))),
  ),
  ...talk(
    'tyres-mails',
    ask(
      'text',
      'mails skipped because of unsubscribed',
      t.count(whole, t.logs(r.tell(r.mailer, /skipped: unsubscribed/))),
    ),
    ask('follow-up', 'bounced?', t.count(whole, t.logs(r.tell(r.mailer, /bounced/)))),
    ask(
      'follow-up',
      'how many of the bounced were season-change',
      t.count(whole, t.logs(r.tell(r.mailer, /season-change .* bounced/))),
    ),
  ),
]

export const TYRES_TALKS: readonly Fresh[] = [...TROUBLE, ...NUMBERS]
