/** Questions about single records of the ferry line: ids, traces, pasted lines, lists, texts. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as f from './rows.ts'

export const FERRIES_RECORDS = [
  ask(
    'paste',
    '{planLine}\n\nhow many of those do we have?',
    t.count(t.anytime, f.lines(f.decks, /deck plan not loaded/)),
  ),
  ask('paste', 'saw this in the log, could it be the culprit? {settingLine}', t.verdict('yes', 'fact')),
  ask('paste', '{rampLine}\nhas that got anything to do with the failed bookings', t.verdict('no', 'fact')),
  ask('paste', 'when did this one turn up for the first time: {bookingLine}', f.lineAt(/answered 503 twice/)),
  ask(
    'lookup',
    'A customer is on the phone with booking {failedBooking}. What happened to it?',
    t.words({
      says: [
        ['fail', '50[23]'],
        ['deck-planner', 'deck plan'],
      ],
    }),
  ),
  ask('lookup', 'was {checkedIn} checked in?', t.verdict('yes', 'fact')),
  ask(
    'lookup',
    'which sailing is {doneBooking} on',
    f.fromLine('doneBooking', (id) => new RegExp(`^booking ${id} on (S-\\d+)`)),
  ),
  ask(
    'lookup',
    'terminal where {failedCheckin} tried to check in',
    f.fromLine('failedCheckin', (id) => new RegExp(`^check-in of ${id} at (\\w+) failed`)),
  ),
  ask(
    'lookup',
    'pull up trace {failedTrace}, i want to see where the time went',
    t.words({ names: ['deck-planner', 'booking-api'] }),
  ),
  ask('lookup', 'Why was sailing S-1219 cancelled?', t.words({ says: [['bow door']] })),
  ask('lookup', 'did the booking in trace {doneTrace} go through', t.verdict('yes', 'fact')),
  ask('single-record', 'latest error of berth-control', ({ world }) => {
    const row = f.rowOf(world, /hydraulic pressure is low/, true)
    return { says: [[`${/(\d+) bar/.exec(row.message)?.[1] ?? ''} bar`]] }
  }),
  ask('list', 'what metrics do we get from checkin-api', t.words({ names: ['lane.queue', 'vehicles.boarded'] })),
  ask('list', 'names of the vessels?', t.words({ names: ['aurora', 'solveig', 'tern', 'kittiwake'] })),
  ask('text', 'does "out of memory" appear in any log', t.verdict('no', 'fact')),
  ask(
    'anomaly',
    'Anything unusual in the numbers of deck-planner since {@setting}?',
    t.words({
      says: [['plan\\.cache', 'connection', 'cpu', 'durations?', 'latency', 'p95', 'fail', 'slow', 'timeout']],
    }),
  ),
]
