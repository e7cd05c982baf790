/** Questions to the online pharmacy: states, causes, single things, what cannot be answered. Twentieth round. */
import { requestsOf } from '../../truth.ts'
import { PHARMACY_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { PHARMACY_COUNTS_20 } from './pharmacy-counts.ts'
import { PHARMACY_NUMBERS_20 } from './pharmacy-numbers.ts'
import * as m from './rows.ts'

const COLUMN = PHARMACY_INCIDENT.mechanism
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
const NOT_RELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})

export const PHARMACY_20 = [
  ask('state', 'still broken?', t.verdict('yes', 'bad')),
  ask('state', 'Is the checkout working properly right now?', t.trouble()),
  ask('state', 'is checkout-service back to normal', t.verdict('no', 'good')),
  ask('state', 'pharmacy ok? y/n', t.trouble()),
  ask('state', 'do prescriptions still come in', t.verdict('yes', 'good')),
  ask('health', 'payment-service ok or not?', t.healthy),
  ask('health', 'how is dispatch-worker doing?', t.healthy),
  ask('health', 'catalog service healthy?', t.healthy),
  ask('health', 'why is prescription-service down?', t.denied('prescription-service')),
  ask('health', 'Why did dispatch-worker crash?', t.denied('dispatch-worker')),
  ask('cause', 'what is wrong?', t.because(PHARMACY_INCIDENT, 'mechanism')),
  ask('cause', 'why are orders failing', t.because(PHARMACY_INCIDENT, 'mechanism')),
  ask('cause', 'Why do customers get 502 at checkout?', t.because(PHARMACY_INCIDENT)),
  ask('cause', 'checkout keeps failing, whats the reason', t.because(PHARMACY_INCIDENT, 'mechanism')),
  ask('cause', 'wy is chekout brokn', t.because(PHARMACY_INCIDENT)),
  ask('cause', 'what changed at {@onset}?', t.words({ says: [['stock-service'], [...COLUMN]] })),
  ask(
    'cause',
    'is it the payment provider, the database or the last release?',
    t.words({
      says: [['stock-service']],
      saysFirst: [['database', ...COLUMN]],
      neverFirst: ['^\\W*(?:it is |yes,? )?(?:the )?(?:payment provider|last release)\\b'],
    }),
  ),
  ask('since', 'since when do orders fail?', t.began()),
  ask('since', 'when did stock-service start to return 500', t.began()),
  ask('since', 'time of first failed order?', ({ world }) =>
    at(requestsOf(world, t.all(m.checkout, t.failed))[0]?.startMs, 40),
  ),
  ask('how-long', 'how long is checkout broken already?', t.lasted()),
  ask('impact', 'how bad is the checkout problem?', m.damage),
  ask(
    'impact',
    'how many customers are affected?',
    t.count(
      t.anytime,
      t.differentOf(t.all(m.storefront, t.failed), 'customer.id'),
      t.differentOf(t.all(m.storefront, m.status(402, 404, 409, 422, 502)), 'customer.id'),
    ),
  ),
  ask(
    'impact',
    'which services are hit by this?',
    t.words({ names: ['stock-service', 'checkout-service', 'storefront-api', 'store-gateway'] }),
  ),
  ask('impact', 'which warehouse is affected', t.words({ saysFirst: [['kassel']] })),
  ask('impact', 'is the search affected too?', t.verdict('no', 'bad')),
  ask('impact', 'are orders in ulm failing as well?', t.verdict('no', 'bad')),
  ask('deploy', 'was there a release today?', t.words({ says: [['catalog-service'], ['7\\.12\\.0']] })),
  ask('deploy', 'is the new catalog-service version to blame?', t.verdict('no', 'bad')),
  ask('deploy', 'when did catalog-service 7.12.0 go out?', t.began('release', 120)),
  ask('deploy', 'did we deploy stock-service in the last hour', t.verdict('no', 'bad')),
  ask('version', 'which version of stock-service runs', t.words({ saysFirst: [['6\\.0\\.4']] })),
  ask('version', 'payment-service version?', t.words({ saysFirst: [['3\\.17\\.2']] })),
  ask('version', 'What version did catalog-service run before the release?', t.words({ says: [['7\\.11\\.2']] })),
  ask('restart', 'did interaction-checker restart?', t.verdict('yes', 'bad')),
  ask('restart', 'any restarts of stock-service?', t.verdict('no', 'bad')),
  ask('restart', 'when was the restart of interaction-checker', t.began('restart', 150)),
  ask('next-step', 'what shall I do first?', t.words({ says: [['stock-service'], [...COLUMN]] })),
  ask('next-step', 'where do I have to look', t.words({ says: [['stock-service']] })),
  ask('dependency', 'who calls stock-service', t.words({ names: ['checkout-service'] })),
  ask('dependency', 'what does checkout-service depend on?', t.words({ names: ['stock-service', 'payment-service'] })),
  ask('dependency', 'which service uses opensearch?', t.words({ names: ['catalog-service'] })),
  ask(
    'dependency',
    'services that talk to postgres',
    t.words({ names: ['stock-service', 'checkout-service', 'catalog-service'] }),
  ),
  ask(
    'timeline',
    'give me a short timeline of the outage',
    t.words({
      says: [['stock-service'], ['checkout-service', 'storefront-api'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask(
    'silence',
    'who is silent?',
    t.words({
      saysFirst: [['^\\W*no\\b', 'nobody', '\\bnone\\b', '\\ball (?:of them|nine|9|services)', '\\b(?:every|each) ']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('silence', 'does dispatch-worker still send telemetry?', t.verdict('yes', 'good')),
  ask('lookup', 'order {failedOrder}?', t.words({ says: [['failed', '50[02]', 'does not exist']] })),
  ask(
    'lookup',
    'why was {rejectedPrescription} rejected',
    t.words({ says: [['expired|already_redeemed|unreadable']] }),
  ),
  ask(
    'lookup',
    'show me everything about {placedOrder}',
    t.words({ says: [['placed', 'captured', 'reserved', 'label']] }),
  ),
  ask('lookup', 'what happened in trace {failedTrace}', t.words({ says: [['stock-service']] })),
  ask(
    'lookup',
    'which services took part in {placedTrace}?',
    t.words({ names: ['store-gateway', 'storefront-api', 'checkout-service', 'stock-service', 'payment-service'] }),
  ),
  ask(
    'meaning',
    'what does \'column "reserved_qty" does not exist\' mean?',
    t.words({ says: [['stock-service'], ['column', 'schema', 'migration', 'database', 'table']] }),
  ),
  ask('meaning', 'which service writes "address corrected"?', t.words({ saysFirst: [['dispatch-worker']] })),
  ask('paste', '{columnLine}\n\nhow often did we get this', t.count(t.anytime, t.logs(m.noColumn))),
  ask('paste', '{failedLine}\n^ why?', t.because(PHARMACY_INCIDENT)),
  ask('paste', '{interactionLine}\nhas this to do with the outage?', NOT_RELATED),
  ask('list', 'which services are there?', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'metrics of stock-service?', t.words({ names: ['stock.packs', 'stock.reservation.errors'] })),
  ask('list', 'what errors does checkout-service log', t.words({ says: [['order failed']] })),
  ask(
    'list',
    'endpoints of storefront-api',
    t.words({ says: [['/api/search'], ['/api/cart'], ['/api/prescriptions'], ['/api/checkout'], ['/api/products']] }),
  ),
  ask('list', 'what warehouses do we have?', t.words({ names: m.WAREHOUSES })),
  ask('single-record', 'last error of stock-service', t.words({ says: [['reserved_qty']] })),
  ask('single-record', 'when was the last order placed?', ({ world }) => at(world.logs.findLast(m.placed)?.timeMs, 20)),
  ask('single-record', 'newest warning from payment-service', t.words({ says: [['payment declined']] })),
  ask('bare-name', 'stock-service', t.words({ saysFirst: [['stock-service']] })),
  ask('bare-name', 'interaction-checker', t.words({ saysFirst: [['interaction-checker']] })),

  ask('unknown', 'errors of loyaltypoints-service', t.declined('unknown', 'loyalty')),
  ask('unknown', 'is elasticache slow?', t.declined('unknown', 'elasticache')),
  ask('unknown', 'how many 504 did store-gateway return?', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown', 'show order PO-11', t.declined('no_data')),
  ask('unknown-attribute', 'failed orders per insurance company', t.declined('no_data')),
  ask('order', 'roll back the migration please', t.declined('read_only')),
  ask('order', 'restart stock-service', t.declined('read_only')),
  ask('talk', 'hi there', t.declined('small_talk')),
  ask('talk', 'ok thanks, bye', t.declined('small_talk')),
  ask('off-topic', 'can I take ibuprofen with alcohol?', t.declined('off_topic')),
  ask('ask-back', 'only those please', t.declined('ask_back')),
  ask('language', 'Warum klappen Bestellungen nicht mehr?', t.because(PHARMACY_INCIDENT)),
  ask(
    'language',
    'Wie viele Fehler hatte stock-service in den letzten 15 Minuten?',
    t.count(t.last(15), ...t.errors(m.stock)),
  ),
  ask('language', '¿cuántos pedidos fallaron desde las {@onset}?', t.count(t.since('onset'), ...m.FAILED_ORDERS)),
  ask('language', 'quel service est la cause de la panne ?', t.because(PHARMACY_INCIDENT)),

  ...talk(
    'incident',
    ask('follow-up', 'what broke', t.because(PHARMACY_INCIDENT)),
    ask('follow-up', 'since when?', t.began()),
    ask('follow-up', 'and how many orders are lost?', t.count(t.anytime, ...m.FAILED_ORDERS)),
    ask('follow-up', 'is it over?', t.verdict('no', 'good')),
  ),
  ask('several', 'what happened, when did it begin and is it still going on?', (asked) => ({
    ...t.because(PHARMACY_INCIDENT, 'time')(asked),
    says: [['still', 'ongoing', 'going on', 'goes on', 'not over', 'continues']],
  })),
  ...PHARMACY_COUNTS_20,
  ...PHARMACY_NUMBERS_20,
]
