/** Questions to the hire company: what is wrong, since when, whom it hits, what came before and what to do. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'
import { TOOLHIRE_CONDITIONS } from './toolhire-conditions.ts'
import { TOOLHIRE_COUNTS } from './toolhire-counts.ts'
import { TOOLHIRE_METRICS } from './toolhire-metrics.ts'
import { TOOLHIRE_NUMBERS } from './toolhire-numbers.ts'
import { TOOLHIRE_RECORDS } from './toolhire-records.ts'
import { TOOLHIRE_SHAPE } from './toolhire-shape.ts'
import { TOOLHIRE_TALKS } from './toolhire-talks.ts'
import { TOOLHIRE_THREADS } from './toolhire-threads.ts'

const STATE = [
  ask('state', 'is it still broken? trying to decide whether i go back to bed', r.goesOn),
  ask('state', 'whats on fire rn', t.because(r.INCIDENT)),
  ask(
    'state',
    'Good morning! Is anything broken that I should know about before we open the phone lines?',
    t.because(r.INCIDENT),
  ),
  ask('state', 'are we still seeing 503s on new bookings?', t.verdict('yes', 'bad')),
  ask('health', 'booking-api ok?', t.trouble()),
  ask('health', 'is deposit-desk healthy at the moment', t.healthy),
  ask('health', 'How was availability doing at {@start+20}?', t.healthy),
  ask('health', 'did dispatch have problems around {@onset+8}', t.verdict('yes', 'bad')),
  ask('health', 'can our staff in leeds still make bookings', t.verdict('yes', 'good')),
  ask('health', 'does GET {machineRoute} work? the yard tablets need it', t.verdict('yes', 'good')),
]

const CAUSE = [
  ask('cause', "why can't people book anything in bristol", t.because(r.INCIDENT, 'mechanism')),
  ask(
    'cause',
    'customers get a 503 when they submit a booking, where does it come from',
    t.words({ names: ['availability'], says: [r.INCIDENT.mechanism] }),
  ),
  ask(
    'cause',
    'damage reports end in a 502. our bug in damage-desk or somebody elses?',
    t.words({ names: ['availability'] }),
  ),
  ask('cause', 'root cause please, in one sentence', t.because(r.INCIDENT, 'mechanism')),
  ask(
    'cause',
    'what makes the queries on hire_periods so slow all of a sudden?',
    t.words({ says: [['\\bindex', 'migration', '0147', 'seq(?:uential)? ?scan', '4\\.10\\.0']] }),
  ),
  ask('cause', 'reason for fuel-sync going quiet?', t.words({ says: [['host key', 'sftp']] })),
  ask('since', 'since when do bookings fail', t.began()),
  ask('since', 'when was the first query on hire_periods cancelled?', r.lineAt(/^query on hire_periods failed/)),
  ask('since', 'what time did fuel-sync send its last line', t.began('dark', 60)),
  ask('how-long', 'how long has the booking trouble been going on now', t.lasted('onset')),
  ask('how-long', "for how many minutes haven't we had any fuel card data", t.lasted('dark')),
]

const IMPACT = [
  ask(
    'impact',
    'how many bookings did we lose so far because of this',
    t.count(t.anytime, t.failures(r.books), r.lines(r.bookingApi, /^booking not saved: availability/)),
  ),
  ask('impact', 'which region is hit by the failing bookings', t.words({ names: ['west'] })),
  ask(
    'impact',
    'which depots have failed bookings? need it for the notice on the website',
    t.words({ names: ['bristol', 'exeter', 'bath'] }),
  ),
  ask('impact', 'has any booking in the east failed', t.verdict('no', 'bad')),
  ask(
    'impact',
    'who else suffers while availability is in trouble',
    t.words({ names: ['booking-api', 'dispatch', 'damage-desk'] }),
  ),
  ask(
    'impact',
    'list the customer accounts with at least one failed booking',
    t.words({ names: ['brickwell', 'harrow-roofing', 'council-works', 'fenland-rail', 'stageline', 'private'] }),
  ),
  ask(
    'impact',
    'what percentage of booking attempts has failed since {@onset}?',
    t.percent(r.outage, t.share(r.books), t.share(r.booksAtGateway)),
  ),
  ask('timeline', 'timeline of this incident for the 9am stand-up', ({ world }) => ({
    names: ['availability'],
    says: [[r.minute(world, 'onset')]],
  })),
  ask(
    'timeline',
    'what changed in the ten minutes before bookings started to fail',
    t.words({ says: [['max_hire_days', '4\\.10\\.0', 'migration', 'setting', 'releas', 'deploy']] }),
  ),
  ask('order', 'did the deposit-desk update come before or after the first failed booking?', ({ world }) => ({
    says: [['before', 'first', 'preced', 'earlier', 'then', 'ahead', r.minute(world, 'patch')]],
    neverFirst: ['deposit-desk\\W* (?:update |release )?(?:came|was|is) after'],
  })),
  ask(
    'order',
    'which one failed first, booking-api, damage-desk or availability',
    t.words({ first: { name: 'availability', among: ['booking-api', 'damage-desk', 'availability'] } }),
  ),
  ask('next-step', "ok i'm awake. where do i start looking", t.words({ names: ['availability'] })),
  ask(
    'next-step',
    'how could we fix the slow hire_periods queries?',
    t.words({ says: [['\\bindex', 'roll(?:ing|ed)? ?back', 'revert', '4\\.9\\.3', 'migration', 'undo']] }),
  ),
]

export const TOOLHIRE_80 = [
  ...STATE,
  ...CAUSE,
  ...IMPACT,
  ...TOOLHIRE_SHAPE,
  ...TOOLHIRE_COUNTS,
  ...TOOLHIRE_CONDITIONS,
  ...TOOLHIRE_NUMBERS,
  ...TOOLHIRE_METRICS,
  ...TOOLHIRE_RECORDS,
  ...TOOLHIRE_TALKS,
  ...TOOLHIRE_THREADS,
]
