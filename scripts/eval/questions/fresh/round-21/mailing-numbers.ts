/** Shares, durations, rates, sums, metrics and comparisons of newsletter mailing. Twenty-first round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const sizes = t.all(m.audience, t.named('GET /audiences/{id}/size'))

export const MAILING_NUMBERS_21 = [
  ask('ratio', 'error rate of campaign-api since {@onset}?', t.percent(t.since('onset'), t.share(m.campaigns))),
  ask('ratio', 'audience-service error rate last 15 min', t.percent(t.last(15), t.share(m.audience))),
  ask(
    'ratio',
    'What share of the sends fails since {@onset+1}?',
    t.percent(
      t.since('onset', 1),
      t.share(m.route('/api/campaigns/{id}/send')),
      t.share(t.all(m.campaigns, t.named('POST /campaigns/{id}/send'))),
    ),
  ),
  ask('ratio', 'percentage of 404 on tracking-api', t.percent(t.anytime, t.share(m.tracking, m.status(404)))),
  ask(
    'ratio',
    'how many percent of bounces are hard',
    t.percent(t.anytime, t.logShare(m.bouncing, m.hard), t.logShare(t.says(/^(?:hard|soft) bounce/), m.hard)),
  ),
  ask('ratio', 'share of pro customers in gateway traffic', t.percent(t.anytime, t.share(m.gateway, m.plan('pro')))),
  ask('percentile', 'p95 of template-renderer', t.millis(t.anytime, t.took(m.renderer, 0.95))),
  ask('percentile', 'p99 tracking-api last 15 min?', t.millis(t.last(15), t.took(m.tracking, 0.99))),
  ask('percentile', 'median duration of unsubscribe-page', t.millis(t.anytime, t.took(m.leaving, 0.5))),
  ask(
    'percentile',
    'p90 POST /subscribe',
    t.millis(t.anytime, t.took(m.route('/subscribe'), 0.9), t.took(t.named('POST /subscribe'), 0.9)),
  ),
  ask('percentile', "what's the p50 of send-worker", t.millis(t.anytime, t.took(m.worker, 0.5))),
  ask(
    'mean-max',
    'How long does it take on average to read a bounce?',
    t.millis(t.anytime, t.took(m.bouncing, 'mean')),
  ),
  ask(
    'mean-max',
    'slowest render today',
    t.millis(t.anytime, t.took(m.renderer, 'max'), t.took(m.route('/api/campaigns/{id}/preview'), 'max')),
  ),
  ask('mean-max', 'avg response time public-gateway', t.millis(t.anytime, t.took(m.gateway, 'mean'))),
  ask(
    'mean-max',
    'biggest batch (mails) in the last hour?',
    t.value(t.last(60), (world, window) =>
      Math.max(
        ...t
          .logsIn(m.batchSent)(world, window)
          .map((log) => Number(log.attributes['mails'])),
      ),
    ),
  ),
  ask(
    'mean-max',
    'average took_ms of stats-rollup',
    t.within(
      0.03,
      t.value(t.anytime, (world, window) => {
        const took = t
          .logsIn(m.rollup)(world, window)
          .map((log) => Number(log.attributes['took_ms']))
        return took.reduce((sum, one) => sum + one, 0) / took.length
      }),
    ),
  ),
  ask('slowest', 'slowest operation overall?', ({ world }) => ({
    first: { name: 'send-worker', among: [...world.services] },
  })),
  ask('slowest', 'which gateway route is slowest', t.words({ first: { name: '/unsubscribe', among: [...m.ROUTES] } })),

  ask('rate', 'requests per minute of tracking-api', t.perS(t.anytime, t.perSecond(t.requests(m.tracking)))),
  ask('rate', 'req/s public-gateway last 10 minutes', t.perS(t.last(10), t.perSecond(t.requests(m.gateway)))),
  ask('rate', 'how many bounces per minute do we get?', t.perS(t.anytime, ...m.BOUNCES.map(t.perSecond))),
  ask('rate', 'campaigns created per hour', t.perS(t.anytime, ...m.CREATED.map(t.perSecond))),
  ask(
    'rate',
    'errors per minute of audience-service since {@onset+1}',
    t.perS(t.since('onset', 1), ...t.errors(m.audience).map(t.perSecond)),
  ),

  ask(
    'sum',
    'how many mails did we send in total?',
    t.within(0.01, t.value(t.anytime, m.mails(), ...m.counted('send-worker', 'mails_sent_total'))),
  ),
  ask(
    'sum',
    'mails sent to gmail.com',
    t.within(
      0.01,
      t.value(
        t.anytime,
        m.mails(m.line('domain', 'gmail.com')),
        ...m.counted('send-worker', 'mails_sent_total', ({ attributes }) => attributes['domain'] === 'gmail.com'),
      ),
    ),
  ),
  ask(
    'sum',
    'sum of deferred mails',
    t.count(t.anytime, (world, window) =>
      t
        .logsIn(m.greylisted)(world, window)
        .reduce((sum, log) => sum + Number(log.attributes['deferred']), 0),
    ),
  ),
  ask(
    'sum',
    'how many events did stats-rollup roll up?',
    t.count(t.anytime, (world, window) =>
      t
        .logsIn(m.rollup)(world, window)
        .reduce((sum, log) => sum + Number(log.attributes['events']), 0),
    ),
  ),

  ask('metric', 'go_goroutines of tracking-api max', t.value(t.anytime, gauge('tracking-api', 'go_goroutines', 'max'))),
  ask(
    'metric',
    'how many messages wait in sends.queued? max',
    t.value(t.anytime, gauge('send-worker', 'rabbitmq_queue_messages_ready', 'max')),
  ),
  ask(
    'metric',
    'highest heap of audience-service',
    t.within(0.01, t.bytes(t.anytime, gauge('audience-service', 'jvm.memory.used', 'max'))),
  ),
  ask(
    'metric',
    'current number of active subscribers',
    t.within(0.0005, t.value(t.anytime, gauge('audience-service', 'subscribers.active', 'last'))),
  ),
  ask(
    'metric',
    'min memory of public-gateway?',
    t.within(0.01, t.bytes(t.anytime, gauge('public-gateway', 'process_resident_memory_bytes', 'min'))),
  ),
  ask(
    'metric',
    'average cpu of template-renderer',
    t.within(
      0.02,
      t.value(
        t.anytime,
        gauge('template-renderer', 'process.cpu.utilization', 'mean'),
        t.scaled(gauge('template-renderer', 'process.cpu.utilization', 'mean'), 100),
      ),
    ),
  ),
  ask(
    'metric',
    'by how much did nginx_http_requests_total with code 502 rise?',
    t.within(
      0.03,
      t.value(
        t.anytime,
        ...m.counted('public-gateway', 'nginx_http_requests_total', ({ attributes }) => attributes['code'] === '502'),
        ...m.atGateway(502),
      ),
    ),
  ),
  ask(
    'metric',
    'last rollup.lag',
    t.within(
      0.02,
      t.value(
        t.anytime,
        gauge('stats-rollup', 'rollup.lag', 'last'),
        t.scaled(gauge('stats-rollup', 'rollup.lag', 'last'), 1000),
      ),
    ),
  ),
  ask(
    'metric',
    'restart count tracking-api',
    t.count(t.anytime, gauge('tracking-api', 'k8s.container.restarts', 'last')),
  ),

  ask(
    'compare',
    'p99 of template-renderer before and after the deploy',
    t.compared('ms', t.took(m.renderer, 0.99), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'median render time: 3.6.1 vs 3.7.0',
    t.compared('ms', t.took(m.renderer, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'compare errors of audience-service {@onset-15}-{@onset} with {@onset+1}-{@onset+16}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -15], ['onset', 0]), t.errors(m.audience)),
      t.numberOf(asked, 'count', t.during(['onset', 1], ['onset', 16]), t.errors(m.audience)),
    ],
  })),
  ask(
    'compare',
    'gateway requests last 15 minutes vs the same an hour ago',
    t.compared('count', t.requests(m.gateway), t.last(15), t.earlier(15, 60)),
  ),
  ask(
    'compare',
    'more hard or more soft bounces?',
    t.words({ saysFirst: [['hard']], neverFirst: ['more soft', 'soft (?:\\w+ )?more'] }),
  ),
  ask('trend', 'are active subscribers going up?', t.verdict('yes', 'up')),
  ask(
    'trend',
    'did rendering get slower after the release',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'slower', 'rose', 'went up', 'increas', 'went from', 'grew']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'trend',
    'is the number of goroutines in tracking-api growing?',
    t.words({
      saysFirst: [['^\\W*no\\b', 'steady', 'flat', 'stable', 'unchanged', 'not (?:growing|rising)', 'normal', 'usual']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask(
    'anomaly',
    'something unusual in tracking-api?',
    t.words({
      saysFirst: [['tracking-api'], ['no\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none', 'restart']],
      neverFirst: ['root cause: .?tracking'],
    }),
  ),
  ask('several', 'requests and errors of campaign-api since {@onset}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.since('onset'), [t.requests(m.campaigns)]),
      t.numberOf(asked, 'count', t.since('onset'), t.errors(m.campaigns)),
    ],
  })),
  ask(
    'several',
    'p50 and p95 of tracking-api?',
    t.both(t.anytime, ['ms', t.took(m.tracking, 0.5)], ['ms', t.took(m.tracking, 0.95)]),
  ),
  ask('several', 'How many subscribed and how many unsubscribed in the last hour?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.last(60), [...m.SUBSCRIBED, t.requests(m.route('/subscribe'))]),
      t.numberOf(asked, 'count', t.last(60), [
        t.logs(m.unsubscribed),
        t.requests(m.leaving),
        t.requests(m.route('/unsubscribe')),
      ]),
    ],
  })),
  ask(
    'group',
    'p95 by route, gateway',
    t.groups(
      'ms',
      t.anytime,
      m.each(['/unsubscribe', '/subscribe'], (one) => t.took(m.route(one), 0.95)),
    ),
  ),
  ask(
    'group',
    'error rate per audience kind since {@onset+1}',
    t.groups(
      'percent',
      t.since('onset', 1),
      m.each(['language'], (one) => t.share(t.all(m.audience, m.kind(one)))),
    ),
  ),

  ...talk(
    'latency',
    ask('follow-up', 'p99 of campaign-api', t.millis(t.anytime, t.took(m.campaigns, 0.99))),
    ask('follow-up', 'and of the bounce-handler?', t.millis(t.anytime, t.took(m.bouncing, 0.99))),
    ask('follow-up', 'max?', t.millis(t.anytime, t.took(m.bouncing, 'max'))),
  ),
  ...talk(
    'shift',
    ask(
      'follow-up',
      'failed audience size requests from {@onset} to {@onset+10}',
      t.count(
        t.during(['onset', 0], ['onset', 10]),
        t.failures(sizes),
        t.failures(m.route('/api/audiences/{id}/size')),
      ),
    ),
    ask(
      'follow-up',
      'and the ten minutes after',
      t.count(
        t.during(['onset', 10], ['onset', 20]),
        t.failures(sizes),
        t.failures(m.route('/api/audiences/{id}/size')),
      ),
    ),
    ask(
      'follow-up',
      'as a percentage',
      t.percent(t.during(['onset', 10], ['onset', 20]), t.share(sizes), t.share(m.route('/api/audiences/{id}/size'))),
    ),
  ),
]
