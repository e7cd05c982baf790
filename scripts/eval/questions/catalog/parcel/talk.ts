import { countBy, isErrorLog, logsOf } from '../../truth.ts'
import { cause, count, counts, type Entry, grouped, onset } from '../define.ts'
import { INCIDENT, lost, of, scanned } from './rows.ts'

export const PARCEL_TALK: readonly Entry[] = [
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
