/** How many, and who has most: sessions, tokens, chargers, records, codes of the charging network. Twenty-fourth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})

export const CHARGING_COUNTS_24 = [
  ask('count', 'CallErrors since {@onset}?', t.count(t.since('onset'), t.logs(m.replied), t.requests(m.callError))),
  ask('count', 'how many requests did driver-api get in the last hour', t.count(t.last(60), t.requests(m.driver))),
  ask('count', '401s on driver-api last 30 min?', t.count(t.last(30), ...m.EXPIRED)),
  ask(
    'count',
    'how many BootNotifications',
    t.count(t.anytime, t.requests(m.said('BootNotification')), t.logs(m.booted)),
  ),
  ask('count', 'POST /v2/sessions with 409', t.count(t.anytime, t.requests(t.all(m.remote, m.status(409))))),
  ask('count', 'requests on tariff-engine in the last 20 min', t.count(t.last(20), t.requests(m.tariff))),
  ask(
    'count',
    'how many MeterValues between {@onset-20} and {@onset}',
    t.count(t.during(['onset', -20], ['onset', 0]), t.requests(m.said('MeterValues'))),
  ),
  ask(
    'class-of-codes',
    'how many 4xx on session-service?',
    t.count(t.anytime, t.requests(t.all(m.sessions, m.status(402, 409)))),
  ),
  ask(
    'class-of-codes',
    '4xx of driver-api in the last 45 minutes',
    t.count(t.last(45), t.requests(t.all(m.driver, m.status(401, 402, 404, 409)))),
  ),
  ask('class-of-codes', 'any 5xx on driver-api today?', NONE),
  ask('errors', 'token-auth errors', t.count(t.anytime, ...t.errors(m.auth))),
  ask('errors', 'errors on ocpp-gateway in the last 10 min', t.count(t.last(10), ...t.errors(m.gateway))),
  ask(
    'errors',
    'how many errors in token-auth from {@onset} to {@onset+10}?',
    t.count(t.during(['onset', 0], ['onset', 10]), ...t.errors(m.auth)),
  ),
  ask('errors', 'does session-service log errors?', NONE),
  ask('errors', 'failed requests on token-auth since {@onset}', t.count(t.since('onset'), t.failures(m.auth))),
  ask('errors', 'errors before {@onset}?', NONE),
  ask('level', 'warnings on session-service today?', t.count(t.anytime, t.logs(t.all(m.sessions, t.level('WARN'))))),
  ask(
    'level',
    'how many warnings does ocpp-gateway have in the last hour',
    t.count(t.last(60), t.logs(t.all(m.gateway, t.level('WARN')))),
  ),
  ask('level', 'tariff-engine warn count', t.count(t.anytime, t.logs(t.all(m.tariff, t.level('WARN'))))),

  ask('outcome', 'how many sessions were started today?', t.count(t.anytime, ...m.STARTED)),
  ask('outcome', 'sessions stopped in the last 30 min', t.count(t.last(30), ...m.STOPPED)),
  ask('outcome', 'How many authorisations failed?', t.count(t.anytime, ...m.FAILED_AUTH)),
  ask(
    'outcome',
    'accepted tokens in the last hour',
    t.count(t.last(60), t.logs(m.accepted), t.requests(t.all(m.auth, t.has('auth.result', 'Accepted')))),
  ),
  ask(
    'outcome',
    'how many tokens were blocked?',
    t.count(t.anytime, t.logs(m.blocked), t.requests(t.all(m.auth, t.has('auth.result', 'Blocked')))),
  ),
  ask('outcome', 'How many CDRs have been built since {@restart}?', t.count(t.since('restart'), ...m.BUILT)),
  ask('outcome', 'pre-authorisations declined today', t.count(t.anytime, ...m.DECLINED)),
  ask('outcome', 'how many updates were postponed', t.count(t.anytime, t.logs(m.postponed))),
  ask('outcome', 'estimated CDRs?', t.count(t.anytime, t.logs(m.estimated))),
  ask('text', 'how often "cannot assign requested address"', t.count(t.anytime, t.logs(m.noPort))),
  ask('text', '"charger is offline" since {@release}', t.count(t.since('release'), ...m.OFFLINE)),
  ask('text', 'websocket closed, how many today?', t.count(t.anytime, t.logs(m.closed))),
  ask('text', 'lines with "does not know"', t.count(t.anytime, t.logs(m.notKnown))),
  ask('text', 'how many times was the default tariff used', t.count(t.anytime, t.logs(m.noTariff))),
  ask(
    'text',
    'how many log lines mention voltpass',
    t.count(
      t.anytime,
      t.logs((log) => log.body.includes('voltpass')),
      t.logs(t.says(/voltpass/)),
    ),
  ),

  ask(
    'attribute',
    'requests from android on driver-api',
    t.count(t.anytime, t.requests(t.all(m.driver, m.platform('android')))),
  ),
  ask(
    'attribute',
    'sessions started at berlin-ost',
    t.count(
      t.anytime,
      t.logs(t.all(m.started, m.site('berlin-ost'))),
      t.requests(t.all(m.starting, m.status(201), m.site('berlin-ost'))),
    ),
  ),
  ask(
    'attribute',
    'roaming tokens seen by token-auth in the last 40 minutes',
    t.count(t.last(40), t.requests(m.roaming)),
  ),
  ask(
    'attribute',
    'ocpp-gateway messages from alfen chargers since {@onset}',
    t.count(
      t.since('onset'),
      t.requests(t.all(m.gateway, m.vendor('alfen'))),
      t.logs(t.all(m.gateway, m.line('vendor', 'alfen'))),
    ),
  ),
  ask(
    'attribute',
    'how many sessions ended with EVDisconnected?',
    t.count(t.anytime, t.logs(t.all(m.stopped, m.line('reason', 'EVDisconnected')))),
  ),
  ask(
    'attribute',
    'roaming-hub requests for eurocharge',
    t.count(t.anytime, t.requests(t.all(m.hub, m.partner('eurocharge'))), t.logs(t.all(m.hub, t.says(/eurocharge/)))),
  ),
  ask(
    'attribute',
    'gRPC status 14 on token-auth last 15 min',
    t.count(t.last(15), t.requests(t.all(m.auth, m.grpc(14)))),
  ),
  ask(
    'conditions',
    'failed Authorize at hamburg-hafen since {@onset}',
    t.count(
      t.since('onset'),
      t.failures(t.all(m.said('Authorize'), m.site('hamburg-hafen'))),
      t.logs(t.all(m.replied, m.site('hamburg-hafen'))),
    ),
  ),
  ask(
    'conditions',
    'POST /v2/sessions from ios with status 402',
    t.count(t.anytime, t.requests(t.all(m.remote, m.platform('ios'), m.status(402)))),
  ),
  ask(
    'conditions',
    'sessions started by charger at koeln-sued in the last hour',
    t.count(
      t.last(60),
      t.logs(t.all(m.started, m.site('koeln-sued'), m.line('source', 'charger'))),
      t.requests(t.all(m.starting, m.status(201), m.site('koeln-sued'), t.has('session.source', 'charger'))),
    ),
  ),
  ask(
    'conditions',
    'driver-api requests of fleet users on the web since {@restart}',
    t.count(t.since('restart'), t.requests(t.all(m.driver, m.plan('fleet'), m.platform('web')))),
  ),
  ask(
    'exclusion',
    'ocpp-gateway messages other than MeterValues, last 20 min',
    t.count(t.last(20), t.requests(t.all(m.gateway, t.not(t.named('MeterValues'))))),
  ),
  ask(
    'exclusion',
    'sessions stopped for a reason other than Local',
    t.count(t.anytime, t.logs(t.all(m.stopped, t.not(m.line('reason', 'Local'))))),
  ),
  ask(
    'exclusion',
    'errors that are not from token-auth',
    t.count(t.anytime, t.logs(t.all(t.level('ERROR'), t.not(m.auth))), t.failures(t.not(m.auth))),
  ),
  ask(
    'slow',
    'how many roaming-hub requests took longer than 300 ms?',
    t.count(t.anytime, t.requests(t.all(m.hub, t.longer(300)))),
  ),
  ask('slow', 'cdr-builder runs over half a second', t.count(t.anytime, t.requests(t.all(m.cdr, t.longer(500))))),
  ask(
    'distinct',
    'how many different drivers used the app in the last 30 min',
    t.count(t.last(30), t.differentOf(m.driver, 'user.id')),
  ),
  ask(
    'distinct',
    'distinct chargers on ocpp-gateway in the last hour',
    t.count(t.last(60), t.differentOf(m.gateway, 'charger.id')),
  ),
  ask('distinct', 'number of different tokens that failed', t.count(t.anytime, t.differentIn(m.noPort, 'token'))),
  ask('distinct', 'how many chargers lost their websocket?', t.count(t.anytime, t.differentIn(m.closed, 'charger'))),

  ask(
    'group',
    'sessions started per site',
    t.groups(
      'count',
      t.anytime,
      m.each(m.SITES, (one) => t.logs(t.all(m.started, m.site(one)))),
    ),
  ),
  ask(
    'group',
    'ocpp messages by action',
    t.groups(
      'count',
      t.anytime,
      m.each(['Authorize', 'MeterValues', 'StatusNotification', 'StopTransaction'], (one) => t.requests(m.said(one))),
    ),
  ),
  ask(
    'group',
    'driver-api requests by platform last 40 min',
    t.groups(
      'count',
      t.last(40),
      m.each(m.PLATFORMS, (one) => t.requests(t.all(m.driver, m.platform(one)))),
    ),
  ),
  ask(
    'group',
    'status codes of driver-api',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([200, 201, 401, 402, 409].map((code) => [code, t.requests(t.all(m.driver, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'failed authorisations by vendor',
    t.groups(
      'count',
      t.anytime,
      m.each(m.VENDORS, (one) => t.failures(t.all(m.said('Authorize'), m.vendor(one)))),
    ),
  ),
  ask(
    'group',
    'errors per partner on token-auth',
    t.groups(
      'count',
      t.anytime,
      m.each(m.PARTNERS, (one) => t.logs(t.all(m.noPort, m.partner(one)))),
    ),
  ),
  ask(
    'group',
    'why were sessions stopped? reasons with counts',
    t.groups(
      'count',
      t.anytime,
      m.each(['Local', 'Remote', 'EVDisconnected'], (one) => t.logs(t.all(m.stopped, m.line('reason', one)))),
    ),
  ),
  ask('top', 'which site starts the most sessions?', t.topOf(t.logRows(m.started), t.attribute('site'))),
  ask('top', 'most common fault code', t.topOf(t.logRows(m.faulted), t.attribute('code'))),
  ask('top', 'busiest route of driver-api', t.topOf(m.spansOf(m.driver), t.attribute('http.route'))),
  ask(
    'top',
    'which vendor sends most messages to ocpp-gateway',
    t.topOf(m.spansOf(m.gateway), t.attribute('charger.vendor')),
  ),
  ask(
    'top',
    'which service writes most log lines?',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask(
    'window',
    'sessions started between {@onset-30} and {@onset}',
    t.count(t.during(['onset', -30], ['onset', 0]), ...m.STARTED),
  ),
  ask(
    'window',
    'token-auth errors {@onset+5} - {@onset+15}',
    t.count(t.during(['onset', 5], ['onset', 15]), ...t.errors(m.auth)),
  ),
  ask(
    'window',
    'how many driver-api requests in the 10 minutes before {@onset}',
    t.count(t.ahead('onset', 10), t.requests(m.driver)),
  ),

  ...talk(
    'site',
    ask('follow-up', 'sessions started in the last 40 minutes', t.count(t.last(40), ...m.STARTED)),
    ask(
      'follow-up',
      'only berlin-ost',
      t.count(
        t.last(40),
        t.logs(t.all(m.started, m.site('berlin-ost'))),
        t.requests(t.all(m.starting, m.status(201), m.site('berlin-ost'))),
      ),
    ),
    ask(
      'follow-up',
      'and leipzig-nord?',
      t.count(
        t.last(40),
        t.logs(t.all(m.started, m.site('leipzig-nord'))),
        t.requests(t.all(m.starting, m.status(201), m.site('leipzig-nord'))),
      ),
    ),
    ask(
      'follow-up',
      'in the last 15 minutes',
      t.count(
        t.last(15),
        t.logs(t.all(m.started, m.site('leipzig-nord'))),
        t.requests(t.all(m.starting, m.status(201), m.site('leipzig-nord'))),
      ),
    ),
  ),
  ...talk(
    'platform',
    ask(
      'follow-up',
      'requests on driver-api since {@onset}',
      t.count(t.since('onset'), t.requests(m.driver), t.logs(m.driver)),
    ),
    ask('follow-up', 'from ios', t.count(t.since('onset'), t.requests(t.all(m.driver, m.platform('ios'))))),
    ask(
      'follow-up',
      'by plan',
      t.groups(
        'count',
        t.since('onset'),
        m.each(m.PLANS, (one) => t.requests(t.all(m.driver, m.platform('ios'), m.plan(one)))),
      ),
    ),
  ),
  ...talk(
    'errors',
    ask('follow-up', 'errors of ocpp-gateway today?', t.count(t.anytime, ...t.errors(m.gateway))),
    ask('follow-up', 'and warnings', t.count(t.anytime, t.logs(t.all(m.gateway, t.level('WARN'))))),
    ask('follow-up', 'same for session-service', t.count(t.anytime, t.logs(t.all(m.sessions, t.level('WARN'))))),
  ),
]
