/** How many, and who has most: trips, passages, plates, charges, top-ups, fines, batches of the tolls. Fifty-eighth round. */
import type { LogRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [
    ['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )*(?:errors?|trips?|requests?|batch(?:es)?)\\b', '(?<![\\d.,])0\\b'],
  ],
  neverFirst: ['^\\W*yes\\b'],
})
const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('count', when, m.each(names, measure))

export const TOLLS_COUNTS_58 = [
  ask('outcome', 'hey uh how many trips got thrown away so far', t.count(t.anytime, ...m.DROPPED)),
  ask('outcome', 'droped trips last twenty minuets', t.count(t.last(20), ...m.DROPPED)),
  ask(
    'outcome',
    'okay so how many people opened the app and got no trips since {@onset}',
    t.count(t.since('onset'), ...m.EMPTY_APP),
  ),
  ask(
    'outcome',
    'sorry im at a red light uh how many accounts got charged in the last ten minutes',
    t.count(t.last(10), ...m.CHARGED, t.differentIn(m.charged, 'account')),
  ),
  ask('outcome', 'how many cards got declined in the last half hour', t.count(t.last(30), ...m.DECLINED)),
  ask(
    'outcome',
    'how many batches are we holding back since {@onset} like in total',
    t.count(t.since('onset'), ...m.HELD),
  ),
  ask('outcome', 'so how many plates couldnt the cameras read', t.count(t.anytime, t.logs(m.unreadable))),
  ask(
    'outcome',
    'fines paid this last hour',
    t.count(t.last(60), t.logs(m.finePaid), t.requests(t.all(t.named('pay_fine'), t.has('status', 200)))),
  ),
  ask('outcome', 'did we drop any trips before {@onset}', NONE),
  ask(
    'outcome',
    'um passages that were read twice how many',
    t.count(t.anytime, t.logs(m.twice), t.requests(t.all(m.passing, m.status(409)))),
  ),

  ask(
    'count',
    'how many cars i mean vehicles went under the gantries last fifteen minutes',
    t.count(t.last(15), ...m.PASSED),
  ),
  ask('count', 'requests on the app since {@restart}', t.count(t.since('restart'), t.requests(m.app))),
  ask('count', 'five oh twos on driver api total', t.count(t.anytime, t.requests(t.all(m.app, m.status(502))))),
  ask(
    'count',
    'quotes from the tariff service between {@onset} and {@onset+15}',
    t.count(t.during(['onset', 0], ['onset', 15]), t.requests(m.quoting), t.logs(t.says(m.QUOTE))),
  ),
  ask('count', 'how many log lines did the archive thing write', t.count(t.anytime, t.logs(m.archive))),

  ask('errors', 'errors trip bulder last ten min', t.count(t.last(10), ...t.errors(m.builder))),
  ask('errors', 'how many errors on the app since like {@onset+5}', t.count(t.since('onset', 5), ...t.errors(m.app))),
  ask('errors', 'any errors at all on top up pay today', NONE),
  ask('errors', 'total error lines everything last fifteen minutes', t.count(t.last(15), t.logs(t.level('ERROR')))),
  ask(
    'errors',
    'okay what about errors in partner clearing between {@onset} and {@onset+20}',
    t.count(t.during(['onset', 0], ['onset', 20]), ...t.errors(m.clearing)),
  ),
  ask(
    'level',
    'how many warnings does gantry edge have',
    t.count(t.anytime, t.logs(t.all(m.gantries, t.level('WARN')))),
  ),

  ask('text', 'how many times does it say lens is dirty', t.count(t.anytime, t.logs(m.dirty))),
  ask('text', 'count "balance below five euros"', t.count(t.anytime, t.logs(m.low))),

  ask(
    'attribute',
    'trucks through the gantries last thirty minutes',
    t.count(
      t.last(30),
      t.requests(t.all(m.passing, m.vehicle('truck'))),
      t.requests(t.all(m.passing, m.vehicle('truck'), m.status(202))),
    ),
  ),
  ask(
    'attribute',
    'how many passages on the a5 in the last hour',
    t.count(
      t.last(60),
      t.requests(t.all(m.passing, m.motorway('A5'))),
      t.logs(t.all(m.recorded, t.has('motorway', 'A5'))),
    ),
  ),
  ask(
    'attribute',
    'top ups at the kiosk how many did we have',
    t.count(
      t.anytime,
      t.requests(t.all(m.paying, m.channel('kiosk'))),
      t.logs(t.all(m.booked, t.has('channel', 'kiosk'))),
    ),
  ),
  ask(
    'attribute',
    'plates from switzerland uh country CH how many images',
    t.count(
      t.anytime,
      t.requests(t.all(m.reading, t.has('plate.country', 'CH'))),
      t.logs(t.all(m.plateRead, t.has('country', 'CH'))),
    ),
  ),
  ask('attribute', 'dropped trips on the a9 no wait i mean the a7', t.count(t.anytime, ...m.droppedOn('A7'))),

  ask(
    'conditions',
    'trucks on the a9 whose trip got dropped',
    t.count(t.anytime, t.failures(t.all(m.assembling, m.motorway('A9'), m.vehicle('truck')))),
  ),
  ask(
    'conditions',
    'how many android users on the a7 got a failed trips page',
    t.count(t.anytime, t.failures(t.all(m.tripsPage, m.motorway('A7'), m.platform('android')))),
  ),
  ask(
    'conditions',
    'declined visa cards at the kiosk or no sorry on the web',
    t.count(t.anytime, t.logs(t.all(m.declined, t.has('brand', 'visa'), t.has('channel', 'web')))),
  ),
  ask(
    'conditions',
    'batches for nordpass held on a7 since {@onset+10}',
    t.count(t.since('onset', 10), t.failures(t.all(m.batches, m.partner('nordpass'), m.motorway('A7')))),
  ),
  ask(
    'conditions',
    'vans read by plate not tag on the a1',
    t.count(
      t.anytime,
      t.requests(t.all(m.passing, m.vehicle('van'), t.has('read.method', 'plate'), m.motorway('A1'))),
      t.requests(t.all(m.passing, m.vehicle('van'), t.has('read.method', 'plate'), m.motorway('A1'), m.status(202))),
    ),
  ),
  ask(
    'conditions',
    'how many passages faster than a hundred and thirty on a3',
    t.count(
      t.anytime,
      t.logs(t.all<LogRow>(t.has('motorway', 'A3'), m.recorded, (log) => Number(log.attributes['speed_kmh']) > 130)),
      t.logs(t.all<LogRow>(t.has('motorway', 'A3'), m.gantries, (log) => Number(log.attributes['speed_kmh']) > 130)),
    ),
  ),

  ask(
    'slow',
    'how many top ups took longer than half a second',
    t.count(t.anytime, t.requests(t.all(m.paying, t.longer(500)))),
  ),

  ask(
    'exclusion',
    'error lines since {@onset} but not trip builder',
    t.count(t.since('onset'), t.logs(t.all(t.level('ERROR'), t.not(m.builder)))),
  ),
  ask(
    'exclusion',
    'all warnings today except the gantries and the app',
    t.count(t.anytime, t.logs(t.all(t.level('WARN'), t.not(t.of('gantry-edge', 'driver-api'))))),
  ),

  ask(
    'distinct',
    'how many different vehicles got no trips in the app',
    t.count(t.anytime, t.differentIn(m.noTrips, 'vehicle')),
  ),
  ask(
    'distinct',
    'like how many different gantries do we even get passages from',
    t.count(t.anytime, t.differentOf(m.passing, 'gantry.id')),
  ),

  ask(
    'group',
    'dropped trips per vehicle class',
    per(t.anytime, m.CLASSES, (one) => t.failures(t.all(m.assembling, m.vehicle(one)))),
  ),
  ask(
    'group',
    'split me the passages by motorway for the last half hour',
    per(t.last(30), m.ROADS, (one) => t.requests(t.all(m.passing, m.motorway(one)))),
  ),
  ask(
    'group',
    'app requests by platform since {@onset}',
    per(t.since('onset'), m.PLATFORMS, (one) => t.requests(t.all(m.app, m.platform(one)))),
  ),
  ask(
    'group',
    'why were cards declined like the reasons and how many each',
    per(t.anytime, ['insufficient_funds', 'expired_card', 'do_not_honor'], (one) =>
      t.logs(t.all(m.declined, t.has('reason', one))),
    ),
  ),

  ask(
    'top',
    'which motorway lost the most trips',
    t.topOf(m.spansOf(t.all(m.assembling, t.failed)), t.attribute('toll.motorway')),
  ),
  ask(
    'top',
    'whats the busiest motorway today by passages',
    t.topOf(m.spansOf(m.passing), t.attribute('toll.motorway')),
  ),
  ask('top', 'what do people pay their top ups with mostly', t.topOf(m.spansOf(m.paying), t.attribute('card.brand'))),
  ask(
    'top',
    'so which pod throws all the errors in trip builder',
    t.words({ saysFirst: [['trip-builder-2']], neverFirst: ['trip-builder-[01].*trip-builder-2'] }),
  ),
  ask('top', 'main reason for fines', t.topOf(m.spansOf(t.named('issue_fine')), t.attribute('fine.reason'))),

  ...talk(
    'lost',
    ask('follow-up', 'how many trips were dropped the last fifteen minutes', t.count(t.last(15), ...m.DROPPED)),
    ask('follow-up', 'only a9', t.count(t.last(15), ...m.droppedOn('A9'))),
    ask('follow-up', 'and the a3', NONE),
    ask(
      'follow-up',
      'okay and same for the fifteen minutes before that on the a9',
      t.count(t.earlier(15, 15), ...m.droppedOn('A9')),
    ),
  ),
  ...talk(
    'cards',
    ask('follow-up', 'hey top ups last hour how many', t.count(t.last(60), t.requests(m.paying), t.logs(m.booked))),
    ask(
      'follow-up',
      'just visa',
      t.count(
        t.last(60),
        t.requests(t.all(m.paying, m.brand('visa'))),
        t.logs(t.all(m.booked, t.has('brand', 'visa'))),
      ),
    ),
    ask(
      'follow-up',
      'and how many of those declined',
      t.count(t.last(60), t.logs(t.all(m.declined, t.has('brand', 'visa')))),
    ),
  ),
  ...talk(
    'road',
    ask(
      'follow-up',
      'passages on a1 last twenty minutes',
      t.count(
        t.last(20),
        t.requests(t.all(m.passing, m.motorway('A1'))),
        t.logs(t.all(m.recorded, t.has('motorway', 'A1'))),
      ),
    ),
    ask(
      'follow-up',
      'uh and a7',
      t.count(
        t.last(20),
        t.requests(t.all(m.passing, m.motorway('A7'))),
        t.logs(t.all(m.recorded, t.has('motorway', 'A7'))),
      ),
    ),
    ask(
      'follow-up',
      'only trucks there',
      t.count(
        t.last(20),
        t.requests(t.all(m.passing, m.motorway('A7'), m.vehicle('truck'))),
        t.requests(t.all(m.passing, m.status(202), m.motorway('A7'), m.vehicle('truck'))),
      ),
    ),
  ),
  ...talk(
    'app',
    ask('follow-up', 'how many requests did the app fail since {@onset}', t.count(t.since('onset'), t.failures(m.app))),
    ask('follow-up', 'android only', t.count(t.since('onset'), t.failures(t.all(m.app, m.platform('android'))))),
    ask('follow-up', 'what about ios', t.count(t.since('onset'), t.failures(t.all(m.app, m.platform('ios'))))),
  ),
]
