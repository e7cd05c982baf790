/** Questions to the warehouse: states, causes, single things, what cannot be answered. Sixty-seventh round. */
import { FULFIL_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import { FULFIL_COUNTS_67 } from './fulfil-counts.ts'
import { FULFIL_NUMBERS_67 } from './fulfil-numbers.ts'
import { FULFIL_TALKS_67 } from './fulfil-talks.ts'
import * as m from './rows.ts'

const MECHANISM = FULFIL_INCIDENT.mechanism
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const released = t.words({ says: [['stock-service'], ['5\\.3\\.0']], neverFirst: ['^\\W*(?:no|none)\\b'] })

export const FULFIL_67 = [
  ask('state', 'can my people pick again or not yet', t.verdict('no', 'good')),
  ask('state', 'all good in the warehouse?', t.verdict('no', 'good')),
  ask('state', 'picks still timing out?', t.verdict('yes', 'bad')),
  ask('state', 'tell me whether label printing works', t.verdict('yes', 'good')),
  ask('state', 'has stock-service recovered', t.verdict('no', 'good')),
  ask('health', 'dock-board ok?', t.healthy),
  ask('health', 'any trouble with label-hub?', t.noTrouble),
  ask('premise', 'what made the dock-board fall over?', t.denied('dock-board')),
  ask('premise', 'why has label-hub gone down', t.denied('label-hub')),

  ask('cause', 'nobody gets a pick on the handheld, why on earth', t.because(FULFIL_INCIDENT, 'mechanism')),
  ask('cause', "what's behind the 504s of pick-planner?", t.because(FULFIL_INCIDENT)),
  ask('cause', 'stock-service - what is the matter with it', t.words({ says: [[...MECHANISM]] })),
  ask(
    'cause',
    'robots just stand there, how come',
    t.words({ says: [['stock-service', 'pick-planner', ...MECHANISM]] }),
  ),
  ask('cause', 'whats making the database sweat like that', t.words({ says: [['stock-service', ...MECHANISM]] })),
  ask(
    'cause',
    'I came on shift ten minutes ago, carts are queueing up at the aisles and packing has nothing to do. What went wrong?',
    t.because(FULFIL_INCIDENT),
  ),
  ask('since', 'when did the picks start to time out', t.began('onset', 180)),
  ask('since', 'how long ago did the shops start seeing 503s? clock time pls', t.began('onset', 180)),
  ask('since', 'since about when do open picks pile up', t.began('onset', 300)),
  ask('how-long', 'for how many minutes have we been stuck now', t.lasted()),

  ask('impact', 'damage so far?', m.damage),
  ask(
    'impact',
    'who else is hit by the stock-service mess',
    t.words({ names: ['pick-planner', 'order-intake', 'returns-desk'] }),
  ),
  ask('impact', 'does label-hub suffer as well', t.verdict('no', 'bad')),
  ask(
    'impact',
    'is it just zone A that times out?',
    t.words({ saysFirst: [['\\bno\\b', 'not only', 'not just', '\\bB\\b']] }),
  ),

  ask('deploy', 'did anyone roll something out just before it broke?', released),
  ask(
    'deploy',
    'releases today, list them',
    t.words({ says: [['stock-service'], ['5\\.3\\.0'], ['label-hub'], ['3\\.8\\.0']] }),
  ),
  ask('deploy', 'stock-service 5.3.0 went live when?', t.began('release', 120)),
  ask('deploy', "it's the new label-hub that breaks the picks, right?", t.verdict('no', 'bad')),
  ask('deploy', 'has packing-bench been deployed today?', t.verdict('no', 'fact')),
  ask('version', 'version of stock-service in use?', t.words({ saysFirst: [['5\\.3\\.0']] })),
  ask(
    'version',
    'list the versions of all services',
    t.words({ says: [['5\\.3\\.0'], ['3\\.8\\.0'], ['8\\.0\\.5'], ['4\\.11\\.2']] }),
  ),
  ask('restart', 'anybody restarted anything this shift?', t.words({ says: [['returns-desk']] })),
  ask(
    'next-step',
    'quickest way to get picking going again?',
    t.words({ says: [['stock-service'], ['roll', 'revert', '5\\.[23]', ...MECHANISM]] }),
  ),
  ask(
    'next-step',
    'would a rollback help, and of what',
    t.words({ says: [['stock-service'], ['5\\.[23]', 'release', 'version']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask(
    'dependency',
    'what needs stock-service to work?',
    t.words({ names: ['order-intake', 'pick-planner', 'returns-desk'] }),
  ),
  ask(
    'timeline',
    'write down the course of events for the shift report',
    t.words({
      says: [['stock-service'], ['5\\.3\\.0', 'release', 'deploy', 'version'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask(
    'timeline',
    'step by step, what went on from {@release-1} to {@onset+8}',
    t.words({ says: [['stock-service'], ['\\d\\d:\\d\\d'], ['5\\.3\\.0', ...MECHANISM]], neverFirst: ['log records'] }),
  ),
  ask('silence', 'any service gone quiet?', t.words({ says: [['replenish']], neverFirst: ['^\\W*(?:no|none)\\b'] })),
  ask('silence', 'did the replenishment run get to its end', t.verdict('no', 'good')),
  ask('silence', 'last thing heard from replenish was at?', m.lastOf(m.replenish)),

  ask(
    'lookup',
    'pick {failedPick}: what happened',
    t.words({ says: [['timed out', 'within 3000 ms', 'no location']] }),
  ),
  ask('lookup', '{goodPick} started?', t.words({ says: [['started']], neverFirst: ['^\\W*no\\b'] })),
  ask(
    'lookup',
    'order {failedOrder} is missing, customer is fuming. what went wrong there',
    t.words({ says: [['503', 'not accepted']] }),
  ),
  ask('lookup', 'why was {rejectedOrder} rejected', t.words({ says: [['address incomplete']] })),
  ask(
    'lookup',
    'someone put {heldParcel} on the side table, whats the reason?',
    t.words({ says: [['weight differs']] }),
  ),
  ask(
    'slow-trace',
    'where does the time go in {pickTrace}?',
    t.words({ says: [['stock-service', '/locations', 'stock_moves']] }),
  ),
  ask('slow-trace', '{orderTrace} took ages. who is to blame', t.words({ says: [['stock-service']] })),
  ask(
    'meaning',
    'what does Seq Scan on stock_moves mean for us',
    t.words({ says: [['stock-db', 'stock-service', 'index', 'stock_moves']] }),
  ),
  ask('meaning', 'WMS-611, what was that again?', t.words({ says: [['stock-service'], ['5\\.3\\.0', 'best-before']] })),
  ask('paste', '{poolLine}\nhow many like this since {@onset}?', t.count(t.since('onset'), t.logs(m.pool))),
  ask('paste', 'got this from the dba:\n{slowLine}\nwhen was the first one?', m.firstOf(m.statement)),
  ask('paste', '{planLine}\ndid that exist before {@release}', t.verdict('no', 'fact')),
  ask(
    'paste',
    '{robotLine}\nwhy is that',
    t.words({
      says: [
        ['stock-service', 'pick-planner'],
        [...MECHANISM, 'time', 'task'],
      ],
    }),
  ),
  ask('paste', '{weightLine}\nis this part of the problem?', UNRELATED),

  ask('list', 'what services do we have here, names only', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'endpoints of stock-service?',
    t.words({ says: [['/locations'], ['/reservations'], ['/bookings'], ['/restocks']] }),
  ),
  ask(
    'list',
    'which metrics come from robot-ctl',
    t.words({ names: ['robots', 'robot.battery.percent', 'missions.done'] }),
  ),
  ask('single-record', 'very first pick timeout: when', m.firstOf(m.timedOut)),
  ask('single-record', 'when did a return go through the last time', m.lastOf(m.takenBack)),
  ask('single-record', 'latest error of order-intake, show it', t.words({ says: [['not accepted']] })),
  ask('bare-name', 'stock-service', t.words({ saysFirst: [['stock-service']] })),
  ask('bare-name', 'robot-ctl', t.words({ saysFirst: [['robot-ctl']] })),

  ask('unknown', 'conveyor-plc errors?', t.declined('unknown', 'conveyor-plc')),
  ask('unknown', 'how slow is invoice-service since {@onset}', t.declined('unknown', 'invoice-service')),
  ask('unknown', 'where is pick P-999999', t.declined('no_data')),
  ask('unknown-attribute', 'pick timeouts by shelf manufacturer', t.declined('no_data')),
  ask('order', 'put stock-service back to 5.2.4', t.declined('read_only')),
  ask('order', 'send R07 to the charger', t.declined('read_only')),
  ask('talk', 'thx mate, that helped', t.declined('small_talk')),
  ask('off-topic', 'what is for lunch in the canteen?', t.declined('off_topic')),
  ask('language', 'Warum bekommen die Picker keine Aufträge mehr?', t.because(FULFIL_INCIDENT)),
  ask('language', 'Pourquoi pick-planner répond-il 504 ?', t.words({ says: [['stock-service', ...MECHANISM]] })),
  ask('ask-back', 'and the robots among them?', t.declined('ask_back')),

  ask('several', "what's broken and since when, quick", t.because(FULFIL_INCIDENT, 'time')),
  ask('several', 'why no picks, and when did that begin?', t.because(FULFIL_INCIDENT, 'mechanism', 'time')),
  ...FULFIL_COUNTS_67,
  ...FULFIL_NUMBERS_67,
  ...FULFIL_TALKS_67,
]
