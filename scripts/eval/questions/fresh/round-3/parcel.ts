/** Questions to the parcel tracking: third round. */
import { minuteOf } from '../../catalog/define.ts'
import { INCIDENT, lost, scanned } from '../../catalog/parcel/rows.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const scan = t.of('scan-ingest')
const customs = t.of('customs-api')

export const PARCEL_3 = [
  ask('state', 'is it safe to say that scanning works normally at the moment?', t.verdict('no', 'good')),
  ask('silence', 'weather-feed quiet since?', ({ world }) => ({ says: [[minuteOf(world.marks['silence'] ?? 0)]] })),
  ask('silence', 'are all six services logging', t.verdict('no', 'good', ['weather-feed'])),
  ask('health', 'customs-api ok', t.healthy),
  ask('cause', 'depot-sync says scan-ingest returned 0 of 17 scans. Why?', t.because(INCIDENT, 'mechanism')),
  ask('cause', 'what is the reason behind lost parcels, and where exactly', t.because(INCIDENT, 'mechanism')),
  ask('since', 'when exactly did it start, utc', t.began()),
  ask('how-long', 'how long until now have scans been failing', t.lasted()),
  ask('impact', 'impact in lost scans per carrier', t.groupsBy(t.anytime, t.logsIn(lost), t.attribute('carrier'))),
  ask(
    'next-step',
    'Immediate remediation steps please.',
    t.words({ saysFirst: [['scan-ingest'], ['disk', 'space', 'volume', '/var/spool', 'free']] }),
  ),
  ask('deploy', 'deployment history', ({ world }) => ({
    says: [['route-planner'], [minuteOf(world.marks['release'] ?? 0)]],
  })),
  ask('deploy', 'did anything get deployed within 10 minutes before the start of the problem', t.verdict('no', 'bad')),
  ask(
    'count',
    'route-planner lines between {@onset-20} and {@onset-10}',
    t.count(t.during(['onset', -20], ['onset', -10]), t.logs(t.of('route-planner'))),
  ),
  ask('outcome', 'labels printed in the last 12 minutes', t.count(t.last(12), t.logs(t.says(/^Label of .* printed/)))),
  ask('outcome', 'incomplete depot syncs?', t.count(t.anytime, t.logs(t.says(/^Sync with depot .* incomplete/)))),
  ask(
    'text',
    'occurrences of "Duplicate scan" before {@onset}',
    t.count(t.before('onset'), t.logs(t.says(/^Duplicate scan/))),
  ),
  ask(
    'attribute',
    'kurier24 lost scans, depot LYS, since {@onset+2}',
    t.count(t.since('onset', 2), t.logs(t.all(lost, t.has('carrier', 'kurier24'), t.has('depot', 'LYS')))),
  ),
  ask(
    'exclusion',
    'lost scans of carriers other than swiftpost',
    t.count(t.anytime, t.logs(t.all(lost, t.not(t.has('carrier', 'swiftpost'))))),
  ),
  ask(
    'exclusion',
    'customs-api lines without the accepted ones',
    t.count(t.anytime, t.logs(t.all(customs, t.not(t.says(/accepted/))))),
  ),
  ask('severity', 'warn + error count for each service', ({ world }) => ({
    groups: Object.fromEntries(
      ['scan-ingest', 'depot-sync', 'customs-api'].map((name) => [
        name,
        {
          value: world.logs.filter((log) => log.service === name && ['WARN', 'ERROR', 'FATAL'].includes(log.severity))
            .length,
          unit: 'count' as const,
        },
      ]),
    ),
  })),
  ask(
    'ratio',
    'how many percent of customs declarations get rejected',
    t.percent(t.anytime, t.logShare(customs, t.says(/rejected: tariff/))),
  ),
  ask('rate', 'lost scans/min in the last 10 minutes', t.perS(t.last(10), t.perSecond(t.logs(lost)))),
  ask('mean-max', 'fastest route planned (ms)', t.millis(t.anytime, t.stated(/planned in (\d+) ms/, 'min'))),
  ask(
    'metric',
    'disk usage of scan-ingest /var/spool at the moment',
    t.value(t.anytime, t.metric('scan-ingest', 'disk.used.percent', 'last')),
  ),
  ask('metric', 'depot.backlog before the incident: mean of {@start+2} to {@onset-2}', (asked) => {
    const { numbers = [] } = t.count(
      t.during(['start', 2], ['onset', -2]),
      t.metric('depot-sync', 'depot.backlog', 'mean'),
    )(asked)
    return { numbers: numbers.map((one) => ({ ...one, tolerance: 0.02 })) }
  }),
  ask(
    'trend',
    'how does disk.used.percent of scan-ingest develop over the hour',
    t.words({ saysFirst: [['ris', 'grew', 'grow', 'increas', 'climb', 'up']] }),
  ),
  ask('counter', 'parcels.scanned: how many between {@onset-12} and {@onset-2}', (asked) => {
    const { numbers = [] } = t.count(
      t.during(['onset', -12], ['onset', -2]),
      t.metric('scan-ingest', 'parcels.scanned', 'rise'),
      t.logs(scanned),
    )(asked)
    return { numbers: numbers.map((one) => ({ ...one, tolerance: 0.06 })) }
  }),
  ask(
    'top',
    'noisiest service by log lines',
    t.topOf(
      (world) => world.logs,
      (row) => row.service,
    ),
  ),
  ask('id', '{lostParcel} - customer is asking, status?', ({ world }) => ({
    says: [[world.names['lostParcel'] ?? ''], ['lost', 'no space']],
  })),
  ask(
    'meaning',
    'Printer 4 jammed while printing the label of PX-118822 <-- serious?',
    t.words({ says: [['label-printer'], ['jam']], neverFirst: ['root cause'] }),
  ),
  ask('unknown', 'spans of scan-ingest?', t.declined('no_data')),
  ask('unknown', 'is the postgres of customs-api slow', t.declined('unknown', 'postgres')),
  ...talk(
    'svc',
    ask(
      'follow-up',
      'errors in the last 10 minutes by service',
      t.groups('count', t.last(10), {
        'scan-ingest': t.logs(t.all(scan, t.level('ERROR', 'FATAL'))),
        'customs-api': t.logs(t.all(customs, t.level('ERROR', 'FATAL'))),
      }),
    ),
    ask('follow-up', 'only scan-ingest', t.count(t.last(10), t.logs(t.all(scan, t.level('ERROR', 'FATAL'))))),
    ask(
      'follow-up',
      'and the 10 minutes before {@onset}?',
      t.count(t.during(['onset', -10], ['onset', 0]), t.logs(t.all(scan, t.level('ERROR', 'FATAL')))),
    ),
  ),
  ask(
    'language-core',
    'Was soll ich als Erstes tun?',
    t.words({ saysFirst: [['scan-ingest'], ['disk', 'space', 'volume', '/var/spool', 'free']] }),
  ),
  ask('language-other', 'ce s-a stricat?', t.declined('language', 'englez')),
]
