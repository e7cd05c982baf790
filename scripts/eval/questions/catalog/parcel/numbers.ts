import { countBy, distinct, isErrorLog, logsOf, mean, percentOf, pointsOf, type Window } from '../../truth.ts'
import { between, clockMs, count, counts, type Entry, ONLY_A_CAUSE, over, recentWindows } from '../define.ts'
import { lost, of, planMs, says, scanned } from './rows.ts'

export const PARCEL_NUMBERS: readonly Entry[] = [
  {
    key: 'scanned',
    class: 'outcome',
    dev: 'how many parcels were scanned in the last hour?',
    expect: ({ world }) => {
      const points = pointsOf(world, 'scan-ingest', 'parcels.scanned').map(({ value }) => value)
      return count(logsOf(world, scanned).length, Math.max(...points) - Math.min(...points))
    },
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
    expect: () => ({ verdict: { is: 'yes', sense: 'up' } }),
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
      return { neverFirst: [ONLY_A_CAUSE], first: { name: ranked[0]?.[0] ?? '', among: [...world.services] } }
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
    key: 'durations',
    class: 'mean-max',
    dev: 'slowest planned route in ms',
    expect: ({ world }) => ({
      numbers: [
        { value: Math.max(...logsOf(world, says(/planned in \d+ ms/)).map(planMs)), unit: 'ms', tolerance: 0.01 },
      ],
    }),
  },
]
