/** Questions to the lift company: what is wrong, since when, whom it hits, and in which order things came. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import { LIFTS_CHANGES } from './lifts-changes.ts'
import { LIFTS_COUNTS } from './lifts-counts.ts'
import { LIFTS_EVENTS } from './lifts-events.ts'
import { LIFTS_GAUGES } from './lifts-gauges.ts'
import { LIFTS_NUMBERS } from './lifts-numbers.ts'
import { LIFTS_RECORDS } from './lifts-records.ts'
import { LIFTS_TALKS } from './lifts-talks.ts'
import { LIFTS_THREADS } from './lifts-threads.ts'
import * as v from './rows.ts'

const STATE = [
  ask('state', 'is it over yet or do cabins still have no voice', v.stillOn),
  ask('state', 'anything red at the moment?', () => ({
    names: ['voice-bridge'],
    verdict: { is: 'yes', sense: 'bad' },
  })),
  ask('state', 'morning. did the phone problem from the night go away by itself?', t.verdict('no', 'good')),
  ask('state', 'is POST {callRoute} still coming back with 502', t.verdict('yes', 'bad')),
  ask('health', 'callout-planner - all good there?', t.trouble()),
  ask('health', 'can you see anything wrong with parts-depot', t.noTrouble),
  ask('health', 'was voice-bridge ok at {@onset-10}', t.verdict('yes', 'good')),
  ask('health', 'how was alarm-desk doing around {@onset+12}? healthy or not', t.trouble()),
  ask('health', 'do lift-ingest and billing-run behave', t.healthy),
]

const CAUSE = [
  ask(
    'cause',
    'operators hear nothing when somebody presses the button in a cabin, why',
    t.because(v.INCIDENT, 'mechanism'),
  ),
  ask('cause', 'root cause of the failing call-outs please', t.because(v.INCIDENT, 'mechanism')),
  ask(
    'cause',
    'house managers get a 503 when they report an urgent fault. what is behind that?',
    t.words({ names: ['voice-bridge'], says: [v.INCIDENT.mechanism] }),
  ),
  ask(
    'cause',
    'alarm-desk keeps putting alarms back, is that its own bug or does it come from elsewhere',
    t.words({ names: ['voice-bridge'], says: [v.INCIDENT.mechanism] }),
  ),
  ask(
    'cause',
    'what does telvox have against us?',
    t.words({ says: [['allow list', 'allow-?list', 'source address']] }),
  ),
  ask(
    'since',
    'first alarm that was shown without voice, what time was that',
    v.lineAt(/shown without voice/, false, 60),
  ),
  ask('since', 'when did tech-api start to fail', t.began('onset', 240)),
  ask('how-long', 'how long have we been without calls over telvox now', t.lasted('onset')),
  ask('how-long', 'registry-sync is quiet for how long already?', t.lasted('dark')),
]

const IMPACT = [
  ask('impact', 'how bad is it', v.bad),
  ask(
    'impact',
    'number of urgent fault reports that got lost on the way to the planner',
    t.count(t.anytime, v.lines(v.portal, /^urgent fault report \S+ not passed on/), t.failures(v.reports)),
  ),
  ask('impact', 'which house owners have call-outs that nobody took', ({ world }) => ({
    names: v.failedValues(world, v.planner, 'tenant.id'),
  })),
  ask('impact', 'is altstadt-eg affectd at all', t.verdict('no', 'bad')),
  ask('impact', 'klinikum asks whether they are hit too', t.verdict('yes', 'bad')),
  ask(
    'impact',
    'which other services suffer besides voice-bridge',
    t.words({ names: ['alarm-desk', 'callout-planner', 'portal-api', 'tech-api'] }),
  ),
  ask('impact', 'dispatcher here, in which regions can i still phone people', t.words({ names: ['south', 'east'] })),
  ask('impact', 'is it only urgent fault reports that fail or normal ones too', t.words({ says: [['urgent']] })),
  ask('impact', 'does the ringnet carrier still put calls through', t.verdict('yes', 'good')),
  ask(
    'impact',
    'whats the share of calls voice-bridge could not make since {@onset}',
    t.percent(t.since('onset'), t.share(v.bridge)),
  ),
  ask(
    'impact',
    'how many lifts had at least one alarm without voice',
    t.count(t.anytime, t.differentTexts(/^alarm \S+ of (L-\d+) shown without voice/, v.desk)),
  ),
]

const ORDER = [
  ask('timeline', 'need a timeline of the night for the postmortem', ({ world }) => ({
    names: ['voice-bridge'],
    says: [[v.minute('onset')(world)]],
  })),
  ask(
    'timeline',
    'what the hell happened at {@onset}',
    t.words({ names: ['voice-bridge'], says: [['address', 'NET-318', 'refus', 'fail', '502']] }),
  ),
  ask(
    'timeline',
    'did anybody change something in the quarter of an hour before {@onset+1}',
    t.words({ says: [['3\\.5\\.0', 'inspection-book', 'NET-318', 'outbound address']] }),
  ),
  ask('order', 'did the inspection-book rollout come before the refused calls or after', ({ world }) => ({
    says: [['before', 'first', 'preced', 'earlier', 'ahead', 'then', v.minute('release')(world)]],
    neverFirst: ['rollout came after', 'release came after'],
  })),
  ask('next-step', 'what would you look at first', t.words({ names: ['voice-bridge'] })),
  ask(
    'next-step',
    'ok and how do we get rid of this',
    t.words({ says: [['voice-bridge', 'telvox', 'allow', 'NET-318']] }),
  ),
]

export const LIFTS_82 = [
  ...STATE,
  ...CAUSE,
  ...IMPACT,
  ...ORDER,
  ...LIFTS_CHANGES,
  ...LIFTS_COUNTS,
  ...LIFTS_EVENTS,
  ...LIFTS_NUMBERS,
  ...LIFTS_GAUGES,
  ...LIFTS_RECORDS,
  ...LIFTS_TALKS,
  ...LIFTS_THREADS,
]
