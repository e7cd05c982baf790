/** Threads about the ferry line: a question and what is asked on from its answer. */
import type { LogRow } from '../../records.ts'
import { spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as f from './rows.ts'

const whole = t.anytime
const more = (wording: string, expect: t.Expect) => ask('follow-up', wording, expect)

const INCIDENT_TALKS = [
  ...talk(
    'ferries-a',
    ask('cause', 'pager woke me up, bookings fail. whats the cause?', t.because(f.INCIDENT, 'mechanism')),
    more('when did that start', t.began()),
    more('was something changed there just before?', t.words({ says: [f.CHANGE] })),
    more('how many failed bookings up to now', t.count(whole, t.failures(f.bookings))),
    more('on which vessels', t.words({ names: ['aurora', 'solveig'] })),
    more('is it still happening', f.ongoing),
  ),
  ...talk(
    'ferries-b',
    ask('health', 'checkin-api ok?', t.trouble()),
    more('why not', t.words({ names: ['deck-planner'] })),
    more('how many of its requests failed', t.count(whole, t.failures(f.checkin))),
    more('and in the last 15 minutes', t.count(t.last(15), t.failures(f.checkin))),
  ),
  ...talk(
    'ferries-c',
    ask('lookup', 'Can you look up booking {failedBooking} for me?', t.words({ says: [['fail', '50[23]']] })),
    more('what did deck-planner say about it?', t.words({ says: [['timeout', '503', 'cancel', 'not loaded']] })),
    more('at what time was that', ({ world }) =>
      f.at(f.rowOf(world, new RegExp(`^booking ${world.names['failedBooking']} on .* failed`)).timeMs, 15),
    ),
  ),
  ...talk(
    'ferries-d',
    ask('silence', 'Is any service not sending data any more?', t.words({ names: ['weather-feed'] })),
    more('since when?', t.began('dark', 90)),
    more('what was its last line', t.words({ says: [['maintenance', 'polling paused']] })),
    more('does that explain the failed bookings?', t.verdict('no', 'fact')),
  ),
  ...talk(
    'ferries-e',
    ask('deploy', 'list the releases of tonight', t.words({ names: ['timetable-api', 'crew-roster'] })),
    more('when was the first one', t.began('release', 90)),
    more('did it make searches slower', t.verdict('yes', 'bad')),
    more('any failed requests on it since then?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'ferries-f',
    ask('restart', 'was deck-planner restarted?', t.verdict('yes', 'fact')),
    more('what time', t.began('attempt', 60)),
    more('how many errors has it had after that', t.count(t.sinceMark('attempt'), ...t.errors(f.decks))),
    more('by whom?', t.words({ says: [['operator']] })),
  ),
]

const COUNT_TALKS = [
  ...talk(
    'ferries-g',
    ask('count', 'POST /api/bookings on booking-api, how many tonight', t.count(whole, t.requests(f.bookings))),
    more('of these, how many with a car', t.count(whole, t.requests(t.all(f.bookings, f.vehicle('car'))))),
    more('how many of them failed?', t.count(whole, t.failures(t.all(f.bookings, f.vehicle('car'))))),
    more('and campers?', t.count(whole, t.failures(t.all(f.bookings, f.vehicle('camper'))))),
  ),
  ...talk(
    'ferries-h',
    ask('level', 'how many warnings does booking-api have', t.count(whole, t.logs(f.levels(f.booking, 'WARN')))),
    more('how many of those are about deck-planner', t.count(whole, f.lines(f.booking, /asking again/))),
    more('and declined payments', t.count(whole, f.lines(f.booking, /payment declined/))),
    more('and about full sailings, how many', t.count(whole, f.lines(f.booking, /sailing is full/))),
  ),
  ...talk(
    'ferries-i',
    ask(
      'window',
      'gateway 5xx between {@onset+2} and {@onset+12}',
      t.count(t.during(['onset', 2], ['onset', 12]), t.failures(f.gateway)),
    ),
    more('same for the ten minutes after', t.count(t.during(['onset', 12], ['onset', 22]), t.failures(f.gateway))),
    more(
      'by route please',
      t.groups('count', t.during(['onset', 12], ['onset', 22]), {
        '/api/bookings': t.failures(f.atGateway('/api/bookings')),
        '/api/checkins': t.failures(f.atGateway('/api/checkins')),
      }),
    ),
  ),
  ...talk(
    'ferries-j',
    ask('outcome', 'How many tickets were sent?', t.count(whole, f.lines(f.notify, /^ticket sent/))),
    more(
      'how many of them by sms',
      t.count(whole, t.logs(t.all(f.where(f.notify, /^ticket sent/), t.has('kind', 'sms') as t.Where<LogRow>))),
    ),
    more('and how many could not be sent', t.count(whole, f.lines(f.notify, /^ticket not sent/))),
    more('for what reasons?', t.words({ says: [['mailbox'], ['number is invalid']] })),
  ),
  ...talk(
    'ferries-k',
    ask(
      'errors',
      'error lines per service, last 30 minutes',
      t.groupsBy(t.last(30), t.logsIn(t.level('ERROR')), (row) => row.service),
    ),
    more('only deck-planner', t.count(t.last(30), t.logs(f.levels(f.decks, 'ERROR')))),
    more('which vessel shows up most there', t.topOf(t.logRows(f.levels(f.decks, 'ERROR')), f.attr('vessel'))),
  ),
]

const NUMBER_TALKS = [
  ...talk(
    'ferries-l',
    ask('percentile', 'p95 of deck-planner over the last half hour', t.millis(t.last(30), t.took(f.decks, 0.95))),
    more('and the median', t.millis(t.last(30), t.took(f.decks, 0.5))),
    more('what was it before {@setting}?', t.millis(t.before('setting'), t.took(f.decks, 0.5))),
    more('same window for checkin-api please', t.millis(t.before('setting'), t.took(f.checkin, 0.5))),
  ),
  ...talk(
    'ferries-m',
    ask('ratio', 'failure rate of POST /api/checkins since {@onset}', t.percent(f.outage, t.share(f.checkins))),
    more('only aurora', t.percent(f.outage, t.share(t.all(f.checkins, f.vessel('aurora'))))),
    more('and tern?', t.percent(f.outage, t.share(t.all(f.checkins, f.vessel('tern'))))),
  ),
  ...talk(
    'ferries-n',
    ask('group', 'bookings by partner', t.groupsBy(whole, spansOf(f.bookings), f.attr('sales.partner'))),
    more('who has the most failed ones?', t.topOf(t.failedRequests(f.bookings), f.attr('sales.partner'))),
    more(
      'what about nordfreight, how many failed there',
      t.count(whole, t.failures(t.all(f.bookings, f.partner('nordfreight')))),
    ),
    more('with trucks?', t.count(whole, t.failures(t.all(f.bookings, f.partner('nordfreight'), f.vehicle('truck'))))),
  ),
  ...talk(
    'ferries-o',
    ask(
      'metric',
      'maximum lane.queue at vargo',
      t.value(
        whole,
        t.metric('checkin-api', 'lane.queue', 'max', ({ attributes }) => attributes['terminal'] === 'vargo'),
      ),
    ),
    more(
      'and lund',
      t.value(
        whole,
        t.metric('checkin-api', 'lane.queue', 'max', ({ attributes }) => attributes['terminal'] === 'lund'),
      ),
    ),
    more(
      'which terminal is worst right now',
      t.words({ first: { name: 'holm', among: ['holm', 'vargo', 'skarn', 'brekke', 'lund'] } }),
    ),
  ),
  ...talk(
    'ferries-p',
    ask(
      'mean-max',
      'How long does a refund take on average at payment-bridge?',
      t.millis(whole, t.took(t.all(f.payments, f.route('/refunds')), 'mean')),
    ),
    more('and a charge?', t.millis(whole, t.took(t.all(f.payments, f.route('/charges')), 'mean'))),
    more(
      'only with seacard',
      t.millis(whole, t.took(t.all(f.payments, f.route('/charges'), t.has('psp.name', 'seacard')), 'mean')),
    ),
    more(
      'how many charges were those',
      t.count(whole, t.requests(t.all(f.payments, f.route('/charges'), t.has('psp.name', 'seacard')))),
    ),
  ),
  ...talk(
    'ferries-q',
    ask(
      'window',
      'crew assignments in the last 20 min',
      t.count(t.last(20), t.requests(f.crews), f.lines(f.crews, /^C-\d+ assigned/), f.lines(f.crews, / assigned to /)),
    ),
    more(
      'for mates only',
      t.count(
        t.last(20),
        t.requests(t.all(f.crews, t.has('crew.role', 'mate'))),
        f.lines(f.crews, /^C-\d+ assigned .* as mate/),
        f.lines(f.crews, / assigned .* as mate/),
      ),
    ),
    more('thanks, that is all', t.declined('small_talk')),
  ),
]

export const FERRIES_TALKS = [...INCIDENT_TALKS, ...COUNT_TALKS, ...NUMBER_TALKS]
