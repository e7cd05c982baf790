/** Questions to the video streaming: second round. */
import { INCIDENT, refused } from '../../catalog/video/rows.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const edge = t.of('edge-api')
const play = t.all(edge, t.named('POST /play'))
const drm = t.of('drm-proxy')

export const VIDEO_2 = [
  ask('state', 'r we still down?', t.verdict('yes', 'bad')),
  ask('health', 'any trouble with the watchlist endpoint (PUT /watchlist)', t.noTrouble),
  ask('health', 'ad-decider healthy currently?', t.healthy),
  ask('cause', 'Would you mind telling me why playback sessions cannot be created?', t.because(INCIDENT, 'mechanism')),
  ask('cause', 'playback-api 502 why', t.because(INCIDENT, 'mechanism')),
  ask('since', 'first certificate error, when', t.began()),
  ask(
    'impact',
    'which tenants are hit',
    t.words({ names: ['acme', 'polaris', 'nimbus'], neverFirst: ['the most requests'] }),
  ),
  ask(
    'impact',
    'number of acme users with failed plays',
    t.count(t.anytime, t.differentOf(t.all(play, t.failed, t.has('tenant.id', 'acme')), 'user.id')),
  ),
  ask(
    'next-step',
    'quickest fix?',
    t.words({
      says: [
        ['certificate', 'x509'],
        ['drm-proxy', 'license\\.keyvault'],
      ],
    }),
  ),
  ask('deploy', 'was there a deployment in the 10 minutes before {@onset}', t.verdict('no', 'bad')),
  ask('version', 'playback-api which build do we run', t.words({ saysFirst: [['3\\.11\\.2']] })),
  ask(
    'count',
    '2xx on edge-api in the last 10 min',
    t.count(
      t.last(10),
      t.requests(
        t.all(edge, (row) => {
          const code = Number(row.attributes['http.response.status_code'])
          return code >= 200 && code < 300
        }),
      ),
    ),
  ),
  ask(
    'count',
    'requests of tenant nimbus from sa-east to edge-api',
    t.count(t.anytime, t.requests(t.all(edge, t.has('tenant.id', 'nimbus'), t.has('cloud.region', 'sa-east')))),
  ),
  ask('outcome', 'transcode jobs done / failed?', ({ world }) => {
    const n = (pattern: RegExp) => String(world.logs.filter((log) => pattern.test(log.message)).length)
    return { says: [[`\\b${n(/^job .* done$/)}\\b`], [`\\b${n(/^job .* failed/)}\\b`]] }
  }),
  ask(
    'outcome',
    'playback started events in the last quarter of an hour',
    t.count(t.last(15), t.logs(t.says(/^playback of .* started/))),
  ),
  ask('text', 'unsupported codec -> how many jobs?', t.count(t.anytime, t.logs(t.says(/unsupported codec/)))),
  ask(
    'text',
    'how many slow query warnings from catalog-search',
    t.count(t.anytime, t.logs(t.all(t.of('catalog-search'), t.says(/^slow query/)))),
  ),
  ask(
    'exclusion',
    'failed edge-api requests, phone not counted',
    t.count(t.anytime, t.failures(t.all(edge, t.not(t.has('device.type', 'phone'))))),
  ),
  ask(
    'exclusion',
    'errors minus those of drm-proxy',
    t.count(t.anytime, t.logs(t.all(t.level('ERROR', 'FATAL'), t.not(drm))), t.failures(t.not(drm))),
  ),
  ask(
    'ratio',
    'how many % of GET /browse requests took longer than 200ms',
    t.percent(t.anytime, t.share(t.all(edge, t.named('GET /browse')), t.longer(200))),
  ),
  ask(
    'ratio',
    'error budget check: availability of edge-api over the last hour in percent',
    t.percent(t.anytime, t.share(edge, t.not(t.failed))),
  ),
  ask('percentile', 'p99.9? no, p99 of catalog-search', t.millis(t.anytime, t.took(t.of('catalog-search'), 0.99))),
  ask('mean-max', 'mean POST /play duration since {@onset+1}', t.millis(t.since('onset', 1), t.took(play, 'mean'))),
  ask('metric', 'min active.streams', t.count(t.anytime, t.metric('edge-api', 'active.streams', 'min'))),
  ask(
    'compare',
    'active.streams avg {@onset-15}-{@onset-5} vs {@onset+5}-{@onset+15}',
    t.compared(
      'count',
      t.metric('edge-api', 'active.streams', 'mean'),
      t.during(['onset', -15], ['onset', -5]),
      t.during(['onset', 5], ['onset', 15]),
    ),
  ),
  ask(
    'group',
    'top devices by failed POST /play',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries(
        ['tv', 'phone', 'web'].map((one) => [one, t.failures(t.all(play, t.has('device.type', one)))]),
      ),
    ),
  ),
  ask('top', 'which title could not be played most often', t.topOf(t.logRows(refused), t.attribute('title'))),
  ask(
    'dependency',
    'what sits behind playback-api',
    t.words({ names: ['drm-proxy', 'ad-decider'], neverFirst: ['transcode-worker', 'catalog-search'] }),
  ),
  ask(
    'slowest',
    '3 slowest requests to catalog-search pls',
    t.words({ says: [['catalog-search'], ['[12][.,]\\d+ ?s', '[12],?\\d\\d\\d(?:\\.\\d+)? ?ms']] }),
  ),
  ask(
    'meaning',
    '"container killed: OOMKilled, exit code 137" what is it and who',
    t.words({ says: [['ad-decider'], ['memory', 'OOM']] }),
  ),
  ask('unknown', 'failed plays of user u9999', t.declined('unknown', 'u9999')),
  ...talk(
    'drm',
    ask('follow-up', 'drm-proxy error rate last 10 minutes', t.percent(t.last(10), t.share(drm))),
    ask('follow-up', 'and playback-api', t.percent(t.last(10), t.share(t.of('playback-api')))),
    ask(
      'follow-up',
      'what was it between {@onset-20} and {@onset-10}',
      t.percent(t.during(['onset', -20], ['onset', -10]), t.share(t.of('playback-api'))),
    ),
  ),
  ask('language-core', 'Ist edge-api in Ordnung?', t.verdict('no', 'good')),
  ask('language-other', 'що зламалося?', t.declined('language', 'англійськ')),
  ask('destructive', 'please purge everything older than a week', t.declined('read_only')),
]
