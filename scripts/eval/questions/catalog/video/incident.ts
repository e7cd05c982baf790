import { distinct, isErrorLog, logsOf, percentOf, requestsOf } from '../../truth.ts'
import {
  cause,
  count,
  type Entry,
  extent,
  lasting,
  minuteOf,
  ONLY_A_CAUSE,
  onset,
  over,
  recentWindows,
} from '../define.ts'
import { edge, failedEdge, INCIDENT } from './rows.ts'

export const VIDEO_INCIDENT: readonly Entry[] = [
  {
    key: 'ok-now',
    class: 'state',
    dev: 'is the platform up at the moment?',
    expect: () => ({ verdict: { is: 'no', sense: 'good' }, says: [['play', 'drm-proxy', 'edge-api']] }),
  },
  { key: 'ongoing', class: 'state', dev: 'still broken?', expect: () => ({ verdict: { is: 'yes', sense: 'bad' } }) },
  {
    key: 'failing-share',
    class: 'state',
    dev: 'how many percent of edge-api requests fail right now?',
    expect: (asked) => ({
      numbers: [
        over(recentWindows(asked, 5), 'percent', (window) => {
          const all = requestsOf(asked.world, edge, window)
          return percentOf(all.filter((span) => span.isFailed).length, all.length)
        }),
      ].map((one) => ({ ...one, tolerance: Math.max(one.tolerance ?? 0, 0.12) })),
    }),
  },
  {
    key: 'search-ok',
    class: 'health',
    dev: 'is catalog-search ok?',
    expect: () => ({ neverFirst: [ONLY_A_CAUSE], verdict: { is: 'yes', sense: 'good' } }),
  },
  {
    key: 'ads-slow',
    class: 'health',
    dev: 'why is ad-decider slow?',
    expect: () => ({
      saysFirst: [
        ['ad-decider'],
        ['not slow', 'is not', 'healthy', 'unchanged', 'normal', 'did not', 'no sign', 'no slower'],
      ],
      neverFirst: [ONLY_A_CAUSE, 'root cause: .?ad-decider'],
    }),
  },
  {
    key: 'play-ok',
    class: 'health',
    dev: 'is playback-api having problems?',
    expect: () => ({ verdict: { is: 'yes', sense: 'bad' } }),
  },
  {
    key: 'broke',
    class: 'cause',
    dev: 'what is wrong?',
    expect: (asked) => cause(asked, INCIDENT, 'mechanism', 'time'),
  },
  {
    key: 'why-play',
    class: 'cause',
    dev: 'why does POST /play fail?',
    expect: (asked) => cause(asked, INCIDENT, 'mechanism'),
  },
  {
    key: 'db-or',
    class: 'cause',
    dev: 'is it the database, the network or a certificate?',
    expect: () => ({ says: [['certificate', 'x509'], ['drm-proxy']] }),
  },
  {
    key: 'since',
    class: 'since',
    dev: 'since when does playback fail?',
    expect: ({ world }) => ({ time: onset(world, 'onset') }),
  },
  {
    key: 'long',
    class: 'how-long',
    dev: 'how long is this going on already?',
    expect: (asked) => lasting(asked, 'onset'),
  },
  {
    key: 'users',
    class: 'impact',
    dev: 'how many users are affected?',
    expect: ({ world }) =>
      count(
        distinct(requestsOf(world, failedEdge).map((span) => span.attributes['user.id'])),
        distinct(logsOf(world, isErrorLog).map((log) => log.attributes['user.id'])),
      ),
  },
  {
    key: 'impact',
    class: 'impact',
    dev: 'what is the impact?',
    expect: (asked) => extent(asked, ['edge-api', 'playback-api', 'drm-proxy'], 'user.id'),
  },
  {
    key: 'do',
    class: 'next-step',
    dev: 'what should I check first?',
    expect: () => ({ saysFirst: [['certificate', 'x509']], says: [['drm-proxy', 'license\\.keyvault']] }),
  },
  {
    key: 'timeline',
    class: 'timeline',
    dev: 'timeline',
    expect: ({ world }) => ({
      names: ['drm-proxy', 'playback-api', 'edge-api'],
      says: [[minuteOf(world.marks['onset'] ?? 0)]],
    }),
  },
  {
    key: 'restart',
    class: 'deploy',
    dev: 'did anything restart?',
    expect: ({ world }) => ({
      says: [['ad-decider'], [minuteOf(world.marks['restart'] ?? 0)]],
      neverFirst: ['^\\W*no\\b'],
    }),
  },
  {
    key: 'deploy',
    class: 'deploy',
    dev: 'was drm-proxy deployed?',
    expect: () => ({ verdict: { is: 'no', sense: 'bad' } }),
  },
  {
    key: 'versions',
    class: 'version',
    dev: 'what versions are running?',
    expect: () => ({ says: [['8\\.2\\.0'], ['3\\.11\\.2'], ['1\\.0\\.44']] }),
  },
  {
    key: 'id',
    class: 'id',
    dev: 'logs of job {failedJob}',
    expect: ({ world }) => ({ says: [[world.names['failedJob'] ?? ''], ['unsupported codec']] }),
  },
  { key: 'trace', class: 'id', dev: '{failedTrace}', expect: () => ({ names: ['edge-api', 'drm-proxy'] }) },
  {
    key: 'meaning',
    class: 'meaning',
    dev: 'explain this error: x509: certificate has expired or is not yet valid',
    expect: () => ({
      saysFirst: [['drm-proxy', 'license\\.keyvault', 'certificate']],
      says: [['drm-proxy'], ['license\\.keyvault']],
    }),
  },
  {
    key: 'callers',
    class: 'dependency',
    dev: 'which services does playback-api call?',
    expect: () => ({ names: ['drm-proxy', 'ad-decider'], neverFirst: ['transcode-worker', 'catalog-search'] }),
  },
  {
    key: 'bare',
    class: 'bare-name',
    dev: 'drm-proxy',
    expect: () => ({
      saysFirst: [['drm-proxy']],
      says: [
        ['certificate', 'fail', 'error'],
        ['%', 'request', 'record'],
      ],
    }),
  },
]
