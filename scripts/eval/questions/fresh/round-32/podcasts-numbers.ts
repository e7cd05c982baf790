/** Shares, durations, rates, metrics and comparisons of the podcast platform. Thirty-second round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const memory = (service: string, what: t.Statistic) => t.metric(service, 'process.memory.usage', what)
const lag = (what: t.Statistic) => t.metric('play-counter', 'kafka.consumer.lag', what)
const outage = t.during(['onset', 1], ['recovery', 0])
const play = m.playing

export const PODCASTS_NUMBERS_32 = [
  // Who is asked for the numbers of the outage.
  ask('ratio', 'What share of plays failed between {@onset+1} and {@recovery}?', t.percent(outage, t.share(play))),
  ask(
    'ratio',
    'error rate web-edge now',
    t.words({
      saysFirst: [
        [
          '(?<![\\d.,])0(?:\\.0+)? ?%',
          '(?<![\\d.,])0 of',
          '\\bnone\\b',
          '\\bno (?:\\w+ )*(?:failed|errors?)',
          '\\b0\\b',
        ],
      ],
      neverFirst: ['root cause'],
    }),
  ),
  ask('ratio', 'share of ios among play requests', t.percent(t.anytime, t.share(play, m.app('ios')))),
  ask(
    'ratio',
    'how many % of the ad jobs failed since {@onset}',
    t.percent(t.since('onset'), (world, window) => {
      const lost = t.logs(m.notStitched)(world, window)
      return (100 * lost) / (lost + t.logs(m.stitched)(world, window))
    }),
  ),
  // Somebody who tunes.
  ask('percentile', 'p95 catalog', t.millis(t.anytime, t.took(m.catalog, 0.95))),
  ask('percentile', 'median of GET /locate before {@onset}?', t.millis(t.before('onset'), t.took(m.locator, 0.5))),
  ask('percentile', 'p90 media-locator last 10 min', t.millis(t.last(10), t.took(m.locator, 0.9))),
  ask(
    'percentile',
    'p95 and p99 of studio-api',
    t.both(t.anytime, ['ms', t.took(m.studio, 0.95)], ['ms', t.took(m.studio, 0.99)]),
  ),
  ask('mean-max', 'average response time of feedgen', t.millis(t.anytime, t.took(m.feedgen, 'mean'))),
  ask(
    'slowest',
    'which service is the slowest',
    t.words({
      first: {
        name: 'studio-api',
        among: ['studio-api', 'media-locator', 'listen-api', 'web-edge', 'catalog', 'feedgen'],
      },
    }),
  ),
  ask('slowest', 'slowest trace in the last 30 min?', t.words({ says: [['studio']] })),
  ask(
    'compare',
    'listen-api p50 before and after the release',
    t.compared('ms', t.took(m.listen, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask('trend', 'did catalog get slower in the last hour?', t.verdict('no', 'up')),
  // Transcoding and studio.
  ask(
    'mean-max',
    'how long does a transcoding job take on average?',
    t.millis(t.anytime, t.scaled(t.stated(m.TRANSCODE_SECONDS, 'mean'), 1000)),
  ),
  ask(
    'mean-max',
    'biggest upload (megabytes)',
    t.value(t.anytime, m.maxOf(m.uploaded, 'megabytes'), m.maxOf(t.any, 'megabytes')),
  ),
  ask(
    'metric',
    'transcode queue depth right now?',
    t.value(t.anytime, t.metric('transcoder', 'transcode.queue.depth', 'last')),
  ),
  ask('metric', 'max memory transcoder', t.within(0.01, t.bytes(t.anytime, memory('transcoder', 'max')))),
  // Who looks at the listeners.
  ask('metric', 'how many listeners are online?', t.within(0.02, t.value(t.anytime, m.online('last')))),
  ask('trend', 'are the listeners coming back?', t.verdict('yes', 'up')),
  ask(
    'anomaly',
    'anything odd about listeners.online today?',
    t.words({
      says: [['drop', 'fell', 'fall', 'declin', 'decreas', 'lower', 'dip', 'lost', 'down']],
      neverFirst: ['^\\W*no(?:thing)?\\b'],
    }),
  ),
  ask('group', 'listeners online per app', (asked) => ({
    groups: Object.fromEntries(
      m.APPS.map((one) => {
        const number = t.numberOf(asked, 'any', t.anytime, [m.onlineOf(one, 'last'), m.onlineOf(one, 'mean')])
        return [one, { ...number, tolerance: 0.02 }]
      }),
    ),
  })),
  // Counting plays.
  ask(
    'rate',
    'plays per minute before {@onset}',
    t.perS(t.before('onset'), ...[...m.STARTED, t.requests(play)].map(t.perSecond)),
  ),
  ask('metric', 'peak consumer lag of play-counter', t.value(t.anytime, lag('max'))),
  ask(
    'metric',
    'plays.counted total',
    t.within(
      0.02,
      t.count(
        t.anytime,
        t.metric('play-counter', 'plays.counted', 'last'),
        t.metric('play-counter', 'plays.counted', 'rise'),
        t.logs(m.counted),
      ),
    ),
  ),
  ask(
    'anomaly',
    'why was there lag in play-counter around {@restart}?',
    t.words({
      says: [['restart', 'SIGTERM', 'rejoin', 'joined', 'starting', 'leaving']],
      neverFirst: ['root cause: .?media-locator'],
    }),
  ),
  ask('compare', 'started plays: {@onset-10}-{@onset} against {@onset}-{@onset+10}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -10], ['onset', 0]), m.STARTED),
      t.numberOf(asked, 'count', t.during(['onset', 0], ['onset', 10]), m.STARTED),
    ],
  })),
  ask(
    'rate',
    'requests per second at the edge over the last 15 minutes',
    t.perS(t.last(15), t.perSecond(t.requests(m.edge))),
  ),
  ask(
    'anomaly',
    'does media.redirects show anything unusual',
    t.words({
      says: [['rose', 'rise', 'ris', 'jump', 'higher', 'increas', 'peak', 'spike', 'unusual', 'up from', 'times']],
      neverFirst: ['^\\W*no(?:thing)?\\b'],
    }),
  ),
  ask('compare', 'requests on web-edge last 10 min vs the 10 min before', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.last(10), [t.requests(m.edge)]),
      t.numberOf(asked, 'count', t.earlier(10, 10), [t.requests(m.edge)]),
    ],
  })),
  ask('compare', 'do free or premium listeners play more?', t.topOf(m.spansOf(play), t.attribute('listener.plan'))),
  ask(
    'compare',
    'which audio host fails more often, north or south?',
    t.words({
      first: { name: 'north', among: ['north', 'south'] },
      neverFirst: ['^\\W*(?:probable |likely )?root cause\\b'],
    }),
  ),
  ask(
    'group',
    'p95 per route on listen-api in the last 10 min',
    t.groups(
      'ms',
      t.last(10),
      m.each(['/v1/plays', '/v1/search', '/v1/home'], (one) => t.took(m.on(m.listen, one), 0.95)),
    ),
  ),
  ask(
    'sum',
    'how many new episodes has the feed-poller found altogether?',
    t.count(t.anytime, t.stated(/done in [\d.]+ s, (\d+) new episodes/, 'sum')),
  ),
  ask('several', 'how many episodes were uploaded and how many were transcoded in the last hour?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.last(60), m.UPLOADED),
      t.numberOf(asked, 'count', t.last(60), [t.logs(m.transcoded)]),
    ],
  })),

  ...talk(
    'latency',
    ask('follow-up', 'how slow is feedgen? p95', t.millis(t.anytime, t.took(m.feedgen, 0.95))),
    ask('follow-up', 'p99', t.millis(t.anytime, t.took(m.feedgen, 0.99))),
    ask('follow-up', 'and play-counter', t.millis(t.anytime, t.took(m.counter, 0.99))),
  ),
  ...talk(
    'rates',
    ask('follow-up', 'error rate of listen-api since {@onset}', t.percent(t.since('onset'), t.share(m.listen))),
    ask('follow-up', 'for media-locator?', t.percent(t.since('onset'), t.share(m.locator))),
    ask(
      'follow-up',
      'only audio-north.podcdn.net',
      t.percent(t.since('onset'), t.share(t.all(m.locator, m.host('north')))),
    ),
  ),
]
