/** How many, and who has most: codes, sends, mails, bounces, subscriptions. Twenty-first round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:errors?|failures?|5xx)', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const sizes = m.route('/api/audiences/{id}/size')

export const MAILING_COUNTS_21 = [
  ask(
    'count',
    'how many 502 did public-gateway return since {@onset}?',
    t.count(t.since('onset'), ...m.atGateway(502)),
  ),
  ask('count', '500s on audience-service', t.count(t.anytime, t.requests(t.all(m.audience, m.status(500))))),
  ask('count', 'requests to tracking-api in the last 5 min', t.count(t.last(5), t.requests(m.tracking))),
  ask(
    'count',
    'How often was the subscribe endpoint called in the last hour?',
    t.count(
      t.last(60),
      t.requests(m.route('/subscribe')),
      t.logs(t.all(m.gateway, t.says(/ \/subscribe /))),
      t.requests(t.all(m.audience, t.named('POST /subscribers'))),
    ),
  ),
  ask(
    'count',
    'audience size requests in the last 20 minutes, how many',
    t.count(t.last(20), t.requests(t.named('GET /audiences/{id}/size')), t.requests(sizes)),
  ),
  ask('count', 'number of log lines of bounce-handler', t.count(t.anytime, t.logs(m.bouncing))),
  ask('count', 'count 409 at the gateway', t.count(t.anytime, ...m.atGateway(409))),
  ask(
    'count',
    'how many 404 did tracking-api serve today?',
    t.count(t.anytime, t.requests(t.all(m.tracking, m.status(404))), t.logs(m.badToken)),
  ),
  ask('count', 'how many batches did send-worker process in the last 15 minutes', t.count(t.last(15), ...m.BATCHES)),
  ask(
    'class-of-codes',
    '5xx on the gateway since {@onset-10}, total',
    t.count(t.since('onset', -10), t.failures(m.gateway)),
  ),
  ask('class-of-codes', '4xx on campaign-api', t.count(t.anytime, t.requests(t.all(m.campaigns, m.status(404, 422))))),
  ask('class-of-codes', 'did tracking-api return any 5xx?', NONE),
  ask('class-of-codes', 'is there an increase of 5xx since {@onset}', t.verdict('yes', 'up')),

  ask('errors', 'errors in audience-servise', t.count(t.anytime, ...t.errors(m.audience))),
  ask('errors', 'errors of campaign-api last 10 min', t.count(t.last(10), ...t.errors(m.campaigns))),
  ask('errors', 'does template-renderer have errors', NONE),
  ask('errors', 'any errors in send-worker?', NONE),
  ask(
    'errors',
    'how many exceptions were there in audience-service',
    t.count(t.anytime, t.logs(m.notResolved), ...t.errors(m.audience)),
  ),
  ask('errors', 'were there errors before {@onset}?', NONE),
  ask(
    'errors',
    'errors campaign-api {@onset+2} - {@onset+12}',
    t.count(t.during(['onset', 2], ['onset', 12]), ...t.errors(m.campaigns)),
  ),
  ask('level', 'warnings of template-renderer', t.count(t.anytime, t.logs(t.all(m.renderer, t.level('WARN'))))),
  ask(
    'level',
    'how many warnings did send-worker write in the last 30 min?',
    t.count(t.last(30), t.logs(t.all(m.worker, t.level('WARN')))),
  ),
  ask(
    'level',
    'only warnings of audience-service, number',
    t.count(t.anytime, t.logs(t.all(m.audience, t.level('WARN')))),
  ),

  ask('outcome', 'how many sends failed today?', t.count(t.anytime, ...m.NOT_STARTED)),
  ask('outcome', 'how many campaigns were created', t.count(t.anytime, ...m.CREATED)),
  ask('outcome', 'new subscribers in the last half hour', t.count(t.last(30), ...m.SUBSCRIBED)),
  ask(
    'outcome',
    'How many people unsubscribed today?',
    t.count(t.anytime, t.logs(m.unsubscribed), t.requests(m.leaving), t.requests(m.route('/unsubscribe'))),
  ),
  ask('outcome', 'hard bounces last hour', t.count(t.last(60), t.logs(m.hard))),
  ask('outcome', 'how many mails bounced?', t.count(t.anytime, ...m.BOUNCES, t.logs(m.hard))),
  ask('outcome', 'spam complaints?', t.count(t.anytime, t.logs(m.complaint))),
  ask('outcome', 'campaigns started since {@onset}', t.count(t.since('onset'), ...m.STARTED)),
  ask('outcome', 'how many times were we greylisted', t.count(t.anytime, t.logs(m.greylisted))),
  ask(
    'outcome',
    'clicks counted in the last 45 min',
    t.count(
      t.last(45),
      t.logs(m.clicked),
      t.requests(t.all(m.tracking, t.named('GET /c/{token}'))),
      t.requests(t.all(m.tracking, t.named('GET /c/{token}'), m.status(302))),
    ),
  ),
  ask(
    'outcome',
    'how many audiences could not be resolved?',
    t.count(t.anytime, t.logs(m.notResolved), t.failures(m.audience), t.failures(t.named('POST /audiences/resolve'))),
  ),

  ask('text', 'mailbox full', t.count(t.anytime, t.logs(m.soft))),
  ask('text', 'how often "unknown merge tag"?', t.count(t.anytime, t.logs(m.badTag))),
  ask(
    'text',
    'how many lines contain "permission denied"',
    t.count(
      t.anytime,
      t.logs((log) => log.message.includes('permission denied')),
    ),
  ),
  ask('text', 'user unknown, how many in the last 20 minutes', t.count(t.last(20), t.logs(m.hard))),
  ask('text', 'logs with the words "subscribed already"', t.count(t.anytime, t.logs(m.subscribedAlready))),
  ask(
    'attribute',
    'how many requests came from velomarkt?',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.customer('velomarkt')))),
  ),
  ask(
    'attribute',
    'gateway requests with plan agency, last 30 min',
    t.count(t.last(30), t.requests(t.all(m.gateway, m.plan('agency')))),
  ),
  ask(
    'attribute',
    'batches sent to gmx.de',
    t.count(t.anytime, t.logs(t.all(m.batchSent, m.line('domain', 'gmx.de')))),
  ),
  ask(
    'attribute',
    'audience requests of kind engaged',
    t.count(t.anytime, t.requests(t.all(m.audience, m.kind('engaged')))),
  ),
  ask(
    'attribute',
    'campaigns of city-opera created today',
    t.count(
      t.anytime,
      t.logs(t.all(m.created, m.line('Customer', 'city-opera'))),
      t.requests(t.all(m.route('/api/campaigns'), m.status(201), m.customer('city-opera'))),
    ),
  ),
  ask(
    'conditions',
    'failed requests of northwind-toys on the gateway since {@onset}',
    t.count(t.since('onset'), t.failures(t.all(m.gateway, m.customer('northwind-toys')))),
  ),
  ask(
    'conditions',
    'how many 422 for previews in the last 40 minutes?',
    t.count(
      t.last(40),
      t.requests(t.all(m.route('/api/campaigns/{id}/preview'), m.status(422))),
      t.requests(t.all(m.campaigns, t.named('POST /campaigns/{id}/preview'), m.status(422))),
      t.logs(m.badTag),
    ),
  ),
  ask('conditions', 'hard bounces at outlook.com', t.count(t.anytime, t.logs(t.all(m.hard, t.says(/outlook\.com/))))),
  ask(
    'conditions',
    'POST /render slower than 150 ms since {@release}',
    t.count(t.since('release'), t.requests(t.all(m.renderer, t.longer(150)))),
  ),
  ask(
    'conditions',
    'sends of harbour-hotel or pixelschool that did not start',
    t.count(
      t.anytime,
      t.logs(t.all(m.notStarted, m.line('Customer', 'harbour-hotel', 'pixelschool'))),
      t.failures(t.all(m.route('/api/campaigns/{id}/send'), m.customer('harbour-hotel', 'pixelschool'))),
    ),
  ),
  ask(
    'exclusion',
    'audience-service requests except subscriptions',
    t.count(t.anytime, t.requests(t.all(m.audience, t.not(t.named('POST /subscribers'))))),
  ),
  ask(
    'exclusion',
    'bounces, but not complaints',
    t.count(t.anytime, t.logs(t.says(/^(?:hard|soft) bounce/)), t.logs(t.all(m.bouncing, t.not(m.complaint)))),
  ),
  ask(
    'exclusion',
    'error logs without audience-service',
    t.count(
      t.anytime,
      t.logs(t.all(t.level('ERROR'), t.not(m.audience))),
      t.logs(t.all(t.level('ERROR'), m.campaigns)),
    ),
  ),
  ask(
    'exclusion',
    'warnings of everybody except tracking-api in the last 30 min',
    t.count(t.last(30), t.logs(t.all(t.level('WARN'), t.not(m.tracking)))),
  ),
  ask('slow', 'how many batches took longer than 2s?', t.count(t.anytime, t.requests(t.all(m.worker, t.longer(2000))))),
  ask('slow', 'unsubscribe-page requests above 200ms', t.count(t.anytime, t.requests(t.all(m.leaving, t.longer(200))))),

  ask(
    'distinct',
    'how many different customers used the gateway today?',
    t.count(t.anytime, t.differentOf(m.gateway, 'customer.id')),
  ),
  ask('distinct', 'how many mail domains do we send to', t.count(t.anytime, t.differentIn(m.batchSent, 'domain'))),
  ask(
    'distinct',
    'distinct templates rendered in the last 10 min',
    t.count(t.last(10), t.differentIn(m.rendered, 'template'), t.differentIn(m.renderer, 'template')),
  ),

  ask(
    'group',
    'failed requests per customer',
    t.groups(
      'count',
      t.anytime,
      m.each(m.CUSTOMERS, (one) => t.failures(t.all(m.gateway, m.customer(one)))),
    ),
  ),
  ask('group', 'batches by domain', t.groupsBy(t.anytime, t.logsIn(m.batchSent), t.attribute('domain'))),
  ask(
    'group',
    'public-gateway status codes since {@onset}',
    t.groups(
      'count',
      t.since('onset'),
      Object.fromEntries([200, 201, 500, 502].map((code) => [code, t.requests(t.all(m.gateway, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'requests by plan, gateway, last 20 min',
    t.groups(
      'count',
      t.last(20),
      m.each(m.PLANS, (one) => t.requests(t.all(m.gateway, m.plan(one)))),
    ),
  ),
  ask('group', 'error count of each service please', (asked) => ({
    groups: {
      'audience-service': t.numberOf(asked, 'count', t.anytime, t.errors(m.audience)),
      'campaign-api': t.numberOf(asked, 'count', t.anytime, t.errors(m.campaigns)),
    },
  })),
  ask(
    'top',
    'which customer had the most failed requests?',
    t.topOf(m.spansOf(t.all(m.gateway, t.failed)), t.attribute('customer.id')),
  ),
  ask('top', 'busiest endpoint of the gateway', t.topOf(m.spansOf(m.gateway), t.attribute('http.route'))),
  ask(
    'top',
    'service with the highest error rate?',
    t.words({
      first: {
        name: 'audience-service',
        among: [
          'audience-service',
          'campaign-api',
          'public-gateway',
          'send-worker',
          'tracking-api',
          'template-renderer',
        ],
      },
    }),
  ),
  ask('top', 'which kind of audience fails', t.words({ saysFirst: [['language']] })),
  ask('top', 'where do most of our mails go? domain', t.topOf(t.logRows(m.batchSent), t.attribute('domain'))),
  ask(
    'window',
    'sends started from {@onset-20} to {@onset}',
    t.count(t.during(['onset', -20], ['onset', 0]), ...m.STARTED),
  ),
  ask(
    'window',
    'bounces between {@restart} and {@restart+10}',
    t.count(t.during(['restart', 0], ['restart', 10]), ...m.BOUNCES),
  ),
  ask(
    'window',
    'tracking-api 404 in the 10 minutes before {@silence}',
    t.count(t.during(['silence', -10], ['silence', 0]), t.requests(t.all(m.tracking, m.status(404)))),
  ),

  ...talk(
    'requests',
    ask('follow-up', 'requests of campaign-api in the last 30 min', t.count(t.last(30), t.requests(m.campaigns))),
    ask('follow-up', 'and for the gateway?', t.count(t.last(30), t.requests(m.gateway), t.logs(m.gateway))),
    ask('follow-up', 'only the failed ones', t.count(t.last(30), t.failures(m.gateway))),
  ),
  ...talk(
    'bounces',
    ask('follow-up', 'how many hard bounces today?', t.count(t.anytime, t.logs(m.hard))),
    ask('follow-up', 'and soft?', t.count(t.anytime, t.logs(m.soft))),
    ask('follow-up', 'last 30 min only', t.count(t.last(30), t.logs(m.soft))),
  ),
  ...talk(
    'customer',
    ask(
      'follow-up',
      'number of gateway requests from lindbakery',
      t.count(t.anytime, t.requests(t.all(m.gateway, m.customer('lindbakery')))),
    ),
    ask(
      'follow-up',
      'what about greenleaf?',
      t.count(t.anytime, t.requests(t.all(m.gateway, m.customer('greenleaf')))),
    ),
  ),
  ...talk(
    'warnings',
    ask('follow-up', 'warnings in campaign-api', t.count(t.anytime, t.logs(t.all(m.campaigns, t.level('WARN'))))),
    ask('follow-up', 'and errors?', t.count(t.anytime, ...t.errors(m.campaigns))),
  ),
]
