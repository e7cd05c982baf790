/** Questions that count something at the wind farms: requests, lines, outcomes, by time and by condition. */
import type { LogRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as v from './rows.ts'

const whole = t.anytime

const COUNTS = [
  ask('count', 'overall reqs through ops-gateway', t.count(whole, t.requests(v.edge))),
  ask('count', 'no. of 401s at the gateway', t.count(whole, t.requests(t.all(v.edge, v.code(401))))),
  ask(
    'count',
    'POST /commands on turbine-link, command.kind=stop only. count?',
    t.count(whole, t.requests(t.all(v.commandsAtLink, t.has('command.kind', 'stop')))),
  ),
  ask(
    'count',
    'curtail-desk: POST /orders coming from northgrid, count them',
    t.count(whole, t.requests(t.all(v.curtail, v.route('/orders'), t.has('grid.operator', 'northgrid')))),
  ),
  ask(
    'count',
    'how many times did bid-desk have to ask the exchange again',
    t.count(whole, v.lines(v.desk, /^exchange did not/)),
  ),
  ask(
    'window',
    'telegrams processed since {@recovery}',
    t.count(t.since('recovery'), t.requests(v.telegrams), v.lines(v.link, /^telegram of \S+: /)),
  ),
  ask(
    'window',
    'turbine-link errors from {@onset+5} to {@onset+15}',
    t.count(t.during(['onset', 5], ['onset', 15]), ...t.errors(v.link)),
  ),
  ask('window', 'nowcasts last 10 minuts', t.count(t.last(10), t.requests(v.nowcasts))),
  ask(
    'window',
    '5xx that left the gateway between {@onset} and {@onset+5}',
    t.count(t.during(['onset', 0], ['onset', 5]), t.failures(v.edge)),
  ),
  ask(
    'window',
    'alarms raised before {@onset}',
    t.count(t.before('onset'), v.lines(v.alarms, /^alarm \S+ raised/), t.requests(v.taken)),
  ),
]

const ERRORS = [
  ask('errors', 'errros in wind-forecast?', t.count(whole, ...t.errors(v.wind))),
  ask('errors', 'nr of failed reqs on curtail-desk', t.count(whole, t.failures(v.curtail))),
  ask('errors', '/setpoints: 503 count', t.count(whole, t.requests(t.all(v.setpoints, v.code(503))))),
  ask('level', 'cnt warnings alarm-desk', t.count(whole, v.level(v.alarms, 'WARN'))),
  ask('level', 'is there a single FATAL line anywhere', t.verdict('no', 'fact')),
  ask(
    'level',
    'curtail-desk lines per level',
    t.groups('count', whole, {
      INFO: v.level(v.curtail, 'INFO'),
      WARN: v.level(v.curtail, 'WARN'),
      ERROR: v.level(v.curtail, 'ERROR'),
    }),
  ),
]

const CONDITIONS = [
  ask(
    'conditions',
    'Somebody from breezefund is on the phone about stop commands that do not work. How many of their commands failed?',
    t.count(
      whole,
      t.failures(t.all(v.commands, v.owner('breezefund'))),
      t.failures(t.all(v.commands, v.owner('breezefund'), t.has('command.kind', 'stop'))),
    ),
  ),
  ask(
    'conditions',
    'commands at fleet-api that took longer than 3 seconds',
    t.count(whole, t.requests(t.all(v.commands, t.longer(3000)))),
  ),
  ask(
    'conditions',
    'failed bids for Elmstead from desk-a',
    t.count(whole, t.failures(t.all(v.bids, v.farm('Elmstead'), t.has('trader.desk', 'desk-a')))),
  ),
  ask(
    'conditions',
    'second attempts of curtail.orders that failed as well',
    t.count(
      whole,
      t.failures(t.all(v.queued, t.has('order.attempt', 2))),
      v.lines(v.curtail, /not carried out .* attempt 2 of 3/),
    ),
  ),
  ask(
    'conditions',
    'critical alarms at Nordsand?',
    t.count(
      whole,
      t.requests(t.all(v.taken, v.farm('Nordsand'), t.has('alarm.rank', 'critical'))),
      t.logs(
        t.all<LogRow>(v.alarms, t.says(/^alarm \S+ raised/), t.has('farm', 'Nordsand'), t.has('rank', 'critical')),
      ),
    ),
  ),
  ask(
    'conditions',
    'crew-app commands that ended with 502',
    t.count(whole, t.requests(t.all(v.commandsAtEdge, v.channel('crew-app'), v.code(502)))),
  ),
  ask(
    'conditions',
    'production lookups for pension-nine, the ones out of the investor-portal - a count please',
    t.count(
      whole,
      t.requests(t.all(v.atEdge('/v1/farms/{id}/production'), v.owner('pension-nine'), v.channel('investor-portal'))),
      t.requests(
        t.all(v.fleet, v.route('/farms/{id}/production'), v.owner('pension-nine'), v.channel('investor-portal')),
      ),
    ),
  ),
  ask(
    'exclusion',
    'gateway 4xx not counting the 401s',
    t.count(whole, t.requests(t.all(v.edge, v.status4xx, t.not(v.code(401))))),
  ),
  ask(
    'exclusion',
    'turbine-link warnings except the takeover ones',
    t.count(whole, t.logs(t.all<LogRow>(v.link, t.level('WARN'), t.not<LogRow>(t.says(/taken over/))))),
  ),
  ask(
    'exclusion',
    'Requests at ops-gateway from everyone but the trading desks?',
    t.count(whole, t.requests(t.all(v.edge, t.not(v.channel('trading-desk'))))),
  ),
]

const OUTCOMES = [
  ask('outcome', 'bids refused bc gate closed', t.count(whole, v.lines(v.desk, /gate is closed/))),
  ask(
    'outcome',
    'orders carried out on the first attempt, how many',
    t.count(whole, v.lines(v.curtail, / carried out .* attempt 1$/)),
  ),
  ask(
    'outcome',
    'work orders stuck because the part is out of stock?',
    t.count(whole, v.lines(v.work, /out of stock/)),
  ),
  ask('outcome', 'start commands turned down for too much wind', t.count(whole, v.lines(v.fleet, /cut-out speed/))),
]

export const WINDFARM_COUNTS = [...COUNTS, ...ERRORS, ...CONDITIONS, ...OUTCOMES]
