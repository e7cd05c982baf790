/** Questions to the tolls as they are dictated on the road: states, causes, single things, what cannot be answered. Fifty-eighth round. */
import { TOLLS_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'
import { TOLLS_COUNTS_58 } from './tolls-counts.ts'
import { TOLLS_NUMBERS_58 } from './tolls-numbers.ts'

const ZONE = TOLLS_INCIDENT.mechanism
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
/** The cause, where the question already speaks of what suffers from it. */
const behind =
  (victims: readonly string[], ...parts: 'mechanism'[]): t.Expect =>
  (asked) => {
    const among = asked.world.services.filter((name) => !victims.includes(name))
    return { ...t.because(TOLLS_INCIDENT, ...parts)(asked), first: { name: TOLLS_INCIDENT.service, among } }
  }
const ONGOING = [
  'ongoing',
  'still',
  'not over',
  'not ended',
  'not resolved',
  'not recovered',
  'continu',
  '\\bnow\\b',
  'yet',
  'no sign',
]

export const TOLLS_58 = [
  ask('state', 'is stuff on fire', t.verdict('yes', 'bad')),
  ask('state', 'are we good', t.verdict('no', 'good')),
  ask(
    'state',
    'did the trips thing recover yet or is it still bad',
    t.words({ saysFirst: [ONGOING], neverFirst: ['^\\W*(?:yes, )?(?:it )?(?:has )?recovered'] }),
  ),
  ask('state', 'can people on the a7 see their trips again', t.verdict('no', 'good')),
  ask('state', 'is trip builder still dropping trips', t.verdict('yes', 'bad')),
  ask('state', 'did the app tank', t.verdict('yes', 'bad')),
  ask('state', 'okay so do the card top ups work at the moment', t.verdict('yes', 'good')),
  ask('health', 'plate vision okay?', t.healthy),
  ask('health', 'is the fines desk alright', t.healthy),
  ask('health', 'trip builder healthy', t.verdict('no', 'good')),
  ask('premise', 'why did topup pay go down', t.denied('topup-pay')),
  ask('premise', 'uh why is fines desk failing since {@onset}', t.denied('fines-desk')),
  ask('premise', 'is gantry edge slow today', t.noTrouble),

  ask(
    'cause',
    'my boss just called half the a7 drivers werent charged what the hell happened',
    behind(['accounts'], 'mechanism'),
  ),
  ask('cause', 'why are trips getting dropped', t.because(TOLLS_INCIDENT, 'mechanism')),
  ask(
    'cause',
    'so uh my wife just opened the app and its empty like no trips at all why',
    behind(['driver-api'], 'mechanism'),
  ),
  ask('cause', 'root cause pls im in the car', t.because(TOLLS_INCIDENT)),
  ask('cause', 'why are the nordpass batches held', behind(['partner-clearing'])),
  ask('cause', 'okay what broke around {@onset+2}', t.because(TOLLS_INCIDENT)),
  ask('cause', 'driver api throws five oh twos why', behind(['driver-api'])),
  ask(
    'cause',
    'is it the tariff release or the cameras or what',
    t.words({
      says: [['trip-builder']],
      neverFirst: ['^\\W*(?:it was |it is |yes,? )?(?:the )?.?(?:tariff-svc|plate-vision)\\b'],
    }),
  ),
  ask('since', 'since when do we drop trips', t.began()),
  ask('since', 'when did the app stop showing trips', t.began('onset', 200)),
  ask('how-long', 'okay how long have we been losing trips now', t.lasted('onset')),
  ask('impact', 'how bad is it give it to me straight', m.damage),
  ask('impact', 'who is hit by this like which services', t.words({ names: ['driver-api', 'partner-clearing'] })),
  ask('impact', 'which motorways are affected', t.words({ says: [['\\bA7\\b'], ['\\bA9\\b']] })),
  ask('impact', 'are top ups affected by the trip mess', t.verdict('no', 'bad')),
  ask(
    'impact',
    'is it just one pod of trip builder thats broken or all of them',
    t.words({ says: [['trip-builder-2']] }),
  ),

  ask('deploy', 'what got deployed today', t.words({ says: [['tariff-svc'], ['3\\.4\\.0']] })),
  ask('deploy', 'when did tariff svc 3.4.0 go live', t.began('release', 120)),
  ask('deploy', 'is the tariff release to blame for the lost trips', t.verdict('no', 'bad')),
  ask(
    'deploy',
    'did somebody change something right before the trips broke',
    t.words({ says: [['tzdata', 'time-?zone', '2026c', 'TOLL-512']] }),
  ),
  ask('deploy', 'was there a new version of trip builder today', t.verdict('no', 'fact')),
  ask('version', 'what version of trip builder is running', t.words({ saysFirst: [['7\\.0\\.3']] })),
  ask('version', 'tariff svc version now', t.words({ saysFirst: [['3\\.4\\.0']] })),
  ask('version', 'and what was tariff svc on before', t.words({ says: [['3\\.3\\.9']] })),
  ask('restart', 'when did plate vision restart', t.began('restart', 120)),
  ask('restart', 'did driver api restart at all today', t.verdict('no', 'fact')),
  ask('next-step', 'okay what do i do when im at my desk', t.words({ says: [['trip-builder'], [...ZONE]] })),
  ask('next-step', 'how do i fix the dropped trips', t.words({ says: [['trip-builder'], [...ZONE]] })),
  ask('dependency', 'who calls accounts', t.words({ names: ['trip-builder', 'topup-pay', 'driver-api'] })),
  ask('dependency', 'which database does accounts use', t.words({ says: [['postgres']] })),
  ask(
    'timeline',
    'gimme the story in order what happened this morning',
    t.words({
      says: [['trip-builder'], ['driver-api', 'partner-clearing', '\\bA7\\b'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask(
    'timeline',
    'i gotta do a standup in five what happened and when since {@onset-5}',
    t.words({
      says: [['trip-builder'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),

  ask('silence', 'did anything go quiet on us', t.verdict('no', 'bad')),
  ask('silence', 'is trip archive still writing stuff', t.verdict('yes', 'good')),
  ask('silence', 'when did we last hear from trip archive', ({ world }) =>
    at(world.logs.findLast(m.archive)?.timeMs, 60),
  ),

  ask('lookup', 'what happened to trip {droppedTrip}', t.words({ says: [['dropped', 'negative', 'thrown']] })),
  ask(
    'lookup',
    '{goodTrip} did that one go through',
    t.words({
      says: [['assembled', 'charged', '\\b20[01]\\b', 'succe', 'ended well', 'no error']],
      neverFirst: ['^\\W*no\\b(?!,? (?:error|failure))'],
    }),
  ),
  ask(
    'lookup',
    'guy with vehicle {emptyVehicle} is complaining whats up with him',
    t.words({ says: [['no trips', '502', 'negative', 'not sent']] }),
  ),
  ask('lookup', 'whats with batch {heldBatch}', t.words({ says: [['held', 'without a trip']] })),
  ask(
    'lookup',
    'trace {droppedTrace} what went wrong there',
    t.words({ says: [['trip-builder'], ['negative', 'dropped', 'duration']] }),
  ),
  ask('lookup', 'customer {declinedAccount} says his card doesnt work', t.words({ says: [['declined', '402']] })),
  ask('meaning', 'what does passage ignored read twice mean', t.words({ says: [['gantry-edge']] })),
  ask(
    'meaning',
    'whats toll 512 i mean TOLL-512',
    t.words({ says: [['trip-builder'], ['tzdata', 'time-?zone', '2026c']] }),
  ),
  ask('paste', '{dropLine}\nhow many of those', t.count(t.anytime, t.logs(m.dropped))),
  ask('paste', 'someone sent me this\n{appLine}\nwhats behind it', t.because(TOLLS_INCIDENT)),
  ask('paste', '{plateLine}\ndoes this have to do with the dropped trips', UNRELATED),
  ask('paste', '{heldLine}\nwhen was the first one like that', ({ world }) => at(world.logs.find(m.held)?.timeMs, 60)),
  ask('list', 'what services do we even have on tolls', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'endpoints of the driver api',
    t.words({ says: [['/app/trips'], ['/app/balance'], ['/app/topups'], ['/app/disputes']] }),
  ),
  ask(
    'list',
    'metrics from trip builder which ones are there',
    t.words({ names: ['trips.open', 'dead_letter_depth', 'assembly_queue_depth'] }),
  ),
  ask('single-record', 'when was the first dropped trip', ({ world }) => at(world.logs.find(m.dropped)?.timeMs, 60)),
  ask('single-record', 'when did the last a7 trip get assembled', ({ world }) =>
    at(world.logs.findLast(t.all(m.assembled, m.on('A7')))?.timeMs, 60),
  ),
  ask('single-record', 'when was nordpass last cleared', ({ world }) =>
    at(world.logs.findLast(t.all(m.cleared, t.has('partner', 'nordpass')))?.timeMs, 60),
  ),
  ask('bare-name', 'partner clearing', t.words({ saysFirst: [['partner-clearing']] })),

  ask('unknown', 'errors on vignette shop', t.declined('unknown', 'vignette')),
  ask('unknown', 'is the rabbitmq down', t.declined('unknown', 'rabbitmq')),
  ask('unknown', 'wheres trip TR-999001', t.declined('no_data')),
  ask('unknown-attribute', 'how many passages per driver age', t.declined('no_data')),
  ask('unknown-attribute', 'which toll booth cashier has the most complaints', t.declined('no_data')),
  ask('order', 'just restart trip builder 2 for me', t.declined('read_only')),
  ask('order', 'roll back the tzdata please', t.declined('read_only')),
  ask('talk', 'morning hows it going', t.declined('small_talk')),
  ask('talk', 'okay cool thanks talk later', t.declined('small_talk')),
  ask('off-topic', 'whats a good podcast for a two hour drive', t.declined('off_topic')),
  ask('ask-back', 'and that other one', t.declined('ask_back')),
  ask('language', 'warum werden fahrten verworfen', t.because(TOLLS_INCIDENT)),
  ask(
    'language',
    'wie viele fehler hatte trip-builder in den letzten 20 minuten',
    t.count(t.last(20), ...t.errors(m.builder)),
  ),
  ask('language', '¿desde cuando se pierden viajes?', t.began()),

  ...talk(
    'drive-in',
    ask('follow-up', 'hey whats broken', t.because(TOLLS_INCIDENT)),
    ask('follow-up', 'since when', t.began()),
    ask('follow-up', 'why tho', t.words({ says: [[...ZONE]] })),
    ask('follow-up', 'is it over', t.verdict('no', 'good')),
  ),
  ...talk(
    'tariff',
    ask('follow-up', 'anything new at tariff svc', t.words({ says: [['3\\.4\\.0']] })),
    ask('follow-up', 'when was that', t.began('release', 120)),
    ask('follow-up', 'did it make it slower', t.verdict('yes', 'bad')),
  ),
  ...talk(
    'one-trip',
    ask('follow-up', 'look at trip {droppedTrip}', t.words({ says: [['dropped', 'negative', 'thrown']] })),
    ask('follow-up', 'which motorway was that', ({ world }) => {
      const line = world.logs.find(({ message }) => message.includes(`${world.names['droppedTrip']} `))
      return { says: [[/ on (A\d)/.exec(line?.message ?? '')?.[1] ?? '']] }
    }),
  ),
  ask('several', 'whats broken since when and is it over', (asked) => ({
    ...t.because(TOLLS_INCIDENT, 'time')(asked),
    says: [ONGOING],
  })),
  ask('several', 'what was changed at trip builder and at what time', ({ world }) => ({
    says: [['tzdata', 'time-?zone', '2026c', 'TOLL-512']],
    ...at(world.marks['onset'], 120),
  })),
  ...TOLLS_COUNTS_58,
  ...TOLLS_NUMBERS_58,
]
