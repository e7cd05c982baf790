/** Threads about what is wrong at the wind farms: a question and what is asked on from its answer. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as v from './rows.ts'

const whole = t.anytime
const more = (wording: string, expect: t.Expect) => ask('follow-up', wording, expect)

export const WINDFARM_TALKS = [
  ...talk(
    'windfarm-a',
    ask('cause', 'just got woken up. what broke?', t.because(v.INCIDENT, 'mechanism')),
    more('from when on', t.began()),
    more('still?', v.over),
    more('how many requests at the gateway died of it', t.count(whole, t.failures(v.edge))),
    more('and was it the new bid-desk?', t.verdict('no', 'fact')),
  ),
  ...talk(
    'windfarm-b',
    ask('health', 'curtail-desk ok now?', t.verdict('yes', 'good')),
    more('how many failed requests did it have overall', t.count(whole, t.failures(v.curtail))),
    more('when was the last one', ({ world }) => {
      const last = world.spans.findLast((span) => v.curtail(span) && span.isEntry && span.isFailed)
      return v.at(last?.startMs ?? 0, 30)
    }),
    more('which service was it waiting for', t.words({ names: ['turbine-link'] })),
  ),
  ...talk(
    'windfarm-c',
    ask(
      'lookup',
      'need details on command {lostCommand}',
      t.words({ says: [['not delivered', 'not sent', '50[23]', 'fail']] }),
    ),
    more(
      'for which turbine was it',
      v.fromLine('lostCommand', (id) => new RegExp(`^command ${id} \\(\\w+\\) for (\\S+) not sent`)),
    ),
    more(
      'what kind of command',
      v.fromLine('lostCommand', (id) => new RegExp(`^command ${id} \\((\\w+)\\)`)),
    ),
    more(
      'lost ones of that kind altogether?',
      t.count(whole, v.lines(v.link, /^command \S+ \(start\) for \S+ not sent/)),
    ),
  ),
  ...talk(
    'windfarm-d',
    ask('silence', 'which service fell silent tonight?', t.words({ names: ['boat-watch'] })),
    more('at what time', t.began('dark', 90)),
    more('what was its last line', t.words({ says: [['AIS feed closed', 'subscription']] })),
    more('has it anything to do with turbine-link', t.verdict('no', 'fact')),
  ),
  ...talk(
    'windfarm-e',
    ask('deploy', 'which deployment did we have', t.words({ names: ['bid-desk'], says: [['4\\.2\\.0']] })),
    more('what ran before', t.words({ says: [['4\\.1\\.2']] })),
    more(
      'how many 5xx did it serve since then',
      t.count(
        ({ world }) => [
          [{ fromMs: world.marks['release'] ?? 0, toMs: world.endMs }],
          [{ fromMs: world.startMs, toMs: world.endMs }],
        ],
        t.failures(v.desk),
      ),
    ),
    more('and before?', t.count(t.before('release', 1), t.failures(v.desk))),
  ),
  ...talk(
    'windfarm-f',
    ask('count', 'number of 502 at the gateway', t.count(whole, t.requests(t.all(v.edge, v.code(502))))),
    more(
      'only those from control-room',
      t.count(whole, t.requests(t.all(v.edge, v.code(502), v.channel('control-room')))),
    ),
    more(
      'which owner had the most of them',
      t.words({ first: { name: 'breezefund', among: ['breezefund', 'coastal-coop', 'greenleaf', 'aurelia'] } }),
    ),
    more('any for pension-nine?', t.verdict('no', 'fact')),
  ),
  ...talk(
    'windfarm-g',
    ask(
      'window',
      'error lines in the ten minutes before {@onset}?',
      t.count(t.during(['onset', -10], ['onset', 0]), t.logs(t.level('ERROR'))),
    ),
    more('and in the ten after', t.count(t.during(['onset', 0], ['onset', 10]), t.logs(t.level('ERROR')))),
    more(
      'which service wrote most of those',
      t.words({
        first: {
          name: 'turbine-link',
          among: [
            'turbine-link',
            'fleet-api',
            'wind-forecast',
            'bid-desk',
            'curtail-desk',
            'alarm-desk',
            'settlement',
            'boat-watch',
          ],
        },
      }),
    ),
    more('wind-forecast alone?', t.count(t.during(['onset', 0], ['onset', 10]), v.level(v.wind, 'ERROR'))),
  ),
  ...talk(
    'windfarm-h',
    ask(
      'lookup',
      'what happened to curtailment order {parkedOrder}',
      t.words({ says: [['parked', 'not carried out', '503']] }),
    ),
    more(
      'whose order is it, which grid operator',
      v.fromLine('parkedOrder', (id) => new RegExp(`^order ${id} of (\\S+):`)),
    ),
    more('how often was it tried', t.words({ says: [['\\b3\\b', 'three', 'thrice']] })),
    more('number of orders with the same fate', t.count(whole, v.lines(v.curtail, / parked after/))),
  ),
]
