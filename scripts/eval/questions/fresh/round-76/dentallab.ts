/** Questions of the engineer on call at the dental laboratory: what happens, since when, why, and what changed. */
import { minuteOf } from '../../catalog/define.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import { DENTALLAB_COUNTS } from './dentallab-counts.ts'
import { DENTALLAB_NUMBERS } from './dentallab-numbers.ts'
import { DENTALLAB_TALKS } from './dentallab-talks.ts'
import * as r from './rows.ts'

const OVER = [
  'recover',
  '\\bover\\b',
  'ended',
  'fixed',
  'no longer',
  'resolved',
  'stopped',
  'nothing',
  'healthy',
  'normal',
]
const isOver: t.Expect = ({ world }) => ({
  says: [OVER, [minuteOf(world.marks['recovery'] ?? 0), 'last', 'now']],
  neverFirst: ['still (?:going on|failing|broken)', '(?<!no longer )goes on', '\\bongoing\\b'],
})
const at =
  (mark: string, ...also: readonly string[][]): t.Expect =>
  ({ world }) => ({ says: [[minuteOf(world.marks[mark] ?? 0)], ...also.map((group) => [...group])] })

export const DENTALLAB_76 = [
  ask('state', 'just got paged. is the scan stuff still broken or did it clear', isOver),
  ask('state', 'are designs being dead lettered right now?', t.verdict('no', 'bad')),
  ask('state', 'whats the overall situation at the lab', isOver),
  ask('state', 'do uploads work again', t.verdict('yes', 'good')),
  ask('health', 'scan-vault healthy at the moment?', t.healthy),
  ask('health', 'hows price-book doing, any trouble there?', t.noTrouble),
  ask('health', 'is mill-link down?', t.noTrouble),
  ask('health', 'was scan-intake fine at {@onset+8}?', t.trouble()),
  ask('cause', 'what was the root cause of tonights upload failures', t.because(r.INCIDENT, 'mechanism')),
  ask('cause', 'why did POST /v1/scans return 502', t.because(r.INCIDENT, 'mechanism')),
  ask('cause', 'designs ended in dead letters, who is to blame for that?', t.because(r.INCIDENT)),
  ask('cause', 'reason for the 503s on previews?', t.becauseFirst(r.INCIDENT)),
  ask('cause', 'what made scan-vault throw 500s between {@onset} and {@recovery}', () => ({
    says: [[...r.INCIDENT.mechanism]],
    never: ['nothing broke', 'no incident'],
  })),
  ask('cause', 'did the scan-intake release cause the outage or was it something else', t.because(r.INCIDENT)),
  ask('since', 'when did scan-vault begin to answer 500', t.began()),
  ask('since', 'at what time did the first upload fail with a 502?', t.began()),
  ask('since', 'first dead letter of the night, when?', ({ world }) => {
    const first = t.logsIn(r.lines(r.worker, /dead letters/))(world, { fromMs: 0, toMs: world.endMs })[0]
    return { time: { at: new Date(first?.timeMs ?? 0).toISOString(), toleranceS: 75 } }
  }),
  ask('since', 'when did it recover', t.began('recovery')),
  ask('since', 'last 503 on the preview route was at?', ({ world }) => {
    const rows = t.failedRequests(r.edge(r.previews))(world)
    return { time: { at: new Date(rows.at(-1)?.startMs ?? 0).toISOString(), toleranceS: 75 } }
  }),
  ask('how-long', 'how long were uploads failing', t.lasted('onset', 'recovery')),
  ask('how-long', 'How long has furnace-watch been quiet?', ({ world }) => ({
    says: [['(?<![\\d:])(?:18|19|20)(?:\\.\\d)? ?m', minuteOf(world.marks['dark'] ?? 0)]],
  })),
  ask(
    'impact',
    'number of designs we lost to dead letters',
    t.count(t.anytime, t.logs(r.lines(r.worker, /dead letters/))),
  ),
  ask('impact', 'which tenants were hit by the failed uploads', t.words({ names: [...r.TENANTS] })),
  ask(
    'impact',
    'what share of the upload requests at the gateway failed between {@onset} and {@recovery}',
    t.percent(r.outage, t.share(r.edge(r.uploads))),
  ),
  ask('impact', 'did ordering of cases suffer too? i.e. any 5xx on POST /v1/cases', t.verdict('no', 'bad')),
  ask('timeline', 'short timeline of the incident pls, start and end', ({ world }) => ({
    says: [[minuteOf(world.marks['onset'] ?? 0)], [minuteOf(world.marks['recovery'] ?? 0)], ['scan-vault']],
  })),
  ask(
    'timeline',
    'walk me through what happened in the last hour',
    at('onset', ['scan-vault'], ['scan-intake', 'design-worker']),
  ),
  ask(
    'timeline',
    'what happend between {@release-1} and {@onset+2}',
    t.words({ says: [['scan-intake'], ['4\\.3\\.0', 'release', 'deploy', 'scan-vault']] }),
  ),
  ask('order', 'what came first, the 4.3.0 release or the first 500 of scan-vault', ({ world }) => ({
    saysFirst: [
      ['4\\.3\\.0', 'release', 'deploy'],
      [minuteOf(world.marks['release'] ?? 0), 'first', 'before', 'earlier'],
    ],
  })),
  ask('order', 'in which order did the services go bad?', ({ world }) => ({
    first: { name: 'scan-vault', among: [...world.services] },
  })),
  ask(
    'order',
    'did the price-book setting change happen before or after the failures started?',
    t.words({ says: [['before', 'earlier', 'prior']] }),
  ),
  ask('next-step', 'what should i look at first?', t.words({ says: [['scan-vault', 'furnace-watch']] })),
  ask(
    'next-step',
    'what needs cleaning up after this incident, what do i check next',
    t.words({ says: [['scan-vault', 'design-worker', 'quarantin', 'dead letter']] }),
  ),
  ask('dependency', 'who calls scan-vault', t.words({ names: ['scan-intake', 'design-worker'] })),
  ask('dependency', 'which services does case-desk talk to', t.words({ names: ['price-book', 'material-store'] })),
  ask('dependency', 'what database sits behind material-store', t.words({ says: [['mongo']] })),
  ask('version', 'what version of scan-intake is live', t.words({ saysFirst: [['4\\.3\\.0']] })),
  ask('version', 'which build of scan-vault are we on', t.words({ says: [['2\\.8\\.3']] })),
  ask('deploy', 'anything deployed in the last 60 min?', at('release', ['scan-intake'], ['4\\.3\\.0'])),
  ask('deploy', 'was scan-vault released today', t.verdict('no', 'bad')),
  ask('deploy', 'change LAB-318, what was that', t.words({ says: [['price-book'], ['rush_fee']] })),
  ask(
    'deploy',
    'did someone touch the config of price-book, and when?',
    at('reload', ['rush_fee', '12 -> 15', 'setting']),
  ),
  ask('premise', 'why did price-book crash at {@onset}?', t.denied('price-book')),
  ask('premise', 'why is material-store down right now', t.denied('material-store')),
  ask('premise', 'what broke case-desk, it is throwing 500s', t.denied('case-desk')),
  ask('silence', 'has any service stopped logging?', at('dark', ['furnace-watch'])),
  ask('silence', 'last sign of life from the furnaces?', t.began('dark', 75)),
  ask(
    'silence',
    'why dont we hear anything from furnace-watch any more',
    t.words({ says: [['serial port', 'cable', 'technician']] }),
  ),
  ask('restart', 'any restarts in the past hour', at('restart', ['material-store'])),
  ask('restart', 'did scan-vault get restarted to fix it?', t.verdict('no', 'bad')),
  ask('meaning', 'what does 415 on POST /v1/scans mean here', t.words({ says: [['format']] })),
  ask('meaning', 'case-desk answers 402 now and then, meaning?', t.words({ says: [['credit']] })),
  ask(
    'meaning',
    'what is Stl.Trojan.Mesh-27832',
    t.words({ says: [['scan-vault'], ['quarantin', 'virus', 'signature']] }),
  ),
  ...DENTALLAB_COUNTS,
  ...DENTALLAB_NUMBERS,
  ...DENTALLAB_TALKS,
]
