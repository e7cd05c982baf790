/** Shares, durations, rates, sums, metrics and comparisons of team chat. Twenty-third round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const cpu = (service: string, what: t.Statistic) => {
  const used = gauge(service, 'process.cpu.utilization', what)
  return [used, t.scaled(used, 100)]
}
const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)
const within = t.during(['onset', 1], ['recovery', 0])

export const CHAT_NUMBERS_23 = [
  ask('ratio', 'error rate mention-service {@onset+1} to {@recovery}', t.percent(within, t.share(m.mentions))),
  ask(
    'ratio',
    'what fraction of posted messages failed between {@onset+1} and {@recovery}?',
    t.percent(within, t.share(m.posting), t.share(m.postingOutside), t.share(m.mentions)),
  ),
  ask('ratio', 'chat-gateway failure rate over the whole day', t.percent(t.anytime, t.share(m.gateway))),
  ask(
    'ratio',
    'percentage of uploads refused',
    t.percent(t.anytime, t.share(m.uploading, m.status(413)), t.share(m.uploadingOutside, m.status(413))),
  ),
  ask(
    'ratio',
    'how much of the gateway traffic is mobile (in %)',
    t.percent(t.anytime, t.share(m.gateway, m.client('mobile'))),
  ),
  ask(
    'ratio',
    'what percent of pushes go to ios',
    t.percent(t.anytime, t.share(m.push, m.platform('ios')), t.logShare(m.delivered, m.line('platform', 'ios'))),
  ),
  ask(
    'ratio',
    'error ratio of message-service last 10 min',
    t.words({
      saysFirst: [
        [
          '(?<![\\d.,])0(?:\\.0+)? ?%',
          '(?<![\\d.,])0 of',
          '\\bnone\\b',
          '\\bno (?:\\w+ )?(?:requests?|errors?|failures?)',
        ],
      ],
    }),
  ),
  ask(
    'percentile',
    'p99 mention-service between {@onset+1} and {@recovery}',
    t.millis(within, t.took(m.mentions, 0.99)),
  ),
  ask('percentile', 'p95 latency chat-gateway?', t.millis(t.anytime, t.took(m.gateway, 0.95))),
  ask('percentile', 'median of presence-service in the last 30 min', t.millis(t.last(30), t.took(m.presence, 0.5))),
  ask('percentile', 'p90 of push-worker please', t.millis(t.anytime, t.took(m.push, 0.9))),
  ask(
    'percentile',
    'GET /channels p50 since {@release+1}',
    t.millis(
      t.since('release', 1),
      t.took(t.named('GET /channels'), 0.5),
      t.took(m.atGateway('GET /v1/channels'), 0.5),
    ),
  ),
  ask('mean-max', 'mean duration of thumbnails', t.millis(t.anytime, t.took(m.thumbnails, 'mean'))),
  ask(
    'mean-max',
    'how slow was the slowest request of message-service?',
    t.millis(t.anytime, t.took(m.messages, 'max')),
  ),
  ask(
    'mean-max',
    'average upload time (POST /attachments)',
    t.millis(t.anytime, t.took(m.uploading, 'mean'), t.took(m.uploadingOutside, 'mean')),
  ),
  ask(
    'mean-max',
    'largest number of devices in one push',
    t.value(t.anytime, m.carried(m.delivered, 'devices', 'max')),
  ),
  ask(
    'mean-max',
    'what is the mean took_ms of search-indexer?',
    t.within(0.03, t.value(t.anytime, m.carried(m.indexer, 'took_ms', 'mean'))),
  ),
  ask(
    'slowest',
    'which service was slowest between {@onset+1} and {@recovery}?',
    t.words({
      first: {
        name: 'mention-service',
        among: [
          'mention-service',
          'message-service',
          'channel-service',
          'presence-service',
          'attachment-service',
          'push-worker',
        ],
      },
    }),
  ),
  ask(
    'slowest',
    'slowest operation of attachment-service',
    t.words({
      first: {
        name: 'attachments.uploaded process',
        among: ['attachments.uploaded process', 'POST /attachments', 'GET /attachments/{id}'],
      },
    }),
  ),

  ask('rate', 'messages per minute', t.perS(t.anytime, ...m.TRIED.map(t.perSecond))),
  ask(
    'rate',
    'request rate of chat-gateway over the last 15 min',
    t.perS(t.last(15), t.perSecond(t.requests(m.gateway))),
  ),
  ask('rate', 'pushes per second?', t.perS(t.anytime, ...m.PUSHED.map(t.perSecond))),
  ask('rate', 'lost messages per minute from {@onset+1} to {@recovery}', t.perS(within, ...m.LOST.map(t.perSecond))),
  ask('rate', 'uploads per hour', t.perS(t.anytime, ...[...m.UPLOADED, t.requests(m.uploading)].map(t.perSecond))),

  ask(
    'sum',
    'how many devices did we push to altogether',
    t.count(t.anytime, m.carried(m.delivered, 'devices', 'sum')),
  ),
  ask(
    'sum',
    'attachments.stored in total, last hour',
    t.within(0.02, t.bytes(t.last(60), gauge('attachment-service', 'attachments.stored', 'sum'))),
  ),
  ask(
    'sum',
    'MB uploaded today?',
    t.within(
      0.01,
      t.bytes(
        t.anytime,
        gauge('attachment-service', 'attachments.stored', 'sum'),
        t.scaled(t.stated(/^Stored .* \(([\d.]+) MB\)/, 'sum'), 1e6),
        t.stated(/^Stored .* \(([\d.]+) MB\)/, 'sum'),
      ),
    ),
  ),

  ask('metric', 'max cpu of mention-service', t.within(0.01, t.value(t.anytime, ...cpu('mention-service', 'max')))),
  ask(
    'metric',
    'cpu mention-service right now?',
    t.within(0.02, t.value(t.anytime, ...cpu('mention-service', 'last'))),
  ),
  ask(
    'metric',
    'how much memory does message-service use at most',
    t.within(0.01, t.bytes(t.anytime, memory('message-service', 'max'))),
  ),
  ask(
    'metric',
    'open websocket connections now',
    t.within(0.005, t.value(t.anytime, gauge('chat-gateway', 'websocket.connections', 'last'))),
  ),
  ask(
    'metric',
    'users.online peak',
    t.within(0.01, t.value(t.anytime, gauge('presence-service', 'users.online', 'max'))),
  ),
  ask(
    'metric',
    'is there consumer lag on push-worker? max please',
    t.value(t.anytime, gauge('push-worker', 'kafka.consumer.lag', 'max')),
  ),
  ask(
    'metric',
    'average lag of search-indexer',
    t.within(0.02, t.value(t.anytime, gauge('search-indexer', 'kafka.consumer.lag', 'mean'))),
  ),
  ask(
    'metric',
    'fewest goroutines in presence-service',
    t.value(t.anytime, gauge('presence-service', 'go.goroutine.count', 'min')),
  ),
  ask(
    'metric',
    'k8s restarts of push-worker',
    t.count(t.anytime, gauge('push-worker', 'k8s.container.restarts', 'last')),
  ),

  ask(
    'compare',
    'p50 of channel-service before and after 5.2.0',
    t.compared('ms', t.took(m.channels, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'mention-service p95: {@onset-15}-{@onset} vs {@onset+1}-{@onset+16}',
    t.compared(
      'ms',
      t.took(m.mentions, 0.95),
      t.during(['onset', -15], ['onset', 0]),
      t.during(['onset', 1], ['onset', 16]),
    ),
  ),
  ask('compare', 'gateway errors {@onset} to {@onset+10} compared to {@recovery+2} to {@recovery+12}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', 0], ['onset', 10]), t.errors(m.gateway)),
      t.numberOf(asked, 'count', t.during(['recovery', 2], ['recovery', 12]), t.errors(m.gateway)),
    ],
  })),
  ask('compare', 'pushes: last 20 min against the 20 min before', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.last(20), m.PUSHED),
      t.numberOf(asked, 'count', t.earlier(20, 20), m.PUSHED),
    ],
  })),
  ask(
    'compare',
    'do we have more ios or more android pushes?',
    t.words({ saysFirst: [['\\bios\\b']], neverFirst: ['more android', 'android (?:\\w+ )?more'] }),
  ),
  ask('trend', 'are users.online falling?', t.verdict('yes', 'down')),
  ask(
    'trend',
    'did channel-service get faster with 5.2.0?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'faster', 'fell', 'went down', 'decreas', 'dropp', 'went from']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'trend',
    'is kafka lag of push-worker rising',
    t.words({
      saysFirst: [['^\\W*no\\b', 'steady', 'flat', 'stable', 'unchanged', 'not (?:growing|rising)', 'normal', 'usual']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask(
    'trend',
    'Did posting get slower during the incident?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'slower', 'rose', 'went up', 'increas', 'went from', 'grew']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'anomaly',
    'anything strange about presence-service?',
    t.words({
      saysFirst: [['presence-service'], ['no\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none']],
      neverFirst: ['root cause: .?presence', '^\\W*yes\\b'],
    }),
  ),
  ask(
    'anomaly',
    'is the cpu of mention-service normal over time?',
    t.words({
      saysFirst: [
        ['^\\W*no\\b', 'jump', 'rose', 'went up', 'from 0?\\.?1', 'higher', 'unusual', 'not normal', 'peak', 'anomal'],
      ],
    }),
  ),
  ask(
    'several',
    'p50, p95 of message-service',
    t.both(t.anytime, ['ms', t.took(m.messages, 0.5)], ['ms', t.took(m.messages, 0.95)]),
  ),
  ask('several', 'messages stored and messages lost from {@onset} to {@recovery+1}?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', 0], ['recovery', 1]), m.POSTED),
      t.numberOf(asked, 'count', t.during(['onset', 0], ['recovery', 1]), m.LOST),
    ],
  })),
  ask('several', 'How many channels were created, and how many names were taken?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.anytime, [t.logs(m.channelCreated)]),
      t.numberOf(asked, 'count', t.anytime, [t.logs(m.taken)]),
    ],
  })),
  ask(
    'group',
    'p95 of mention-service by message kind, {@onset+1}-{@recovery}',
    t.groups(
      'ms',
      within,
      m.each(['text', 'code'], (one) => t.took(t.all(m.mentions, m.kind(one)), 0.95)),
    ),
  ),
  ask(
    'group',
    'failure rate per message kind in message-service, {@onset+1} to {@recovery}',
    t.groups(
      'percent',
      within,
      m.each(['code'], (one) => t.share(t.all(m.messages, m.kind(one)))),
    ),
  ),

  ...talk(
    'latency',
    ask('follow-up', 'what is the p95 of push-worker', t.millis(t.anytime, t.took(m.push, 0.95))),
    ask('follow-up', 'p50?', t.millis(t.anytime, t.took(m.push, 0.5))),
    ask('follow-up', 'and presence-service', t.millis(t.anytime, t.took(m.presence, 0.5))),
  ),
  ...talk(
    'memory',
    ask('follow-up', 'max memory of push-worker', t.within(0.01, t.bytes(t.anytime, memory('push-worker', 'max')))),
    ask('follow-up', 'and of chat-gateway?', t.within(0.01, t.bytes(t.anytime, memory('chat-gateway', 'max')))),
    ask('follow-up', 'minimum?', t.within(0.01, t.bytes(t.anytime, memory('chat-gateway', 'min')))),
  ),
  ...talk(
    'share',
    ask(
      'follow-up',
      'failed posts between {@onset} and {@onset+15}',
      t.count(t.during(['onset', 0], ['onset', 15]), ...m.LOST, t.failures(m.gateway)),
    ),
    ask(
      'follow-up',
      'out of how many',
      t.count(
        t.during(['onset', 0], ['onset', 15]),
        t.requests(m.posting),
        t.requests(m.postingOutside),
        t.requests(m.mentions),
        t.requests(m.gateway),
      ),
    ),
  ),
]
