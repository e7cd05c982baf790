import { logsOf } from '../../truth.ts'
import { cause, count, type Entry, lasting, minuteOf, ONLY_A_CAUSE, onset } from '../define.ts'
import { INCIDENT, lost, of } from './rows.ts'

export const PARCEL_INCIDENT: readonly Entry[] = [
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
    expect: () => ({ neverFirst: [ONLY_A_CAUSE], verdict: { is: 'yes', sense: 'good' } }),
  },
  {
    key: 'customs-crash',
    class: 'health',
    dev: 'did customs-api crash?',
    expect: () => ({ neverFirst: [ONLY_A_CAUSE], verdict: { is: 'no', sense: 'bad' } }),
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
    key: 'id',
    class: 'id',
    dev: '{lostParcel}',
    expect: ({ world }) => ({ says: [[world.names['lostParcel'] ?? ''], ['lost', 'no space']] }),
  },
  {
    key: 'id-unknown',
    class: 'id',
    dev: 'show me parcel PX-000017',
    expect: () => ({ decline: 'no_data', says: [['PX-000017']] }),
  },
  {
    key: 'meaning',
    class: 'meaning',
    dev: 'what does this mean: Sync with depot LYS incomplete',
    expect: () => ({ says: [['depot-sync'], ['scan-ingest']] }),
  },
  {
    key: 'bare',
    class: 'bare-name',
    dev: 'scan-ingest',
    expect: () => ({ saysFirst: [['scan-ingest']], says: [['lost', 'space', 'error', 'fail']] }),
  },
]
