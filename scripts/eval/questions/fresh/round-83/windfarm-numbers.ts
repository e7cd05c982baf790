/** Questions about other numbers of the wind farms: shares, groups, ranks, rates, durations, sums, comparisons. */
import type { LogRow } from '../../records.ts'
import { spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as v from './rows.ts'

const whole = t.anytime
const RAISED = /^alarm \S+ raised/
const placed = v.where(v.desk, /^bid placed$/)

const SHARES = [
  ask('ratio', 'overall failure rate of commands on fleet-api', t.percent(whole, t.share(v.commands))),
  ask(
    'ratio',
    'fleet-api cache hit percentage going by its lines',
    t.percent(
      whole,
      v.part(t.logs(t.all(v.fleet, t.has('cache', 'hit'))), t.logs(t.all(v.fleet, t.has('cache', 'hit', 'miss')))),
    ),
  ),
  ask(
    'ratio',
    'error rate curtail.orders consumer between {@onset} and {@recovery}',
    t.percent(t.during(['onset', 0], ['recovery', 0]), t.share(v.queued)),
  ),
]

const DISTINCT = [
  ask(
    'distinct',
    'how many distinct turbines had a lost command',
    t.count(whole, t.differentIn(v.where(v.fleet, /^command not delivered/), 'turbine')),
  ),
  ask(
    'distinct',
    'for how many different farms were nowcasts refused',
    t.count(whole, t.differentOf(t.all(v.nowcasts, t.failed as t.Where), 'farm.id')),
  ),
]

const GROUPS = [
  ask(
    'group',
    'alarms raised, pls break down by code',
    t.groupsBy(whole, t.logsIn(v.where(v.alarms, RAISED)), v.attr('code')),
  ),
  ask(
    'group',
    'failed comands by owner',
    t.groupsBy(whole, spansOf(t.all(v.commands, t.failed as t.Where)), v.attr('owner.id')),
  ),
  ask(
    'group',
    'status codes of POST /v1/bids at the gateway w/ counts',
    t.groupsBy(whole, spansOf(v.bidsAtEdge), v.attr('http.response.status_code'), 5),
  ),
  ask(
    'group',
    'give me error lines per service so i know where to start',
    t.groupsBy(whole, t.logsIn(t.level('ERROR')), (row) => row.service),
  ),
]

const TOPS = [
  ask('top', 'busiest route on ops-gateway', t.topOf(spansOf(v.edge), v.attr('http.route'))),
  ask(
    'top',
    'who logs most errors',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask('top', 'wich farm lost the most commands', t.topOf(t.failedRequests(v.commands), v.attr('farm.id'))),
  ask(
    'least',
    'which command kind is used least at turbine-link',
    t.words({ first: { name: 'yaw', among: ['yaw', 'stop', 'start', 'reset'] } }),
  ),
]

const RATES = [
  ask('rate', 'rps on the gateway', t.perS(whole, t.perSecond(t.requests(v.edge)))),
  ask(
    'rate',
    'telegrams per minute that turbine-link processes',
    t.perS(whole, t.perSecond(t.requests(v.telegrams)), t.perSecond(v.lines(v.link, /^telegram of \S+: /))),
  ),
  ask(
    'rate',
    'takeovers per minute, {@onset} to {@recovery}',
    t.within(
      0.08,
      t.perS(t.during(['onset', 0], ['recovery', 0]), t.perSecond(v.lines(v.link, /taken over by another client/))),
    ),
  ),
  ask('percentile', 'p95 POST /v1/bids at ops-gateway', t.millis(whole, t.took(v.bidsAtEdge, 0.95))),
  ask('percentile', 'median duration of nowcasts on wind-forecast', t.millis(whole, t.took(v.nowcasts, 0.5))),
  ask('percentile', 'whats the p99 of fleet-api in the last 15 mins', t.millis(t.last(15), t.took(v.fleet, 0.99))),
  ask(
    'mean-max',
    'oldest live production that a nowcast was refused for, in s',
    t.value(whole, t.stated(/live production is (\d+) s old/, 'max')),
  ),
  ask(
    'sum',
    'desk-b here, how many MWh did we get placed tonight?',
    t.value(whole, v.sumIn(t.all<LogRow>(placed, t.has('trader', 'desk-b')), 'mwh')),
  ),
  ask(
    'mean-max',
    'Product question: what is the average response time of GET /v1/reports/{id} at the gateway',
    t.millis(whole, t.took(v.atEdge('/v1/reports/{id}'), 'mean')),
  ),
  ask(
    'sum',
    'MWh in bids that fell through (lines "bid not placed"), total',
    t.value(whole, v.sumIn(v.where(v.desk, /^bid not placed/), 'mwh')),
  ),
  ask(
    'sum',
    'MWh settled for day-ahead in total, from the settlement lines',
    t.value(whole, t.stated(/settled, day-ahead, ([\d.]+) MWh/, 'sum')),
  ),
]

const COMPARED = [
  ask('compare', 'GET /positions, any quicker since bid-desk 4.2.0?', t.verdict('yes', 'fact')),
  ask(
    'compare',
    'p50 of POST /commands at turbine-link before {@onset}: offshore vs onshore',
    t.both(
      t.before('onset'),
      ['ms', t.took(t.all(v.commandsAtLink, v.atSea), 0.5)],
      ['ms', t.took(t.all(v.commandsAtLink, v.onLand), 0.5)],
    ),
  ),
  ask(
    'compare',
    'failed requests at fleet-api, ten minutes up to {@onset} against the ten after',
    t.compared(
      'count',
      t.failures(v.fleet),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 0], ['onset', 10]),
    ),
  ),
  ask(
    'compare',
    'more orders parked for northgrid or for midgrid?',
    t.words({ first: { name: 'northgrid', among: ['northgrid', 'midgrid'] } }),
  ),
  ask(
    'compare',
    'were alarms raised less often in the 20 min after {@onset} than in the 20 min before?',
    t.verdict('yes', 'fact'),
  ),
  ask(
    'several',
    '409 and 422 on bid-desk, one number each pls',
    t.both(whole, ['count', t.requests(t.all(v.desk, v.code(409)))], ['count', t.requests(t.all(v.desk, v.code(422)))]),
  ),
  ask(
    'group',
    'refused command lines of fleet-api by kind of command',
    t.groupsBy(whole, t.logsIn(t.all<LogRow>(v.fleet, t.says(/^command refused/))), v.attr('kind')),
  ),
]

export const WINDFARM_NUMBERS = [...SHARES, ...DISTINCT, ...GROUPS, ...TOPS, ...RATES, ...COMPARED]
