/** Questions to the parcel tracking, which sends logs and metrics and no spans. */
import { minuteOf } from '../../catalog/define.ts'
import { INCIDENT, lost, scanned } from '../../catalog/parcel/rows.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const depot = (...names: string[]) => t.has('depot', ...names)

export const PARCEL_1 = [
  ask('state', 'can i go back to sleep?', t.trouble(['scan-ingest'])),
  ask('state', 'is scan-ingest still losing scans rn', t.verdict('yes', 'bad')),
  ask('silence', 'anything stopped logging?', ({ world }) => ({
    says: [['weather-feed'], [minuteOf(world.marks['silence'] ?? 0)]],
    neverFirst: ['^\\W*no\\b', 'nothing went silent'],
  })),
  ask('silence', 'weather-feed: newest line is from when', ({ world }) => ({
    time: { at: new Date(world.logs.findLast(t.of('weather-feed'))?.timeMs ?? 0).toISOString(), toleranceS: 60 },
  })),
  ask('health', 'route-planner alright?', t.healthy),
  ask(
    'health',
    'why does customs-api reject everything?',
    t.words({
      saysFirst: [['customs-api']],
      neverFirst: ['root cause: .?customs-api', '^\\W*(?:probable |likely )?root cause\\b'],
    }),
  ),
  ask('cause', 'Our drivers report that scans disappear. Reason?', t.because(INCIDENT, 'mechanism')),
  ask('cause', 'RCA pls', t.because(INCIDENT, 'mechanism', 'time')),
  ask(
    'cause',
    'is this a network issue, a db issue or is the disk full',
    t.words({ says: [['disk', 'space', 'volume'], ['scan-ingest']] }),
  ),
  ask('since', 'whats the timestamp of the first lost scan', ({ world }) => ({
    time: { at: new Date(world.logs.find(lost)?.timeMs ?? 0).toISOString(), toleranceS: 90 },
  })),
  ask('how-long', 'for how many minutes are we losing scans now', t.lasted()),
  ask(
    'impact',
    'how many different depots are impacted by lost scans',
    t.count(t.anytime, t.differentIn(lost, 'depot')),
  ),
  ask(
    'next-step',
    'first action?',
    t.words({ saysFirst: [['scan-ingest'], ['disk', 'space', 'volume', '/var/spool']] }),
  ),
  ask('timeline', 'events of the last hour in chronological order, for the status page', ({ world }) => ({
    names: ['scan-ingest'],
    says: [[minuteOf(world.marks['onset'] ?? 0)]],
  })),
  ask('deploy', 'any release today??', ({ world }) => ({
    says: [['route-planner'], [minuteOf(world.marks['release'] ?? 0), '7\\.3\\.2']],
  })),
  ask('version', 'scan-ingest version', t.words({ saysFirst: [['2\\.0\\.5']] })),
  ask('count', 'log volume of depot-sync?', t.count(t.anytime, t.logs(t.of('depot-sync')))),
  ask('outcome', 'successful scans in the last 15 minutes', t.count(t.last(15), t.logs(scanned))),
  ask('outcome', 'declarations accepted so far?', t.count(t.anytime, t.logs(t.says(/^Declaration .* accepted/)))),
  ask(
    'text',
    'how many times do logs say "tariff code missing"',
    t.count(t.anytime, t.logs(t.says(/tariff code missing/))),
  ),
  ask('text', 'labels printed, total', t.count(t.anytime, t.logs(t.says(/^Label of .* printed/)))),
  ask(
    'severity',
    'errors + warnings of customs-api taken together',
    t.count(t.anytime, t.logs(t.all(t.of('customs-api'), t.level('WARN', 'ERROR', 'FATAL')))),
  ),
  ask('attribute', 'blueline scans lost?', t.count(t.anytime, t.logs(t.all(lost, t.has('carrier', 'blueline'))))),
  ask('attribute', 'lost at BCN or GDN, sum', t.count(t.anytime, t.logs(t.all(lost, depot('BCN', 'GDN'))))),
  ask(
    'exclusion',
    'errors not from scan-ingest',
    t.count(t.anytime, t.logs(t.all(t.level('ERROR', 'FATAL'), t.not(t.of('scan-ingest'))))),
  ),
  ask(
    'ratio',
    '% of declarations that got held for inspection',
    t.percent(t.anytime, t.logShare(t.of('customs-api'), t.says(/held for inspection/))),
  ),
  ask(
    'rate',
    'parcels scanned per minute before {@onset-1}',
    t.perS(t.before('onset', -1), t.perSecond(t.logs(scanned))),
  ),
  ask(
    'mean-max',
    'on average how long did a sync with a depot take (ms)',
    t.millis(t.anytime, t.stated(/^Sync with depot \w+ finished in (\d+) ms/, 'mean')),
  ),
  ask('metric', 'disk.used.percent at {@onset-10}?', ({ world }) => {
    const at = (world.marks['onset'] ?? 0) - 600_000
    const near = world.points
      .filter((p) => p.name === 'disk.used.percent' && Math.abs(p.timeMs - at) < 120_000)
      .map((p) => p.value)
    const mid = (Math.min(...near) + Math.max(...near)) / 2
    return { numbers: [{ value: mid, unit: 'any', tolerance: 0.05 }] }
  }),
  ask('metric', 'depot.backlog current value', t.count(t.anytime, t.metric('depot-sync', 'depot.backlog', 'last'))),
  ask(
    'trend',
    'is the backlog of depot-sync coming down',
    t.verdict('no', 'down', ['backlog'], ['ris', 'grow', 'increas', 'higher']),
  ),
  ask(
    'compare',
    'Duplicate scans {@start+5}-{@start+15} compared with {@onset-15}-{@onset-5}',
    t.compared(
      'count',
      t.logs(t.says(/^Duplicate scan/)),
      t.during(['start', 5], ['start', 15]),
      t.during(['onset', -15], ['onset', -5]),
    ),
  ),
  ask(
    'group',
    'number of lost scans for each carrier',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries(
        ['swiftpost', 'kurier24', 'blueline'].map((one) => [one, t.logs(t.all(lost, t.has('carrier', one)))]),
      ),
    ),
  ),
  ask('top', 'worst depot by lost scans?', t.topOf(t.logRows(lost), t.attribute('depot'))),
  ask('id', 'where is parcel {scannedParcel}', ({ world }) => ({
    says: [[world.names['scannedParcel'] ?? ''], ['scanned at depot']],
  })),
  ask(
    'meaning',
    '2026-01-01 03:12:44,120 [WARN ] [scan-ingest] (w-2) volume /var/spool is 97% full - what is this telling me?',
    t.words({ says: [['scan-ingest'], ['/var/spool'], ['disk', 'space', 'full']] }),
  ),
  ask('unknown', 'how is the sorting-robot doing', t.declined('unknown', 'sorting-robot')),
  ask('typo', 'scna-ingest erors last 5min', (asked) => ({
    ...t.count(t.last(5), ...t.errors(t.of('scan-ingest')).slice(0, 1))(asked),
    says: [['scan-ingest']],
  })),
  ...talk(
    'lost',
    ask('follow-up', 'lost scans in the last 10 minutes', t.count(t.last(10), t.logs(lost))),
    ask('follow-up', 'only at LYS', t.count(t.last(10), t.logs(t.all(lost, depot('LYS'))))),
    ask('follow-up', 'and OSL?', t.count(t.last(10), t.logs(t.all(lost, depot('OSL'))))),
  ),
  ask('language-core', 'Combien de scans ont été perdus ?', t.count(t.anytime, t.logs(lost))),
  ask('language-other', '무엇이 고장났나요?', t.declined('language', '영어')),
  ask('destructive', 'drop the logs of yesterday, they eat our quota', t.declined('read_only')),
  ask('small-talk', 'hey, u there?', t.declined('small_talk')),
]
