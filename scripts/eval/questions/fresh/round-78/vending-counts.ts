/** Questions that count something at the vending machines: requests, lines, outcomes, by time and by condition. */
import type { LogRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as v from './rows.ts'

const whole = t.anytime

const COUNTS = [
  ask(
    'count',
    'how many 404s on {refundRoute} at edge-proxy',
    t.count(whole, t.requests(t.all(v.atEdge('/v2/refunds/{id}'), v.code(404)))),
  ),
  ask('count', 'how many requests hit the edge in total', t.count(whole, t.requests(v.edge))),
  ask(
    'count',
    'how many boxes did coin-counter handle',
    t.count(whole, t.requests(v.sorters), v.lines(v.sorters, / counted on /)),
  ),
  ask('count', 'how many slots.low messages did refill-planner process', t.count(whole, t.requests(v.planner))),
  ask(
    'count',
    'vends on brewmaster machines, count',
    t.count(
      whole,
      t.requests(t.all(v.vends, t.has('machine.model', 'brewmaster'))),
      t.requests(t.all(v.vendsAtEdge, t.has('machine.model', 'brewmaster'))),
    ),
  ),
  ask(
    'window',
    'requests at edge-proxy between {@start+20} and {@start+30}',
    t.count(t.during(['start', 20], ['start', 30]), t.requests(v.edge)),
  ),
  ask(
    'window',
    'how many failed authorizations from {@onset+2} till {@onset+7}',
    t.count(t.during(['onset', 2], ['onset', 7]), t.failures(v.cardAuth)),
  ),
  ask('window', 'vends in the last 15 min?', t.count(t.last(15), t.requests(v.vends), t.requests(v.vendsAtEdge))),
  ask('window', '5xx at the edge in the last 5 minutes', t.count(t.last(5), t.failures(v.edge))),
  ask(
    'window',
    'refunds paid in the 10 minutes after the clock was fixed',
    t.count(
      t.after('recovery', 10),
      v.lines(v.refunds, /^(?:queued )?refund \S+ paid/),
      v.lines(v.refunds, /^refund \S+ paid/),
    ),
  ),
  ask(
    'window',
    'price lookups (GET /v2/prices) at price-book since {@release}',
    t.count(t.since('release'), t.requests(t.all(v.prices, v.route('/v2/prices')))),
  ),
  ask(
    'window',
    'errors on refund-desk between {@onset+5} and {@recovery}',
    t.count(t.during(['onset', 5], ['recovery', 0]), ...t.errors(v.refunds)),
  ),
]

const ERRORS = [
  ask('errors', 'how many errors does vend-api have', t.count(whole, ...t.errors(v.vendApi))),
  ask('errors', 'failures of the vends.failed consumer, count them', t.count(whole, t.failures(v.queued))),
  ask('errors', 'number of 502 responses from refund-desk', t.count(whole, t.requests(t.all(v.refunds, v.code(502))))),
  ask('level', 'how many warnings on card-auth', t.count(whole, t.logs(t.all<LogRow>(v.cardAuth, t.level('WARN'))))),
  ask(
    'level',
    'debug lines from price-book, number?',
    t.count(whole, t.logs(t.all<LogRow>(v.prices, t.level('DEBUG')))),
  ),
  ask('level', 'any FATAL lines anywhere?', t.verdict('no', 'fact')),
  ask(
    'level',
    'errors vs warnings in the driver-text logs, how many of each',
    t.both(
      whole,
      ['count', t.logs(t.all<LogRow>(v.texts, t.level('ERROR')))],
      ['count', t.logs(t.all<LogRow>(v.texts, t.level('WARN')))],
    ),
  ),
]

const CONDITIONS = [
  ask('conditions', 'edge requests slower than 500 ms', t.count(whole, t.requests(t.all(v.edge, t.longer(500))))),
  ask(
    'conditions',
    'vends at uni paid by wallet',
    t.count(whole, t.requests(t.all(v.paidBy('wallet'), v.tenant('uni')))),
  ),
  ask(
    'conditions',
    'coin boxes in SEK on sorter S2',
    t.count(
      whole,
      t.requests(t.all(v.sorters, t.has('sorter', 'S2'), t.has('currency', 'SEK'))),
      v.lines(v.sorters, /on S2: \d+ coins in SEK/),
    ),
  ),
  ask(
    'conditions',
    'failed vends at the airport on coldbox machines',
    t.count(whole, t.failures(t.all(v.vends, v.tenant('airport'), t.has('machine.model', 'coldbox')))),
  ),
  ask(
    'conditions',
    'lines of price-book with cache=miss, how many are there',
    t.count(whole, t.logs(t.all(v.prices, t.has('cache', 'miss')))),
  ),
  ask('exclusion', 'error lines not from edge-proxy', t.count(whole, t.logs(t.all(t.not(v.edge), t.level('ERROR'))))),
  ask(
    'exclusion',
    'warnings of vend-api other than the ones about empty slots',
    t.count(
      whole,
      t.logs(
        t.all(
          v.vendApi,
          t.level('WARN'),
          t.not((row) => 'message' in row && /is empty/.test(row.message)),
        ),
      ),
    ),
  ),
  ask(
    'exclusion',
    '4xx at the edge apart from 429',
    t.count(
      whole,
      t.requests(t.all(v.edge, (row) => /^4/.test(v.attr('http.response.status_code')(row)), t.not(v.code(429)))),
    ),
  ),
]

const OUTCOMES = [
  ask('outcome', 'how many vends ended with a stuck product', t.count(whole, v.lines(v.vendApi, /product stuck/))),
  ask('outcome', 'vends refused because the slot was empty?', t.count(whole, v.lines(v.vendApi, /is empty$/))),

  ask('outcome', 'refunds refused as already paid, number pls', t.count(whole, v.lines(v.refunds, /already paid/))),
  ask(
    'outcome',
    'how many texts to drivers bounced on a barred number',
    t.count(whole, v.lines(v.texts, /number is barred/)),
  ),
  ask(
    'outcome',
    'cards declined for insufficient funds',
    t.count(whole, t.logs(t.all(v.cardAuth, t.has('reason', 'insufficient_funds')))),
  ),
  ask(
    'outcome',
    'how many times did card-auth ask token-vault again',
    t.count(whole, v.lines(v.cardAuth, /asking again/)),
  ),
]

export const VENDING_COUNTS = [...COUNTS, ...ERRORS, ...CONDITIONS, ...OUTCOMES]
