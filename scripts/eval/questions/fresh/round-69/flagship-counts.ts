/** How many, which, who has most: evaluations, streams, assignments, exposures, errors, status codes. Sixty-ninth round. */
import type { SpanRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

export const NONE = t.words({
  saysFirst: [
    ['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )*(?:errors?|lines?|requests?|failures?)\\b', '(?<![\\d.,])0\\b'],
  ],
  neverFirst: ['^\\W*yes\\b'],
})
export const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('count', when, m.each(names, measure))

export const FLAGSHIP_COUNTS_69 = [
  ask('outcome', 'how many flag evaluations failed, last half hour', t.count(t.last(30), ...m.FAILED_EVALS)),
  ask(
    'outcome',
    'number of app requests that got the default since {@onset}',
    t.count(t.since('onset'), ...m.FAILED_EVALS),
  ),
  ask('outcome', 'how many flags were evaluated ok in the last 60 min', t.count(t.last(60), ...m.GOOD_EVALS)),
  ask('outcome', 'streams refused since {@onset}?', t.count(t.since('onset'), ...m.REFUSED_STREAMS)),
  ask('outcome', 'how many experiment assignments failed today', t.count(t.anytime, ...m.FAILED_ASSIGNMENTS)),
  ask('outcome', 'how many conversions did we attribute in the last hour', t.count(t.last(60), t.logs(m.conversions))),
  ask(
    'outcome',
    'flag changes held back for an approval, how many in total',
    t.count(t.anytime, t.logs(m.held), t.requests(t.all(m.patches, m.status(403)))),
  ),
  ask('outcome', 'how many segment uploads were refused', t.count(t.anytime, ...m.REFUSED_SEGMENTS)),

  ask('count', '503s from sdk-gateway last 15m', t.count(t.last(15), t.requests(t.all(m.gateway, m.status(503))))),
  ask('count', '5xx on POST /sdk/v2/evaluate since {@onset}', t.count(t.since('onset'), t.failures(m.evals))),
  ask(
    'count',
    '429 count sdk-gateway last hour',
    t.count(t.last(60), t.requests(t.all(m.gateway, m.status(429))), t.logs(m.limited)),
  ),
  ask('count', 'total reqs hitting evaluator in the last 20 minutes', t.count(t.last(20), t.requests(m.evaluator))),
  ask('count', 'how many PATCH calls did flag-api take in the last 45 min', t.count(t.last(45), t.requests(m.patches))),
  ask(
    'count',
    'how many stream connects (GET /sdk/v2/stream) between {@onset-15} and {@onset}',
    t.count(t.during(['onset', -15], ['onset', 0]), t.requests(m.opened)),
  ),
  ask(
    'count',
    'how many 4xx has experiment-api returned',
    t.count(t.anytime, t.requests(t.all(m.experiments, m.status(404)))),
  ),

  ask('errors', 'evaluator errors past 10 min', t.count(t.last(10), ...t.errors(m.evaluator))),
  ask('errors', 'how many errors does stream-hub have since {@onset}', t.count(t.since('onset'), ...t.errors(m.hub))),
  ask('errors', 'is flag-api throwing any errors', NONE),
  ask('errors', 'did evaluator have errors before {@upload}', NONE),
  ask(
    'level',
    'warn lines of evaluator since {@onset}',
    t.count(t.since('onset'), t.logs(t.all(m.evaluator, t.level('WARN')))),
  ),
  ask(
    'level',
    'how many warnings did webhook-sender log in the last 30 mins',
    t.count(t.last(30), t.logs(t.all(m.hooks, t.level('WARN')))),
  ),

  ask('text', 'how many "i/o timeout" lines in the last 20 min', t.count(t.last(20), t.logs(m.timeouts))),
  ask('text', 'how often "not in redis (evicted)"', t.count(t.anytime, t.logs(m.notCached))),
  ask('text', 'how many sample ratio warnings do we have?', t.count(t.anytime, t.logs(m.uneven))),

  ask(
    'attribute',
    'failed evaluations for northbank since {@onset}',
    t.count(
      t.since('onset'),
      t.failures(t.all(m.evals, m.customer('northbank'))),
      t.logs(t.all(m.defaulted, m.whose('northbank'))),
    ),
  ),
  ask('attribute', 'gateway 503s for android', t.count(t.anytime, t.failures(t.all(m.gateway, m.sdk('android'))))),
  ask(
    'attribute',
    'how many evaluations of new-checkout failed in the last 25 minutes',
    t.count(
      t.last(25),
      t.failures(t.all(m.evals, m.flag('new-checkout'))),
      t.failures(t.all(m.innerEvals, m.flag('new-checkout'))),
    ),
  ),
  ask(
    'attribute',
    'refused webhooks for petpals',
    t.count(t.anytime, t.logs(t.all(m.hookRefused, m.whose('petpals')))),
  ),
  ask(
    'conditions',
    'sdk-gateway 503, POST /sdk/v2/evaluate, quillmart, how many since {@onset}?',
    t.count(t.since('onset'), t.requests(t.all(m.evals, m.customer('quillmart'), m.status(503)))),
  ),
  ask(
    'conditions',
    'how many staging evaluations fell back to the default in the last half hour',
    t.count(t.last(30), t.logs(t.all(m.defaulted, t.has('environment', 'staging')))),
  ),
  ask(
    'conditions',
    'conversions of lumo-tv attributed before {@onset}',
    t.count(t.before('onset'), t.logs(t.all(m.conversions, m.whose('lumo-tv')))),
  ),
  ask(
    'slow',
    'evaluations slower than 1s since {@onset}',
    t.count(
      t.since('onset'),
      t.requests(t.all(m.evals, t.longer(1000))),
      t.requests(t.all(m.innerEvals, t.longer(1000))),
    ),
  ),
  ask('slow', 'how many requests on evaluator took over 200 ms before {@onset}?', NONE),
  ask(
    'slow',
    'results requests that took more than 150ms, how many since the 12.7.0 deploy',
    t.count(t.sinceMark('release'), t.requests(t.all(m.results, t.longer(150)))),
  ),
  ask(
    'exclusion',
    'failed gateway requests since {@onset} except quillmart',
    t.count(t.since('onset'), t.failures(t.all(m.gateway, t.not(m.customer('quillmart'))))),
  ),
  ask(
    'exclusion',
    '5xx of evaluator not counting POST /v1/evaluate',
    t.count(t.anytime, t.failures(t.all<SpanRow>(m.evaluator, t.not(t.named('POST /v1/evaluate'))))),
  ),
  ask(
    'distinct',
    'how many customers are hit by failing requests on the gateway',
    t.count(t.anytime, t.differentOf(t.all(m.gateway, t.failed), 'customer.name')),
  ),

  ask(
    'group',
    'failed evaluations by sdk since {@onset}',
    per(t.since('onset'), m.SDKS, (one) => t.failures(t.all(m.evals, m.sdk(one)))),
  ),
  ask(
    'group',
    '503s of sdk-gateway per customer since {@onset}',
    per(t.since('onset'), m.CUSTOMERS, (one) => t.failures(t.all(m.gateway, m.customer(one)))),
  ),
  ask(
    'group',
    'status codes sdk-gateway last 30m',
    per(t.last(30), ['200', '202', '401', '429', '503'], (code) =>
      t.requests(t.all(m.gateway, m.status(Number(code)))),
    ),
  ),
  ask(
    'group',
    'failed requests of evaluator by route since {@onset}',
    per(t.since('onset'), ['POST /v1/evaluate', 'GET /v1/payload', 'POST /v1/bucket', 'GET /v1/context'], (one) =>
      t.failures(t.all<SpanRow>(m.evaluator, t.named(one))),
    ),
  ),
  ask(
    'group',
    'attributed conversions broken down by experiment',
    per(t.anytime, ['checkout-cta', 'price-badge', 'tour-length'], (one) =>
      t.logs(t.all(m.conversions, t.has('experiment', one))),
    ),
  ),
  ask('top', 'which gateway route has most 5xx', t.words({ saysFirst: [['/sdk/v2/evaluate\\b']] })),
  ask(
    'top',
    'which customer has the most failed requests at the gateway?',
    t.topOf(m.spansOf(t.all(m.gateway, t.failed)), t.attribute('customer.name')),
  ),
  ask('top', 'customer with the most refused webhooks', t.topOf(t.logRows(m.hookRefused), t.attribute('customer'))),
]
