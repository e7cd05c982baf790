/** Questions to the laundry chain, by an engineer on call: what broke, since when, what changed, what is quiet. */
import { minuteOf } from '../../catalog/define.ts'
import { logsOf } from '../../truth.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import { LAUNDRY_COUNTS } from './laundry-counts.ts'
import { LAUNDRY_NUMBERS } from './laundry-numbers.ts'
import { LAUNDRY_TALKS } from './laundry-talks.ts'
import * as r from './rows.ts'

const INCIDENT_QUESTIONS = [
  ask('state', 'is the laundry stuff still broken or are we good again?', r.over),
  ask('state', 'whats the current status of prod', () => ({
    says: [['over\\b', 'recover', 'ended', 'no longer', 'healthy', 'normal', 'nothing', 'courier-sync']],
    neverFirst: ['still (?:going on|failing|broken)'],
  })),
  ask('state', 'are customers still getting 5xx right now?', t.verdict('no', 'bad')),
  ask('health', 'tag-service healthy at the moment?', t.healthy),
  ask('health', 'slot-planner ok now?', t.healthy),
  ask('health', 'is order-api slower than usual in the last 10 minutes?', t.noTrouble),
  ask('cause', 'what broke the drop-offs?', t.because(r.INCIDENT, 'mechanism')),
  ask('cause', 'why were orders failing with 502 tonight', t.because(r.INCIDENT, 'mechanism')),
  ask('cause', 'root cause of the outage plz, and when did it start', t.because(r.INCIDENT, 'mechanism', 'time')),
  ask(
    'cause',
    'which service is to blame for the 503s at the lockers and what went wrong in there',
    t.because(r.INCIDENT, 'mechanism'),
  ),
  ask(
    'cause',
    'what made the tag errors stop in the end?',
    t.words({ says: [['care[ _]preview', 'LDR-217', 'restart', 'started', 'SIGTERM']] }),
  ),
  ask('since', 'since when did POST /tags fail?', t.began()),
  ask('since', 'what time was everything back to normal', t.began('recovery')),
  ask('since', 'when did tag-service run out of file handles?', t.began()),
  ask('how-long', 'how long did the outage last', t.lasted('onset', 'recovery')),
  ask(
    'how-long',
    'time between the SIGTERM and the start of tag-service?',
    t.words({ numbers: [{ value: 6000, unit: 'ms', tolerance: 0.1 }] }),
  ),
  ask('impact', 'how many orders did we lose bc of this?', t.count(t.anytime, t.failures(r.newOrders))),
  ask(
    'impact',
    'what share of drop-off requests on locker-api failed between {atOnset} and {atRecovery}?',
    t.percent(r.outage, t.share(r.dropOffs)),
  ),
  ask('impact', 'did slot-planner suffer from the outage at all?', t.noTrouble),
  ask('timeline', 'give me a timeline of what happened', ({ world }) => ({
    says: [
      [minuteOf(world.marks['onset'] ?? 0)],
      [minuteOf(world.marks['recovery'] ?? 0), minuteOf((world.marks['recovery'] ?? 0) - 9000)],
      ['tag-service'],
    ],
  })),
  ask(
    'timeline',
    'what was changed in the quarter of an hour before {@onset}?',
    t.words({
      says: [
        ['care[ _]preview', 'LDR-214'],
        ['2\\.9\\.0', 'LDR-211'],
      ],
    }),
  ),
  ask(
    'order',
    'was care_preview switched on before or after the locker-api release?',
    t.words({ saysFirst: [['before', 'earlier', 'first']], neverFirst: ['min(?:utes)? after\\b'] }),
  ),
  ask(
    'next-step',
    'what should I look at next?',
    t.words({ says: [['tag-service', 'care[ _]preview', 'descriptor', 'open files', 'courier-sync']] }),
  ),
]

const SYSTEM_QUESTIONS = [
  ask(
    'dependency',
    'who calls tag-service?',
    t.words({ names: ['locker-api', 'order-api', 'intake-worker', 'quote-service'] }),
  ),
  ask('dependency', 'which db does quote-service talk to', t.words({ says: [['postgres']] })),
  ask('dependency', 'who publishes into bags.received?', t.words({ names: ['locker-api', 'order-api'] })),
  ask('dependency', 'does slot-planner use tag-service?', t.verdict('no', 'fact')),
  ask('version', 'what version of tag-service is live', t.words({ saysFirst: [['6\\.3\\.2']] })),
  ask('version', 'which version of locker-api was running before {@release}?', t.words({ saysFirst: [['2\\.8\\.4']] })),
  ask('deploy', 'when did locker-api 2.9.0 go out', t.began('release', 60)),
  ask('deploy', 'was it the new locker-api release that broke the drop-offs?', t.verdict('no', 'bad', ['tag-service'])),
  ask('deploy', 'did order-api get a new version today?', t.verdict('no', 'bad')),
  ask('premise', 'why is quote-service down?', t.denied('quote-service')),
  ask('premise', 'sms-notify was redeployed, why?', t.denied('sms-notify')),
  ask('silence', 'anyone of our services that has gone quiet on us?', ({ world }) => ({
    first: { name: 'courier-sync', among: [...world.services] },
  })),
  ask(
    'silence',
    'why are there no logs from courier-sync anymore',
    t.words({ says: [['token', 'revoked', '\\b401\\b']] }),
  ),
  ask('restart', 'did anything restart within this hour?', t.words({ names: ['slot-planner', 'tag-service'] })),
  ask('restart', 'reason slot-planner was terminated?', t.words({ says: [['drain', 'evict']] })),
  ask('meaning', 'what does EMFILE mean', t.words({ says: [['open files', 'descriptor', 'file handles']] })),
  ask(
    'meaning',
    'drop-off answers 409, whats that about?',
    t.words({ says: [['no free box', 'refused', '\\bfull\\b']], neverFirst: ['root cause'] }),
  ),
  ask('meaning', 'when is a batch "pressed again"?', t.words({ says: [['too wet']] })),
  ask('meaning', 'why would quote-service answer 422?', t.words({ says: [['hand wash']] })),
  ask('paste', '{tagLine}\n^ how many of those in total?', t.count(t.anytime, t.logs(t.says(/^tag not issued/)))),
  ask('paste', '{wetLine} how often does that come?', t.count(t.anytime, t.logs(r.lines(r.plant, /too wet/)))),
  ask(
    'paste',
    'what do I make of this one? {fleetLine}',
    t.words({
      says: [
        ['courier-sync'],
        ['silent', 'quiet', 'nothing', 'no (?:more|further)', 'stopped', 'token', 'last', 'once'],
      ],
    }),
  ),
  ask('paste', '{dropLine}\nwhy?', t.because(r.INCIDENT, 'mechanism')),
  ask(
    'lookup',
    'what happened to order {lostOrder}?',
    t.words({ says: [['not saved', 'no bag label', 'tag-service', '\\b50[02]\\b']] }),
  ),
  ask(
    'lookup',
    'trace {failedDropOff}, where did it break',
    t.words({ says: [['tag-service'], ['EMFILE', 'too many open files', '\\b500\\b', 'POST /tags', 'no tag']] }),
  ),
  ask('lookup', 'did order {placedOrder} go through?', t.words({ says: [['placed', '\\b201\\b']] })),
  ask('lookup', 'whose bag is {registeredBag}', ({ world }) => {
    const bag = world.names['registeredBag'] ?? ''
    const [line] = logsOf(world, (log) => log.message.includes(`${bag} of`))
    return { says: [[/ of (\S+) /.exec(line?.message ?? '')?.[1] ?? '']] }
  }),
  ask('lookup', 'who turned care_preview on?', t.words({ says: [['m\\.visser']] })),
  ask('lookup', "what changed in order-api's settings?", t.words({ says: [['pickup_cutoff', '19:00', 'LDR-208']] })),
  ask(
    'anomaly',
    'anything odd in the metrics of tag-service before it fell over?',
    t.words({ says: [['open_file', 'descriptor', 'open files', 'file handles']] }),
  ),
  ask('anomaly', 'is latency at web-gw unusual right now?', t.noTrouble),
  ask('single-record', 'show me the last error locker-api logged', t.words({ says: [['drop-off failed: no tag']] })),
  ask('single-record', 'when was the very first EMFILE line?', r.lineAt(r.lines(r.tags, /EMFILE/), 0)),
  ask('single-record', 'last order that order-api refused: what did the log say?', ({ world }) => ({
    says: [[/: (.+)$/.exec(logsOf(world, r.lines(r.orders, /^Order refused/)).at(-1)?.message ?? '')?.[1] ?? '']],
  })),
  ask('single-record', 'what time did the last bag get parked?', r.lineAt(r.lines(r.intake, /parked after/), -1)),
  ask('list', 'list the last 3 parked bags', r.lastTexts(r.lines(r.intake, /parked after/), /(BG-\d+)/, 3)),
  ask('list', 'show the 5 most recent refused slot holds', ({ world }) => ({
    says: [['slot is taken'], [minuteOf(logsOf(world, r.lines(r.slots, /hold refused/)).at(-1)?.timeMs ?? 0)]],
  })),
  ask('list', 'quick list of the services in this laundry setup', t.words({ names: r.SERVICES })),
  ask('unknown', 'how is the loyalty-service doing?', t.declined('unknown')),
  ask('unknown', 'error rate of ironing-robot in the last 10 min', t.declined('unknown')),
  ask('unknown', 'what happened to order LO-00000?', t.declined('unknown')),
  ask('unknown-attribute', 'web-gw errors by browser', t.declined('unknown')),
  ask('unknown-attribute', 'failed drop-offs per coupon code', t.declined('unknown')),
  ask('no-data', 'how many orders did we place last tuesday?', t.declined('no_data')),
  ask('ask-back', 'how many?', t.declined('ask_back')),
  ask('ask-back', 'can you do that for the other one as well', t.declined('ask_back')),
  ask('off-topic', 'whats the weather in Rotterdam tomorrow', t.declined('off_topic')),
  ask('off-topic', 'write me a haiku about clean towels', t.declined('off_topic')),
  ask('small-talk', 'hey, you awake? long night', t.declined('small_talk')),
  ask('small-talk', 'ok thx, back to my pillow then', t.declined('small_talk')),
  ask('read-only', 'restart tag-service for me please', t.declined('read_only')),
  ask('read-only', 'can you switch care_preview off everywhere?', t.declined('read_only')),
  ask('language', 'Wie viele Beutel wurden geparkt?', t.declined('language', 'engl|anglais|ingl[eé]s')),
  ask('language', 'combien de commandes ont échoué ?', t.declined('language', 'engl|anglais|ingl[eé]s')),
]

export const LAUNDRY_74 = [
  ...INCIDENT_QUESTIONS,
  ...SYSTEM_QUESTIONS,
  ...LAUNDRY_COUNTS,
  ...LAUNDRY_NUMBERS,
  ...LAUNDRY_TALKS,
]
