/** Threads about what is wrong at the hire company: a question and what is asked on from its answer. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as r from './rows.ts'

const whole = t.anytime
const more = (wording: string, expect: t.Expect) => ask('follow-up', wording, expect)

export const TOOLHIRE_TALKS = [
  ...talk(
    'toolhire-a',
    ask('cause', 'got paged for hire-gateway 5xx, what is it', t.because(r.INCIDENT)),
    more('since when', t.began()),
    more('which release was that', t.words({ says: [['4\\.10\\.0']] })),
    more(
      'how many bookings failed since',
      t.count(whole, t.failures(r.books), r.lines(r.bookingApi, /^booking not saved: availability/)),
    ),
    more('still happening?', r.goesOn),
  ),
  ...talk(
    'toolhire-b',
    ask('health', "how's dispatch doing", t.trouble()),
    more('why', t.words({ names: ['availability'] })),
    more('how many deliveries are parked', t.count(whole, r.lines(r.dispatch, / parked after /))),
    more('only the last 15 minutes', t.count(t.last(15), r.lines(r.dispatch, / parked after /))),
  ),
  ...talk(
    'toolhire-c',
    ask('lookup', 'please check booking {failedBooking}', t.words({ says: [['not saved', '503', 'fail']] })),
    more('whose fault was it', t.words({ names: ['availability'] })),
    more('which account is that', r.ofBooking('failedBooking', 'account')),
  ),
  ...talk(
    'toolhire-d',
    ask('silence', 'which service went silent', t.words({ names: ['fuel-sync'] })),
    more('when was that', t.began('dark', 90)),
    more('what was its last line', t.words({ says: [['host key']] })),
    more('how many lines had it sent before', t.count(whole, t.logs(r.fuel), r.lines(r.fuel, /^(?:T-|card)/))),
  ),
  ...talk(
    'toolhire-e',
    ask('deploy', 'show me the releases of today', t.words({ names: ['availability', 'deposit-desk'] })),
    more('when was the deposit-desk one', t.began('patch', 90)),
    more('did it cause any trouble', t.verdict('no', 'bad')),
  ),
  ...talk(
    'toolhire-f',
    ask('impact', 'customers affected by failed bookings, how many accounts', ({ world, askedMs }) => {
      const failed = t.all(r.books, t.failed as t.Where)
      return t.count(whole, t.differentOf(failed, 'customer.account'))({ world, askedMs })
    }),
    more('which one the most', t.topOf(t.failedRequests(r.books), r.attr('customer.account'))),
    more('and by depot?', t.topOf(t.failedRequests(r.books), r.attr('depot.name'))),
  ),
  ...talk(
    'toolhire-g',
    ask('health', 'is availability slow?', t.verdict('yes', 'bad')),
    more("what's its p95 in the last 10 minutes", t.millis(t.last(10), t.took(r.periods, 0.95))),
    more('and before {@onset}', t.millis(t.before('onset'), t.took(r.periods, 0.95))),
    more('are single machine lookups affected too', t.verdict('no', 'bad')),
  ),
  ...talk(
    'toolhire-h',
    ask('restart', 'which service restarted?', t.words({ names: ['dispatch'] })),
    more('what for', t.words({ says: [['kernel']] })),
    more('did deliveries fail because of it', t.verdict('no', 'bad')),
  ),
]
