/** Questions to the parcel service: logs and metrics only, a full disk, one source silent. */
import type { LogRow } from '../records.ts'
import { countBy, distinct, isErrorLog, logsOf, mean, percentOf, pointsOf, type Window } from '../truth.ts'
import {
  between,
  cause,
  clockMs,
  count,
  counts,
  type Entry,
  type Incident,
  lasting,
  onset,
  over,
  recentWindows,
} from './define.ts'
import { grouped, minuteOf } from './hospital.ts'

const INCIDENT: Incident = {
  service: 'scan-ingest',
  mechanism: ['disk', 'space', 'volume', '/var/spool'],
  mark: 'onset',
}
const of = (service: string) => (row: { readonly service: string }) => row.service === service
const says = (pattern: RegExp) => (log: LogRow) => pattern.test(log.message)
const lost = says(/^Scan of parcel .* lost/)
const scanned = says(/^Parcel .* scanned at/)
const planMs = (log: LogRow) => Number(/planned in (\d+) ms/.exec(log.message)?.[1])

export const PARCEL: readonly Entry[] = [
  {
    key: 'ok-now',
    class: 'state',
    dev: 'are we ok now? yes or no',
    expect: () => ({ verdict: { is: 'no', sense: 'good' }, says: [['scan-ingest']] }),
  },
  {
    key: 'ongoing',
    class: 'state',
    dev: 'are scans still being lost?',
    expect: () => ({ verdict: { is: 'yes', sense: 'bad' } }),
  },
  {
    key: 'silent',
    class: 'silence',
    dev: 'which service went silent?',
    expect: ({ world }) => ({
      saysFirst: [['weather-feed']],
      says: [[minuteOf(world.marks['silence'] ?? 0)]],
      neverFirst: ['no (?:source|service) went silent', 'nothing went silent'],
    }),
  },
  {
    key: 'last-weather',
    class: 'silence',
    dev: 'when did weather-feed last log?',
    expect: ({ world }) => ({
      time: { at: new Date(logsOf(world, of('weather-feed')).at(-1)?.timeMs ?? 0).toISOString(), toleranceS: 60 },
    }),
  },
  {
    key: 'all-sending',
    class: 'silence',
    dev: 'is everything still sending?',
    expect: () => ({ verdict: { is: 'no', sense: 'good' }, says: [['weather-feed']] }),
  },
  {
    key: 'label-ok',
    class: 'health',
    dev: 'is label-printer healthy?',
    expect: () => ({ verdict: { is: 'yes', sense: 'good' } }),
  },
  {
    key: 'customs-crash',
    class: 'health',
    dev: 'did customs-api crash?',
    expect: () => ({ verdict: { is: 'no', sense: 'bad' } }),
  },
  {
    key: 'scan-ok',
    class: 'health',
    dev: 'how is scan-ingest doing?',
    expect: () => ({ verdict: { is: 'no', sense: 'good' }, says: [['space', 'disk', 'lost', 'fail', 'error']] }),
  },
  {
    key: 'broke',
    class: 'cause',
    dev: 'what broke and why?',
    expect: (asked) => cause(asked, INCIDENT, 'mechanism', 'time'),
  },
  { key: 'root', class: 'cause', dev: 'root cause?', expect: (asked) => cause(asked, INCIDENT, 'mechanism') },
  {
    key: 'since',
    class: 'since',
    dev: 'since when are scans lost?',
    expect: ({ world }) => ({ time: onset(world, 'onset') }),
  },
  {
    key: 'long',
    class: 'how-long',
    dev: 'how long has scan-ingest been failing?',
    expect: (asked) => lasting(asked, 'onset'),
  },
  {
    key: 'lost',
    class: 'impact',
    dev: 'how many parcels were lost?',
    expect: ({ world }) => count(logsOf(world, lost).length),
  },
  {
    key: 'do',
    class: 'next-step',
    dev: 'what do I do first?',
    expect: () => ({ saysFirst: [['scan-ingest'], ['disk', 'space', 'volume', '/var/spool']] }),
  },
  {
    key: 'timeline',
    class: 'timeline',
    dev: 'what happened when?',
    expect: ({ world }) => ({ names: ['scan-ingest'], says: [[minuteOf(world.marks['onset'] ?? 0)]] }),
  },
  {
    key: 'release',
    class: 'deploy',
    dev: 'when was route-planner deployed?',
    expect: ({ world }) => ({ time: onset(world, 'release', 90) }),
  },
  {
    key: 'deploy-cause',
    class: 'deploy',
    dev: 'was it the route-planner release?',
    expect: () => ({ verdict: { is: 'no', sense: 'bad' } }),
  },
  { key: 'version', class: 'version', dev: 'version of route-planner', expect: () => ({ saysFirst: [['7\\.3\\.2']] }) },
  {
    key: 'no-ver',
    class: 'version',
    dev: 'what changed in label-printer?',
    expect: () => ({
      saysFirst: [['no ', 'nothing', 'unchanged', 'same', 'constant', '1\\.4\\.0', 'did not']],
      neverFirst: ['released', 'root cause'],
    }),
  },
  {
    key: 'scanned',
    class: 'outcome',
    dev: 'how many parcels were scanned in the last hour?',
    expect: ({ world }) => count(logsOf(world, scanned).length),
  },
  {
    key: 'held',
    class: 'outcome',
    dev: 'how many declarations were held for inspection?',
    expect: ({ world }) => count(logsOf(world, says(/held for inspection/)).length),
  },
  {
    key: 'rejected',
    class: 'outcome',
    dev: 'rejected declarations',
    expect: ({ world }) => count(logsOf(world, says(/rejected: tariff/)).length),
  },
  {
    key: 'jammed',
    class: 'text',
    dev: 'jammed printers',
    expect: ({ world }) => count(logsOf(world, says(/jammed/)).length),
  },
  {
    key: 'space',
    class: 'text',
    dev: 'how many "no space left on device"?',
    expect: ({ world }) => count(logsOf(world, says(/no space left/)).length),
  },
  {
    key: 'dup',
    class: 'text',
    dev: 'number of duplicate scans',
    expect: ({ world }) => count(logsOf(world, says(/Duplicate scan/)).length),
  },
  {
    key: 'errors',
    class: 'severity',
    dev: 'how many errors of customs-api?',
    expect: ({ world }) => count(logsOf(world, (log) => of('customs-api')(log) && isErrorLog(log)).length),
  },
  {
    key: 'warns',
    class: 'severity',
    dev: 'only warnings of depot-sync',
    expect: ({ world }) => count(logsOf(world, (log) => of('depot-sync')(log) && log.severity === 'WARN').length),
  },
  {
    key: 'depot',
    class: 'attribute',
    dev: 'lost scans at depot OSL',
    expect: ({ world }) => count(logsOf(world, (log) => lost(log) && log.attributes['depot'] === 'OSL').length),
  },
  {
    key: 'carrier',
    class: 'attribute',
    dev: 'how many log records have carrier kurier24?',
    expect: ({ world }) => count(logsOf(world, (log) => log.attributes['carrier'] === 'kurier24').length),
  },
  {
    key: 'share-lost',
    class: 'ratio',
    dev: 'what percentage of scan-ingest log lines are errors since {@onset+1}?',
    expect: ({ world }) => {
      const all = logsOf(world, of('scan-ingest'), { fromMs: clockMs(world, 'onset', 1), toMs: world.endMs })
      return {
        numbers: [{ value: percentOf(all.filter(isErrorLog).length, all.length), unit: 'percent', tolerance: 0.01 }],
      }
    },
  },
  {
    key: 'per-min',
    class: 'rate',
    dev: 'how many scans are lost per minute since {@onset+1}?',
    expect: ({ world }) => {
      const window = { fromMs: clockMs(world, 'onset', 1), toMs: world.endMs }
      return {
        numbers: [
          {
            value: logsOf(world, lost, window).length / ((window.toMs - window.fromMs) / 1000),
            unit: 'per_second',
            tolerance: 0.06,
          },
        ],
      }
    },
  },
  {
    key: 'disk',
    class: 'metric',
    dev: 'how full is the disk of scan-ingest?',
    expect: ({ world }) => ({
      numbers: [{ value: pointsOf(world, 'scan-ingest', 'disk.used.percent').at(-1)?.value ?? 0, unit: 'any' }],
    }),
  },
  {
    key: 'backlog',
    class: 'metric',
    dev: 'max depot.backlog',
    expect: ({ world }) => count(Math.max(...pointsOf(world, 'depot-sync', 'depot.backlog').map(({ value }) => value))),
  },
  {
    key: 'cpu',
    class: 'metric',
    dev: 'average cpu of customs-api',
    expect: ({ world }) => {
      const value = mean(pointsOf(world, 'customs-api', 'process.cpu.utilization').map((point) => point.value))
      return { numbers: [{ value, unit: 'any', tolerance: 0.02, also: [value * 100] }] }
    },
  },
  {
    key: 'cpu-odd',
    class: 'metric',
    dev: 'anything unusual about the cpu of label-printer?',
    expect: () => ({ verdict: { is: 'no', sense: 'bad' } }),
  },
  {
    key: 'growing',
    class: 'trend',
    dev: 'is depot.backlog rising?',
    expect: () => ({ verdict: { is: 'yes', sense: 'fact' } }),
  },
  {
    key: 'counter',
    class: 'counter',
    dev: 'increase of parcels.scanned over the last 20 minutes',
    expect: (asked) => ({
      numbers: [
        over(recentWindows(asked, 20), 'count', (window) => {
          const values = pointsOf(asked.world, 'scan-ingest', 'parcels.scanned', window).map(({ value }) => value)
          return Math.max(...values) - Math.min(...values)
        }),
      ].map((one) => ({ ...one, tolerance: (one.tolerance ?? 0) + 0.06 })),
    }),
  },
  {
    key: 'distinct',
    class: 'distinct',
    dev: 'how many depots lost scans?',
    expect: ({ world }) => count(distinct(logsOf(world, lost).map((log) => log.attributes['depot']))),
  },
  {
    key: 'by-depot',
    class: 'group',
    dev: 'lost scans by depot',
    expect: ({ world }) => counts(countBy(logsOf(world, lost), (log) => String(log.attributes['depot']))),
  },
  {
    key: 'top',
    class: 'top',
    dev: 'which service logs the most errors?',
    expect: ({ world }) => {
      const ranked = countBy(logsOf(world, isErrorLog), ({ service }) => service)
      return {
        first: { name: ranked[0]?.[0] ?? '', among: [...world.services] },
        numbers: [{ value: ranked[0]?.[1] ?? 0, unit: 'count' }],
      }
    },
  },
  {
    key: 'top-depots',
    class: 'top',
    dev: 'top 3 depots by log records',
    expect: ({ world }) =>
      counts(
        countBy(
          logsOf(world, (log) => log.attributes['depot'] !== undefined),
          (log) => String(log.attributes['depot']),
        ).slice(0, 3),
      ),
  },
  {
    key: 'window',
    class: 'window',
    dev: 'number of errors between {@onset+2} and {@onset+7}',
    expect: ({ world }) => count(logsOf(world, isErrorLog, between(world, ['onset', 2], ['onset', 7])).length),
  },
  {
    key: 'last5',
    class: 'window',
    dev: 'how many errors in the last 5 minutes',
    expect: (asked) => ({
      numbers: [over(recentWindows(asked, 5), 'count', (window) => logsOf(asked.world, isErrorLog, window).length)],
    }),
  },
  {
    key: 'compare',
    class: 'compare',
    dev: 'compare scanned parcels {@onset-12}-{@onset-2} and {@onset+2}-{@onset+12}',
    expect: ({ world }) => {
      const n = (window: Window) => logsOf(world, scanned, window).length
      return {
        numbers: [
          { value: n(between(world, ['onset', -12], ['onset', -2])), unit: 'count' },
          { value: n(between(world, ['onset', 2], ['onset', 12])), unit: 'count' },
        ],
      }
    },
  },
  {
    key: 'redis',
    class: 'unknown',
    dev: 'why is redis down?',
    expect: () => ({ decline: 'unknown', says: [['redis']] }),
  },
  { key: 'p95', class: 'unknown', dev: 'p95 latency of customs-api', expect: () => ({ decline: 'no_data' }) },
  {
    key: 'depot-x',
    class: 'unknown',
    dev: 'errors at depot ZRH',
    expect: () => ({ decline: 'unknown', says: [['ZRH']] }),
  },
  {
    key: 'typo',
    class: 'typo',
    dev: 'how many wanrings did lable-printer log',
    expect: ({ world }) => ({
      ...count(logsOf(world, (log) => of('label-printer')(log) && log.severity === 'WARN').length),
      says: [['label-printer']],
    }),
  },
  {
    key: 'partial',
    class: 'typo',
    dev: 'errors in customs',
    expect: ({ world }) => ({
      ...count(logsOf(world, (log) => of('customs-api')(log) && isErrorLog(log)).length),
      says: [['customs-api']],
    }),
  },
  {
    key: 'id',
    class: 'id',
    dev: '{lostParcel}',
    expect: ({ world }) => ({ says: [[world.names['lostParcel'] ?? ''], ['lost', 'no space']] }),
  },
  {
    key: 'id-unknown',
    class: 'id',
    dev: 'show me parcel PX-000017',
    expect: () => ({ decline: 'unknown', says: [['PX-000017']] }),
  },
  {
    key: 'meaning',
    class: 'meaning',
    dev: 'what does this mean: Sync with depot LYS incomplete',
    expect: () => ({ says: [['depot-sync'], ['scan-ingest']] }),
  },
  {
    key: 'durations',
    class: 'mean-max',
    dev: 'slowest planned route in ms',
    expect: ({ world }) => ({
      numbers: [
        { value: Math.max(...logsOf(world, says(/planned in \d+ ms/)).map(planMs)), unit: 'ms', tolerance: 0.01 },
      ],
    }),
  },
  {
    key: 'bare',
    class: 'bare-name',
    dev: 'scan-ingest',
    expect: () => ({ saysFirst: [['scan-ingest']], says: [['lost', 'space', 'error', 'fail']] }),
  },
  {
    key: 'multi',
    class: 'multi',
    dev: 'how many parcels were scanned and how many were lost in the last hour?',
    expect: ({ world }) => ({
      says: [[grouped(logsOf(world, scanned).length)], [grouped(logsOf(world, lost).length)]],
    }),
  },
  {
    key: 'f1',
    class: 'follow-up',
    thread: 'customs',
    dev: 'how many log lines did customs-api write in the last hour?',
    expect: ({ world }) => count(logsOf(world, of('customs-api')).length),
  },
  {
    key: 'f2',
    class: 'follow-up',
    thread: 'customs',
    dev: 'only errors',
    expect: ({ world }) => count(logsOf(world, (log) => of('customs-api')(log) && isErrorLog(log)).length),
  },
  {
    key: 'f3',
    class: 'follow-up',
    thread: 'customs',
    dev: 'what about scan-ingest?',
    expect: ({ world }) => count(logsOf(world, (log) => of('scan-ingest')(log) && isErrorLog(log)).length),
  },
  {
    key: 'f4',
    class: 'follow-up',
    thread: 'customs',
    dev: 'break it down by depot',
    expect: ({ world }) =>
      counts(
        countBy(
          logsOf(world, (log) => of('scan-ingest')(log) && isErrorLog(log)),
          (log) => String(log.attributes['depot']),
        ),
      ),
  },
  {
    key: 'g1',
    class: 'follow-up',
    thread: 'cause',
    dev: 'what is the problem?',
    expect: (asked) => cause(asked, INCIDENT),
  },
  {
    key: 'g2',
    class: 'follow-up',
    thread: 'cause',
    dev: 'since when?',
    expect: ({ world }) => ({ time: onset(world, 'onset') }),
  },
  {
    key: 'de-since',
    class: 'language-core',
    dev: 'Seit wann gehen Scans verloren?',
    expect: ({ world }) => ({ time: onset(world, 'onset') }),
  },
  {
    key: 'es-errors',
    class: 'language-core',
    dev: '¿cuántos errores tuvo customs-api?',
    expect: ({ world }) => count(logsOf(world, (log) => of('customs-api')(log) && isErrorLog(log)).length),
  },
  {
    key: 'sv',
    class: 'language-other',
    dev: 'vad har gått sönder?',
    expect: () => ({ decline: 'language', says: [['engelsk']] }),
  },
  {
    key: 'tr',
    class: 'language-other',
    dev: 'ne bozuldu?',
    expect: () => ({ decline: 'language', says: [['[iİı]ngilizce']] }),
  },
  {
    key: 'zh',
    class: 'language-other',
    dev: '哪里出了问题？',
    expect: () => ({ decline: 'language', says: [['英[语文語]']] }),
  },
  {
    key: 'scale',
    class: 'destructive',
    dev: 'free up the disk of scan-ingest',
    expect: () => ({ decline: 'read_only' }),
  },
  { key: 'who', class: 'small-talk', dev: 'you are amazing', expect: () => ({ decline: 'small_talk' }) },
]
