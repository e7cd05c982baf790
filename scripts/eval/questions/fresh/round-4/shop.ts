/** Questions to the demo shop with seed 42: the heap of `search-api` runs full. */
import { failureRates } from '../../truth.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const INCIDENT = {
  service: 'search-api',
  mechanism: ['memory', 'heap', 'OutOfMemory', 'OOM', 'garbage', 'GC'],
  mark: 'onset',
}
const search = t.of('search-api')
const proxy = t.of('edge-proxy')

export const SHOP_4 = [
  ask('state', 'is search working at present?', t.trouble()),
  ask('health', 'payment-gateway declines cards. is it sick?', t.noTrouble),
  ask('health', 'why did checkout-service go down', t.denied('checkout-service')),
  ask('cause', 'GET /search is slow and sometimes 500. y?', t.because(INCIDENT, 'mechanism')),
  ask(
    'cause',
    'cpu, memory, disk or network - which one is it',
    t.words({ says: [['memory', 'heap'], ['search-api']] }),
  ),
  ask('since', 'when did search start failing', t.began('onset', 240)),
  ask('next-step', 'next steps pls, bullet points', t.words({ says: [['search-api'], ['heap', 'memory']] })),
  ask('deploy', 'was there a search-api deploy before this', t.verdict('no', 'bad')),
  ask(
    'count',
    'GET /search requests failed at edge-proxy?',
    t.count(t.anytime, t.failures(t.all(proxy, t.named('GET /search')))),
  ),
  ask(
    'text',
    'how many OutOfMemoryErrors did search-api log?',
    t.count(t.anytime, t.logs(t.all(search, t.says(/OutOfMemoryError/)))),
  ),
  ask('text', 'Full GC pauses ("Pause Full") count', t.count(t.anytime, t.logs(t.says(/Pause Full/)))),
  ask(
    'outcome',
    'orders placed in the last 30 minutes',
    t.count(t.last(30), t.logs(t.all(t.of('checkout-service'), t.says(/^Order SO-\d+ placed/)))),
  ),
  ask(
    'text',
    'login failed because of wrong password',
    t.count(t.anytime, t.logs(t.says(/login failed .*wrong password/))),
  ),
  ask(
    'exclusion',
    'errors that storefront-web did not log',
    t.count(t.anytime, t.logs(t.all(t.level('ERROR', 'FATAL'), t.not(t.of('storefront-web'))))),
  ),
  ask('ratio', 'search-api failed % last 10 minutes', t.percent(t.last(10), t.share(search))),
  ask('percentile', 'p99 search-api before {@onset-2}', t.millis(t.before('onset', -2), t.took(search, 0.99))),
  ask(
    'metric',
    'search-api process.memory.usage: max',
    t.bytes(t.anytime, t.metric('search-api', 'process.memory.usage', 'max')),
  ),
  ask(
    'rate',
    'orders per minute (POST /orders at checkout-service)',
    t.perS(t.anytime, t.perSecond(t.requests(t.all(t.of('checkout-service'), t.named('POST /orders'))))),
  ),
  ask('top', 'service with the worst failure ratio?', ({ world }) => ({
    first: { name: failureRates(world)[0]?.[0] ?? '', among: [...world.services] },
  })),
  ask(
    'meaning',
    'Handler dispatch failed: java.lang.OutOfMemoryError: Java heap space',
    t.words({ says: [['search-api'], ['memory', 'heap']] }),
  ),
  ask(
    'bare-name',
    'search-api',
    t.words({
      saysFirst: [['search-api']],
      says: [
        ['fail', 'error', 'memory', 'slow'],
        ['%', 'request'],
      ],
    }),
  ),
  ask('unknown', 'how many requests did varnish get', t.declined('unknown', 'varnish')),
  ...talk(
    'srch',
    ask('follow-up', 'requests of search-api in the last 15 minutes', t.count(t.last(15), t.requests(search))),
    ask('follow-up', 'how many failed?', t.count(t.last(15), t.failures(search))),
    ask(
      'follow-up',
      'and at edge-proxy, GET /search only',
      t.count(t.last(15), t.failures(t.all(proxy, t.named('GET /search')))),
    ),
  ),
  ask('language-core', 'Ist die Suche langsam?', t.words({ says: [['search-api']] })),
]
