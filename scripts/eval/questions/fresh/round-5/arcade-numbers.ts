/** Questions for numbers of the arcade: fifth round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'

const edge = t.of('edge-gw')
const lobby = t.of('lobby')
const match = t.of('matchmaker')
const store = t.of('inventory')
const wallet = t.of('wallet')
const chat = t.of('chat-relay')
const code = (row: { readonly attributes: Readonly<Record<string, string | number>> }) =>
  Number(row.attributes['http.status'])
const settled = t.says(/^purchase \S+ settled/)
const rolledBack = t.says(/rolled back/)
const purchase = t.named('POST /v2/purchase')
const heap = (what: 'max' | 'last'): t.Measure => t.metric('inventory', 'jvm_heap_used_mb', what)
/** As it was sent, or as bytes. */
const megabytes = (what: 'max' | 'last'): t.Expect => t.value(t.anytime, heap(what), t.scaled(heap(what), 1e6))

export const ARCADE_COUNTS_5 = [
  ask('count', 'how many requests hit edge-gw in total', t.count(t.anytime, t.requests(edge))),
  ask(
    'count',
    '502 + 503 at the edge gateway last 10m',
    t.count(t.last(10), t.requests(t.all(edge, t.has('http.status', 502, 503)))),
  ),
  ask(
    'count',
    'number of 503s edge-gw sent since {@onset+3}',
    t.count(t.since('onset', 3), t.requests(t.all(edge, t.has('http.status', 503)))),
  ),
  ask(
    'count',
    'how many join requests (POST /v2/match/join) between {@start+10} and {@start+25}?',
    t.count(t.during(['start', 10], ['start', 25]), t.requests(t.all(edge, t.named('POST /v2/match/join')))),
  ),
  ask(
    'count',
    'calls of FindMatch in the past 20 min',
    t.count(t.last(20), t.requests(t.all(match, t.named('FindMatch')))),
  ),
  ask(
    'count',
    'POST /v2/purchase from ps5 players, how many?',
    t.count(t.anytime, t.requests(t.all(edge, purchase, t.has('platform', 'ps5')))),
  ),
  ask(
    'count',
    'failed purchases for tenant pixelforge',
    t.count(
      t.anytime,
      t.failures(t.all(edge, purchase, t.has('tenantId', 'pixelforge'))),
      t.logs(t.all(wallet, rolledBack, t.has('tenantId', 'pixelforge'))),
    ),
  ),
  ask(
    'count',
    'how many edge-gw requests from mudlark on switch',
    t.count(t.anytime, t.requests(t.all(edge, t.has('tenantId', 'mudlark'), t.has('platform', 'switch')))),
  ),
  ask(
    'count',
    'tenantId=northgate platform=xbox: failed requests since {@onset}',
    t.count(t.since('onset'), t.failures(t.all(edge, t.has('tenantId', 'northgate'), t.has('platform', 'xbox')))),
  ),
  ask('outcome', 'how many purchases went through today', t.count(t.anytime, t.logs(settled))),
  ask('outcome', 'purchases that got rolled back, last 15 minutes', t.count(t.last(15), t.logs(rolledBack))),
  ask('outcome', 'matches found so far?', t.count(t.anytime, t.logs(t.says(/^match found/)))),
  ask(
    'outcome',
    'ranked matches found since {@start+20}',
    t.count(t.since('start', 20), t.logs(t.all(t.says(/^match found/), t.has('mode', 'ranked')))),
  ),
  ask(
    'outcome',
    'declined charges in BRL',
    t.count(t.anytime, t.logs(t.all(wallet, t.says(/declined/), t.has('currency', 'BRL')))),
  ),
  ask(
    'outcome',
    'declined charges that werent EUR',
    t.count(t.anytime, t.logs(t.all(wallet, t.says(/declined/), t.not(t.has('currency', 'EUR'))))),
  ),
  ask('text', 'OutOfMemoryError count', t.count(t.anytime, t.logs(t.says(/OutOfMemoryError/)))),
  ask(
    'text',
    'how often did "GC pause" get logged in the last quarter of an hour?',
    t.count(t.last(15), t.logs(t.says(/GC pause/))),
  ),
  ask(
    'text',
    'how many chat messages were blocked by the filter',
    t.count(t.anytime, t.logs(t.says(/blocked by filter/))),
  ),
  ask(
    'text',
    'lines containing "widening search" before {@onset}',
    t.count(t.before('onset'), t.logs(t.says(/widening search/))),
  ),
  ask('text', 'grants of skin_ember', t.count(t.anytime, t.logs(t.says(/granted skin_ember/)))),
  ask(
    'text',
    'how many times was inventory restarted',
    t.count(t.anytime, t.logs(t.says(/^inventory 5.3.2 started/)), t.logs(t.level('FATAL'))),
  ),
  ask(
    'text',
    'number of log lines with both "rolled back" and "503"',
    t.count(t.anytime, t.logs(t.says(/rolled back.*503/))),
  ),
  ask('level', 'fatal logs', t.count(t.anytime, t.logs(t.level('FATAL')))),
  ask('level', 'warnings of wallet, just the number', t.count(t.anytime, t.logs(t.all(wallet, t.level('WARN'))))),
  ask(
    'level',
    'how many ERROR lines in total from inventory and wallet',
    t.count(
      t.anytime,
      t.logs(t.all(t.of('inventory', 'wallet'), t.level('ERROR', 'FATAL'))),
      t.logs(t.all(t.of('inventory', 'wallet'), t.level('ERROR'))),
    ),
  ),
  ask(
    'level',
    'debug lines inventory {@start}-{@start+12}',
    t.count(t.during(['start', 0], ['start', 12]), t.logs(t.all(store, t.level('DEBUG')))),
  ),
  ask(
    'attribute',
    'chat lines in room guild-77',
    t.count(
      t.anytime,
      t.logs((log) => chat(log) && /room=guild-77/.test(log.body)),
    ),
  ),
  ask(
    'attribute',
    'wallet log lines with resp_code 402',
    t.count(t.anytime, t.logs(t.all(wallet, t.has('resp_code', 402)))),
  ),
  ask(
    'attribute',
    'how many charges of 1999 cents settled',
    t.count(t.anytime, t.logs(t.all(settled, t.has('amountCents', 1999)))),
  ),
  ask(
    'attribute',
    'mode=royale requests to matchmaker, last 30 min',
    t.count(t.last(30), t.requests(t.all(match, t.has('mode', 'royale')))),
  ),
  ask(
    'exclusion',
    'edge-gw 5xx without the 503s',
    t.count(t.anytime, t.requests(t.all(edge, (row) => code(row) >= 500 && code(row) !== 503))),
  ),
  ask(
    'exclusion',
    'requests at edge-gw from consoles (ps5, xbox and switch, not pc)',
    t.count(t.anytime, t.requests(t.all(edge, t.has('platform', 'ps5', 'xbox', 'switch')))),
  ),
  ask('exclusion', 'errors apart from inventory since {@onset}', t.count(t.since('onset'), ...t.errors(t.not(store)))),
  ask(
    'exclusion',
    'warnings not mentioning GC',
    t.count(t.anytime, t.logs(t.all(t.level('WARN'), t.not(t.says(/GC/))))),
  ),
  ask(
    'slow',
    'inventory.Load slower than 200ms - how many',
    t.count(t.anytime, t.requests(t.all(store, t.named('inventory.Load'), t.longer(200)))),
  ),
  ask(
    'slow',
    'how many match joins took over 3 s?',
    t.count(
      t.anytime,
      t.requests(t.all(edge, t.named('POST /v2/match/join'), t.longer(3000))),
      t.requests(t.all(lobby, t.longer(3000))),
    ),
  ),
  ask('ratio', 'what share of edge-gw requests failed in the last 10 minutes', t.percent(t.last(10), t.share(edge))),
  ask(
    'ratio',
    'purchase failure rate since {@onset}?',
    t.percent(t.since('onset'), t.share(t.all(edge, purchase)), t.share(wallet)),
  ),
  ask(
    'ratio',
    'how many percent of pixelforge requests end in 5xx, last 15 min',
    t.percent(t.last(15), t.share(t.all(edge, t.has('tenantId', 'pixelforge')))),
  ),
  ask(
    'ratio',
    'share of charges declined by bank',
    t.percent(t.anytime, t.share(wallet, t.has('resp_code', 402)), t.logShare(wallet, t.says(/declined/))),
  ),
  ask('ratio', 'success rate of inventory right now (5 min)', t.percent(t.last(5), t.share(store, t.not(t.failed)))),
  ask('ratio', 'what fraction of traffic is switch', t.percent(t.anytime, t.share(edge, t.has('platform', 'switch')))),
  ask('rate', 'rps of edge-gw', t.perS(t.anytime, t.perSecond(t.requests(edge)))),
  ask(
    'rate',
    'logins... no wait, joins per minute at lobby over the last half hour',
    t.perS(t.last(30), t.perSecond(t.requests(lobby))),
  ),
  ask(
    'rate',
    'wallet errors per minute since {@onset}',
    t.perS(t.since('onset'), ...t.errors(wallet).map(t.perSecond)),
  ),
  ask('latency', 'p95 of GET /v2/items', t.millis(t.anytime, t.took(t.all(edge, t.named('GET /v2/items')), 0.95))),
  ask(
    'latency',
    'median matchmaker latency for ranked',
    t.millis(t.anytime, t.took(t.all(match, t.has('mode', 'ranked')), 0.5)),
  ),
  ask(
    'latency',
    'avg duration of wallet.Charge before {@onset}',
    t.millis(t.before('onset'), t.took(t.all(wallet, t.named('wallet.Charge')), 'mean')),
  ),
  ask('latency', 'slowest leaderboard call?', t.millis(t.anytime, t.took(t.of('leaderboard'), 'max'))),
  ask(
    'latency',
    'p99 inventory.Grant since {@onset}',
    t.millis(t.since('onset'), t.took(t.all(store, t.named('inventory.Grant')), 0.99)),
  ),
  ask('stated', 'longest GC pause?', t.value(t.anytime, t.stated(/GC pause of (\d+) ms/, 'max'))),
  ask(
    'stated',
    'average time to rebuild the season board',
    t.value(t.anytime, t.stated(/rebuilt board of season 14 in (\d+) ms/, 'mean')),
  ),
  ask('metric', 'max jvm heap of inventory', megabytes('max')),
  ask('metric', 'how many players are online now', t.value(t.anytime, t.metric('lobby', 'playersOnline', 'last'))),
  ask(
    'metric',
    'lowest match_queue_depth for casual',
    t.value(
      t.anytime,
      t.metric('matchmaker', 'match_queue_depth', 'min', (point) => point.attributes['mode'] === 'casual'),
    ),
  ),
  ask('metric', 'mean cpu load of wallet', t.value(t.anytime, t.metric('wallet', 'cpu_load_pct', 'mean'))),
  ask(
    'metric',
    'by how much did purchases_total go up since {@start+15}',
    t.value(t.since('start', 15), t.metric('wallet', 'purchases_total', 'rise'), t.logs(settled)),
  ),
  ask('metric', 'heap inventory at the moment in MB', megabytes('last')),
  ask('distinct', 'how many different players made requests', t.count(t.anytime, t.differentOf(edge, 'playerId'))),
  ask(
    'distinct',
    'distinct players hit by a failed request since {@onset}',
    t.count(t.since('onset'), t.differentOf(t.all(edge, t.failed), 'playerId')),
  ),
  ask('distinct', 'how many tenants do we serve?', t.count(t.anytime, t.differentOf(edge, 'tenantId'))),
  ask(
    'group',
    'edge-gw requests by platform',
    t.groupsBy(
      t.anytime,
      (world, window) =>
        world.spans.filter(
          (row) => row.isEntry && edge(row) && row.startMs >= window.fromMs && row.startMs < window.toMs,
        ),
      t.attribute('platform'),
    ),
  ),
  ask(
    'group',
    'failed requests per tenant in the last 15m',
    t.groups(
      'count',
      t.last(15),
      Object.fromEntries(
        ['northgate', 'pixelforge', 'mudlark'].map((one) => [one, t.failures(t.all(edge, t.has('tenantId', one)))]),
      ),
    ),
  ),
  ask(
    'group',
    'matches found, split by mode',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries(
        ['ranked', 'casual', 'royale'].map((one) => [one, t.logs(t.all(t.says(/^match found/), t.has('mode', one)))]),
      ),
    ),
  ),
  ask(
    'group',
    'p95 per mode of matchmaker',
    t.groups(
      'ms',
      t.anytime,
      Object.fromEntries(
        ['ranked', 'casual', 'royale'].map((one) => [one, t.took(t.all(match, t.has('mode', one)), 0.95)]),
      ),
    ),
  ),
  ask(
    'group',
    'which currency has the most declines',
    t.topOf(t.logRows(t.all(wallet, t.says(/declined/))), t.attribute('currency')),
  ),
  ask('group', 'top tenant by failed requests', t.topOf(t.failedRequests(edge), t.attribute('tenantId'))),
  ask(
    'compare',
    'errors of wallet in the 10 min before {@onset} vs. the 10 min after',
    t.compared(
      'count',
      t.logs(t.all(wallet, t.level('ERROR', 'FATAL'))),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 0], ['onset', 10]),
    ),
  ),
  ask(
    'compare',
    'p95 of inventory {@onset-15}-{@onset-5} against {@onset+2}-{@onset+12}',
    t.compared(
      'ms',
      t.took(store, 0.95),
      t.during(['onset', -15], ['onset', -5]),
      t.during(['onset', 2], ['onset', 12]),
    ),
  ),
  ask(
    'compare',
    'pc vs ps5: how many requests each at edge-gw',
    t.groups('count', t.anytime, {
      pc: t.requests(t.all(edge, t.has('platform', 'pc'))),
      ps5: t.requests(t.all(edge, t.has('platform', 'ps5'))),
    }),
  ),
]
