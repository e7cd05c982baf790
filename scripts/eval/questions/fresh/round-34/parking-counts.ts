/** How many, and who has most: cars, plates, barriers, payments, permits of the car parks. Thirty-fourth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

export const PARKING_COUNTS_34 = [
  ask('count', 'cars admitted in the past 20 minutes?', t.count(t.last(20), ...m.ADMITTED)),
  ask('count', 'how many cars left the garages today', t.count(t.anytime, ...m.RELEASED)),
  ask('count', 'number of plates read ok, last half hour', t.count(t.last(30), ...m.READ)),
  ask(
    'count',
    'I need the number of requests kerb-api took between {@release} and {@onset}.',
    t.count(t.during(['release', 0], ['onset', 0]), t.requests(m.kerb)),
  ),
  ask('count', '502 count kerb-api', t.count(t.anytime, m.spans(m.kerb, m.status(502)))),
  ask('count', 'how often did plate-reader answer 422?', t.count(t.anytime, m.spans(m.reader, m.status(422)))),
  ask('count', '401s on the api last 45 min pls', t.count(t.last(45), m.spans(m.kerb, m.status(401)))),
  ask(
    'count',
    'how many payment attempts came in since {@recovery}',
    t.count(t.since('recovery'), t.requests(m.paying), t.requests(m.pay)),
  ),
  ask(
    'count',
    'permit-book: how many GET lookups of permits have we had?',
    t.count(t.anytime, t.requests(m.lookingUp)),
  ),
  ask('count', 'log lines from the barriers in the last ten minutes', t.count(t.last(10), m.lines(m.barrier))),
  ask(
    'count',
    'tariff-engine request count {@release-10} to {@release}',
    t.count(t.during(['release', -10], ['release', 0]), t.requests(m.tariff)),
  ),
  ask(
    'count',
    'gateway timeouts (504) while paying',
    t.count(t.anytime, m.spans(m.paying, m.status(504)), m.spans(m.pay, m.status(504))),
  ),

  ask(
    'errors',
    'plate-reader: how many errors between {@onset} and {@recovery}',
    t.count(t.during(['onset', 0], ['recovery', 0]), ...t.errors(m.reader)),
  ),
  ask('errors', 'lane controler errors so far', t.count(t.anytime, ...t.errors(m.lanes))),
  ask('errors', 'did the pay-bridge throw errors, and how many?', t.count(t.anytime, ...t.errors(m.pay))),
  ask(
    'errors',
    'any error at all from permit-book?',
    t.words({
      saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask(
    'errors',
    'failed requests of lane-controller from {@onset+5} until {@onset+20}',
    t.count(t.during(['onset', 5], ['onset', 20]), t.failures(m.lanes)),
  ),
  ask('level', 'warnings on barrier-unit past 30 min', t.count(t.last(30), m.lines(m.barrier, t.level('WARN')))),
  ask(
    'level',
    'how many warnings did the cameras (lane-camera) write?',
    t.count(t.anytime, m.lines(m.camera, t.level('WARN'))),
  ),
  ask('level', 'error level logs overall since {@onset}', t.count(t.since('onset'), t.logs(t.level('ERROR')))),
  ask('level', 'occupancy-tracker warn lines', t.count(t.anytime, m.lines(m.tracker, t.level('WARN')))),

  ask(
    'outcome',
    'how many arrivals stayed undecided?',
    t.count(t.anytime, m.lines(m.undecided, t.says(/^arrival/)), t.failures(m.arriving)),
  ),
  ask(
    'outcome',
    'cars stuck at the exit because of unpaid balance',
    t.count(t.anytime, t.logs(m.unpaid), m.spans(m.leaving, m.status(402)), m.lines(m.held, t.says(/unpaid/))),
  ),
  ask(
    'outcome',
    'how often was a car turned away since the garage was full, last hour',
    t.count(t.last(60), t.logs(m.turnedAway), m.spans(m.arriving, m.status(409))),
  ),
  ask('outcome', 'For accounting: payments captured from {@recovery} on?', t.count(t.since('recovery'), ...m.CAPTURED)),
  ask('outcome', 'declined payments this last hour, how many', t.count(t.last(60), ...m.DECLINED)),
  ask('outcome', 'permits issued today?', t.count(t.anytime, ...m.ISSUED)),
  ask(
    'outcome',
    'how many permit applications got refused because the zone was full',
    t.count(t.anytime, ...m.REFUSED),
  ),
  ask('outcome', 'paper tickets issued - total', t.count(t.anytime, t.logs(m.paper))),
  ask('outcome', 'how many times did an attendant raise a boom?', t.count(t.anytime, t.logs(m.byHand))),
  ask(
    'outcome',
    'failed plate checks from the app since {@onset}',
    t.count(t.since('onset'), t.failures(m.checking), t.logs(t.says(/^plate check failed/))),
  ),

  ask('text', 'how many "GPU is lost" lines do we have', t.count(t.anytime, t.logs(m.gpuLost))),
  ask('text', 'count of "image too dark" in the last 40 min', t.count(t.last(40), t.logs(m.dark))),
  ask('text', 'how often does it say loop detector noisy', t.count(t.anytime, t.logs(m.noisy))),
  ask('text', 'self test passed - how many since {@onset+10}?', t.count(t.since('onset', 10), t.logs(m.selfTest))),
  ask('text', 'boom held ... no decision: number of lines', t.count(t.anytime, t.logs(m.noDecision))),
  ask('text', 'lines mentioning the holiday calendar', t.count(t.anytime, t.logs(m.holiday))),
  ask('text', 'number of "frames go to the cpu worker" messages', t.count(t.anytime, t.logs(m.onCpu))),
  ask(
    'text',
    'how many statements were written for season ticket customers?',
    t.count(t.anytime, t.logs(m.statements)),
  ),

  ask(
    'attribute',
    'arrivals at harbour?',
    t.count(
      t.anytime,
      m.spans(m.arriving, m.garage('harbour')),
      m.lines(m.admitted, m.line('garage', 'harbour')),
      m.spans(m.arriving, m.garage('harbour'), m.status(200, 201)),
    ),
  ),
  ask(
    'attribute',
    'apple_pay payments in the last 30 minutes',
    t.count(t.last(30), m.spans(m.pay, m.method('apple_pay')), m.lines(m.captured, m.line('method', 'apple_pay'))),
  ),
  ask(
    'attribute',
    'requests from android phones on kerb-api',
    t.count(t.anytime, m.spans(m.kerb, m.client('android'))),
  ),
  ask(
    'attribute',
    'how many admitted cars had a season permit (kind=season)?',
    t.count(t.anytime, m.lines(m.admitted, m.line('kind', 'season'))),
  ),
  ask(
    'attribute',
    'cards declined with insufficient_funds',
    t.count(t.anytime, m.lines(m.declined, m.line('reason', 'insufficient_funds'))),
  ),
  ask(
    'attribute',
    'permit applications for zone A1 since the start',
    t.count(t.anytime, m.spans(m.applying, t.has('permit.zone', 'A1'))),
  ),
  ask(
    'conditions',
    'plate-reader failures for garage station between {@onset} and {@onset+15}',
    t.count(
      t.during(['onset', 0], ['onset', 15]),
      t.failures(t.all(m.reader, m.garage('station'))),
      m.lines(m.reader, t.level('ERROR'), m.line('garage', 'station')),
    ),
  ),
  ask(
    'conditions',
    'ios users who got a 502 on the plate check: how many requests?',
    t.count(t.anytime, m.spans(m.checking, m.status(502), m.client('ios'))),
  ),
  ask(
    'conditions',
    'refused resident permits in zone A1',
    t.count(
      t.anytime,
      m.lines(m.quota, m.line('kind', 'resident'), m.line('zone', 'A1')),
      m.spans(m.applying, m.status(409), t.has('permit.kind', 'resident'), t.has('permit.zone', 'A1')),
    ),
  ),
  ask(
    'conditions',
    'sepa captures slower than 600ms?',
    t.count(t.anytime, m.spans(m.pay, m.method('sepa'), t.longer(600))),
  ),
  ask(
    'conditions',
    'how many departures at opera or market returned 402',
    t.count(t.anytime, m.spans(m.leaving, m.status(402), m.garage('opera', 'market'))),
  ),
  ask(
    'exclusion',
    'kerb-api traffic without /v1/garages, number of requests last 30 min',
    t.count(t.last(30), m.spans(m.kerb, t.not(t.has('http.route', '/v1/garages')))),
  ),
  ask(
    'exclusion',
    'errors from everything but plate-reader since {@onset}',
    t.count(t.since('onset'), m.lines(t.level('ERROR'), t.not(m.reader)), t.failures(t.not(m.reader))),
  ),
  ask('slow', 'recognitions that took longer than a second', t.count(t.anytime, m.spans(m.reader, t.longer(1000)))),

  ask(
    'distinct',
    'different drivers on the app, last 20 min - number',
    t.count(t.last(20), t.differentOf(m.kerb, 'driver.id')),
  ),
  ask(
    'distinct',
    'how many distinct lanes did we see cars on',
    t.count(t.anytime, t.differentOf(m.lanes, 'parking.lane')),
  ),
  ask(
    'distinct',
    'unique tenants that got a statement from statement-export',
    t.count(t.anytime, t.differentTexts(/^statement written for ([a-z-]+),/)),
  ),

  ask(
    'group',
    'failed arrivals per garage',
    t.groups(
      'count',
      t.anytime,
      m.each(m.GARAGES, (one) => t.failures(t.all(m.arriving, m.garage(one)))),
    ),
  ),
  ask(
    'group',
    'split the kerb-api requests by client.app',
    t.groups(
      'count',
      t.anytime,
      m.each(['ios', 'android', 'browser'], (one) => m.spans(m.kerb, m.client(one))),
    ),
  ),
  ask(
    'group',
    'kerb-api requests by route, last 30 min',
    t.groups(
      'count',
      t.last(30),
      m.each(m.ROUTES, (one) => t.requests(m.on(one))),
    ),
  ),
  ask(
    'group',
    'status codes lane-controller gave during {@onset}-{@recovery}',
    t.groups(
      'count',
      t.during(['onset', 0], ['recovery', 0]),
      Object.fromEntries([201, 402, 502].map((code) => [code, m.spans(m.lanes, m.status(code))])),
    ),
  ),
  ask(
    'group',
    'captured payments per method',
    t.groups(
      'count',
      t.anytime,
      m.each(['card', 'apple_pay', 'sepa'], (one) => m.lines(m.captured, m.line('method', one))),
    ),
  ),
  ask('group', 'Break down the errors since {@onset} by service.', (asked) => ({
    groups: Object.fromEntries(
      (
        [
          ['plate-reader', m.reader],
          ['lane-controller', m.lanes],
          ['kerb-api', m.kerb],
        ] as const
      ).map(([name, where]) => [name, t.numberOf(asked, 'count', t.since('onset'), t.errors(where))]),
    ),
  })),
  ask(
    'group',
    'permits issued by zone',
    t.groups(
      'count',
      t.anytime,
      m.each(['A1', 'B2', 'C3'], (one) => m.lines(m.issued, m.line('zone', one))),
    ),
  ),
  ask('top', 'which garage had the most arrivals', t.topOf(m.spansOf(m.arriving), t.attribute('parking.garage'))),
  ask('top', 'most common decline reason?', t.topOf(t.logRows(m.declined), t.attribute('reason'))),
  ask(
    'top',
    'who is the chattiest service in the logs',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask('top', 'which zone gets most refusals?', t.topOf(t.logRows(m.quota), t.attribute('zone'))),
  ask('top', 'favourite way to pay?', t.topOf(m.spansOf(m.pay), t.attribute('payment.method'))),

  ...talk(
    'arrivals',
    ask('follow-up', 'how many arrivals were admitted in the last 25 minutes?', t.count(t.last(25), ...m.ADMITTED)),
    ask(
      'follow-up',
      'just the market garage',
      t.count(
        t.last(25),
        m.lines(m.admitted, m.line('garage', 'market')),
        m.spans(m.arriving, m.status(201), m.garage('market')),
      ),
    ),
    ask(
      'follow-up',
      'and station',
      t.count(
        t.last(25),
        m.lines(m.admitted, m.line('garage', 'station')),
        m.spans(m.arriving, m.status(201), m.garage('station')),
      ),
    ),
  ),
  ...talk(
    'api',
    ask(
      'follow-up',
      'kerb-api 5xx between {@onset} and {@recovery}',
      t.count(t.during(['onset', 0], ['recovery', 0]), t.failures(m.kerb)),
    ),
    ask(
      'follow-up',
      'which of those on android?',
      t.count(t.during(['onset', 0], ['recovery', 0]), t.failures(t.all(m.kerb, m.client('android')))),
    ),
    ask(
      'follow-up',
      'and the 15 minutes before {@onset}?',
      t.count(
        t.during(['onset', -15], ['onset', 0]),
        t.failures(t.all(m.kerb, m.client('android'))),
        t.failures(m.kerb),
      ),
    ),
  ),
  ...talk(
    'money',
    ask('follow-up', 'payments declined today', t.count(t.anytime, ...m.DECLINED)),
    ask(
      'follow-up',
      'per garage please',
      t.groups(
        'count',
        t.anytime,
        m.each(m.GARAGES, (one) => m.lines(m.declined, m.line('garage', one))),
      ),
    ),
  ),
]
