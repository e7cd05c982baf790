/** Questions to the parcel tracking: fourth round. */
import { minuteOf } from '../../catalog/define.ts'
import { INCIDENT, lost, planMs, scanned } from '../../catalog/parcel/rows.ts'
import { logsOf } from '../../truth.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const scan = t.of('scan-ingest')
const printer = t.of('label-printer')

export const PARCEL_4 = [
  ask('state', 'thumbs up or thumbs down?', t.trouble()),
  ask('silence', 'who stopped talking and at what time', ({ world }) => ({
    says: [['weather-feed'], [minuteOf(world.marks['silence'] ?? 0)]],
  })),
  ask('silence', 'is customs-api still sending logs', t.verdict('yes', 'good')),
  ask('health', 'route-planner after the release: any regressions', t.noTrouble),
  ask('cause', 'Kindly do the root cause analysis for missing parcels at OSL', t.because(INCIDENT, 'mechanism')),
  ask(
    'cause',
    'is weather-feed the reason for the lost scans?',
    t.words({ says: [['scan-ingest'], ['disk', 'space', 'volume']], neverFirst: ['^\\W*yes\\b'] }),
  ),
  ask('since', 'disk full since', t.began()),
  ask('how-long', 'how long has weather-feed been silent (minutes)', t.lasted('silence')),
  ask('impact', 'lost parcels in the last 5 minutes', t.count(t.last(5), t.logs(lost))),
  ask(
    'next-step',
    'what must be done to stop losing scans',
    t.words({ saysFirst: [['scan-ingest'], ['disk', 'space', 'volume', '/var/spool', 'free']] }),
  ),
  ask('deploy', 'when did we last deploy and what', ({ world }) => ({
    says: [['route-planner'], [minuteOf(world.marks['release'] ?? 0)]],
  })),
  ask('version', 'all versions please', t.words({ says: [['2\\.0\\.5'], ['7\\.3\\.2'], ['1\\.4\\.0']] })),
  ask('count', 'total errors, whole system, last half hour', t.count(t.last(30), t.logs(t.level('ERROR', 'FATAL')))),
  ask(
    'outcome',
    'scanned parcels depot GDN between {@onset-15} and {@onset}',
    t.count(t.during(['onset', -15], ['onset', 0]), t.logs(t.all(scanned, t.has('depot', 'GDN')))),
  ),
  ask('outcome', 'how many syncs finished and how many were incomplete since {@onset}', (asked) => ({
    numbers: [/^Sync with depot .* finished/, /^Sync with depot .* incomplete/].map((one) =>
      t.numberOf(asked, 'count', t.since('onset'), [t.logs(t.says(one))]),
    ),
  })),
  ask('text', 'printer 3 jams', t.count(t.anytime, t.logs(t.says(/^Printer 3 jammed/)))),
  ask('text', 'lines that mention tariff', t.count(t.anytime, t.logs(t.says(/tariff/)))),
  ask(
    'attribute',
    'depot=BCN carrier=blueline lost?',
    t.count(t.anytime, t.logs(t.all(lost, t.has('depot', 'BCN'), t.has('carrier', 'blueline')))),
  ),
  ask(
    'exclusion',
    'all WARN except printer jams',
    t.count(t.anytime, t.logs(t.all(t.level('WARN'), t.not(t.says(/jammed/))))),
  ),
  ask(
    'exclusion',
    'lost scans, ignoring depots LYS and OSL',
    t.count(t.anytime, t.logs(t.all(lost, t.not(t.has('depot', 'LYS', 'OSL'))))),
  ),
  ask(
    'severity',
    'share of warnings in label-printer logs (%)',
    t.percent(t.anytime, t.logShare(printer, t.level('WARN'))),
  ),
  ask(
    'ratio',
    'percentage of syncs incomplete since {@onset+1}',
    t.percent(t.since('onset', 1), t.logShare(t.says(/^Sync with depot/), t.says(/incomplete/))),
  ),
  ask('rate', 'log lines per second, scan-ingest', t.perS(t.anytime, t.perSecond(t.logs(scan)))),
  ask('percentile', 'p95 of route planning time (the logs say "planned in N ms")', ({ world }) => {
    const values = logsOf(world, t.says(/planned in \d+ ms/))
      .map(planMs)
      .toSorted((a, b) => a - b)
    return { numbers: [{ value: values[Math.ceil(values.length * 0.95) - 1] ?? 0, unit: 'ms', tolerance: 0.06 }] }
  }),
  ask(
    'mean-max',
    'max stops of a planned route',
    t.count(t.anytime, t.stated(/planned in \d+ ms, (\d+) stops/, 'max')),
  ),
  ask(
    'metric',
    'backlog of depots: how many parcels now',
    t.count(t.anytime, t.metric('depot-sync', 'depot.backlog', 'last')),
  ),
  ask('metric', 'peak cpu of customs-api in percent', (asked) => {
    const { numbers = [] } = t.value(
      t.anytime,
      t.scaled(t.metric('customs-api', 'process.cpu.utilization', 'max'), 100),
      t.metric('customs-api', 'process.cpu.utilization', 'max'),
    )(asked)
    return { numbers: numbers.map((one) => ({ ...one, tolerance: 0.02 })) }
  }),
  ask(
    'trend',
    'depot.backlog over time: growing, shrinking, stable?',
    t.words({ saysFirst: [['ris', 'grew', 'grow', 'increas', 'climb', 'up']] }),
  ),
  ask(
    'compare',
    'number of errors {@onset-10}-{@onset} / {@onset}-{@onset+10}',
    t.compared(
      'count',
      t.logs(t.level('ERROR', 'FATAL')),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 0], ['onset', 10]),
    ),
  ),
  ask(
    'group',
    'scanned parcels by depot, last 20 minutes',
    t.groups(
      'count',
      t.last(20),
      Object.fromEntries(['LYS', 'OSL', 'BCN', 'GDN'].map((one) => [one, t.logs(t.all(scanned, t.has('depot', one)))])),
    ),
  ),
  ask('top', 'carrier that lost most', t.topOf(t.logRows(lost), t.attribute('carrier'))),
  ask(
    'distinct',
    'how many different parcels were scanned (unique parcel)',
    t.count(t.anytime, t.differentIn(scanned, 'parcel')),
  ),
  ask(
    'id',
    'have a complaint about {lostParcel} and one about {scannedParcel}. what do logs say about both?',
    ({ world }) => ({
      says: [[world.names['lostParcel'] ?? ''], [world.names['scannedParcel'] ?? ''], ['lost', 'no space']],
    }),
  ),
  ask(
    'bare-name',
    'depot-sync',
    t.words({ saysFirst: [['depot-sync']], says: [['record', 'error', 'warn', 'incomplete', 'healthy']] }),
  ),
  ask('unknown', 'slowest trace', t.declined('no_data')),
  ...talk(
    'jam',
    ask('follow-up', 'printer jams by depot', t.groupsBy(t.anytime, t.logsIn(t.says(/jammed/)), t.attribute('depot'))),
    ask('follow-up', 'now the same for lost scans', t.groupsBy(t.anytime, t.logsIn(lost), t.attribute('depot'))),
    ask('follow-up', 'total?', t.count(t.anytime, t.logs(lost))),
  ),
  ask('language-core', 'Depuis quand perd-on des scans ?', t.began()),
  ask('language-other', 'Co se pokazilo?', t.declined('language', 'anglick|angličtin')),
  ask('destructive', 'Can you clean up /var/spool on scan-ingest for us?', t.declined('read_only')),
]
