/** How many, and who has most: weighings, tours, invoices, pickups, bottles, notices of the recycling works. Fifty-third round. */
import type { LogRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:errors?|failed|failures)\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('count', when, m.each(names, measure))
const lines = (...parts: t.Where<LogRow>[]) => t.logs(t.all<LogRow>(...parts))

export const RECYCLING_COUNTS_53 = [
  ask(
    'outcome',
    'how many weighings got lost this morning, i need the number for the depot chief',
    t.count(t.anytime, ...m.LOST),
  ),
  ask(
    'outcome',
    'How many loads were tipped without a weight since {@onset}?',
    t.count(t.since('onset'), ...m.UNWEIGHED),
  ),
  ask(
    'outcome',
    'number of invoices which could not be made in the last half an hour',
    t.count(t.last(30), ...m.NOT_MADE),
  ),
  ask('outcome', 'invoices we did manage to make, last 20 min', t.count(t.last(20), ...m.MADE)),
  ask(
    'outcome',
    'hello, the press office wants to know how many bulky waste pickups were booked by the citizens altogether, can you tell me',
    t.count(t.anytime, ...m.BOOKED),
  ),
  ask(
    'outcome',
    'how many poeple could not book because the slot was gone',
    t.count(t.anytime, t.logs(m.gone), t.requests(t.all(m.booking, m.status(409)))),
  ),
  ask('outcome', 'bottle refunds paid out in past 15 minutes', t.count(t.last(15), ...m.PAID)),
  ask(
    'outcome',
    'how often did a citizen want to see his invoice and the app could not show it?',
    t.count(t.anytime, ...m.NOT_SHOWN),
  ),
  ask('outcome', 'stops skipped because the street was blocked', t.count(t.anytime, t.logs(m.blocked))),

  ask(
    'count',
    'how many requests came into citizen-api in the last 10 minutes?',
    t.count(t.last(10), t.requests(m.citizen)),
  ),
  ask(
    'count',
    'How often did somebody open the collection calendar (GET /calendar) since {@release}?',
    t.count(t.since('release'), t.requests(m.calendar)),
  ),
  ask('count', 'POST /weighings, last 25 min, how many', t.count(t.last(25), t.requests(m.weighing))),
  ask(
    'count',
    'how many sensor readings did bin-sensors process between {@restart} and {@onset}',
    t.count(t.during(['restart', 0], ['onset', 0]), t.requests(m.sensors)),
  ),
  ask('count', 'count of lines that night-export wrote so far', t.count(t.anytime, t.logs(m.nightly))),
  ask(
    'class-of-codes',
    'how many 5xx did billing-desk give since {@onset}',
    t.count(t.since('onset'), t.failures(m.billing)),
  ),
  ask(
    'count',
    'my colleague says there is something called 502, how many of them at route-dispatch in last 15 mins?',
    t.count(t.last(15), t.requests(t.all(m.dispatch, m.status(502)))),
  ),

  ask('errors', 'scale-gatway errors in the last 20 minutes', t.count(t.last(20), ...t.errors(m.scale))),
  ask('errors', 'how many errors at notice-sender?', t.count(t.anytime, ...t.errors(m.notices))),
  ask('errors', 'had deposit-returns any error at all today?', NONE),
  ask('errors', 'were there failed requests at scale-gateway before {@onset}?', NONE),
  ask(
    'errors',
    'errors in the citizen app backend (citizen-api) since {@onset+3}',
    t.count(t.since('onset', 3), ...t.errors(m.citizen)),
  ),
  ask(
    'errors',
    'how much failed in everything together since {@onset+2}',
    t.count(t.since('onset', 2), t.failures(t.any), t.logs(t.level('ERROR'))),
  ),
  ask(
    'level',
    'how many warnings did route-dispatch write down?',
    t.count(t.anytime, lines(m.dispatch, t.level('WARN'))),
  ),
  ask(
    'level',
    'ERROR lines of billing-desk since {@onset}',
    t.count(t.since('onset'), lines(m.billing, t.level('ERROR'))),
  ),

  ask('text', 'how many times is written "does not stand still"?', t.count(t.anytime, t.logs(m.restless))),
  ask(
    'text',
    'lines with "PKIX path building failed" in the last ten minutes',
    t.count(t.last(10), t.logs(m.notConnected)),
  ),
  ask(
    'text',
    'how often "bottle has no deposit mark" since {@release}?',
    t.count(t.since('release'), t.logs(m.noMark)),
  ),

  ask(
    'attribute',
    'how many bookings of bulky waste came for furniture?',
    t.count(
      t.anytime,
      t.requests(t.all(m.booking, m.waste('furniture'))),
      t.requests(t.all(m.booking, m.waste('furniture'), m.status(201))),
    ),
  ),
  ask(
    'attribute',
    'requests at citizen-api from rosental, last 30 min',
    t.count(t.last(30), t.requests(t.all(m.citizen, m.district('rosental')))),
  ),
  ask(
    'attribute',
    'refunds at the machine bahnhof today',
    t.count(t.anytime, t.requests(t.all(m.deposit, m.machine('bahnhof'))), lines(m.paid, m.at('bahnhof'))),
  ),
  ask(
    'conditions',
    'lost weighings at hafen in the last 15 minutes',
    t.count(t.last(15), t.failures(t.all(m.weighing, m.depot('hafen'))), lines(m.lost, m.at('hafen'))),
  ),
  ask(
    'conditions',
    'invoices not made for business customers of suedring since {@onset}, this are the ones who call me',
    t.count(t.since('onset'), t.failures(t.all(m.invoicing, m.depot('suedring'), m.customer('business')))),
  ),
  ask(
    'conditions',
    'pickups booked with the iphone app (ios) in altstadt',
    t.count(
      t.anytime,
      t.requests(t.all(m.booking, m.app('ios'), m.district('altstadt'))),
      t.requests(t.all(m.booking, m.app('ios'), m.district('altstadt'), m.status(201))),
    ),
  ),
  ask(
    'conditions',
    'full paper containers in lindenau, how many messages of that',
    t.count(t.anytime, lines(m.full, t.says(/\(paper\) in lindenau/))),
  ),
  ask(
    'slow',
    'how many weighings took longer than one second?',
    t.count(t.anytime, t.requests(t.all(m.weighing, t.longer(1000)))),
  ),
  ask(
    'exclusion',
    'invoices asked for (POST /invoices) at all depots but hafen',
    t.count(t.anytime, t.requests(t.all(m.invoicing, t.not(m.depot('hafen'))))),
  ),
  ask(
    'exclusion',
    'error lines since {@onset} without the ones of scale-gateway',
    t.count(t.since('onset'), lines(t.level('ERROR'), t.not(m.scale))),
  ),

  ask(
    'distinct',
    'how many different trucks had to tip without weight?',
    t.count(t.anytime, t.differentOf(t.all(m.tips, t.failed), 'truck')),
  ),
  ask(
    'distinct',
    'number of different citizens using the app in the last 20 min',
    t.count(t.last(20), t.differentOf(m.citizen, 'citizen.id')),
  ),

  ask(
    'group',
    'lost weighings for each depot please',
    per(t.anytime, ['hafen', 'suedring'], (one) => t.failures(t.all(m.weighing, m.depot(one)))),
  ),
  ask(
    'group',
    'POST /pickups split by waste.kind',
    per(t.anytime, ['furniture', 'appliances', 'electronics', 'garden', 'scrap'], (one) =>
      t.requests(t.all(m.booking, m.waste(one))),
    ),
  ),
  ask(
    'group',
    'requests at deposit-returns per machine, last 30 minutes',
    per(t.last(30), ['bahnhof', 'markthalle', 'stadtbad'], (one) => t.requests(t.all(m.deposit, m.machine(one)))),
  ),
  ask(
    'group',
    'failed requests per service since {@onset}, a small table if you can',
    per(t.since('onset'), ['scale-gateway', 'route-dispatch', 'billing-desk', 'citizen-api'], (one) =>
      t.failures(t.of(one)),
    ),
  ),
  ask(
    'group',
    'invoices not made by kind of customer',
    per(t.anytime, ['business', 'household', 'municipality'], (one) => t.failures(t.all(m.invoicing, m.customer(one)))),
  ),
  ask(
    'top',
    'at which depot do most weighings get lost',
    t.topOf((world) => m.spansOf(t.all(m.weighing, t.failed))(world), t.attribute('depot')),
  ),
  ask(
    'top',
    'which kind of bulky waste do people want to get rid of most?',
    t.topOf(m.spansOf(m.booking), t.attribute('waste.kind')),
  ),
  ask('top', 'what machine has most refunds', t.topOf(m.spansOf(m.deposit), t.attribute('machine'))),

  ...talk(
    'scales',
    ask('follow-up', 'weighings lost in the last 20 min', t.count(t.last(20), ...m.LOST)),
    ask('follow-up', 'only suedring', t.count(t.last(20), t.failures(t.all(m.weighing, m.depot('suedring'))))),
    ask('follow-up', 'and hafen?', t.count(t.last(20), t.failures(t.all(m.weighing, m.depot('hafen'))))),
    ask('follow-up', 'both together but for 10 minutes', t.count(t.last(10), ...m.LOST)),
  ),
  ...talk(
    'bookings',
    ask(
      'follow-up',
      'how many people tried to book a pickup (POST /pickups) in the past 45 min',
      t.count(t.last(45), t.requests(m.booking)),
    ),
    ask(
      'follow-up',
      'by district pls',
      per(t.last(45), m.DISTRICTS, (one) => t.requests(t.all(m.booking, m.district(one)))),
    ),
    ask(
      'follow-up',
      'only birkenfeld and only 15 min',
      t.count(t.last(15), t.requests(t.all(m.booking, m.district('birkenfeld')))),
    ),
  ),
  ...talk(
    'invoices',
    ask(
      'follow-up',
      'how often was POST /invoices called since {@onset}?',
      t.count(t.since('onset'), t.requests(m.invoicing)),
    ),
    ask('follow-up', 'and how many of those went wrong', t.count(t.since('onset'), t.failures(m.invoicing))),
    ask(
      'follow-up',
      'only the households',
      t.count(t.since('onset'), t.failures(t.all(m.invoicing, m.customer('household')))),
    ),
  ),
  ...talk(
    'warnings',
    ask(
      'follow-up',
      'warnings of citizen-api in the last hour?',
      t.count(t.last(60), lines(m.citizen, t.level('WARN'))),
    ),
    ask('follow-up', 'same for deposit-returns', t.count(t.last(60), lines(m.deposit, t.level('WARN')))),
  ),
  ...talk(
    'bottles',
    ask(
      'follow-up',
      'refund requests at the stadtbad machine, last 40 min',
      t.count(t.last(40), t.requests(t.all(m.deposit, m.machine('stadtbad')))),
    ),
    ask('follow-up', 'and bahnhof', t.count(t.last(40), t.requests(t.all(m.deposit, m.machine('bahnhof'))))),
    ask(
      'follow-up',
      'there only the card ones',
      t.count(t.last(40), t.requests(t.all(m.deposit, m.machine('bahnhof'), m.payout('card')))),
    ),
  ),
]
