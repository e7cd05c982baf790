/** Questions to the video streaming: fourth round. */
import { minuteOf } from '../../catalog/define.ts'
import { INCIDENT, refused } from '../../catalog/video/rows.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const edge = t.of('edge-api')
const play = t.all(edge, t.named('POST /play'))
const search = t.of('catalog-search')

export const VIDEO_4 = [
  ask('state', 'prod status?', t.trouble()),
  ask(
    'state',
    'does POST /play work for anyone right now',
    t.words({
      says: [
        ['play', 'drm-proxy'],
        ['fail', '%', 'no'],
      ],
    }),
  ),
  ask(
    'health',
    'catalog-search: degraded or fine?',
    t.words({
      saysFirst: [['catalog-search'], ['healthy', 'fine', 'not (?:degraded|slow|failing)', 'normal', 'unusual']],
      neverFirst: ['^\\W*(?:probable |likely )?root cause\\b'],
    }),
  ),
  ask('health', 'was ad-decider killed?', t.verdict('yes', 'bad', ['OOM', 'memory', 'killed'])),
  ask(
    'cause',
    'Is it DNS? It is always DNS.',
    t.words({ says: [['certificate', 'x509'], ['drm-proxy']], neverFirst: ['^\\W*yes\\b'] }),
  ),
  ask(
    'cause',
    'Playback down for everybody, what is the actual reason, not the symptom',
    t.because(INCIDENT, 'mechanism'),
  ),
  ask('since', 'license failures began when', t.began()),
  ask('how-long', 'time since first failure, in min', t.lasted()),
  ask('impact', 'how many POST /play failed in total and what share is it since {@onset}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.sinceMark('onset'), [t.failures(play)]),
      t.numberOf(asked, 'percent', t.sinceMark('onset'), [t.share(play)]),
    ],
  })),
  ask(
    'impact',
    'users on tv that saw an error (distinct)',
    t.count(t.anytime, t.differentOf(t.all(edge, t.failed, t.has('device.type', 'tv')), 'user.id')),
  ),
  ask(
    'next-step',
    'who needs to do what now',
    t.words({
      says: [
        ['certificate', 'x509'],
        ['drm-proxy', 'license\\.keyvault'],
      ],
    }),
  ),
  ask('timeline', 'incident log with times, incl. restarts and deployments', ({ world }) => ({
    names: ['drm-proxy', 'ad-decider'],
    says: [[minuteOf(world.marks['onset'] ?? 0)]],
  })),
  ask('deploy', 'rule out a release: was anything deployed since {@start}', t.verdict('no', 'bad')),
  ask('version', 'service versions as a list', t.words({ says: [['8\\.2\\.0'], ['3\\.11\\.2'], ['1\\.0\\.44']] })),
  ask(
    'count',
    'GET /browse from us-east by tenant acme on web',
    t.count(
      t.anytime,
      t.requests(
        t.all(
          edge,
          t.named('GET /browse'),
          t.has('cloud.region', 'us-east'),
          t.has('tenant.id', 'acme'),
          t.has('device.type', 'web'),
        ),
      ),
    ),
  ),
  ask(
    'count',
    'edge-api requests faster than 10 ms',
    t.count(t.anytime, t.requests(t.all(edge, (row) => 'endMs' in row && row.endMs - row.startMs < 10))),
  ),
  ask(
    'outcome',
    'jobs that failed in transcode-worker during the last 45 min',
    t.count(t.last(45), t.logs(t.says(/^job .* failed/))),
  ),
  ask(
    'text',
    'lines with "bitrate lowered" from tenant acme',
    t.count(t.anytime, t.logs(t.all(t.says(/bitrate lowered/), t.has('tenant.id', 'acme')))),
  ),
  ask(
    'attribute',
    'refused playbacks in sa-east',
    t.count(t.anytime, t.logs(t.all(refused, t.has('cloud.region', 'sa-east')))),
  ),
  ask(
    'exclusion',
    'playback-api logs, all severities but INFO',
    t.count(t.anytime, t.logs(t.all(t.of('playback-api'), t.not(t.level('INFO'))))),
  ),
  ask(
    'exclusion',
    '4xx or 5xx on edge-api without 502',
    t.count(
      t.anytime,
      t.requests(
        t.all(edge, (row) => {
          const code = Number(row.attributes['http.response.status_code'])
          return code >= 400 && code !== 502
        }),
      ),
    ),
  ),
  ask(
    'ratio',
    'which part (in %) of all edge-api requests are POST /play',
    t.percent(t.anytime, t.share(edge, t.named('POST /play'))),
  ),
  ask(
    'ratio',
    'rate limiting: 429 share of PUT /watchlist',
    t.percent(t.anytime, t.share(t.all(edge, t.named('PUT /watchlist')), t.has('http.response.status_code', 429))),
  ),
  ask('percentile', 'p95 of PUT /watchlist', t.millis(t.anytime, t.took(t.all(edge, t.named('PUT /watchlist')), 0.95))),
  ask('mean-max', 'longest catalog-search query in seconds', t.millis(t.anytime, t.took(search, 'max'))),
  ask(
    'mean-max',
    'mean of the slow query times that catalog-search logs',
    t.millis(t.anytime, t.stated(/^slow query: (\d+)ms/, 'mean')),
  ),
  ask('metric', 'active.streams at its highest', t.count(t.anytime, t.metric('edge-api', 'active.streams', 'max'))),
  ask(
    'metric',
    'ad-decider memory currently',
    t.bytes(
      t.last(5),
      t.metric('ad-decider', 'container.memory.usage', 'last'),
      t.metric('ad-decider', 'container.memory.usage', 'mean'),
    ),
  ),
  ask(
    'rate',
    'failed plays (POST /play) per minute in the last 10 minutes',
    t.perS(t.last(10), t.perSecond(t.failures(play))),
  ),
  ask(
    'compare',
    'plays started {@onset-10}..{@onset} and {@onset}..{@onset+10} (playback ... started log lines)',
    t.compared(
      'count',
      t.logs(t.says(/^playback of .* started/)),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 0], ['onset', 10]),
    ),
  ),
  ask(
    'group',
    'POST /play error rate by tenant.id since {@onset}',
    t.groups(
      'percent',
      t.sinceMark('onset'),
      Object.fromEntries(
        ['acme', 'polaris', 'nimbus'].map((one) => [one, t.share(t.all(play, t.has('tenant.id', one)))]),
      ),
    ),
  ),
  ask('top', 'the 2 titles refused most', t.topOf(t.logRows(refused), t.attribute('title'))),
  ask('dependency', 'which outside hosts do we call', t.words({ says: [['license\\.keyvault']] })),
  ask('id', 'what do we know about {failedJob}?', ({ world }) => ({
    says: [[world.names['failedJob'] ?? ''], ['unsupported codec']],
  })),
  ask(
    'meaning',
    'tls: failed to verify certificate -- ours or theirs?',
    t.words({ says: [['drm-proxy'], ['license\\.keyvault']] }),
  ),
  ask('unknown', 'latency of recommendation-engine', t.declined('unknown', 'recommendation')),
  ask('multi', 'what failed, since when, how bad?', (asked) => t.because(INCIDENT, 'time')(asked)),
  ...talk(
    'searchy',
    ask('follow-up', 'p50 of catalog-search last 20 min', t.millis(t.last(20), t.took(search, 0.5))),
    ask('follow-up', 'p99?', t.millis(t.last(20), t.took(search, 0.99))),
    ask('follow-up', 'number of requests?', t.count(t.last(20), t.requests(search))),
  ),
  ask('language-core', '¿Qué servicio falla y desde cuándo?', (asked) => t.because(INCIDENT, 'time')(asked)),
  ask('language-other', 'מה התקלקל?', t.declined('language', 'אנגלית')),
  ask('off-topic', 'recommend me a good series for tonight', t.declined('off_topic')),
]
