/** Questions to the water supplier: states, causes, single things, what cannot be answered. Sixty-third round. */
import { WATERSUPPLY_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'
import { WATERSUPPLY_COUNTS_63 } from './watersupply-counts.ts'
import { WATERSUPPLY_NUMBERS_63 } from './watersupply-numbers.ts'
import { WATERSUPPLY_TALKS_63 } from './watersupply-talks.ts'

const MECHANISM = WATERSUPPLY_INCIDENT.mechanism
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const QUIET = t.words({
  saysFirst: [['\\bno\\b', '\\bnone\\b', 'nothing', '\\ball\\b', '\\bevery\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const WATERSUPPLY_63 = [
  ask('state', 'is readings-db ok now? yes or no', t.verdict('no', 'good')),
  ask('state', 'are readings still being refused', t.verdict('yes', 'bad')),
  ask('state', 'do the dashboards work again?', t.verdict('no', 'good')),
  ask('state', 'are bills still going out', t.verdict('yes', 'good')),
  ask('state', 'does the leak detector still run?', t.verdict('yes', 'good')),
  ask('health', 'is water-quality healthy?', t.healthy),
  ask('health', 'is meter-billing ok', t.healthy),
  ask('premise', 'why is water-quality down?', t.denied('water-quality')),
  ask('premise', 'why did pump-control crash', t.denied('pump-control')),
  ask('cause', 'why are the writes refused?', m.becauseBeside('scada-gateway', 'mechanism')),
  ask('cause', 'why do dashboards answer 503', m.becauseBeside('control-room', 'mechanism')),
  ask('cause', 'what is the root cause of the false leaks?', m.becauseBeside('leak-detector')),
  ask('cause', 'what happened to the readings at {@onset}', m.because()),
  ask('cause', 'why does readings-db fail since {@onset}', t.words({ says: [[...MECHANISM]] })),
  ask('cause', 'why is automatic control held?', m.becauseBeside('pump-control')),
  ask('since', 'since when are writes refused?', t.began('onset', 150)),
  ask('since', 'since when do crews get errors?', t.began('onset', 180)),
  ask('how-long', 'how long have writes been failing?', t.lasted()),
  ask('impact', 'how bad is the outage of the readings right now?', m.damage),
  ask(
    'impact',
    'which services are affected by readings-db',
    t.words({ names: ['scada-gateway', 'control-room', 'crew-dispatch', 'outage-portal'] }),
  ),
  ask('impact', 'is billing affected as well?', t.verdict('no', 'bad')),
  ask(
    'deploy',
    'what was changed in the last 90 minutes?',
    t.words({ says: [['water-quality'], ['2\\.8\\.0'], ['retention-job'], ['1\\.7\\.0']] }),
  ),
  ask('deploy', 'when did retention-job 1.7.0 start', t.began('change', 120)),
  ask('deploy', 'what changed in the retention job?', t.words({ says: [['1\\.7\\.0', 'shard', 'WW-880']] })),
  ask('deploy', 'is the new version of water-quality to blame for the refused writes?', t.verdict('no', 'bad')),
  ask('version', 'which version of readings-db are we running', t.words({ saysFirst: [['2\\.7\\.3']] })),
  ask('version', 'which version of retention-job ran before?', t.words({ says: [['1\\.6\\.0']] })),
  ask('restart', 'when was meter-billing restarted?', t.began('restart', 120)),
  ask('restart', 'was readings-db restarted today', t.verdict('no', 'fact')),
  ask(
    'next-step',
    'what must we do to get the readings back',
    t.words({
      says: [
        ['readings-db', 'retention-job'],
        ['1\\.6\\.0', 'roll', 'revert', ...MECHANISM],
      ],
    }),
  ),
  ask(
    'dependency',
    'who uses readings-db?',
    t.words({ names: ['scada-gateway', 'leak-detector', 'control-room', 'crew-dispatch', 'outage-portal'] }),
  ),
  ask(
    'dependency',
    'which services does control-room call',
    t.words({ names: ['readings-db', 'pump-control', 'water-quality'] }),
  ),
  ask(
    'timeline',
    'give me a timeline for the shift book',
    t.words({
      says: [['readings-db'], ['scada-gateway', 'control-room', 'crew-dispatch'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'has any service gone silent?', QUIET),
  ask('silence', 'is retention-job still logging', t.verdict('yes', 'up')),
  ask('lookup', 'what happened to {falseOrder}?', t.words({ says: [['no leak found', 'no-leak']] })),
  ask('lookup', 'was {hydrantOrder} done?', t.words({ says: [['repaired', 'closed']], neverFirst: ['^\\W*no\\b'] })),
  ask('lookup', 'what is wrong with sample {badSample}', t.words({ says: [['out of limits']] })),
  ask('lookup', 'where does trace {refusedTrace} fail?', t.words({ says: [['readings-db']] })),
  ask('lookup', 'why did trace {dashboardTrace} end with 503', t.words({ says: [['readings-db', 'open files']] })),
  ask('slow-trace', 'what took so long in trace {slowTrace}', t.words({ says: [['readings-db', '/query']] })),
  ask(
    'meaning',
    'what does "too many open files" mean?',
    t.words({ says: [['readings-db', 'file[- ]?(?:handle|descriptor)', 'limit']] }),
  ),
  ask('meaning', 'what is WW-880', t.words({ says: [['retention-job'], ['1\\.7\\.0', 'shard']] })),
  ask('paste', '{filesLine}\nhow many of these do we have?', t.count(t.anytime, t.logs(m.files))),
  ask('paste', '{lockedLine}\nis this connected to the outage?', UNRELATED),
  ask('paste', '{heldLine}\nsince when do we see this', ({ world }) => at(world.logs.find(m.held)?.timeMs, 120)),
  ask('list', 'which services do we have in the control room system?', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'list the pumping stations', t.words({ names: ['hilltop', 'riverside', 'mill-lane', 'quarry'] })),
  ask('list', 'which zones do we supply?', t.words({ names: [...m.ZONES] })),
  ask('list', 'endpoints of outage-portal', t.words({ says: [['/outages'], ['/pressure-map'], ['/reports']] })),
  ask('single-record', 'when was the last bill sent?', ({ world }) => at(world.logs.findLast(m.billSent)?.timeMs, 60)),
  ask('single-record', 'when was the first order closed with no leak found', ({ world }) =>
    at(world.logs.find(m.noLeak)?.timeMs, 60),
  ),
  ask('bare-name', 'readings-db', t.words({ saysFirst: [['readings-db']] })),

  ask('unknown', 'how many errors does valve-scheduler have', t.declined('unknown', 'valve-scheduler')),
  ask('unknown', 'what happened to order WO-99120?', t.declined('no_data')),
  ask('unknown-attribute', 'how many leaks per street', t.declined('no_data')),
  ask('order', 'restart readings-db please', t.declined('read_only')),
  ask('order', 'close all work orders without a leak', t.declined('read_only')),
  ask('talk', 'thank you, that was quick', t.declined('small_talk')),
  ask('off-topic', 'can I drink water from an old lead pipe?', t.declined('off_topic')),
  ask('ask-back', 'how many of them are still open?', t.declined('ask_back')),

  ask('several', 'what broke here, when was that, and is it fixed now?', m.because('time')),
  ask('several', 'what changed in retention-job and when did it go live?', ({ world }) => ({
    says: [['1\\.7\\.0', 'shard', 'WW-880']],
    ...at(world.marks['change'], 120),
  })),
  ...WATERSUPPLY_COUNTS_63,
  ...WATERSUPPLY_NUMBERS_63,
  ...WATERSUPPLY_TALKS_63,
]
