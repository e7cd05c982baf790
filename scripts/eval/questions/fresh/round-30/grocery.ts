/** Questions to the online supermarket: states, causes, what changed, what is silent. Thirtieth round. */
import { GROCERY_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { GROCERY_COUNTS_30 } from './grocery-counts.ts'
import { GROCERY_NUMBERS_30 } from './grocery-numbers.ts'
import { GROCERY_SINGLE_30 } from './grocery-single.ts'
import * as m from './rows.ts'

const PARTITION = [...GROCERY_INCIDENT.mechanism]

export const GROCERY_30 = [
  ask('state', 'are all orders going through again?', t.verdict('no', 'good')),
  ask('state', 'is teh slot problem still ongoing', t.verdict('yes', 'bad')),
  ask('state', 'whats the situation', t.words({ says: [['slot-planner', 'slot_bookings']], never: ['nothing broke'] })),
  ask('health', 'is till ok?', m.fine('till')),
  ask('health', 'how is basket-api doing', m.fine('basket-api')),
  ask('health', 'slot-planner healthy?', t.verdict('no', 'good')),
  ask('premise', 'why did pick-floor crash?', t.denied('pick-floor')),
  ask('premise', 'why is basket-api so slow tonight', t.denied('basket-api')),
  ask('premise', 'when did till go down?', m.fine('till')),

  ask('cause', 'checkout is broken, what happened?', t.because(GROCERY_INCIDENT, 'mechanism')),
  ask('cause', 'why cant customers order', t.because(GROCERY_INCIDENT, 'mechanism')),
  ask('cause', 'root cause of the 502s on chekout?', t.because(GROCERY_INCIDENT, 'mechanism')),
  ask('cause', 'order-desk throws errors like crazy, why?', t.because(GROCERY_INCIDENT)),
  ask('cause', 'Why do bookings for next week fail while this week still works?', t.words({ says: [PARTITION] })),
  ask(
    'cause',
    'db, network or payment?',
    t.words({
      says: [['slot-planner']],
      saysFirst: [['partition', 'slot_bookings', '23514', 'database', '\\bdb\\b', 'postgres']],
      neverFirst: ['^\\W*(?:it is |it.s |yes,? )?(?:the |a )?(?:network|payment)\\b'],
    }),
  ),
  ask('since', 'since when is checkout failing?', t.began()),
  ask('since', 'time of the first order that could not be placed?', ({ world }) =>
    m.at(m.firstLog(world, m.lostLine)?.timeMs, 45),
  ),
  ask('how-long', 'for how long have customers been unable to order', t.lasted()),
  ask('impact', 'how bad?', m.damage),
  ask(
    'impact',
    'how many customers got an error at checkout?',
    t.count(
      t.anytime,
      t.differentOf(t.all(m.checkout, t.failed), 'customer.id'),
      t.differentOf(t.all(m.checkout, m.status(402, 409, 429, 502)), 'customer.id'),
    ),
  ),
  ask(
    'impact',
    'which services are hit by the slot thing',
    t.words({ names: ['slot-planner', 'order-desk', 'front-door'] }),
  ),
  ask('impact', 'is the basket affected?', t.verdict('no', 'bad')),
  ask('impact', 'plus customers affected as well?', t.verdict('yes', 'bad')),
  ask(
    'impact',
    'only north or all regions?',
    t.words({
      says: [
        ['south', '\\ball\\b', 'every'],
        ['west', '\\ball\\b', 'every'],
      ],
    }),
  ),
  ask('next-step', 'what do we do now', t.words({ says: [['slot-planner'], PARTITION] })),
  ask(
    'timeline',
    'timeline of tonight pls',
    t.words({
      says: [['slot-planner'], ['order-desk', 'front-door'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),

  ask('deploy', 'any deploys tonight?', t.words({ says: [['catalogue-api'], ['8\\.15\\.0']] })),
  ask('deploy', 'could the catalogue release be the culprit?', t.verdict('no', 'bad')),
  ask('deploy', 'when did 8.15.0 go out', t.began('release', 120)),
  ask('version', 'which version of catalogue-api did we run before 8.15.0', t.words({ saysFirst: [['8\\.14\\.2']] })),
  ask(
    'version',
    'give me all versions that are out there',
    t.words({ says: [['8\\.15\\.0'], ['12\\.3\\.1'], ['3\\.17\\.2'], ['7\\.5\\.4'], ['2\\.11\\.0']] }),
  ),
  ask(
    'restart',
    'which services were restarted?',
    t.words({ names: ['doorbell'], neverFirst: ['^\\W*no(?:ne|thing)?\\b'] }),
  ),
  ask('restart', 'what time did doorbell come back up', t.began('restart', 120)),

  ask('silence', 'is anything still sending data?', t.verdict('no', 'good')),
  ask('silence', 'last log line we got, when?', ({ world }) => m.at(world.marks['silent'], 75)),
  ask('silence', 'which service went quiet before all the others', ({ world }) => ({
    first: { name: 'shelf-sync', among: [...world.services] },
  })),
  ask('silence', 'since when is shelf-sync silent?', ({ world }) => m.at(m.lastLog(world, m.shelf)?.timeMs, 150)),
  ask(
    'silence',
    'i see nothing after {@silent}, why?',
    t.words({
      says: [
        [
          'silent',
          'stopped',
          'no telemetry',
          'nothing (?:was|has|came|arriv|since)',
          'went quiet',
          'no (?:records|data)',
        ],
      ],
    }),
  ),

  ask('dependency', 'who calls slot-planner?', t.words({ names: ['order-desk', 'front-door'] })),
  ask('dependency', 'what does order-desk need to work', t.words({ names: ['slot-planner', 'till'] })),
  ask('dependency', 'if van-router dies who suffers', t.words({ names: ['slot-planner'] })),
  ask('dependency', 'who reads orders.placed', t.words({ names: ['pick-floor', 'doorbell'] })),

  ask('language', 'Warum schlagen die Bestellungen fehl?', t.because(GROCERY_INCIDENT)),
  ask('language', 'läuft der Checkout wieder?', t.verdict('no', 'good')),
  ask(
    'language',
    'Wie viele Bestellungen sind seit {@onset} gescheitert?',
    t.count(t.since('onset'), ...m.LOST, t.failures(m.desk)),
  ),
  ask('language', 'depuis quand le checkout ne marche plus ?', t.began()),

  ...talk(
    'night',
    ask('follow-up', 'something wrong with checkout?', t.verdict('yes', 'bad')),
    ask('follow-up', 'since?', t.began()),
    ask('follow-up', 'whats the reason', t.words({ says: [PARTITION] })),
    ask('follow-up', 'and is it over', t.verdict('no', 'good')),
  ),
  ...talk(
    'manager',
    ask('follow-up', 'How many orders did we lose tonight?', t.count(t.anytime, ...m.LOST, t.failures(m.desk))),
    ask('follow-up', 'in the north only', t.count(t.anytime, ...m.lostWith(m.region('north')))),
    ask('follow-up', 'and south?', t.count(t.anytime, ...m.lostWith(m.region('south')))),
    ask('follow-up', 'why did they fail', t.words({ says: [PARTITION] })),
  ),
  ask('several', 'still broken? since when? who is the culprit', (asked) => ({
    ...t.because(GROCERY_INCIDENT, 'time')(asked),
    verdict: { is: 'yes', sense: 'bad' },
  })),
  ...GROCERY_SINGLE_30,
  ...GROCERY_COUNTS_30,
  ...GROCERY_NUMBERS_30,
]
