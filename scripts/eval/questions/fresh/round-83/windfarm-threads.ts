/** Threads about numbers of the wind farms. */
import type { LogRow } from '../../records.ts'
import { spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as v from './rows.ts'

const whole = t.anytime
const RAISED = /^alarm \S+ raised/
const placed = v.where(v.desk, /^bid placed$/)
const more = (wording: string, expect: t.Expect) => ask('follow-up', wording, expect)
const power = (farm: string, what: t.Statistic) =>
  t.metric('fleet-api', 'farm.power', what, ({ attributes }) => attributes['farm'] === farm)

const COUNT_THREADS = [
  ...talk(
    'windfarm-i',
    ask('outcome', 'how many alarms were raised', t.count(whole, v.lines(v.alarms, RAISED))),
    more(
      'critical ones only',
      t.count(whole, t.logs(t.all<LogRow>(v.alarms, t.says(RAISED), t.has('rank', 'critical')))),
    ),
    more(
      'what code is most common among these',
      t.topOf(t.logRows(t.all<LogRow>(v.alarms, t.says(RAISED), t.has('rank', 'critical'))), v.attr('code')),
    ),
    more('how many pages went wrong', t.count(whole, v.lines(v.alarms, /^page to \S+ failed/))),
  ),
  ...talk(
    'windfarm-j',
    ask('count', 'refused nowcasts, how many', t.count(whole, t.failures(v.nowcasts))),
    more('out of how many nowcasts', t.count(whole, t.requests(v.nowcasts))),
    more('per farm?', t.groupsBy(whole, spansOf(t.all(v.nowcasts, t.failed as t.Where)), v.attr('farm.id'))),
    more('any refused in the last 10 min', t.verdict('no', 'fact')),
  ),
  ...talk(
    'windfarm-k',
    ask('outcome', 'bids placed tonight', t.count(whole, t.logs(placed), t.metric('bid-desk', 'bids.placed', 'sum'))),
    more(
      'intraday only',
      t.count(
        whole,
        t.logs(t.all<LogRow>(placed, t.has('market', 'intraday'))),
        t.metric('bid-desk', 'bids.placed', 'sum', ({ attributes }) => attributes['market'] === 'intraday'),
      ),
    ),
    more(
      'their average size in mwh',
      t.within(0.02, t.value(whole, v.meanIn(t.all<LogRow>(placed, t.has('market', 'intraday')), 'mwh'))),
    ),
    more(
      'and of day-ahead',
      t.within(0.02, t.value(whole, v.meanIn(t.all<LogRow>(placed, t.has('market', 'day-ahead')), 'mwh'))),
    ),
  ),
  ...talk(
    'windfarm-l',
    ask('count', 'telegrams dropped with a wrong checksum', t.count(whole, v.lines(v.link, /checksum is wrong/))),
    more('those from Nordsand only', t.count(whole, v.lines(v.link, /^telegram of Nordsand dropped/))),
    more('and how many telegrams came late, any farm', t.count(whole, v.lines(v.link, / s late$/))),
  ),
  ...talk(
    'windfarm-m',
    ask('outcome', 'settlement: quarters settled?', t.count(whole, v.lines(v.settle, /^quarter of \S+ settled/))),
    more('Havbris alone?', t.count(whole, v.lines(v.settle, /^quarter of Havbris settled/))),
    more(
      'how many were estimated because a reading was missing (all farms)',
      t.count(whole, v.lines(v.settle, /^meter reading of \S+ missing/)),
    ),
  ),
  ...talk(
    'windfarm-n',
    ask(
      'count',
      'POST /v1/work-orders at the gateway, how many',
      t.count(whole, t.requests(t.all(v.atEdge('/v1/work-orders'), v.method('POST')))),
    ),
    more(
      'how many got a 409',
      t.count(whole, t.requests(t.all(v.atEdge('/v1/work-orders'), v.method('POST'), v.code(409)))),
    ),
    more('what does 409 stand for here', t.words({ says: [['conflict', 'booked already']] })),
    more(
      'same count for 401',
      t.count(whole, t.requests(t.all(v.atEdge('/v1/work-orders'), v.method('POST'), v.code(401)))),
    ),
  ),
]

const NUMBER_THREADS = [
  ...talk(
    'windfarm-o',
    ask('percentile', 'p95 of turbine commands on fleet-api', t.millis(whole, t.took(v.commands, 0.95))),
    more('before {@onset}?', t.millis(t.before('onset'), t.took(v.commands, 0.95))),
    more('and the median in that window', t.millis(t.before('onset'), t.took(v.commands, 0.5))),
    more('max?', t.millis(t.before('onset'), t.took(v.commands, 'max'))),
  ),
  ...talk(
    'windfarm-p',
    ask('metric', 'farm.power Tideway now', t.value(whole, power('Tideway', 'last'))),
    more('and Brookmoor', t.value(whole, power('Brookmoor', 'last'))),
    more('is that one going down', t.verdict('yes', 'down')),
    more('what was its maximum', t.value(whole, power('Brookmoor', 'max'))),
  ),
  ...talk(
    'windfarm-q',
    ask(
      'ratio',
      'failure rate of POST /commands on turbine-link from {@onset} to {@recovery}',
      t.percent(t.during(['onset', 0], ['recovery', 0]), t.share(v.commandsAtLink)),
    ),
    more(
      'only onshore',
      t.percent(t.during(['onset', 0], ['recovery', 0]), t.share(t.all(v.commandsAtLink, v.onLand))),
    ),
    more(
      'and offshore?',
      t.percent(t.during(['onset', 0], ['recovery', 0]), t.share(t.all(v.commandsAtLink, v.atSea))),
    ),
    more(
      'total of commands in that time, land and sea together',
      t.count(t.during(['onset', 0], ['recovery', 0]), t.requests(v.commandsAtLink)),
    ),
  ),
]

export const WINDFARM_THREADS = [...COUNT_THREADS, ...NUMBER_THREADS]
