/** Questions about other numbers of the vending machines: shares, groups, ranks, rates, durations, sums, metrics. */
import type { LogRow } from '../../records.ts'
import { each, spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as v from './rows.ts'

const whole = t.anytime
const CENTS = /^vend \S+ on \S+ done: \S+ for (\d+) cents/

const SHARES = [
  ask('ratio', 'failure rate of POST /v2/vends during the last 5 minutes', t.percent(t.last(5), t.share(v.vends))),
  ask(
    'ratio',
    'what fraction of vends is paid with cash',
    t.percent(whole, t.share(v.vends, t.has('pay.method', 'cash'))),
  ),
  ask(
    'ratio',
    'share of coin boxes counted twice',
    t.percent(
      whole,
      (world, window) =>
        (100 * v.lines(v.sorters, /counted again/)(world, window)) / t.requests(v.sorters)(world, window),
    ),
  ),
  ask(
    'ratio',
    'cache hit ratio on price-book log lines',
    t.percent(
      whole,
      (world, window) =>
        (100 * t.logs(t.all(v.prices, t.has('cache', 'hit')))(world, window)) /
        t.logs(t.all(v.prices, t.has('cache', 'hit', 'miss')))(world, window),
    ),
  ),
  ask(
    'distinct',
    'how many different machines had a failed vend',
    t.count(whole, t.differentOf(t.all(v.vends, t.failed as t.Where), 'machine.id')),
  ),
  ask(
    'distinct',
    'how many drivers got at least one text sent',
    t.count(whole, t.differentTexts(/ sent to (dr-\d+)/, v.texts)),
  ),
]

const GROUPS = [
  ask('group', 'vends by payment method', t.groupsBy(whole, spansOf(v.vends), v.attr('pay.method'))),
  ask('group', 'edge requests per tenant', t.groupsBy(whole, spansOf(v.edge), v.attr('tenant.id'))),
  ask(
    'group',
    'split the edge responses by status code',
    t.groupsBy(whole, spansOf(v.edge), v.attr('http.response.status_code'), 6),
  ),
  ask(
    'group',
    'why do cards get declined, count per reason',
    t.groupsBy(whole, t.logsIn(v.where(v.cardAuth, /^card declined/)), v.attr('reason')),
  ),
  ask(
    'group',
    'failed requests per service',
    t.groups(
      'count',
      whole,
      each(['edge-proxy', 'vend-api', 'card-auth', 'token-vault', 'refund-desk'], (name) => t.failures(t.of(name))),
    ),
  ),
  ask(
    'group',
    'log lines by level for vend-api',
    t.groups('count', whole, {
      DEBUG: t.logs(t.all<LogRow>(v.vendApi, t.level('DEBUG'))),
      INFO: t.logs(t.all<LogRow>(v.vendApi, t.level('INFO'))),
      WARN: t.logs(t.all<LogRow>(v.vendApi, t.level('WARN'))),
      ERROR: t.logs(t.all<LogRow>(v.vendApi, t.level('ERROR'))),
    }),
  ),
  ask('top', 'which tenant had most failed vends', t.topOf(t.failedRequests(v.vends), v.attr('tenant.id'))),
  ask(
    'top',
    'which service writes the most error lines',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask(
    'top',
    'what product sells best',
    t.topOf(
      t.logRows(v.where(v.vendApi, / done: /)),
      (row) => /done: (\S+) for/.exec((row as LogRow).message)?.[1] ?? '',
    ),
  ),
]

const RATES = [
  ask('rate', 'requests per second at edge-proxy', t.perS(whole, t.perSecond(t.requests(v.edge)))),
  ask(
    'rate',
    'how many vends per minute do we do',
    t.perS(
      whole,
      t.perSecond(t.requests(v.vends)),
      t.perSecond(t.requests(v.vendsAtEdge)),
      t.perSecond(v.lines(v.vendApi, / done: /)),
    ),
  ),
  ask(
    'rate',
    'failed authorizations per minute during the outage',
    t.within(0.08, t.perS(v.outage, t.perSecond(t.failures(v.cardAuth)))),
  ),
  ask('percentile', 'p95 of POST /v2/vends at the edge', t.millis(whole, t.took(v.vendsAtEdge, 0.95))),
  ask(
    'percentile',
    'p90 for GET /v2/prices at edge-proxy between {@start+10} and {@start+25}',
    t.millis(t.during(['start', 10], ['start', 25]), t.took(v.atEdge('/v2/prices'), 0.9)),
  ),
  ask('percentile', 'p50 of card-auth in the last 10 min', t.millis(t.last(10), t.took(v.cardAuth, 0.5))),
  ask(
    'mean-max',
    'mean latency of POST {slotsRoute} at vend-api',
    t.millis(whole, t.took(t.all(v.vendApi, v.route('/v2/machines/{id}/slots')), 'mean')),
  ),
  ask('mean-max', 'biggest single sale in cents', t.value(whole, t.stated(CENTS, 'max'))),
  ask(
    'mean-max',
    'on average how many items per refill of slots',
    t.within(0.03, t.value(whole, t.stated(/refilled: (\d+) items/, 'mean'))),
  ),
  ask('sum', 'total cents of all completed vends', t.value(whole, t.stated(CENTS, 'sum'))),
  ask('sum', 'sum up the coins counted in SEK', t.value(whole, t.stated(/: (\d+) coins in SEK/, 'sum'))),
  ask(
    'sum',
    'cents refunded to cards in total, going by the paid refund lines',
    t.value(whole, t.stated(/^refund \S+ paid to card for \S+: (\d+) cents/, 'sum')),
  ),
]

const METRICS = [
  ask(
    'metric',
    'clock.offset of token-vault right before the outage, roughly',
    t.within(0.04, t.value(t.ahead('onset', 3), t.metric('token-vault', 'clock.offset', 'last'))),
  ),
  ask(
    'metric',
    'what did clock.offset on token-vault peak at',
    t.value(whole, t.metric('token-vault', 'clock.offset', 'max')),
  ),
  ask('metric', 'total coins.counted at the moment', t.value(whole, t.metric('coin-counter', 'coins.counted', 'last'))),
  ask(
    'metric',
    'memory of card-auth now?',
    t.within(0.02, t.bytes(whole, t.metric('card-auth', 'process.memory.usage', 'last'))),
  ),
  ask(
    'metric',
    'how many keys.decrypted did token-vault count altogether',
    t.within(0.01, t.value(whole, t.metric('token-vault', 'keys.decrypted', 'sum'))),
  ),
  ask(
    'metric-group',
    'machines.online per tenant, latest',
    t.groups(
      'any',
      whole,
      each(['railway', 'uni', 'airport', 'clinic', 'office-park', 'ferry'], (name) =>
        t.metric('vend-api', 'machines.online', 'last', ({ attributes }) => attributes['tenant.id'] === name),
      ),
    ),
  ),
  ask('metric-group', 'average sorter.temperature by sorter', (asked) => ({
    groups: Object.fromEntries(
      ['S1', 'S2', 'S3'].map((name) => [
        name,
        {
          ...t.numberOf(asked, 'any', whole, [
            t.metric('coin-counter', 'sorter.temperature', 'mean', ({ attributes }) => attributes['sorter'] === name),
          ]),
          tolerance: 0.02,
        },
      ]),
    ),
  })),
  ask(
    'metric-group',
    'vends.completed summed up by pay.method',
    t.groups(
      'any',
      whole,
      each(['card', 'wallet', 'cash'], (name) =>
        t.metric('vend-api', 'vends.completed', 'sum', ({ attributes }) => attributes['pay.method'] === name),
      ),
    ),
  ),
]

const COMPARED = [
  ask('compare', 'is cardlane slower than nordacq', t.verdict('yes', 'fact')),
  ask(
    'compare',
    'failed requests at the edge in the 10 min before {@onset} vs the 10 min after',
    t.compared(
      'count',
      t.failures(v.edge),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 0], ['onset', 10]),
    ),
  ),
  ask('compare', 'which sorter is slowest on average', t.words({ first: { name: 'S3', among: ['S1', 'S2', 'S3'] } })),
  ask(
    'compare',
    'p95 of card-auth before {@onset} versus after {@recovery+1}',
    t.compared('ms', t.took(v.cardAuth, 0.95), t.before('onset'), t.since('recovery', 1)),
  ),
  ask(
    'compare',
    'completed vends by wallet vs completed vends by cash',
    t.both(
      whole,
      ['count', v.lines(v.vendApi, / done: .* by wallet$/)],
      ['count', v.lines(v.vendApi, / done: .* by cash$/)],
    ),
  ),
  ask('trend', "did token-vault's clock.offset climb before {@onset}", t.verdict('yes', 'up')),
  ask('trend', 'are machines.online at clinic dropping', t.verdict('yes', 'down')),
  ask('trend', 'is memory of price-book growing?', t.verdict('no', 'up')),
  ask(
    'several',
    '409s and 423s on vend-api, both numbers',
    t.both(
      whole,
      ['count', t.requests(t.all(v.vendApi, v.code(409)))],
      ['count', t.requests(t.all(v.vendApi, v.code(423)))],
    ),
  ),
  ask(
    'several',
    'how many texts were sent and how many held back',
    t.both(whole, ['count', v.lines(v.texts, / sent to /)], ['count', v.lines(v.texts, /held back/)]),
  ),
]

export const VENDING_NUMBERS = [...SHARES, ...GROUPS, ...RATES, ...METRICS, ...COMPARED]
