/** How many, and who has most: applications, checks, contracts, viewings, rents, repairs of the property portal. Fifty-ninth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [
    ['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )*(?:errors?|checks?|failures?|requests?)\\b', '(?<![\\d.,])0\\b'],
  ],
  neverFirst: ['^\\W*yes\\b'],
})
const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('count', when, m.each(names, measure))
const meantime = t.during(['onset', 0], ['recovery', 0])

export const REALESTATE_COUNTS_59 = [
  ask(
    'outcome',
    'Could you please tell me how many applications had to be parked because no credit check was possible?',
    t.count(t.anytime, ...m.PARKED),
  ),
  ask(
    'outcome',
    'The board wants to hear how many tenancy agreements were put on hold for want of a credit report. Would you have that number?',
    t.count(t.anytime, ...m.HELD),
  ),
  ask(
    'outcome',
    'I would be interested in how many applications reached the landlord in the last half hour.',
    t.count(t.last(30), ...m.PASSED),
  ),
  ask(
    'outcome',
    'Do we know how many prospective tenants were declined because their score was too low?',
    t.count(t.anytime, t.logs(m.lowScore)),
  ),
  ask(
    'outcome',
    'May I ask how many applications came without a proof of income?',
    t.count(t.anytime, t.logs(m.incomplete), t.requests(t.all(m.applying, m.status(422)))),
  ),
  ask('outcome', 'contracts drawn up between {@onset} and {@recovery}', t.count(meantime, ...m.DRAWN)),
  ask(
    'outcome',
    'Could you kindly find out how many rent payments were sent back by the banks?',
    t.count(t.anytime, t.logs(m.returned)),
  ),
  ask(
    'outcome',
    'How many viewing appointments were called off, if I may ask?',
    t.count(t.anytime, t.logs(m.cancelled), t.requests(m.cancelling)),
  ),
  ask(
    'outcome',
    'And would you know how many viewings could be booked since {@recovery}?',
    t.count(t.since('recovery'), ...m.BOOKED),
  ),
  ask(
    'outcome',
    'Of the parked applications, how many have meanwhile been taken up again?',
    t.count(t.anytime, t.logs(m.resumed)),
  ),
  ask('outcome', 'Has any credit check been refused since {@recovery+1}, and if so, how many?', NONE),

  ask('count', 'POST /apply count last 45 min', t.count(t.last(45), t.requests(m.front))),
  ask(
    'count',
    'How often did visitors open the page of a flat in the past 20 minutes? We call that a listing view.',
    t.count(t.last(20), t.requests(m.looking)),
  ),
  ask(
    'count',
    'How many searches have our visitors started since {@release}?',
    t.count(t.since('release'), t.requests(m.searching), t.requests(m.querying)),
  ),
  ask('count', '502 credit-gate total', t.count(t.anytime, t.requests(t.all(m.credit, m.status(502))))),
  ask('count', 'log lines of index-job, all', t.count(t.anytime, t.logs(m.index))),
  ask(
    'count',
    'Would you please count the repair requests that our tenants sent in during the last 40 minutes?',
    t.count(
      t.last(40),
      t.requests(m.reporting),
      t.requests(t.all(m.reporting, m.status(201))),
      t.logs(t.all(m.repairs, t.says(/^ticket opened|^no craftsman/))),
    ),
  ),
  ask(
    'count',
    'How many photos has photo-worker processed since its restart at {@restart}?',
    t.count(t.sinceMark('restart'), t.requests(m.photos), t.logs(m.resized)),
  ),
  ask(
    'count',
    'How many direct debits were handled between {@release} and {@onset}, successful or not?',
    t.count(t.during(['release', 0], ['onset', 0]), t.requests(m.debiting), t.logs(t.says(/^debit RD-/))),
  ),

  ask('errors', 'credit-gate errors last hour', t.count(t.last(60), ...t.errors(m.credit))),
  ask(
    'errors',
    'tennant-apply errors from {@onset} to {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), ...t.errors(m.applications)),
  ),
  ask('errors', 'Before {@onset}, did the contract desk report any errors at all?', NONE),
  ask('errors', 'I trust there are no errors in the collection of rents; could you confirm the number?', NONE),
  ask(
    'errors',
    'failed requests all services {@onset+5}-{@onset+20}',
    t.count(t.during(['onset', 5], ['onset', 20]), t.failures(t.any), t.logs(t.level('ERROR'))),
  ),
  ask('level', 'WARN viewing-planner', t.count(t.anytime, t.logs(t.all(m.planner, t.level('WARN'))))),
  ask(
    'level',
    'How many warnings did the rent collection write in the last 50 minutes?',
    t.count(t.last(50), t.logs(t.all(m.rents, t.level('WARN')))),
  ),

  ask('text', 'count "401 unauthorised"', t.count(t.anytime, t.logs(m.refused))),
  ask('text', 'lines with "is too dark" last 30 min', t.count(t.last(30), t.logs(m.dark))),
  ask(
    'text',
    'An agent complains about "signing code of ... has expired". How often did that message occur?',
    t.count(t.anytime, t.logs(m.expired)),
  ),

  ask(
    'attribute',
    'How many applications for flats in Hamburg did we receive over the last hour?',
    t.count(t.last(60), ...[m.applying, m.front].map((one) => t.requests(t.all(one, m.city('hamburg'))))),
  ),
  ask(
    'attribute',
    'Could you please say how many applications arrived through the app?',
    t.count(t.anytime, t.requests(t.all(m.front, m.channel('app')))),
  ),
  ask(
    'attribute',
    'checks with scope foreign since {@onset}',
    t.count(
      t.since('onset'),
      t.requests(t.all(m.checking, m.scope('foreign'))),
      t.logs(t.all(m.credit, t.has('scope', 'foreign'))),
    ),
  ),
  ask(
    'attribute',
    'How many repair tickets concerning the heating were raised?',
    t.count(
      t.anytime,
      t.requests(t.all(m.reporting, m.trade('heating'))),
      t.requests(t.all(m.reporting, m.trade('heating'), m.status(201))),
    ),
  ),
  ask(
    'attribute',
    'How many debits did the Sparkasse return to us?',
    t.count(t.anytime, t.logs(t.says(/^debit RD-\d+ returned by sparkasse/))),
  ),
  ask(
    'conditions',
    'How many applications from Poland (PL) could not be checked between {@onset} and {@recovery}?',
    t.count(
      meantime,
      t.failures(t.all(m.applying, m.country('PL'))),
      t.failures(t.all(m.front, m.country('PL'))),
      t.logs(t.all(m.parked, t.has('country', 'PL'))),
      t.failures(t.all(m.checking, m.country('PL'), m.purpose('application'))),
    ),
  ),
  ask(
    'conditions',
    'failed checks purpose=contract country=IT',
    t.count(t.anytime, t.failures(t.all(m.checking, m.purpose('contract'), m.country('IT')))),
  ),
  ask(
    'conditions',
    'Could I learn how many parked applications concerned flats in Cologne and came via the web?',
    t.count(t.anytime, t.failures(t.all(m.front, m.city('cologne'), m.channel('web')))),
  ),
  ask(
    'conditions',
    'POST /tickets urgent yes munich',
    t.count(t.anytime, t.requests(t.all(m.reporting, m.urgent, m.place('munich')))),
  ),
  ask(
    'conditions',
    'How many viewings in Munich did not come about because the slot had been given away already (409)?',
    t.count(
      t.anytime,
      t.requests(t.all(m.booking, m.city('munich'), m.status(409))),
      t.requests(t.all(m.wishing, m.city('munich'), m.status(409))),
    ),
  ),
  ask(
    'slow',
    'How many applications took longer than one second for the visitor?',
    t.count(t.anytime, t.requests(t.all(m.front, t.longer(1000)))),
  ),
  ask('slow', 'credit-gate requests > 2s', t.count(t.anytime, t.requests(t.all(m.credit, t.longer(2000))))),
  ask(
    'exclusion',
    'error lines {@onset}-{@recovery} w/o listing-portal',
    t.count(meantime, t.logs(t.all(t.level('ERROR'), t.not(m.portal)))),
  ),
  ask(
    'exclusion',
    'How many warnings remain over the whole period if we leave the photos and the repairs aside?',
    t.count(t.anytime, t.logs(t.all(t.level('WARN'), t.not(t.of('photo-worker', 'repair-desk'))))),
  ),
  ask(
    'distinct',
    'From how many different countries were credit checks refused?',
    t.count(
      t.anytime,
      t.differentOf(t.all(m.checking, t.failed), 'applicant.country'),
      t.differentIn(m.refused, 'country'),
    ),
  ),
  ask(
    'distinct',
    'I would like to know for how many different flats photos were handed in.',
    t.count(t.anytime, t.differentIn(t.says(/^photos handed in/), 'listing')),
  ),

  ask(
    'group',
    'Would you please break down the parked applications by city?',
    per(t.anytime, m.CITIES, (one) => t.failures(t.all(m.applying, m.city(one)))),
  ),
  ask(
    'group',
    'refused checks per country',
    per(t.anytime, m.ABROAD, (one) => t.failures(t.all(m.checking, m.country(one)))),
  ),
  ask(
    'group',
    'It would help me to see the repair requests (POST /tickets) for each trade over the last hour.',
    per(t.last(60), m.TRADES, (one) => t.requests(t.all(m.reporting, m.trade(one)))),
  ),
  ask(
    'group',
    'POST /contracts by status code',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([201, 409, 503].map((code) => [code, t.requests(t.all(m.drawing, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'debits by bank last 30 min',
    per(t.last(30), m.BANKS, (one) => t.requests(t.all(m.debiting, m.bank(one)))),
  ),
  ask(
    'group',
    'Photos by room, please.',
    per(t.anytime, m.ROOMS, (one) => t.requests(t.all(m.photos, m.room(one)))),
  ),
  ask(
    'top',
    'Applicants of which country suffered most from the refused checks?',
    t.topOf(m.spansOf(t.all(m.checking, t.failed)), t.attribute('applicant.country')),
  ),
  ask('top', 'Which city attracts the most applications?', t.topOf(m.spansOf(m.applying), t.attribute('listing.city'))),

  ...talk(
    'parked',
    ask(
      'follow-up',
      'Could you please tell me how many applications were parked between {@onset} and {@onset+20}?',
      t.count(t.during(['onset', 0], ['onset', 20]), ...m.PARKED),
    ),
    ask(
      'follow-up',
      'leipzig only',
      t.count(
        t.during(['onset', 0], ['onset', 20]),
        t.failures(t.all(m.applying, m.city('leipzig'))),
        t.failures(t.all(m.front, m.city('leipzig'))),
        t.logs(t.all(m.parked, t.has('city', 'leipzig'))),
      ),
    ),
    ask(
      'follow-up',
      'and cologne?',
      t.count(
        t.during(['onset', 0], ['onset', 20]),
        t.failures(t.all(m.applying, m.city('cologne'))),
        t.failures(t.all(m.front, m.city('cologne'))),
        t.logs(t.all(m.parked, t.has('city', 'cologne'))),
      ),
    ),
    ask('follow-up', 'all cities, before {@onset}', NONE),
  ),
  ...talk(
    'contracts',
    ask(
      'follow-up',
      'How many contracts were requested in the last 60 minutes, if you would be so kind? I mean POST /contracts.',
      t.count(t.last(60), t.requests(m.drawing)),
    ),
    ask('follow-up', 'failed ones', t.count(t.last(60), ...m.HELD)),
    ask('follow-up', 'only NL tenants', t.count(t.last(60), t.failures(t.all(m.drawing, m.home('NL'))))),
  ),
  ...talk(
    'warned',
    ask(
      'follow-up',
      'How many warnings do we have from the photo processing?',
      t.count(t.anytime, t.logs(t.all(m.photos, t.level('WARN')))),
    ),
    ask('follow-up', 'and repair-desk', t.count(t.anytime, t.logs(t.all(m.repairs, t.level('WARN'))))),
    ask('follow-up', 'last 25 min only', t.count(t.last(25), t.logs(t.all(m.repairs, t.level('WARN'))))),
  ),
  ...talk(
    'tickets',
    ask(
      'follow-up',
      'I would be interested in the number of repair requests (POST /tickets) in the last 50 minutes.',
      t.count(t.last(50), t.requests(m.reporting)),
    ),
    ask('follow-up', 'plumbing', t.count(t.last(50), t.requests(t.all(m.reporting, m.trade('plumbing'))))),
    ask(
      'follow-up',
      'of those urgent ones?',
      t.count(t.last(50), t.requests(t.all(m.reporting, m.trade('plumbing'), m.urgent))),
    ),
  ),
]
