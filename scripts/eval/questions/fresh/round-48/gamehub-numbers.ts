/** Shares, durations, rates, sums, metrics and comparisons of the game publisher. Forty-eighth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const heap = (service: string, what: t.Statistic) => t.metric(service, 'heap_bytes', what)
const online = (name: string, what: t.Statistic) =>
  t.metric('player_gate', 'players_online', what, (point) => point.attributes['region'] === name)
const ports = (name: string, what: t.Statistic) =>
  t.metric('fleet_broker', 'free_ports', what, (point) => point.attributes['region'] === name)
const depth = (name: string, what: t.Statistic) =>
  t.metric('matchmaker', 'queue_depth', what, (point) => point.attributes['playlist'] === name)
const outage = t.during(['onset', 0], ['recovery', 0])
const broken = t.during(['onset', 1], ['recovery', 0])

export const GAMEHUB_NUMBERS_48 = [
  ask('ratio', 'matchmaker error rate {@onset+1} to {@recovery}', t.percent(broken, t.share(m.maker))),
  ask(
    'ratio',
    'what share of eu claims failed between {@onset+1} and {@recovery}?',
    t.percent(
      broken,
      t.share(t.all(m.claims, m.region('eu'))),
      t.share(t.all(m.on('/v1/matches/claim'), m.region('eu'))),
    ),
  ),
  ask('ratio', 'failure rate of lobby_host over the whole time', t.percent(t.anytime, t.share(m.lobbies))),
  ask('ratio', 'error rate of player_gate in the last 5 minutes? rough is fine', t.percent(t.last(5), t.share(m.gate))),
  ask(
    'ratio',
    'how many percent of purchases are refused for lack of gems',
    t.percent(t.anytime, t.share(m.purchases, m.http(402))),
  ),
  ask(
    'ratio',
    'proportion of sign-ins with wrong credentials?',
    t.percent(t.anytime, t.share(m.on('/v1/session'), m.http(401))),
  ),
  ask('ratio', 'pc share of gate traffic', t.percent(t.anytime, t.share(m.gate, m.platform('pc')))),
  ask('ratio', 'what part of manifests comes back as 304?', t.percent(t.anytime, t.share(m.manifests, m.http(304)))),

  ask('percentile', 'p95 latency of cheat_guard scans', t.millis(t.anytime, t.took(m.guard, 0.95))),
  ask('percentile', 'wallet p99?', t.millis(t.anytime, t.took(m.wallet, 0.99))),
  ask('percentile', 'median of GET /catalog before {@release}', t.millis(t.before('release'), t.took(m.catalog, 0.5))),
  ask('percentile', 'p90 for chunk downloads in ap', t.millis(t.anytime, t.took(t.all(m.chunks, m.region('ap')), 0.9))),
  ask('percentile', 'p75 of POST /v1/store/buy', t.millis(t.anytime, t.took(m.on('/v1/store/buy'), 0.75))),
  ask('mean-max', 'mean response time of Rooms/Open', t.millis(t.anytime, t.took(m.opens, 'mean'))),
  ask('mean-max', 'longest scan of the guard so far?', t.millis(t.anytime, t.took(m.guard, 'max'))),
  ask('mean-max', 'how long does storing a score take on average', t.millis(t.anytime, t.took(m.scores, 'mean'))),
  ask('mean-max', 'avg allocate duration in na', t.millis(t.anytime, t.took(t.all(m.broker, m.region('na')), 'mean'))),
  ask(
    'slowest',
    'which route of the gate takes longest?',
    t.words({
      saysFirst: [['leaderboards', 'matches/claim', 'lobbies/\\{code\\}/launch']],
      neverFirst: ['log records'],
    }),
  ),
  ask(
    'slowest',
    'slowest traces of rank_board, what are they',
    t.words({ says: [['/boards/\\{board\\}', '504', '2[.,]0\\d* ?s', '2[,.]?0\\d\\d']] }),
  ),

  ask('rate', 'claims per minute over all?', t.perS(t.anytime, t.perSecond(t.requests(m.claims)))),
  ask('rate', 'req/s at player_gate, past 20 min', t.perS(t.last(20), t.perSecond(t.requests(m.gate)))),
  ask(
    'rate',
    'purchases a minute since {@release}',
    t.perS(t.since('release'), ...[...m.SETTLED, t.requests(m.purchases)].map(t.perSecond)),
  ),
  ask(
    'rate',
    'how many chunks per second does the patch_depot serve',
    t.perS(t.anytime, t.perSecond(t.requests(m.chunks)), t.perSecond(t.logs(m.delivered))),
  ),
  ask(
    'rate',
    'failed allocations per minute from {@onset+1} to {@recovery}',
    t.perS(broken, ...m.NO_SERVER.map(t.perSecond)),
  ),

  ask(
    'sum',
    'gems spent in total',
    t.within(
      0.01,
      t.count(
        t.anytime,
        m.sumOf(m.debited, 'gems'),
        t.metric('wallet', 'gems_spent', 'sum'),
        m.sumOf(m.settled, 'gems'),
      ),
    ),
  ),
  ask(
    'sum',
    'how many gems did skin_ember bring in?',
    t.count(t.anytime, m.sumOf(t.all(m.settled, m.item('skin_ember')), 'gems')),
  ),
  ask(
    'sum',
    'sum of gems booked in the last 20 minutes',
    t.within(0.03, t.count(t.last(20), m.sumOf(m.debited, 'gems'), t.metric('wallet', 'gems_spent', 'sum'))),
  ),
  ask('field', 'average wait_s of placed matches?', t.within(0.01, t.value(t.anytime, m.meanOf(m.placed, 'wait_s')))),
  ask('field', 'highest score stored so far', t.value(t.anytime, m.maxOf(m.stored, 'points'))),
  ask('field', 'mean points per stored score', t.within(0.01, t.value(t.anytime, m.meanOf(m.stored, 'points')))),

  ask('metric', 'players_online in eu right now?', t.within(0.02, t.value(t.anytime, online('eu', 'last')))),
  ask('metric', 'peak players online in ap', t.value(t.anytime, online('ap', 'max'))),
  ask('metric', 'free ports in eu at the moment', t.within(0.02, t.value(t.anytime, ports('eu', 'last')))),
  ask('metric', 'lowest free_ports of na?', t.value(t.anytime, ports('na', 'min'))),
  ask('metric', 'how deep did the ranked queue get at worst?', t.value(t.anytime, depth('ranked', 'max'))),
  ask('metric', 'avg queue_depth for arena', t.within(0.03, t.value(t.anytime, depth('arena', 'mean')))),
  ask('metric', 'heap of matchmaker, maximum', t.within(0.01, t.bytes(t.anytime, heap('matchmaker', 'max')))),
  ask(
    'metric',
    'heap_bytes of rank_board latest value',
    t.within(0.02, t.bytes(t.anytime, heap('rank_board', 'last'))),
  ),
  ask(
    'metric',
    'min cache_hit_ratio of patch_depot',
    t.value(
      t.anytime,
      t.metric('patch_depot', 'cache_hit_ratio', 'min'),
      t.scaled(t.metric('patch_depot', 'cache_hit_ratio', 'min'), 100),
    ),
  ),
  ask(
    'metric',
    'biggest verdict backlog in the past half hour',
    t.value(t.last(30), t.metric('cheat_guard', 'verdict_backlog', 'max')),
  ),
  ask(
    'metric',
    'egress_bytes summed up over the last hour',
    t.within(0.02, t.bytes(t.last(60), t.metric('patch_depot', 'egress_bytes', 'sum'))),
  ),
  ask(
    'metric',
    'failed_allocations all together',
    t.within(0.01, t.count(t.anytime, t.metric('fleet_broker', 'failed_allocations', 'sum'), ...m.NO_SERVER)),
  ),
  ask('metric', 'players online by region, current numbers', (asked) => ({
    groups: Object.fromEntries(
      m.REGIONS.map((name) => [
        name,
        { ...t.numberOf(asked, 'any', t.anytime, [online(name, 'last'), online(name, 'mean')]), tolerance: 0.02 },
      ]),
    ),
  })),

  ask(
    'compare',
    'median GET /catalog before vs after the 8.4.0 rollout',
    t.compared('ms', t.took(m.catalog, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'unplaced matches {@onset-10} to {@onset} against {@onset} to {@onset+10}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -10], ['onset', 0]), m.NOT_PLACED),
      t.numberOf(asked, 'count', t.during(['onset', 0], ['onset', 10]), m.NOT_PLACED),
    ],
  })),
  ask(
    'compare',
    'gate traffic: last 10 min next to the 10 min half an hour earlier',
    t.compared('count', t.requests(m.gate), t.last(10), t.earlier(10, 30)),
  ),
  ask('compare', 'are chunks slower to fetch than manifests?', t.verdict('yes', 'bad')),
  ask('compare', 'more buyers of crate_small or of emote_wave?', ({ world }) => {
    const crates = t.logs(t.all(m.settled, m.item('crate_small')))(world, { fromMs: 0, toMs: world.endMs })
    const waves = t.logs(t.all(m.settled, m.item('emote_wave')))(world, { fromMs: 0, toMs: world.endMs })
    const among = ['crate_small', 'emote_wave']
    return { first: { name: crates > waves ? 'crate_small' : 'emote_wave', among } }
  }),
  ask('trend', 'is players_online growing?', t.verdict('yes', 'up')),
  ask('trend', 'did the shop catalog get slower with 8.4.0?', t.verdict('yes', 'bad')),
  ask('trend', 'is rank_board heap climbing since {@restart+1}?', t.verdict('yes', 'up')),
  ask(
    'trend',
    'are there fewer matchmaker errors in the last 10 minutes than around {@onset+5}?',
    t.verdict('yes', 'fact'),
  ),
  ask(
    'anomaly',
    'anything weird about free_ports?',
    t.words({
      says: [
        ['drop', 'fell', 'fall', '\\blow', 'decreas', 'unusual', 'below', 'down', 'min(?:imum)?\\b', 'from \\d'],
        ['\\beu\\b', 'fleet_broker'],
      ],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'anomaly',
    'does wallet behave differently than usual',
    t.words({
      saysFirst: [['wallet'], ['no\\b', 'not\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none']],
      neverFirst: ['root cause: .?wallet', '^\\W*yes\\b'],
    }),
  ),
  ask(
    'several',
    'p50 + p99 of player_gate please',
    t.both(t.anytime, ['ms', t.took(m.gate, 0.5)], ['ms', t.took(m.gate, 0.99)]),
  ),
  ask('several', 'how many lobbies were opened and how many launched in the last 20 minutes?', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.last(20), m.OPENED), t.numberOf(asked, 'count', t.last(20), m.LAUNCHED)],
  })),
  ask(
    'group',
    'p95 of claims for each playlist before {@onset}',
    t.groups(
      'ms',
      t.before('onset'),
      m.each(m.PLAYLISTS, (one) => t.took(t.all(m.claims, m.playlist(one)), 0.95)),
    ),
  ),
  ask(
    'group',
    'claim failure rate by region, {@onset+1}-{@recovery}',
    t.groups(
      'percent',
      broken,
      m.each(m.REGIONS, (one) => t.share(t.all(m.claims, m.region(one)))),
    ),
  ),
  ...talk(
    'times',
    ask('follow-up', 'average duration of wallet debits?', t.millis(t.anytime, t.took(m.wallet, 'mean'))),
    ask('follow-up', 'and the p95', t.millis(t.anytime, t.took(m.wallet, 0.95))),
    ask('follow-up', 'what about lobby_host', t.millis(t.anytime, t.took(m.lobbies, 0.95))),
  ),
  ...talk(
    'shares',
    ask('follow-up', 'fleet_broker failure rate from {@onset} to {@recovery}', t.percent(outage, t.share(m.broker))),
    ask('follow-up', 'in eu?', t.percent(outage, t.share(t.all(m.broker, m.region('eu'))))),
    ask('follow-up', 'and the 10 minutes before that', (asked) => ({
      numbers: [
        t.numberOf(asked, 'percent', t.during(['onset', -10], ['onset', 0]), [
          t.share(t.all(m.broker, m.region('eu'))),
          t.share(m.broker),
        ]),
      ],
    })),
  ),
]
