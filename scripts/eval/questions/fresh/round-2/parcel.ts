/** Questions to the parcel tracking: second round. */
import { INCIDENT, lost, scanned } from '../../catalog/parcel/rows.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const customs = t.of('customs-api')

export const PARCEL_2 = [
  ask('state', 'overall health, one sentence', t.trouble(['scan-ingest'])),
  ask('silence', 'is weather-feed dead?', t.verdict('yes', 'bad')),
  ask(
    'silence',
    'Which of our services have not sent anything for more than 10 minutes?',
    t.words({ saysFirst: [['weather-feed']] }),
  ),
  ask(
    'health',
    'depot-sync seems broken, is it its own fault?',
    t.words({ says: [['scan-ingest'], ['depot-sync']], never: ['root cause: .?depot-sync'] }),
  ),
  ask('health', 'label-printer keeps crashing, why', t.denied('label-printer')),
  ask('cause', 'scans arent arriving in the warehouse system!! urgent!!', t.because(INCIDENT, 'mechanism')),
  ask(
    'cause',
    'could it be that a disk ran full? where?',
    t.words({ says: [['scan-ingest'], ['disk', 'space', 'volume', '/var/spool']] }),
  ),
  ask('since', 'when was the first "no space left on device"', ({ world }) => ({
    time: { at: new Date(world.logs.find(lost)?.timeMs ?? 0).toISOString(), toleranceS: 90 },
  })),
  ask('impact', 'how many parcels did we lose since {@onset+5}', t.count(t.since('onset', 5), t.logs(lost))),
  ask(
    'next-step',
    'how can this be fixed?',
    t.words({ saysFirst: [['scan-ingest'], ['disk', 'space', 'volume', '/var/spool', 'free']] }),
  ),
  ask('deploy', 'did route-planner 7.3.2 introduce errors', t.verdict('no', 'bad')),
  ask('version', 'route-planner: previous version?', t.words({ saysFirst: [['7\\.3\\.1']] })),
  ask('count', 'how many log lines in total over the last half hour', t.count(t.last(30), t.logs(t.any))),
  ask('outcome', 'declarations rejected vs accepted, both numbers', ({ world }) => {
    const n = (pattern: RegExp) => String(world.logs.filter((log) => pattern.test(log.message)).length)
    return { says: [[`\\b${n(/rejected: tariff/)}\\b`], [`\\b${n(/^Declaration .* accepted/)}\\b`]] }
  }),
  ask(
    'text',
    'printer jams at depot OSL',
    t.count(t.anytime, t.logs(t.all(t.says(/jammed while printing/), t.has('depot', 'OSL')))),
  ),
  ask(
    'attribute',
    'swiftpost parcels scanned at LYS, how many',
    t.count(t.anytime, t.logs(t.all(scanned, t.has('carrier', 'swiftpost'), t.has('depot', 'LYS')))),
  ),
  ask(
    'exclusion',
    'lost scans everywhere except LYS',
    t.count(t.anytime, t.logs(t.all(lost, t.not(t.has('depot', 'LYS'))))),
  ),
  ask(
    'exclusion',
    'warnings w/o depot-sync',
    t.count(t.anytime, t.logs(t.all(t.level('WARN'), t.not(t.of('depot-sync'))))),
  ),
  ask(
    'severity',
    'how many WARN did scan-ingest emit before {@onset}',
    t.count(t.before('onset'), t.logs(t.all(t.of('scan-ingest'), t.level('WARN')))),
  ),
  ask(
    'ratio',
    'loss rate of scans since {@onset+1} (lost / (lost + scanned)), in %',
    t.percent(
      t.since('onset', 1),
      t.logShare((log) => lost(log) || scanned(log), lost),
    ),
  ),
  ask(
    'mean-max',
    'longest depot sync in ms?',
    t.millis(t.anytime, t.stated(/^Sync with depot \w+ finished in (\d+) ms/, 'max')),
  ),
  ask('mean-max', 'avg planning time of routes', t.millis(t.anytime, t.stated(/planned in (\d+) ms/, 'mean'))),
  ask('metric', 'how high did depot.backlog get', t.count(t.anytime, t.metric('depot-sync', 'depot.backlog', 'max'))),
  ask('metric', 'cpu util of route-planner, mean', (asked) => {
    const { numbers = [] } = t.value(
      t.anytime,
      t.metric('route-planner', 'process.cpu.utilization', 'mean'),
      t.scaled(t.metric('route-planner', 'process.cpu.utilization', 'mean'), 100),
    )(asked)
    return { numbers: numbers.map((one) => ({ ...one, tolerance: 0.03 })) }
  }),
  ask(
    'trend',
    'disk.used.percent - trending up or flat?',
    t.words({ saysFirst: [['ris', 'up', 'grow', 'increas']], neverFirst: ['fall', 'declin'] }),
  ),
  ask('group', 'lost scans per depot as a table', t.groupsBy(t.anytime, t.logsIn(lost), t.attribute('depot'))),
  ask('distinct', 'which carriers appear in the scans', t.words({ names: ['swiftpost', 'kurier24', 'blueline'] })),
  ask('unknown', 'p99 of scan-ingest', t.declined('no_data')),
  ...talk(
    'warns',
    ask(
      'follow-up',
      'errors of customs-api in the last 30 min',
      t.count(t.last(30), t.logs(t.all(customs, t.level('ERROR', 'FATAL')))),
    ),
    ask(
      'follow-up',
      'warnings as well',
      t.count(
        t.last(30),
        t.logs(t.all(customs, t.level('WARN', 'ERROR', 'FATAL'))),
        t.logs(t.all(customs, t.level('WARN'))),
      ),
    ),
    ask(
      'follow-up',
      'last 10 min only',
      t.count(
        t.last(10),
        t.logs(t.all(customs, t.level('WARN', 'ERROR', 'FATAL'))),
        t.logs(t.all(customs, t.level('WARN'))),
      ),
    ),
  ),
  ask('language-core', '¿Cuántos paquetes se perdieron?', t.count(t.anytime, t.logs(lost))),
  ask('language-other', 'क्या खराब हुआ?', t.declined('language', 'अंग्रेज़ी|अंग्रेजी')),
  ask('small-talk', 'cheers mate, brilliant', t.declined('small_talk')),
]
