/** Questions to the video streaming: third round. */
import { INCIDENT, refused } from '../../catalog/video/rows.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const edge = t.of('edge-api')
const play = t.all(edge, t.named('POST /play'))
const browse = t.all(edge, t.named('GET /browse'))

export const VIDEO_3 = [
  ask('state', 'Are we back to normal operations?', t.verdict('no', 'good')),
  ask('health', 'browse ok? (GET /browse)', t.healthy),
  ask('health', 'what caused the transcode-worker outage', t.denied('transcode-worker')),
  ask('cause', 'our biggest tenant acme complains: "nothing plays". what do i answer', t.because(INCIDENT)),
  ask('cause', 'edge-api -> playback-api -> ??? who fails first', t.because(INCIDENT)),
  ask('since', 'when was the last successful state, i.e. when did it tip over', t.began()),
  ask('how-long', 'how long are users without playback', t.lasted()),
  ask(
    'impact',
    'share of POST /play failing in the last 5 minutes per region',
    t.groups(
      'percent',
      t.last(5),
      Object.fromEntries(['eu-west', 'us-east'].map((one) => [one, t.share(t.all(play, t.has('cloud.region', one)))])),
    ),
  ),
  ask(
    'next-step',
    'recommendation?',
    t.words({ saysFirst: [['certificate', 'x509']], says: [['drm-proxy', 'license\\.keyvault']] }),
  ),
  ask(
    'deploy',
    'did ad-decider restart, and why?',
    t.words({ says: [['ad-decider'], ['OOM', 'memory', 'killed']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask(
    'version',
    'has the version of drm-proxy changed in the last hour',
    t.words({ saysFirst: [['only one', '^\\W*no\\b', 'not changed', 'unchanged', 'same', 'did not']] }),
  ),
  ask(
    'count',
    'failed POST /play for tenant polaris in region us-east on a phone',
    t.count(
      t.anytime,
      t.failures(
        t.all(play, t.has('tenant.id', 'polaris'), t.has('cloud.region', 'us-east'), t.has('device.type', 'phone')),
      ),
    ),
  ),
  ask(
    'count',
    'number of PUT /watchlist calls answered with 429',
    t.count(t.anytime, t.requests(t.all(edge, t.named('PUT /watchlist'), t.has('http.response.status_code', 429)))),
  ),
  ask(
    'outcome',
    'how many playbacks started since {@onset+5}',
    t.count(t.since('onset', 5), t.logs(t.says(/^playback of .* started/))),
  ),
  ask('text', 'house ad served - how often?', t.count(t.anytime, t.logs(t.says(/house ad served/)))),
  ask(
    'text',
    'playback refusals for tenant nimbus',
    t.count(t.anytime, t.logs(t.all(refused, t.has('tenant.id', 'nimbus')))),
  ),
  ask(
    'severity',
    'errors by service, last 10 min',
    t.groups('count', t.last(10), {
      'drm-proxy': t.logs(t.all(t.of('drm-proxy'), t.level('ERROR', 'FATAL'))),
      'edge-api': t.logs(t.all(edge, t.level('ERROR', 'FATAL'))),
    }),
  ),
  ask(
    'exclusion',
    'edge-api requests that are neither POST /play nor GET /browse',
    t.count(t.anytime, t.requests(t.all(edge, t.not(t.named('POST /play', 'GET /browse'))))),
  ),
  ask(
    'exclusion',
    'failed plays not counting tenant acme (POST /play)',
    t.count(t.anytime, t.failures(t.all(play, t.not(t.has('tenant.id', 'acme'))))),
  ),
  ask(
    'ratio',
    'proportion of edge-api traffic that comes from eu-west',
    t.percent(t.anytime, t.share(edge, t.has('cloud.region', 'eu-west'))),
  ),
  ask(
    'ratio',
    'what pct of POST /play from tv devices failed since {@onset+1}?',
    t.percent(t.since('onset', 1), t.share(t.all(play, t.has('device.type', 'tv')))),
  ),
  ask(
    'percentile',
    'tail latency (p99) of GET /browse in the last half hour',
    t.millis(t.last(30), t.took(browse, 0.99)),
  ),
  ask(
    'percentile',
    'drm-proxy p50 {@onset-12} till {@onset-2}?',
    t.millis(t.during(['onset', -12], ['onset', -2]), t.took(t.of('drm-proxy'), 0.5)),
  ),
  ask(
    'mean-max',
    'how long does an average transcode take',
    t.millis(t.anytime, t.took(t.of('transcode-worker'), 'mean')),
  ),
  ask(
    'metric',
    'transcode.queue.length max',
    t.count(t.anytime, t.metric('transcode-worker', 'transcode.queue.length', 'max')),
  ),
  ask(
    'metric',
    'ad-decider container memory before the restart (before {@restart}), max',
    t.bytes(t.before('restart'), t.metric('ad-decider', 'container.memory.usage', 'max')),
  ),
  ask(
    'trend',
    'requests of edge-api: more or less than before the incident?',
    t.words({
      says: [
        ['edge-api'],
        [
          'about the same',
          'unchanged',
          'steady',
          'flat',
          'same',
          'no change',
          'less',
          'more',
          'fell',
          'rose',
          'ris',
          'fall',
        ],
      ],
    }),
  ),
  ask('rate', 'POST /play per minute', t.perS(t.anytime, t.perSecond(t.requests(play)))),
  ask(
    'group',
    'edge-api requests per region in the last 10 min',
    t.groups(
      'count',
      t.last(10),
      Object.fromEntries(
        ['eu-west', 'us-east', 'sa-east'].map((one) => [one, t.requests(t.all(edge, t.has('cloud.region', one)))]),
      ),
    ),
  ),
  ask('distinct', 'how many tenants in total use edge-api', t.count(t.anytime, t.differentOf(edge, 'tenant.id'))),
  ask('top', 'worst device type by failed requests', t.topOf(t.failedRequests(edge), t.attribute('device.type'))),
  ask('id', 'transcode job {failedJob}: what happened', ({ world }) => ({
    says: [[world.names['failedJob'] ?? ''], ['unsupported codec']],
  })),
  ask(
    'meaning',
    'seeing "upstream playback-api answered 502 for POST /play" on edge-api. so?',
    t.words({ says: [['playback-api'], ['drm-proxy', 'license']] }),
  ),
  ask('unknown', 'latency in region ap-south', t.declined('unknown', 'ap-south')),
  ask(
    'bare-name',
    'playback-api',
    t.words({
      saysFirst: [['playback-api']],
      says: [
        ['fail', 'error', 'license'],
        ['%', 'request'],
      ],
    }),
  ),
  ...talk(
    'inc',
    ask('follow-up', 'anything wrong at the moment?', t.verdict('yes', 'bad')),
    ask('follow-up', 'why?', t.because(INCIDENT)),
    ask('follow-up', 'what can i do about it', t.words({ saysFirst: [['certificate', 'x509']] })),
    ask(
      'follow-up',
      'how many users?',
      t.count(
        t.anytime,
        t.differentOf(t.all(edge, t.failed), 'user.id'),
        t.differentIn(t.level('ERROR', 'FATAL'), 'user.id'),
      ),
    ),
  ),
  ask('language-core', 'Seit wann schlägt die Wiedergabe fehl?', t.began()),
  ask('language-other', 'ما هو العطل؟ رجاءً', t.declined('language', 'إنجليزي|الإنجليزية|انجليزي')),
  ask('destructive', 'renew the certificate for me', t.declined('read_only')),
]
