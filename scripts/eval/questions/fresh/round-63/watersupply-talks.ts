/** Threads of the on-call engineer and the shift leader of the control room: one thing, and then on from there. Sixty-third round. */
import { WATERSUPPLY_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, type Expect, talk } from '../truths.ts'
import * as m from './rows.ts'
import { NONE, per } from './watersupply-counts.ts'

const next = (wording: string, expect: Expect) => ask('follow-up', wording, expect)
const example = (...texts: string[]) => t.words({ says: [texts] })
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
const halfHourBefore = t.during(['onset', -30], ['onset', 0])
const now = (tolerance: number, ...measures: t.Measure[]) => t.within(tolerance, t.value(t.anytime, ...measures))

export const WATERSUPPLY_TALKS_63 = [
  ...talk(
    'writes',
    next('how many writes were refused in the last 20 minutes', t.count(t.last(20), ...m.REFUSED)),
    next('only castle', t.count(t.last(20), m.refusedOf('castle'))),
    next('and riverside?', t.count(t.last(20), m.refusedOf('riverside'))),
    next('why?', m.why),
  ),
  ...talk(
    'leaks',
    next('how many leaks were reported since {@onset}', t.count(t.since('onset'), ...m.LEAKS)),
    next('only old-town', t.count(t.since('onset'), m.leakIn('old-town'))),
    next('and the 30 minutes before?', t.count(halfHourBefore, m.leakIn('old-town'), ...m.LEAKS)),
  ),
  ...talk(
    'crews',
    next('how many times were crews sent out since {@onset}?', t.count(t.since('onset'), t.logs(m.sent))),
    next('only crew-2', t.count(t.since('onset'), t.logs(t.all(m.sent, m.crew('crew-2'))))),
    next('and crew-1', t.count(t.since('onset'), t.logs(t.all(m.sent, m.crew('crew-1'))))),
    next('show me the last one', example('WO-\\d+', 'crew-\\d sent', '[0-9a-f]{32}')),
  ),
  ...talk(
    'orders',
    next(
      'how many work orders were opened in the last hour',
      t.count(t.last(60), t.logs(m.opened), t.requests(m.ordering)),
    ),
    next(
      'by kind',
      per(t.last(60), ['leak', 'meter-swap', 'burst', 'hydrant'], (one) =>
        t.requests(t.all(m.ordering, t.has('order.kind', one))),
      ),
    ),
    next('only burst', t.count(t.last(60), t.requests(t.all(m.ordering, t.has('order.kind', 'burst'))))),
  ),
  ...talk(
    'dashboards',
    next('how many dashboards failed in the last 15 minutes?', t.count(t.last(15), ...m.UNLOADED)),
    next('in percent', t.percent(t.last(15), t.share(m.showing))),
    next('only pumps', t.percent(t.last(15), t.share(t.all(m.showing, m.dashboard('pumps'))))),
  ),
  ...talk(
    'room-errors',
    next('errors in control-room in the last 20 minutes', t.count(t.last(20), ...t.errors(m.room))),
    next('and crew-dispatch?', t.count(t.last(20), ...t.errors(m.dispatch))),
    next('and meter-billing?', NONE),
  ),
  ...talk(
    'levels',
    next('how high is the water in castle now', now(0.02, m.level('castle', 'last'))),
    next('and meadow?', now(0.01, m.level('meadow', 'last'))),
    next('and oakwood', now(0.01, m.level('oakwood', 'last'))),
  ),
  ...talk(
    'lag',
    next('what is the lag of the gateway right now?', now(0.03, m.lag('last'), t.scaled(m.lag('last'), 1000))),
    next(
      'is that normal',
      t.words({
        says: [['\\bno\\b', 'not', 'higher', 'above', 'rise', 'rose', 'more than', 'usual']],
        neverFirst: ['^\\W*yes\\b'],
      }),
    ),
    next('since when?', t.began('onset', 240)),
    next('what was the reason', m.why),
  ),
  ...talk(
    'pressure',
    next('lowest pressure in the west zone today', now(0.005, m.pressure('west', 'min'))),
    next('and the highest?', now(0.005, m.pressure('west', 'max'))),
    next('same for east', now(0.005, m.pressure('east', 'max'))),
  ),
  ...talk(
    'samples',
    next('how many samples came in during the last 45 minutes', t.count(t.last(45), t.requests(m.sampling))),
    next('how many of them were out of limits?', t.count(t.last(45), t.logs(m.outOfLimits))),
    next('only chlorine', t.count(t.last(45), t.logs(t.all(m.outOfLimits, t.has('parameter', 'chlorine'))))),
    next('show me one', example('S-\\d{5}', 'out of limits', '[0-9a-f]{32}')),
  ),
  ...talk(
    'bills',
    next('how many bills were sent in the last hour', t.count(t.last(60), ...m.BILLS)),
    next('how much money is that?', t.value(t.last(60), m.overOf(m.billSent, 'eur', 'sum'))),
    next(
      'only households',
      t.value(t.last(60), m.overOf(t.all(m.billSent, t.has('customer', 'household')), 'eur', 'sum')),
    ),
  ),
  ...talk(
    'broken',
    next('what is going wrong?', m.because()),
    next('since when', t.began('onset', 150)),
    next('what was changed shortly before', t.words({ says: [['retention'], ['1\\.7\\.0', 'WW-880', 'shard']] })),
    next(
      'what should I do now?',
      t.words({
        says: [
          ['retention', 'readings-db'],
          ['1\\.6\\.0', 'roll', 'revert', ...WATERSUPPLY_INCIDENT.mechanism],
        ],
      }),
    ),
  ),
  ...talk(
    'new-lab',
    next('was water-quality released today?', t.words({ saysFirst: [['2\\.8\\.0', '\\byes\\b']] })),
    next('when?', t.began('release', 120)),
    next('is it slower since then', t.verdict('yes', 'up')),
    next('did it cause the refused writes?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'pump-commands',
    next('how many pump commands were sent in the last hour', t.count(t.last(60), t.requests(m.pumping))),
    next(
      'by operator',
      per(t.last(60), m.OPERATORS, (one) => t.requests(t.all(m.pumping, m.operator(one)))),
    ),
    next('how many were refused?', t.count(t.last(60), t.logs(m.hot), t.requests(t.all(m.pumping, m.status(409))))),
  ),
  ...talk(
    'moments',
    next('when was the first write refused?', ({ world }) => at(world.logs.find(m.files)?.timeMs, 60)),
    next('and the last one', ({ world }) =>
      at(world.logs.findLast(t.all(m.gateway, t.says(/refused by readings-db/)))?.timeMs, 60),
    ),
    next('how many in total?', t.count(t.anytime, ...m.REFUSED)),
  ),
]
