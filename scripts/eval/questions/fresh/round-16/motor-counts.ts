/** How many: codes, errors, quotes, policies, lines of the car insurer, and who has most. Sixteenth round. */
import type { LogRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

/** Only the text of a line names the portal. */
const ofPortal = (name: string) => (row: LogRow) => row.body.includes(`"portal":"${name}"`)

export const MOTOR_COUNTS_16 = [
  ask('count', 'how often did quote-web answer 502?', t.count(t.anytime, t.requests(t.all(m.web, m.status(502))))),
  ask(
    'count',
    '502s of quote-web from {@onset+5} to {@onset+20}',
    t.count(t.during(['onset', 5], ['onset', 20]), t.requests(t.all(m.web, m.status(502)))),
  ),
  ask('count', 'vehicle-lookup requests in the last quarter of an hour', t.count(t.last(15), t.requests(m.vehicles))),
  ask(
    'count',
    'How many requests went through rating-engine before {@onset}?',
    t.count(t.before('onset'), t.requests(m.rating)),
  ),
  ask('count', 'messages processed by quote-mailer', t.count(t.anytime, t.requests(m.mailer), t.logs(m.mailer))),
  ask('count', '410 on quote-web, how many', t.count(t.anytime, t.requests(t.all(m.web, m.status(410))))),
  ask('count', 'log lines of fraud-check in the last 20 min', t.count(t.last(20), t.logs(m.fraud))),
  ask('count', 'quotes in the last 30 minutes?', t.count(t.last(30), ...m.QUOTES)),
  ask('class-of-codes', '4xx of policy-issuer?', t.count(t.anytime, t.requests(t.all(m.issuer, m.status(402))))),
  ask(
    'class-of-codes',
    'number of 5xx quote-web during {@onset} - {@recovery}',
    t.count(m.outage, t.requests(t.all(m.web, m.status(502)))),
  ),
  ask(
    'class-of-codes',
    'how many client errors (4xx) on quote-web since {@release}',
    t.count(t.since('release'), t.requests(t.all(m.web, m.status(402, 404, 410, 422)))),
  ),
  ask('errors', 'errors rating engine', t.count(t.anytime, ...t.errors(m.rating))),
  ask('errors', 'quote-ap errors since {@onset}', t.count(t.since('onset'), ...t.errors(m.api))),
  ask(
    'errors',
    'How many errors did quote-web log before {@onset+10}?',
    t.count(t.before('onset', 10), ...t.errors(m.web)),
  ),
  ask(
    'errors',
    'errors after {@recovery+1} anywhere?',
    t.words({
      saysFirst: [
        ['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:errors?|failed|requests?|records?)\\b', '(?<![\\d.,])0\\b'],
      ],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask(
    'errors',
    'does quote-mailer have errors',
    t.words({
      saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('level', 'warnings of quote-mailer', t.count(t.anytime, t.logs(t.all(m.mailer, t.level('WARN'))))),
  ask('level', 'WARN lines fraud-check last 40 minutes', t.count(t.last(40), t.logs(t.all(m.fraud, t.level('WARN'))))),
  ask('level', 'any fatal logs? which service?', t.words({ says: [['document-builder']], neverFirst: ['^\\W*no\\b'] })),
  ask(
    'level',
    'how many INFO lines did document-builder write since {@release}?',
    t.count(t.since('release'), t.logs(t.all(m.documents, t.level('INFO')))),
  ),
  ask('outcome', 'how many quotes failed', t.count(t.anytime, ...m.FAILED_QUOTES)),
  ask('outcome', 'quotes created successfully since {@recovery+1}', t.count(t.since('recovery', 1), ...m.CREATED)),
  ask('outcome', 'how many policies were issued today?', t.count(m.today, ...m.ISSUED)),
  ask('outcome', 'How many direct debits were refused?', t.count(t.anytime, ...m.REFUSED)),
  ask('outcome', 'suspicious quotes last hour', t.count(t.last(60), t.logs(m.suspicious))),
  ask('outcome', 'how many mails bounced', t.count(t.anytime, t.logs(m.bounced))),
  ask(
    'outcome',
    'policy documents built in the last 10 min',
    t.count(t.last(10), t.logs(m.built), t.requests(m.documents)),
  ),
  ask(
    'outcome',
    'how many times was a plate not found?',
    t.count(t.anytime, t.logs(m.unknownPlate), t.requests(t.all(m.vehicles, m.status(404)))),
  ),
  ask('text', '"has no row for battery class" count', t.count(t.anytime, t.logs(m.noTariff))),
  ask('text', 'KeyNotFoundException how many since {@onset+15}', t.count(t.since('onset', 15), t.logs(m.noTariff))),
  ask(
    'text',
    'how many expired quotes?',
    t.count(t.anytime, t.logs(m.expired), t.requests(t.all(m.api, m.status(410)))),
  ),
  ask('text', 'font is missing - times?', t.count(t.anytime, t.logs(m.noFont))),
  ask('text', 'how many vehicle is unknown', t.count(t.anytime, t.logs(m.unknownCar))),
  ask('attribute', 'requests from brokers', t.count(t.anytime, t.requests(m.sold('broker')))),
  ask(
    'attribute',
    'how many requests came from customers in the south?',
    t.count(t.anytime, t.requests(m.region('south'))),
  ),
  ask(
    'attribute',
    'quotes for electric cars',
    t.count(
      t.anytime,
      ...m.ELECTRIC,
      t.logs(t.all(m.quoteCreated, t.says(/electric/))),
      t.requests(t.all(m.made, m.fuel('electric'), m.status(201))),
    ),
  ),
  ask('attribute', 'POST /premiums with cover full', t.count(t.anytime, t.requests(t.all(m.rating, m.cover('full'))))),
  ask(
    'attribute',
    'batches for carfinder?',
    t.count(t.anytime, t.logs(t.all(m.delivered, ofPortal('carfinder'))), t.logs(t.all(m.feed, ofPortal('carfinder')))),
  ),
  ask(
    'conditions',
    'failed quotes of electric cars with full cover in quote-api',
    t.count(t.anytime, t.failures(t.all(m.made, m.fuel('electric'), m.cover('full')))),
  ),
  ask(
    'conditions',
    '502 on quote-web from the app, customers in the west, since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(m.web, m.status(502), m.sold('app'), m.region('west')))),
  ),
  ask(
    'conditions',
    'POST /policies via website that got a 402',
    t.count(t.anytime, t.requests(t.all(m.policies, m.sold('website'), m.status(402)))),
  ),
  ask(
    'conditions',
    'diesel quotes slower than 200 ms',
    t.count(t.anytime, t.requests(t.all(m.made, m.fuel('diesel'), t.longer(200)))),
  ),
  ask(
    'exclusion',
    'requests on quote-web excluding brokers',
    t.count(t.anytime, t.requests(t.all(m.web, t.not(m.sold('broker'))))),
  ),
  ask(
    'exclusion',
    'warnings except from fraud-check and quote-mailer',
    t.count(t.anytime, t.logs(t.all(t.level('WARN'), t.not(m.fraud), t.not(m.mailer)))),
  ),
  ask(
    'exclusion',
    'failed POST /quotes on quote-api that were not electric',
    t.words({ numbers: [{ value: 0, unit: 'count' }] }),
  ),
  ask(
    'slow',
    'how many policies took more than 300ms to issue?',
    t.count(
      t.anytime,
      t.requests(t.all(m.issuer, t.longer(300))),
      t.requests(t.all(m.policies, t.longer(300))),
      t.requests(t.all(m.issuer, m.status(201), t.longer(300))),
    ),
  ),
  ask('slow', 'document-builder jobs over 1s', t.count(t.anytime, t.requests(t.all(m.documents, t.longer(1000))))),
  ask('distinct', 'distinct customers in the last half hour', t.count(t.last(30), t.differentOf(m.web, 'customer.id'))),
  ask('distinct', 'how many sales channels are there', t.count(t.anytime, t.differentOf(m.web, 'sales.channel'))),
  ask(
    'distinct',
    'how many customers ran into a 502?',
    t.count(t.anytime, t.differentOf(t.all(m.web, m.status(502)), 'customer.id')),
  ),
  ask('group', 'warnings per service, all of them', (about) => ({
    groups: Object.fromEntries(
      (
        [
          ['fraud-check', m.fraud],
          ['quote-mailer', m.mailer],
          ['vehicle-lookup', m.vehicles],
          ['quote-api', m.api],
          ['policy-issuer', m.issuer],
        ] as const
      ).map(([name, where]) => [name, t.numberOf(about, 'count', t.anytime, [t.logs(t.all(where, t.level('WARN')))])]),
    ),
  })),
  ask(
    'group',
    'quote-web requests by region',
    t.groups(
      'count',
      t.anytime,
      m.each(m.REGIONS, (one) => t.requests(t.all(m.web, m.region(one)))),
    ),
  ),
  ask(
    'group',
    'POST /quotes on quote-api per fuel',
    t.groups(
      'count',
      t.anytime,
      m.each(m.FUELS, (one) => t.requests(t.all(m.made, m.fuel(one)))),
    ),
  ),
  ask(
    'group',
    'how many requests per route on quote-web in the last 20 minutes',
    t.groups(
      'count',
      t.last(20),
      m.each(['/quotes', '/policies', '/vehicles/{plate}'], (one) =>
        t.requests(t.all(m.web, t.has('http.route', one))),
      ),
    ),
  ),
  ask(
    'group',
    'failed requests by channel (quote-web)',
    t.groups(
      'count',
      t.anytime,
      m.each(m.CHANNELS, (one) => t.failures(t.all(m.web, m.sold(one)))),
    ),
  ),
  ask('top', 'top fuel type?', t.topOf(m.spansOf(m.made), t.attribute('vehicle.fuel'))),
  ask('top', 'which kind of fuel fails?', t.words({ first: { name: 'electric', among: m.FUELS } })),
  ask(
    'top',
    'who logs most warnings, top 1',
    t.topOf(t.logRows(t.level('WARN')), (row) => row.service),
  ),
  ask('top', 'region with most requests on quote-web', t.topOf(m.spansOf(m.web), t.attribute('customer.region'))),
  ask('top', 'most popular cover?', t.topOf(m.spansOf(m.made), t.attribute('quote.cover'))),
  ask(
    'window',
    'quotes created in the first 5 minutes after {@recovery+1}',
    t.count(t.during(['recovery', 1], ['recovery', 6]), ...m.CREATED),
  ),
  ask(
    'window',
    'how many failed requests between {@onset+10} and {@onset+15} on rating-engine',
    t.count(t.during(['onset', 10], ['onset', 15]), t.failures(m.rating)),
  ),
]
