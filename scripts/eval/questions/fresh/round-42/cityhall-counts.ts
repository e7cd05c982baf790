/** How many, and who has most: registrations, appointments, fines, letters, logins of the city. Forty-second round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:errors?|failed)', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const broken = t.during(['onset', 0], ['recovery', 1])

export const CITYHALL_COUNTS_42 = [
  ask('count', '502 count portal-web between {@onset} and {@recovery+1}', t.count(broken, ...m.atPortal(502))),
  ask('count', 'termin-service requests, past 15 minutes', t.count(t.last(15), t.requests(m.termin))),
  ask('count', '409s at the portal since {@release}?', t.count(t.since('release'), ...m.atPortal(409))),
  ask('class-of-codes', 'any 5xx at the portal since {@recovery+2}?', NONE),

  ask('errors', 'residnce-registry errors', t.count(t.anytime, ...t.errors(m.registry))),
  ask('errors', 'how many errors did the chatbot have?', t.count(t.anytime, ...t.errors(m.bot))),
  ask('errors', 'registry errors since {@recovery+2}', NONE),
  ask(
    'level',
    'how many error lines in all between {@onset} and {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), t.logs(t.level('ERROR'))),
  ),

  ask('outcome', 'how many registrations were lost?', t.count(t.anytime, ...m.NOT_REGISTERED)),
  ask('outcome', 'appointments booked in the last 20 minutes', t.count(t.last(20), ...m.BOOKED)),
  ask(
    'outcome',
    'how many fines were settled online since {@release}?',
    t.count(
      t.since('release'),
      t.logs(m.settled),
      t.requests(t.all(m.on(m.fines, '/fines/{number}/pay'), m.status(200))),
      t.requests(t.all(m.on(m.portal, '/fines/{number}/pay'), m.status(200))),
    ),
  ),
  ask('outcome', 'letters printed in the last half hour', t.count(t.last(30), t.logs(m.printed))),
  ask('outcome', 'how many letters were put aside?', t.count(t.anytime, t.logs(m.aside))),
  ask('outcome', 'refused logins last 45 min', t.count(t.last(45), ...m.REFUSED)),
  ask(
    'outcome',
    'how often were people too late because the slot was taken',
    t.count(t.anytime, t.logs(m.taken), t.requests(t.all(m.booking, m.status(409)))),
  ),
  ask('outcome', 'chats handed over to a clerk?', t.count(t.anytime, t.logs(m.handedOver))),

  ask('text', "landlord's confirmation is missing: how often?", t.count(t.anytime, t.logs(m.landlord))),
  ask('text', 'how many "card PIN is wrong"', t.count(t.anytime, t.logs(t.says(/card PIN is wrong/)))),
  ask('text', 'PHP warnings of the waste calendar', t.count(t.anytime, t.logs(m.phpWarning))),

  ask(
    'attribute',
    'requests by kiosk on portal-web',
    t.count(t.anytime, t.requests(t.all(m.portal, m.channel('kiosk')))),
  ),
  ask(
    'conditions',
    'failed requests from hafen on portal-web',
    t.count(t.anytime, t.failures(t.all(m.portal, m.district('hafen')))),
  ),
  ask(
    'conditions',
    'how many app users in nordend got a 502?',
    t.count(
      t.anytime,
      t.requests(t.all(m.portal, m.status(502), m.channel('app'), m.district('nordend'))),
      t.differentOf(t.all(m.portal, m.status(502), m.channel('app'), m.district('nordend')), 'citizen.id'),
    ),
  ),
  ask(
    'conditions',
    'credit_card payments that were declined',
    t.count(
      t.anytime,
      t.requests(t.all(m.epay, m.method('credit_card'), m.status(402))),
      t.logs(t.all(m.declined, m.line('method', 'credit_card'))),
    ),
  ),
  ask(
    'exclusion',
    'portal requests without /login in the last 30 minutes',
    t.count(t.last(30), t.requests(t.all(m.portal, t.not(t.has('http.route', '/login'))))),
  ),
  ask(
    'slow',
    'chats that took over a second',
    t.count(
      t.anytime,
      t.requests(t.all(m.bot, t.longer(1000))),
      t.requests(t.all(m.on(m.portal, '/chat'), t.longer(1000))),
    ),
  ),

  ask(
    'distinct',
    'how many different citizens used the portal in the last 20 min?',
    t.count(t.last(20), t.differentOf(m.portal, 'citizen.id')),
  ),
  ask(
    'group',
    'portal-web requests by route',
    t.groups(
      'count',
      t.anytime,
      m.each(m.ROUTES, (one) => t.requests(m.on(m.portal, one))),
    ),
  ),
  ask(
    'group',
    'failed portal requests per district',
    t.groups(
      'count',
      t.anytime,
      m.each(m.DISTRICTS, (one) => t.failures(t.all(m.portal, m.district(one)))),
    ),
  ),
  ask(
    'group',
    'split the last half hour of portal-web by client.channel',
    t.groups(
      'count',
      t.last(30),
      m.each(m.CHANNELS, (one) => t.requests(t.all(m.portal, m.channel(one)))),
    ),
  ),
  ask('group', 'bookings per office', (asked) => ({
    groups: Object.fromEntries(
      m.OFFICES.map((one) => {
        const here = t.all(m.booking, m.office(one))
        return [one, t.numberOf(asked, 'count', t.anytime, [t.requests(here), t.requests(t.all(here, m.status(201)))])]
      }),
    ),
  })),
  ask(
    'group',
    'which codes did residence-registry answer with, and how often',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([200, 201, 422, 500].map((code) => [code, t.requests(t.all(m.registry, m.status(code)))])),
    ),
  ),
  ask('top', 'most visited route on the portal', t.topOf(m.spansOf(m.portal), t.attribute('http.route'))),
  ask('top', 'what do people ask the bot about most', t.topOf(m.spansOf(m.bot), t.attribute('chat.intent'))),
  ask(
    'top',
    'who is the noisiest in the logs',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask(
    'window',
    'appointments booked {@onset}-{@onset+15}',
    t.count(t.during(['onset', 0], ['onset', 15]), ...m.BOOKED),
  ),
  ask(
    'window',
    'confirmation letters in the ten minutes before {@onset}',
    t.count(t.during(['onset', -10], ['onset', 0]), t.logs(t.says(/printed: confirmation/))),
  ),

  ...talk(
    'portal',
    ask('follow-up', 'portal-web: how many requests in the last half hour', t.count(t.last(30), t.requests(m.portal))),
    ask('follow-up', 'just POST /termine', t.count(t.last(30), t.requests(t.all(m.on(m.portal, '/termine'))))),
    ask(
      'follow-up',
      'from the kiosk only',
      t.count(t.last(30), t.requests(t.all(m.on(m.portal, '/termine'), m.channel('kiosk')))),
    ),
  ),
  ...talk(
    'refusals',
    ask('follow-up', 'how many payments did epay-bridge decline?', t.count(t.anytime, ...m.DECLINED)),
    ask('follow-up', 'since {@onset} only', t.count(t.since('onset'), ...m.DECLINED)),
    ask(
      'follow-up',
      'by payment method',
      t.groups(
        'count',
        t.since('onset'),
        m.each(m.METHODS, (one) => t.requests(t.all(m.epay, m.status(402), m.method(one)))),
      ),
    ),
  ),
  ...talk(
    'printing',
    ask('follow-up', 'letters printed since {@recovery}?', t.count(t.since('recovery'), t.logs(m.printed))),
    ask('follow-up', 'and put aside?', t.count(t.since('recovery'), t.logs(m.aside))),
  ),
]
