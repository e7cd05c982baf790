/** Questions to the cinemas: states, causes, single things, what cannot be answered. Fifty-second round. */
import { CINEMA_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { CINEMA_COUNTS_52 } from './cinema-counts.ts'
import { CINEMA_NUMBERS_52 } from './cinema-numbers.ts'
import * as m from './rows.ts'

const EVICTION = CINEMA_INCIDENT.mechanism
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const CINEMA_52 = [
  ask('state', 'large halls bookable again?', t.verdict('yes', 'good')),
  ask('state', 'holds still vanishing?', t.verdict('no', 'bad')),
  ask(
    'state',
    'I have to inform the cinema managers now: can customers buy tickets for the big halls again, yes or no?',
    t.verdict('yes', 'good'),
  ),
  ask('state', 'is it over', t.verdict('yes', 'good')),
  ask('health', 'pay-desk ok?', t.healthy),
  ask('health', 'door-scan green?', t.healthy),
  ask('premise', 'why did pay-desk crash', t.denied('pay-desk')),
  ask('premise', 'Somebody told me door-scan is down and nobody gets in. Why is that?', t.denied('door-scan')),
  ask('premise', 'is loyalty dropping requests', t.noTrouble),
  ask('cause', 'root cause 502s box-front?', t.because(CINEMA_INCIDENT, 'mechanism')),
  ask(
    'cause',
    'Customers paid for seats in grand-1 and then got an error and their money back. What was the reason for this?',
    t.because(CINEMA_INCIDENT, 'mechanism'),
  ),
  ask(
    'cause',
    'The snack team says that some of their orders were dropped this evening. Why did that happen?',
    t.because(CINEMA_INCIDENT),
  ),
  ask('cause', 'what blew up around {@onset}', t.because(CINEMA_INCIDENT)),
  ask(
    'cause',
    'Hi, one of our cinema managers called and said the booking page was broken for the evening show. I am not a technical person, can you explain what went wrong?',
    t.because(CINEMA_INCIDENT),
  ),
  ask(
    'cause',
    'acquirer, redis or loyalty 4.8.0. pick one',
    t.words({
      saysFirst: [[...EVICTION]],
      neverFirst: ['^\\W*(?:it is |yes,? )?(?:the )?(?:acquirer|pay-desk|loyalty)\\b'],
    }),
  ),
  ask('since', 'first 502 on POST /bookings when', t.began()),
  ask('since', 'From what time on did bookings for the large halls fail?', t.began()),
  ask('how-long', 'outage duration?', t.lasted('onset', 'recovery')),
  ask('how-long', 'For how many minutes were customers unable to book the large halls?', t.lasted('onset', 'recovery')),
  ask('since', 'when did it end', t.began('recovery', 150)),
  ask('single-record', 'last "hold gone before its ttl" at?', ({ world }) =>
    at(world.logs.findLast(m.gone)?.timeMs, 60),
  ),
  ask('impact', 'blast radius, numbers', m.damage),
  ask('impact', 'afected svcs?', t.words({ names: ['box-front', 'seat-hold', 'snackbar'] })),
  ask(
    'impact',
    'How many of our customers were hit by the failed bookings?',
    t.count(t.anytime, t.differentOf(t.all(m.bookings, t.failed), 'customer.id')),
  ),
  ask('impact', 'Were the small halls hit by the failed bookings too?', t.verdict('no', 'bad')),
  ask('impact', 'Which halls were concerned by the failed bookings?', t.words({ names: ['grand-1', 'grand-2'] })),
  ask('impact', 'Was the entrance at the doors affected by the problem as well?', t.verdict('no', 'bad')),
  ask('next-step', 'what fixed it', t.words({ says: [['noeviction', 'maxmemory-policy', 'CR-4417']] })),
  ask('deploy', 'deploys last 60m', t.words({ says: [['loyalty'], ['4\\.8\\.0']] })),
  ask('deploy', 'loyalty 4.8.0 to blame?', t.verdict('no', 'bad')),
  ask('deploy', 'At what time did the new version of loyalty go out?', t.began('release', 120)),
  ask('version', 'seat-hold version', t.words({ saysFirst: [['3\\.9\\.0']] })),
  ask(
    'version',
    'Which version of box-front do our customers use at the moment?',
    t.words({ saysFirst: [['12\\.1\\.4']] }),
  ),
  ask('restart', 'restarts?', t.words({ says: [['newsletter']] })),
  ask('restart', 'newsletter back up at', t.began('restart', 120)),
  ask(
    'deploy',
    'config changes today?',
    t.words({ says: [['maxmemory-policy', 'noeviction', 'CR-4417', 'price rules']] }),
  ),
  ask('next-step', 'same thing happens tmrw, where do i look', t.words({ says: [['seat-hold'], [...EVICTION]] })),
  ask(
    'next-step',
    'What should we do so that our customers never run into this again?',
    t.words({ says: [['seat-hold'], [...EVICTION]] }),
  ),
  ask('dependency', 'callers of seat-hold', t.words({ names: ['box-front', 'snackbar'] })),
  ask('dependency', 'door-scan db?', t.words({ says: [['mongodb']] })),
  ask(
    'timeline',
    'timeline for the postmortem',
    t.words({
      says: [['seat-hold'], ['box-front', 'snackbar'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask(
    'timeline',
    'Could you summarise for the management, step by step with times, what happened this evening?',
    t.words({ says: [['seat-hold'], ['box-front', 'snackbar'], ['\\d\\d:\\d\\d']], neverFirst: ['log records'] }),
  ),
  ask('silence', 'anything gone dark?', t.words({ saysFirst: [['poster-sync']] })),
  ask('silence', 'poster-sync alive', t.verdict('no', 'good')),
  ask('silence', 'poster-sync last line ts', ({ world }) => at(world.logs.findLast(m.posters)?.timeMs, 60)),
  ask(
    'silence',
    'The foyer screens show old posters. Is the script that copies them (poster-sync) still running?',
    t.verdict('no', 'good'),
  ),
  ask('lookup', '{failedBooking} ?', t.words({ says: [['fail', '50[02]', 'refund', 'gone']] })),
  ask(
    'lookup',
    'booking {goodBooking} went through?',
    t.words({ says: [['complete', 'confirmed', 'charged']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask(
    'lookup',
    'A customer complains that booking {declinedBooking} never worked, what happened to it?',
    t.words({ says: [['declin', '402']] }),
  ),
  ask('lookup', 'hold {goneHold}', t.words({ says: [['gone', 'ttl', '50[02]', 'fail']] })),
  ask('lookup', 'trace {failedTrace}: who failed first', t.words({ says: [['seat-hold']] })),
  ask(
    'meaning',
    '"maxmemory-policy allkeys-lru, not noeviction" meaning?',
    t.words({ says: [['seat-hold', 'redis', 'evict']] }),
  ),
  ask(
    'meaning',
    'I read "hold gone before its ttl ran out" in a report. What does this mean for our customers?',
    t.words({ says: [['seat-hold'], [...EVICTION, 'fail', 'booking']] }),
  ),
  ask('paste', '{goneLine}\nn today?', t.count(t.anytime, t.logs(m.gone))),
  ask('paste', '{failedLine}\nwhy', t.because(CINEMA_INCIDENT)),
  ask('paste', '{usedLine}\nrelated to the booking outage?', UNRELATED),
  ask(
    'paste',
    'Our partner agency sent me this line, do you know where it comes from?\n{droppedLine}',
    t.words({ says: [['snackbar', 'seat-hold']] }),
  ),
  ask('list', 'svcs', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'routes snackbar', t.words({ says: [['/menu'], ['/snack-orders'], ['pickup']] })),
  ask('list', 'Which cinemas do we have data of?', t.words({ names: m.SITES })),
  ask('single-record', 'last declined card, ts', ({ world }) => at(world.logs.findLast(m.declined)?.timeMs, 60)),
  ask('single-record', 'When was the first booking that failed after the customer had paid?', ({ world }) =>
    at(world.logs.find(m.bookingFailed)?.timeMs, 60),
  ),
  ask('bare-name', 'seat-hold', t.words({ saysFirst: [['seat-hold']] })),
  ask('bare-name', 'box front', t.words({ saysFirst: [['box-front']] })),

  ask('unknown', 'ticket-printer-api errs', t.declined('unknown', 'ticket-printer')),
  ask('unknown', 'kafka lag?', t.declined('unknown', 'kafka')),
  ask('unknown', 'booking BK-7654321', t.declined('no_data')),
  ask('unknown-attribute', 'How many tickets did we sell per age group?', t.declined('no_data')),
  ask('order', 'flush holds-b', t.declined('read_only')),
  ask('order', 'Please refund everybody who had a failed booking in grand-1.', t.declined('read_only')),
  ask('talk', 'moin', t.declined('small_talk')),
  ask('off-topic', 'Which film would you recommend for a rainy sunday?', t.declined('off_topic')),
  ask('ask-back', 'and the rest of those?', t.declined('ask_back')),
  ask('language', 'warum sind buchungen der grossen säle nach der zahlung gescheitert?', t.because(CINEMA_INCIDENT)),
  ask(
    'language',
    'wie viele fehler hatte snackbar zwischen {@onset} und {@recovery+1}',
    t.count(t.during(['onset', 0], ['recovery', 1]), ...t.errors(m.snacks)),
  ),
  ask('language', '¿qué versión de pay-desk está en producción?', t.words({ says: [['5\\.5\\.2']] })),

  ...talk(
    'page',
    ask('follow-up', 'got paged for box-front 5xx, what broke', t.because(CINEMA_INCIDENT)),
    ask('follow-up', 'since', t.began()),
    ask('follow-up', 'why?', t.words({ says: [[...EVICTION]] })),
    ask('follow-up', 'over?', t.verdict('yes', 'good')),
  ),
  ...talk(
    'release',
    ask('follow-up', 'Was there a new release of loyalty today?', t.words({ says: [['4\\.8\\.0']] })),
    ask('follow-up', 'Did it have anything to do with the failed bookings?', t.verdict('no', 'bad')),
  ),
  ask('several', 'what broke, when, is it over', (asked) => ({
    ...t.because(CINEMA_INCIDENT, 'time')(asked),
    says: [['over', 'ended', 'recover', 'yes', 'no longer', 'until', 'resolved']],
  })),
  ...CINEMA_COUNTS_52,
  ...CINEMA_NUMBERS_52,
]
