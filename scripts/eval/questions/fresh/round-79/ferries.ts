/** Questions to the ferry line: what is wrong, since when, whom it hit, what came before and what to do. */
import { minuteOf } from '../../catalog/define.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import { FERRIES_COUNTS } from './ferries-counts.ts'
import { FERRIES_NUMBERS } from './ferries-numbers.ts'
import { FERRIES_RECORDS } from './ferries-records.ts'
import { FERRIES_SHAPE } from './ferries-shape.ts'
import { FERRIES_TALKS } from './ferries-talks.ts'
import * as f from './rows.ts'

const STATE = [
  ask('state', 'is it over or are cars still being turned away?', f.ongoing),
  ask('state', 'anything burning right now', t.verdict('yes', 'bad')),
  ask('state', 'Good morning. Did the trouble from last night go away on its own?', t.trouble()),
  ask(
    'state',
    'which of our services are unhealthy at this moment',
    t.words({ names: ['deck-planner', 'booking-api', 'checkin-api'] }),
  ),
  ask('health', 'how is payment-bridge holding up', t.healthy),
  ask('health', 'Does check-in at the terminals work properly at the moment?', t.trouble()),
  ask('health', 'crew-roster, any sign of trouble there?', t.noTrouble),
  ask('health', 'was deck-planner fine at {@setting-12}?', t.verdict('yes', 'good')),
  ask('health', 'booking-api around {@onset+9}: healthy or not', t.verdict('no', 'good')),
]

const CAUSE = [
  ask('cause', "why can't people with cars book a ferry?", t.because(f.INCIDENT, 'mechanism')),
  ask(
    'cause',
    'Please tell me in one sentence what went wrong tonight and in which service.',
    t.because(f.INCIDENT, 'mechanism'),
  ),
  ask(
    'cause',
    'queue at holm is out on the road and the kiosks reject everyone. what is broken??',
    t.because(f.INCIDENT),
  ),
  ask(
    'cause',
    'reason for the 503s on POST /api/checkins',
    t.words({ names: ['deck-planner'], says: [f.INCIDENT.mechanism] }),
  ),
  ask('cause', 'what exactly was changed right before deck-planner went bad', t.words({ says: [f.CHANGE] })),
  ask('since', 'since when do vehicle bookings fail', t.began()),
  ask('since', 'at what time did we last hear from weather-feed', t.began('dark', 90)),
  ask('how-long', 'for how many minutes has this been going on now', t.lasted('onset')),
  ask('how-long', 'how long has the weather feed been quiet?', t.lasted('dark')),
]

const IMPACT = [
  ask('impact', 'how many bookings has this cost us so far', t.count(t.anytime, t.failures(f.bookings))),
  ask(
    'impact',
    'Number of travellers whose check-in broke off with an error?',
    t.count(t.anytime, t.failures(f.checkins), t.failures(f.atGateway('/api/checkins'))),
  ),
  ask(
    'impact',
    'which sales partners ran into failed bookings',
    t.words({ names: ['direct', 'islandtours', 'nordfreight', 'autoclub', 'coachline'] }),
  ),
  ask('impact', 'what crossings are hit', t.words({ names: ['holm-vargo', 'holm-skarn'] })),
  ask(
    'impact',
    'percentage of bookings with a vehicle that failed since {@onset}',
    t.percent(f.outage, t.share(t.all(f.bookings, f.withVehicle))),
  ),
  ask('impact', 'how bad is it at web-gateway', t.howBad(['web-gateway'], null)),
  ask('impact', 'are refunds affected too?', t.verdict('no', 'bad')),
  ask('impact', 'does it fail for motorcycles as well', t.verdict('yes', 'bad')),
  ask(
    'impact',
    'which endpoints return 5xx on the gateway',
    t.words({ names: ['/api/bookings', '/api/checkins', '/api/decks/{sailing}'] }),
  ),
  ask('timeline', 'I need a timeline of the incident for the handover', ({ world }) => ({
    names: ['deck-planner'],
    says: [[minuteOf(world.marks['onset'] ?? 0), minuteOf(world.marks['setting'] ?? 0)]],
  })),
  ask(
    'timeline',
    'what happened in the quarter of an hour before {@onset}?',
    t.words({ says: [['plan_cache_ttl', 'setting', '4\\.3\\.0', 'timetable-api']] }),
  ),
  ask('order', 'what came first, the setting change at deck-planner or the failed bookings', ({ world }) => ({
    names: ['deck-planner'],
    says: [['before', 'preced', 'earlier', 'prior', 'first', minuteOf(world.marks['setting'] ?? 0)]],
  })),
  ask('order', 'Was the timetable-api release before or after the first errors?', ({ world }) => ({
    says: [['before', 'earlier', 'preced', 'prior', minuteOf(world.marks['release'] ?? 0)]],
    neverFirst: ['\\bno release\\b'],
  })),
  ask('next-step', 'What would you do to get bookings running again?', t.words({ names: ['deck-planner'] })),
]

export const FERRIES_79 = [
  ...STATE,
  ...CAUSE,
  ...IMPACT,
  ...FERRIES_SHAPE,
  ...FERRIES_COUNTS,
  ...FERRIES_NUMBERS,
  ...FERRIES_RECORDS,
  ...FERRIES_TALKS,
]
