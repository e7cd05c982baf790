/** Shares, durations, rates, metrics and comparisons of the smart homes. Thirty-eighth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)
const hubs = (region: string, what: t.Statistic) =>
  t.metric('hub-bridge', 'hubs.connected', what, (point) => point.attributes['home.region'] === region)
const subscribers = (plan: string, what: t.Statistic) =>
  t.metric('plan-billing', 'subscriptions.active', what, (point) => point.attributes['subscription.plan'] === plan)
const allHubs: t.Measure = (world, window) =>
  m.REGIONS.reduce((sum, region) => sum + hubs(region, 'last')(world, window), 0)
const lag = (service: string, what: t.Statistic) => gauge(service, 'kafka.consumer.lag', what)
const cpu = (service: string, what: t.Statistic) => gauge(service, 'process.cpu.utilization', what)

export const SMARTHOME_NUMBERS_38 = [
  ask(
    'ratio',
    'error rate command-router between {@onset+1} and {@recovery}',
    t.percent(m.meanwhile, t.share(m.router)),
  ),
  ask(
    'ratio',
    'what share of publishes did hub-bridge lose from {@onset+1} to {@recovery}?',
    t.percent(m.meanwhile, t.share(m.bridge), t.share(m.publishing)),
  ),
  ask('ratio', 'pct of failed requests home-api whole period', t.percent(t.anytime, t.share(m.api))),
  ask(
    'ratio',
    'How many percent of the commands come from voice?',
    t.percent(t.anytime, t.share(m.commands, m.origin('voice'))),
  ),
  ask('ratio', 'decline rate of payments', t.percent(t.anytime, t.share(m.subscribing, m.status(402)))),
  ask('ratio', 'share of ios traffic on home-api', t.percent(t.anytime, t.share(m.api, m.platform('ios')))),
  ask('ratio', 'voice-link failure rate last half hour?', t.percent(t.last(30), t.share(m.voice))),

  ask('percentile', 'p95 command-router', t.millis(t.anytime, t.took(m.router, 0.95))),
  ask(
    'percentile',
    'median time of GET /v1/energy on home-api',
    t.millis(t.anytime, t.took(m.on(m.api, '/v1/energy'), 0.5)),
  ),
  ask('percentile', 'registry p90 last 15 min', t.millis(t.last(15), t.took(m.registry, 0.9))),
  ask('percentile', 'p99 of plan-billing?', t.millis(t.anytime, t.took(m.billing, 0.99))),
  ask(
    'percentile',
    'p50 of lock commands at command-router before {@onset}',
    t.millis(t.before('onset'), t.took(t.all(m.commands, m.type('lock')), 0.5)),
  ),
  ask('mean-max', 'avg duration automation-engine', t.millis(t.anytime, t.took(m.engine, 'mean'))),
  ask('mean-max', 'longest voice request today', t.millis(t.anytime, t.took(m.voice, 'max'))),
  ask('mean-max', 'how long does a firmware job take on average', t.millis(t.anytime, t.took(m.firmware, 'mean'))),
  ask(
    'mean-max',
    'mean http.server.request.duration of command-router',
    t.millis(
      t.anytime,
      t.took(m.router, 'mean'),
      t.scaled(m.meanOfHistogram('command-router', 'http.server.request.duration'), 1000),
    ),
  ),
  ask('slowest', 'slowest trace on app-edge', m.slowestTrace(m.edge, t.anytime)),
  ask('slowest', 'show me the slowest command of the last 30 min', m.slowestTrace(m.commands, t.last(30))),

  ask(
    'rate',
    'commands per minute',
    t.perS(t.anytime, t.perSecond(t.requests(m.commands)), t.perSecond(t.requests(m.on(m.api, m.COMMANDS_ROUTE)))),
  ),
  ask('rate', 'req/s app-edge, last 20 min', t.perS(t.last(20), t.perSecond(t.requests(m.edge)))),
  ask(
    'rate',
    'refused publishes per minute from {@onset+1} until {@recovery}',
    t.perS(m.meanwhile, t.perSecond(t.logs(m.refused))),
  ),
  ask('rate', 'device events per minute in automation-engine', t.perS(t.anytime, t.perSecond(t.requests(m.events)))),

  ask('sum', 'sum of cents over all renewed subscriptions', t.count(t.anytime, m.sumOf(m.renewed, 'cents'))),
  ask(
    'sum',
    'how many kb of firmware were installed since {@release}? total',
    t.count(t.since('release'), m.sumOf(m.installed, 'kb')),
  ),
  ask(
    'sum',
    'for how many homes did energy-report write reports, all runs added up',
    t.count(t.anytime, t.stated(/^energy report written for (\d+) homes/, 'sum')),
  ),

  ask('metric', 'peak memory device-registry', t.within(0.01, t.bytes(t.anytime, memory('device-registry', 'max')))),
  ask('metric', 'current memory use of home-api', t.within(0.08, t.bytes(t.anytime, memory('home-api', 'last')))),
  ask('metric', 'hubs connected in eu-north now?', t.within(0.025, t.value(t.anytime, hubs('eu-north', 'last')))),
  ask('metric', 'lowest hubs.connected eu-west since {@onset}', t.value(t.since('onset'), hubs('eu-west', 'min'))),
  ask('metric', 'how many hubs are online all together right now', t.within(0.02, t.value(t.anytime, allHubs))),
  ask('metric', 'active family subscriptions?', t.within(0.02, t.value(t.anytime, subscribers('family', 'last')))),
  ask('metric', 'max lag automation-engine', t.value(t.anytime, lag('automation-engine', 'max'))),
  ask(
    'metric',
    'mqtt.publish.refused in total',
    t.within(0.02, t.count(t.anytime, gauge('hub-bridge', 'mqtt.publish.refused', 'sum'))),
  ),
  ask(
    'metric',
    'average db connections of device-registry',
    t.within(0.03, t.value(t.anytime, gauge('device-registry', 'db.client.connection.count', 'mean'))),
  ),
  ask(
    'metric',
    'highest cpu of automation-engine in the last hour',
    t.within(
      0.01,
      t.value(t.last(60), cpu('automation-engine', 'max'), t.scaled(cpu('automation-engine', 'max'), 100)),
    ),
  ),
  ask(
    'metric',
    'memory per service',
    t.words({
      names: [
        'home-api',
        'command-router',
        'device-registry',
        'hub-bridge',
        'automation-engine',
        'voice-link',
        'plan-billing',
      ],
    }),
  ),

  ask(
    'compare',
    'p95 of device-registry before vs after the 2.15.0 rollout',
    t.compared('ms', t.took(m.registry, 0.95), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'delivered commands {@onset-10}-{@onset} against {@onset+1}-{@onset+11}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -10], ['onset', 0]), m.DELIVERED),
      t.numberOf(asked, 'count', t.during(['onset', 1], ['onset', 11]), m.DELIVERED),
    ],
  })),
  ask(
    'compare',
    'app-edge requests last 20 min compared to the 20 min before that',
    t.compared('count', t.requests(m.edge), t.last(20), t.earlier(20, 20)),
  ),
  ask(
    'compare',
    'do more people use alexa or siri?',
    t.words({ saysFirst: [['alexa']], neverFirst: ['siri (?:has|is|gets) (?:the )?more', '^\\W*siri\\b'] }),
  ),
  ask(
    'compare',
    'is POST /subscriptions slower than GET /plans/current',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'POST /subscriptions', 'slower']],
      neverFirst: ['^\\W*no\\b', 'GET /plans/current`? (?:is|was) slower'],
    }),
  ),
  ask(
    'trend',
    'did hubs.connected come back after {@recovery}?',
    t.words({
      saysFirst: [
        ['^\\W*yes\\b', 'rose', 'rising', 'recover', 'came back', 'back', 'went up', 'increas', 'higher', 'more'],
      ],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'trend',
    'are there fewer failed requests on command-router now than at {@recovery-5}?',
    t.words({
      saysFirst: [
        ['^\\W*yes\\b', 'fewer', 'less', 'fell', 'dropp', 'down', 'decreas', '(?<![\\d.,])0\\b', 'no failed'],
      ],
      neverFirst: ['^\\W*no,', '\\brising\\b', '\\brose\\b'],
    }),
  ),
  ask(
    'trend',
    'Did the new device-registry version make it slower?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'slower', 'rose', 'increas', 'went up', 'longer', '(?:a )?little', 'from \\d']],
      neverFirst: ['\\bfaster\\b', 'root cause: .?device-registry'],
    }),
  ),
  ask(
    'anomaly',
    'whats strange about hubs.connected?',
    t.words({
      says: [['drop', 'fell', 'fall', 'declin', 'low', 'decreas', 'unusual', 'below', 'down', 'from \\d']],
      neverFirst: ['nothing (?:strange|unusual)'],
    }),
  ),
  ask(
    'anomaly',
    'anything weird going on with plan-billing',
    t.words({
      saysFirst: [['plan-billing'], ['no\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none', 'healthy']],
      neverFirst: ['root cause: .?plan-billing', '^\\W*yes\\b'],
    }),
  ),
  ask(
    'several',
    'mean and max of voice-link durations',
    t.both(t.anytime, ['ms', t.took(m.voice, 'mean')], ['ms', t.took(m.voice, 'max')]),
  ),
  ask('several', 'updates installed and updates postponed in the last 45 minutes?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.last(45), [t.logs(m.installed)]),
      t.numberOf(asked, 'count', t.last(45), [t.logs(m.postponed)]),
    ],
  })),
  ask(
    'group',
    'p95 on command-router by origin',
    t.groups(
      'ms',
      t.anytime,
      m.each(m.ORIGINS, (one) => t.took(t.all(m.commands, m.origin(one)), 0.95)),
    ),
  ),
  ask('group', 'failure rate of commands per region, {@onset+1} to {@recovery}', (asked) => ({
    groups: Object.fromEntries(
      m.REGIONS.map((one) => {
        const wheres = [m.commands, m.on(m.api, m.COMMANDS_ROUTE)].map((where) => t.all(where, m.region(one)))
        return [
          one,
          t.numberOf(
            asked,
            'percent',
            m.meanwhile,
            wheres.map((where) => t.share(where)),
          ),
        ]
      }),
    ),
  })),

  ...talk(
    'latency',
    ask('follow-up', 'p95 latency home-api?', t.millis(t.anytime, t.took(m.api, 0.95))),
    ask('follow-up', 'for /v1/homes/{id} only', t.millis(t.anytime, t.took(m.on(m.api, '/v1/homes/{id}'), 0.95))),
    ask('follow-up', 'and the p99', t.millis(t.anytime, t.took(m.on(m.api, '/v1/homes/{id}'), 0.99))),
  ),
  ...talk(
    'rate',
    ask('follow-up', 'error rate of home-api from {@onset+1} to {@recovery}', t.percent(m.meanwhile, t.share(m.api))),
    ask('follow-up', 'voice-link too pls', t.percent(m.meanwhile, t.share(m.voice))),
    ask(
      'follow-up',
      'the ten minutes before {@onset}?',
      t.words({
        saysFirst: [['(?<![\\d.,])0(?:\\.0+)? ?%', '(?<![\\d.,])0 (?:of|failed)', '\\bno\\b', '\\bnone\\b']],
      }),
    ),
  ),
]
