/** Questions to the tyre workshops about single records, ids, lists, and several things at once. */

import * as t from '../truths.ts'
import { ask, type Fresh } from '../truths.ts'
import * as r from './rows.ts'

export const TYRES_RECORDS: readonly Fresh[] = [
  ask(
    'lookup',
    'what went wrong in trace {failedBookingTrace}',
    r.says(['stock-ledger'], [...r.INCIDENT.mechanism, '50[02]']),
  ),
  ask('lookup', 'job {deadJob}: whats its story', r.says(['dead letter'])),
  ask('lookup', 'where was appointment {goodBooking} booked', r.told('goodBooking', / at (\S+):/)),
  ask('lookup', 'tread depth of wheel set {storedSet}?', r.told('storedSet', /tread (\S+) mm/)),
  ask('lookup', '{failedSet} - what happened with it', r.says(['stock-ledger'], ['not (?:stored|handed out)'])),
  ask('single-record', 'id of the last appointment that was booked?', ({ world }) => {
    const rows = r.linesOf(r.booked)(world)
    return { says: [[/AP-\d+/.exec(rows.at(-1)?.message ?? '')?.[0] ?? 'none']] }
  }),
  ask(
    'single-record',
    'slowest request on booking-api, how long did it take',
    t.millis(t.anytime, t.took(r.booking, 'max')),
  ),
  ask(
    'list',
    'list all services you know',
    t.words({
      names: [
        ...['front-door', 'booking-api', 'tyre-catalog', 'pricing', 'wheel-hotel', 'stock-ledger', 'job-worker'],
        ...['bench-link', 'reminder-mailer', 'roadside'],
      ],
    }),
  ),
  ask(
    'list',
    'what kinds of movements does stock-ledger handle',
    t.words({ names: ['reserve', 'inbound', 'outbound', 'issue'] }),
  ),
  ask('list', 'which metrics does bench-link send', t.words({ names: ['weights.used', 'air.pressure'] })),
  ask(
    'several',
    'how many 429 and how many 401 at front-door in the whole hour',
    t.both(
      t.anytime,
      ['count', t.requests(r.spans(r.door, r.code(429)))],
      ['count', t.requests(r.spans(r.door, r.code(401)))],
    ),
  ),
  ask('several', 'which service is the culprit and since when?', t.because(r.INCIDENT, 'time')),
  ask(
    'several',
    'p50 and p95 of tyre-catalog over the hour',
    t.both(t.anytime, ['ms', t.took(r.catalog, 0.5)], ['ms', t.took(r.catalog, 0.95)]),
  ),
]
