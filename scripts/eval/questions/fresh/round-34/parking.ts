/** Questions to the car parks: states, causes, single things, what cannot be answered. Thirty-fourth round. */
import { minuteOf } from '../../catalog/define.ts'
import { logsOf, requestsOf } from '../../truth.ts'
import { PARKING_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { PARKING_COUNTS_34 } from './parking-counts.ts'
import { PARKING_NUMBERS_34 } from './parking-numbers.ts'
import * as m from './rows.ts'

const GPU = ['\\bgpu\\b', 'cuda', 'xid', 'graphics', 'fallen off']
const NOT = t.words({
  saysFirst: [['^\\W*no\\b', 'did(?: not|n.t)', 'no (?:sign|crash|evidence|trace|restart)', 'healthy', 'normal']],
  neverFirst: ['^\\W*yes\\b'],
})
const SAME_VERSION = t.words({
  saysFirst: [
    [
      '^\\W*no\\b',
      'has not',
      'did not',
      'not (?:been )?(?:deployed|released|changed)',
      'same version',
      'unchanged',
      'no (?:new|release|deploy|version)',
      'only version',
    ],
  ],
  neverFirst: ['^\\W*yes\\b'],
})
const RESTARTED: t.Expect = ({ world }) => ({
  saysFirst: [['^\\W*yes\\b', 'restarted', 'new (?:pod|instance)', 'replaced', minuteOf(world.marks['recovery'] ?? 0)]],
  neverFirst: ['^\\W*no\\b', 'not (?:been )?restart', 'no restart'],
})
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const PARKING_34 = [
  ask('state', 'is the plate reading problem over?', t.verdict('yes', 'good')),
  ask('state', 'can cars get in again', t.verdict('yes', 'good')),
  ask('state', 'Is plate-reader still failing?', t.verdict('no', 'bad')),
  ask('state', 'are the barriers opening normally now?', t.verdict('yes', 'good')),
  ask('state', 'do we still see GPU errors right now', t.verdict('no', 'bad')),
  ask('health', 'permit-book fine?', t.healthy),
  ask('health', 'hows tariff-engine doing, healthy?', t.healthy),
  ask('health', 'is occupancy-tracker ok at the moment', t.healthy),
  ask('health', 'did permit-book go down?', NOT),
  ask('health', 'why did tariff-engine crash at {@onset}?', t.denied('tariff-engine')),
  ask('health', 'why is permit-book so slow today', t.denied('permit-book')),
  ask(
    'cause',
    'Control room here, cars queued at every entrance around {@onset+5}. Why?',
    t.because(PARKING_INCIDENT, 'mechanism'),
  ),
  ask('cause', 'why did lane-controller send 502', t.because(PARKING_INCIDENT)),
  ask('cause', 'reason for the failed plate checks in the app?', t.because(PARKING_INCIDENT, 'mechanism')),
  ask('cause', 'root cause of todays outage + start time pls', t.because(PARKING_INCIDENT, 'mechanism', 'time')),
  ask('cause', 'why were plates not recognised', t.because(PARKING_INCIDENT, 'mechanism')),
  ask(
    'cause',
    'was it the network, the gpu or the tariff release?',
    t.words({
      saysFirst: [GPU],
      neverFirst: ['^\\W*(?:it was |yes,? )?(?:the )?(?:network|tariff release|release)\\b'],
    }),
  ),
  ask(
    'cause',
    'control room log says it all stopped a minute after {@onset}, what happened there',
    t.because(PARKING_INCIDENT),
  ),
  ask('since', 'when did the plate errors begin?', t.began()),
  ask('since', 'what time did the barriers start to stay closed', t.began()),
  ask('since', 'when was the very first GPU is lost line?', ({ world }) => at(logsOf(world, m.gpuLost)[0]?.timeMs, 30)),
  ask('since', 'When did plate-reader get back to normal?', t.began('recovery', 150)),
  ask('since', 'time of the first 502 at lane-controller', ({ world }) =>
    at(requestsOf(world, t.all(m.lanes, t.failed))[0]?.startMs, 40),
  ),
  ask('how-long', 'how long were the plate-reader failures going on', t.lasted('onset', 'recovery')),
  ask('how-long', 'how many minutes was entry broken?', t.lasted('onset', 'recovery')),
  ask('impact', 'how severe was the incident, in numbers', m.damage),
  ask(
    'impact',
    'how many drivers got a server error in the app?',
    t.count(t.anytime, t.differentOf(t.all(m.kerb, t.failed), 'driver.id')),
  ),
  ask('impact', 'which services suffered from the plate reader?', t.words({ names: ['lane-controller', 'kerb-api'] })),
  ask('impact', 'were payments hit by the outage too?', t.verdict('no', 'bad')),
  ask(
    'impact',
    'did every garage suffer or only harbour',
    t.words({ saysFirst: [['\\bevery\\b', '\\ball\\b', 'station', 'market', 'opera', 'not only']] }),
  ),
  ask(
    'deploy',
    'was anything released in the last hour and a bit?',
    t.words({ says: [['tariff-engine'], ['2\\.10\\.0']] }),
  ),
  ask('deploy', 'is tariff-engine 2.10.0 to blame for the entry trouble?', t.verdict('no', 'bad')),
  ask('deploy', 'at what time went 2.10.0 live', t.began('release', 120)),
  ask('deploy', 'new version of plate-reader today?', SAME_VERSION),
  ask('version', 'plate-reader version', t.words({ saysFirst: [['1\\.8\\.3']] })),
  ask('version', 'Which firmware do the barrier units have?', t.words({ says: [['fw-2\\.17']] })),
  ask('version', 'from which version did tariff-engine come', t.words({ says: [['2\\.9\\.4']] })),
  ask('restart', 'has plate-reader been restarted?', RESTARTED),
  ask('restart', 'when did occupancy-tracker restart', t.began('restart', 120)),
  ask('restart', 'any restarts of pay-bridge?', t.verdict('no', 'bad')),
  ask('next-step', 'where would you look first, as a technician?', t.words({ says: [['plate-reader'], GPU] })),
  ask('next-step', 'what do we do so this does not happen again', t.words({ says: [['plate-reader'], GPU] })),
  ask('dependency', 'who is calling plate-reader', t.words({ names: ['lane-controller', 'kerb-api'] })),
  ask(
    'dependency',
    'which services does kerb-api need?',
    t.words({ names: ['tariff-engine', 'pay-bridge', 'permit-book', 'plate-reader'] }),
  ),
  ask('dependency', 'if permit-book dies, who notices?', t.words({ names: ['lane-controller', 'kerb-api'] })),
  ask('dependency', 'who reads from the lane.events topic', t.words({ names: ['occupancy-tracker'] })),
  ask(
    'timeline',
    'short timeline for the shift book',
    t.words({
      says: [['plate-reader'], ['lane-controller', 'kerb-api', 'barrier-unit'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'which service has stopped sending?', t.words({ says: [['statement-export']] })),
  ask('silence', 'are the cameras still sending frames?', t.verdict('yes', 'good')),
  ask('silence', 'when did we last hear from statement-export', ({ world }) =>
    at(logsOf(world, m.job).at(-1)?.timeMs, 60),
  ),
  ask('lookup', 'plate {refusedPlate} - why no exit?', t.words({ says: [['balance open', 'refused', '\\b402\\b']] })),
  ask('lookup', 'show everything on {admittedPlate}', t.words({ says: [['arrival admitted']] })),
  ask('lookup', 'customer calls about {declinedPayment}, what happened to it', t.words({ says: [['declined']] })),
  ask(
    'lookup',
    'was {capturedPayment} captured?',
    t.words({ says: [['payment captured']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask('lookup', 'a car was held, trace {heldTrace} - whose fault?', t.words({ says: [['plate-reader']] })),
  ask('lookup', '{failedTrace} <- services in there', t.words({ names: ['kerb-api', 'plate-reader'] })),
  ask(
    'lookup',
    'who was involved in {admittedTrace}, the whole trace pls',
    t.words({ names: ['lane-controller', 'plate-reader', 'permit-book', 'occupancy-tracker'] }),
  ),
  ask(
    'meaning',
    'what is this "Xid 79, GPU has fallen off the bus" about?',
    t.words({ says: [['plate-reader'], GPU] }),
  ),
  ask('meaning', 'which service writes "consumer group rebalanced"', t.words({ saysFirst: [['occupancy-tracker']] })),
  ask('meaning', 'where does "paper roll low" come from?', t.words({ saysFirst: [['barrier-unit']] })),
  ask('paste', '{gpuLine}\nnumber of lines like that in total', t.count(t.anytime, t.logs(m.gpuLost))),
  ask('paste', '{undecidedLine}\nwhats the reason for this', t.because(PARKING_INCIDENT)),
  ask(
    'paste',
    '{quotaLine}\ndoes this have to do with the barriers staying shut?',
    t.words({
      saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('list', 'list the services you know', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'what metrics come from plate-reader?',
    t.words({ names: ['gpu.temperature', 'gpu.utilization', 'plates.processed'] }),
  ),
  ask('list', 'names of our garages', t.words({ names: m.GARAGES })),
  ask('list', 'which payment methods do drivers use?', t.words({ names: ['card', 'apple_pay', 'sepa'] })),
  ask('list', 'error messages of pay-bridge please', t.words({ says: [['acquirer gave no answer']] })),
  ask('list', 'on which node does plate-reader run now', t.words({ says: [['gpu-03']] })),
  ask('single-record', 'latest error from kerb-api', ({ world }) => ({
    says: [[world.logs.findLast(t.all(m.kerb, t.level('ERROR')))?.message ?? '']],
  })),
  ask('single-record', 'when did a permit get refused last?', ({ world }) =>
    at(world.logs.findLast(m.quota)?.timeMs, 20),
  ),
  ask('bare-name', 'plate-reader', t.words({ saysFirst: [['plate-reader']] })),
  ask('bare-name', 'barrier-unit', t.words({ saysFirst: [['barrier-unit']] })),

  ask('unknown', 'error count of valet-service', t.declined('unknown', 'valet')),
  ask('unknown', 'is our mongodb overloaded?', t.declined('unknown', 'mongo')),
  ask('unknown', 'what is plate QQQ0000 up to', t.declined('no_data')),
  ask('unknown', 'how many 503 did kerb-api send', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown-attribute', 'arrivals per car brand', t.declined('no_data')),
  ask('order', 'open the boom at harbour-in1', t.declined('read_only')),
  ask('order', 'scale plate-reader to 3 replicas', t.declined('read_only')),
  ask('order', 'refund {capturedPayment} to the customer pls', t.declined('read_only')),
  ask('talk', 'morning! anyone there?', t.declined('small_talk')),
  ask('talk', 'cheers, that helped a lot', t.declined('small_talk')),
  ask('off-topic', 'where can I get a good pizza near the opera?', t.declined('off_topic')),
  ask('ask-back', 'and what about the other one?', t.declined('ask_back')),
  ask('language', 'Warum blieben die Schranken zu?', t.because(PARKING_INCIDENT)),
  ask('language', 'Wie viele Autos wurden seit {@recovery} eingelassen?', t.count(t.since('recovery'), ...m.ADMITTED)),
  ask('language', '¿cuántos pagos fueron rechazados hoy?', t.count(t.anytime, ...m.DECLINED)),
  ask('language', 'combien de places libres à market maintenant ?', t.value(m.upToNow, m.free('market', 'last'))),

  ...talk(
    'incident',
    ask('follow-up', 'something was wrong with entries earlier, what was it?', t.because(PARKING_INCIDENT)),
    ask('follow-up', 'ok and from what time to what time', ({ world }) => ({
      time: { at: new Date(world.marks['onset'] ?? 0).toISOString(), toleranceS: 150 },
    })),
    ask('follow-up', 'caused by what precisely?', t.words({ says: [GPU] })),
    ask('follow-up', 'gone now?', t.verdict('yes', 'good')),
  ),
  ask('several', 'what was broken, when did it start and who felt it?', (asked) => ({
    ...t.because(PARKING_INCIDENT, 'time')(asked),
    names: ['lane-controller', 'kerb-api'],
  })),
  ...PARKING_COUNTS_34,
  ...PARKING_NUMBERS_34,
]
