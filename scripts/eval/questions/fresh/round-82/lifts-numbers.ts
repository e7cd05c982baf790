/** Questions about other numbers of the lift company: shares, groups, ranks, rates, durations, sums, comparisons. */
import type { LogRow } from '../../records.ts'
import { each, spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as v from './rows.ts'

const whole = t.anytime

const SHARES = [
  ask(
    'ratio',
    'what percentage of the inspections fail',
    t.percent(
      whole,
      v.percentOf(v.lines(v.book, /^inspection IN-\S+ of \S+ failed/), v.lines(v.book, /^inspection IN-/)),
      v.percentOf(v.lines(v.book, /^inspection IN-\S+ of \S+ failed/), t.requests(v.inspections)),
    ),
  ),
  ask(
    'ratio',
    'share of telegrams rejected with checksum trouble',
    t.percent(whole, v.percentOf(v.lines(v.ingest, /checksum differs/), t.requests(v.ingest))),
  ),
  ask('ratio', 'failure rate of POST {callRoute} in the last 10 minutes', t.percent(t.last(10), t.share(v.appCalls))),
  ask(
    'ratio',
    'what fraction of invoices is for repairs',
    t.percent(
      whole,
      t.share(v.billing, t.has('invoice.kind', 'repair')),
      v.percentOf(v.lines(v.billing, /EUR repair/), v.lines(v.billing, / written: /)),
    ),
  ),
  ask(
    'distinct',
    'how many different lifts sent an alarm',
    t.count(
      whole,
      t.differentOf(v.telegrams('alarm'), 'lift.id'),
      t.differentTexts(/^alarm \S+ of (L-\d+) passed on/, v.ingest),
    ),
  ),
]

const GROUPS = [
  ask('group', 'how do the telegrams split by kind', t.groupsBy(whole, spansOf(v.ingest), v.attr('telegram.kind'))),
  ask(
    'group',
    'failed calls by purpose',
    t.groupsBy(whole, spansOf(t.all(v.bridge, t.failed as t.Where)), v.attr('call.purpose')),
  ),
  ask(
    'group',
    'why do inspections fail? reasons and numbers',
    t.groupsBy(whole, t.logsIn(v.where(v.book, /^inspection IN-\S+ of \S+ failed: /)), v.text(/failed: (.+)$/)),
  ),
  ask(
    'top',
    'what spare part is out of stock most often',
    t.topOf(t.logRows(v.where(v.parts, /^no \S+ left/)), v.text(/^no (\S+) left/)),
  ),
  ask(
    'top',
    'who has the fewest fault reports of the house owners',
    t.words({
      first: {
        name: 'altstadt-eg',
        among: ['nordbau', 'city-homes', 'casa-verde', 'klinikum', 'plaza-malls', 'altstadt-eg'],
      },
    }),
  ),
]

const RATES = [
  ask('rate', 'how many requests a minute does tech-api see', t.perS(whole, t.perSecond(t.requests(v.app)))),
]

const DURATIONS = [
  ask('mean-max', 'longest a house manager had to wait for portal-api', t.millis(whole, t.took(v.portal, 'max'))),
  ask('percentile', 'p95 on POST /v1/fault-reports', t.millis(whole, t.took(v.reports, 0.95))),
  ask('percentile', 'voice-bridge p90 before {@onset}?', t.millis(t.before('onset'), t.took(v.bridge, 0.9))),
  ask('mean-max', 'how long does writing an invoice take on average', t.millis(whole, t.took(v.billing, 'mean'))),
  ask(
    'mean-max',
    'mean number of minutes a finished job took',
    t.within(0.02, t.value(whole, t.stated(/finished after (\d+) min/, 'mean', v.app as t.Where<LogRow>))),
  ),
  ask(
    'mean-max',
    'slowest registry answer in seconds',
    t.value(whole, t.stated(/^registry slow for \S+: ([\d.]+) s/, 'max')),
  ),
  ask(
    'sum',
    'how many pieces of door-roller were reserved altogether',
    t.value(whole, t.stated(/: (\d+) x door-roller from/, 'sum')),
  ),
]

const COMPARED = [
  ask(
    'compare',
    'is a call over ringnet slower to set up than one over telvox (before it broke)?',
    t.verdict('yes', 'fact'),
  ),
  ask(
    'compare',
    'refused calls of the last ten minutes, and of the ten before those',
    t.compared('count', t.failures(v.bridge), t.last(10), t.earlier(10, 10)),
  ),
  ask(
    'compare',
    'rejection rate by gateway firmware, 5.1.4 versus 5.2.0',
    t.groups(
      'percent',
      whole,
      each(['5.1.4', '5.2.0'], (name) => t.share(t.all(v.ingest, t.has('gateway.firmware', name)), v.status4xx)),
    ),
  ),
  ask(
    'compare',
    'which takes longer on average, repair or maintenance invoices',
    t.words({ first: { name: 'repair', among: ['repair', 'maintenance'] } }),
  ),
]

export const LIFTS_NUMBERS = [...SHARES, ...GROUPS, ...RATES, ...DURATIONS, ...COMPARED]
