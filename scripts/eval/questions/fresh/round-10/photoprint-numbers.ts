/** Counts, shares, durations, values, break-downs and comparisons of the photo prints: tenth round. */
import type { SpanRow } from '../../records.ts'
import { requestsOf, type Window } from '../../truth.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const spansOf = (where: t.Where<SpanRow>) => (world: Parameters<t.Measure>[0], window?: Window) =>
  requestsOf(world, where, window)
const outage = t.during(['onset', 0], ['rollback', 1])

const maxMemory = t.stated(/Max Memory Used: (\d+) MB/, 'max')
const largest = m.attributeOf(t.says(/^upload stored/), 'megabytes', 'max')

export const PHOTOPRINT_NUMBERS_10 = [
  ask(
    'count',
    'Question from sales: how many orders were placed since {@start}?',
    t.count(t.since('start'), t.logs(m.placed), t.requests(t.all(m.orders, m.status(201)))),
  ),
  ask(
    'count',
    'can you tell me how many photos were uploaded in the last hour',
    t.count(
      t.last(60),
      t.requests(t.all(m.uploads, m.status(201))),
      t.logs(t.says(/^upload stored/)),
      t.requests(m.uploads),
    ),
  ),
  ask(
    'count',
    'How many previews failed with a 502?',
    t.count(t.anytime, t.requests(t.all(m.previews, m.status(502))), t.logs(m.previewFailed)),
  ),
  ask(
    'count',
    'How many orders went to lab-lyon in the last 40 minutes?',
    t.count(t.last(40), t.logs(t.all(m.dispatched, t.has('lab', 'lab-lyon')))),
  ),
  ask('count', 'orders put aside in render-jobs-dlq so far?', t.count(t.anytime, t.logs(m.putAside))),
  ask(
    'count',
    'how many requests did order-api answer between {@start+8} and {@start+23}',
    t.count(t.during(['start', 8], ['start', 23]), t.requests(m.orderApi)),
  ),
  ask(
    'count',
    'Number of declined cards since {@start}, please.',
    t.count(t.since('start'), t.logs(m.declinedCard), t.requests(t.all(m.orders, m.status(402)))),
  ),
  ask(
    'count',
    'previews from ios users in France (country FR) that failed',
    t.count(t.anytime, t.failures(t.all(m.previews, m.channel('ios'), m.country('FR')))),
  ),
  ask(
    'count',
    'count of POST /uploads where channel = android and country = ES',
    t.count(t.anytime, t.requests(t.all(m.uploads, m.channel('android'), m.country('ES')))),
  ),
  ask(
    'count',
    'How many calendars did render-fn render before {@onset}?',
    t.count(t.before('onset'), t.logs(t.all(m.rendered, t.says(/product=calendar/)))),
  ),
  ask(
    'class-of-codes',
    '4xx on upload-api since {@start+30}?',
    t.count(t.since('start', 30), t.requests(t.all(m.uploadApi, m.status(413, 415)))),
  ),
  ask('class-of-codes', 'how many 5xx in the last 20 minutes', t.count(t.last(20), t.requests(m.status(502)))),
  ask('text', 'how often do we see MemoryError', t.count(t.anytime, t.logs(m.memoryError))),
  ask('text', 'How many "duplicate key value" errors did prints-db log?', t.count(t.anytime, t.logs(m.duplicate))),
  ask(
    'text',
    'number of "did not confirm" lines for lab-porto in the last hour',
    t.count(t.last(60), t.logs(m.unconfirmed)),
  ),
  ask('level', 'Warnings logged by tint-check?', t.count(t.anytime, t.logs(t.all(m.tint, t.level('WARN'))))),
  ask(
    'level',
    'errors in the logs of render-fn between {@onset+5} and {@onset+20}',
    t.count(t.during(['onset', 5], ['onset', 20]), t.logs(t.all(m.renderer, t.level('ERROR')))),
  ),
  ask(
    'level',
    'ERROR lines per service since {@onset}',
    t.groups(
      'count',
      t.since('onset'),
      m.each(['render-fn', 'order-api', 'lab-dispatch', 'prints-db'], (one) =>
        t.logs(t.all(t.of(one), t.level('ERROR'))),
      ),
    ),
  ),
  ask(
    'attribute',
    'order-api requests with product=poster',
    t.count(t.anytime, t.requests(t.all(m.orderApi, m.product('poster')))),
  ),
  ask(
    'attribute',
    'How many dispatched orders were for country PT?',
    t.count(t.anytime, t.logs(t.all(m.dispatched, m.country('PT')))),
  ),
  ask(
    'exclusion',
    'failed previews without photo books (product other than photo_book)',
    t.count(t.anytime, t.failures(t.all(m.previews, t.not(m.product('photo_book'))))),
  ),
  ask(
    'exclusion',
    'uploads from all countries except DE, {@start+10} to {@start+25}',
    t.count(t.during(['start', 10], ['start', 25]), t.requests(t.all(m.uploads, t.not(m.country('DE'))))),
  ),
  ask(
    'slow',
    'How many uploads took more than 400 ms?',
    t.count(t.anytime, t.requests(t.all(m.uploads, t.longer(400)))),
  ),
  ask(
    'slow',
    'previews slower than 3 seconds before {@onset}',
    t.count(t.before('onset'), t.requests(t.all(m.previews, t.longer(3000)))),
  ),
  ask(
    'outcome',
    'How many uploads were rejected because they were too large?',
    t.count(t.anytime, t.requests(t.all(m.uploads, m.status(413))), t.logs(t.says(/^upload is too large/))),
  ),
  ask(
    'outcome',
    'how many orders did lab-dispatch dispatch since {@rollback}',
    t.count(t.since('rollback'), t.logs(m.dispatched)),
  ),

  ask(
    'ratio',
    'Which percentage of the previews failed between {@onset+1} and {@rollback}?',
    t.percent(t.during(['onset', 1], ['rollback', 0]), t.share(m.previews)),
  ),
  ask('ratio', 'error rate order-api, last 15 min', t.percent(t.last(15), t.share(m.orderApi))),
  ask('ratio', 'what share of orders gets declined (402)', t.percent(t.anytime, t.share(m.orders, m.status(402)))),
  ask('ratio', 'share of iOS among uploads', t.percent(t.anytime, t.share(m.uploads, m.channel('ios')))),
  ask('percentile', 'p90 of POST /uploads in the last 30 minutes?', t.millis(t.last(30), t.took(m.uploads, 0.9))),
  ask('percentile', 'Median response time of GET /orders/:orderId', t.millis(t.anytime, t.took(m.lookups, 0.5))),
  ask(
    'percentile',
    'p95 of POST /previews for calendars (product calendar) before {@onset}',
    t.millis(t.before('onset'), t.took(t.all(m.previews, m.product('calendar')), 0.95)),
  ),
  ask(
    'mean-max',
    'How long does it take on average to place an order (POST /orders)?',
    t.millis(t.anytime, t.took(m.orders, 'mean')),
  ),
  ask('mean-max', 'longest upload since {@start}', t.millis(t.since('start'), t.took(m.uploads, 'max'))),
  ask(
    'stated',
    'what is the highest "Max Memory Used" that render-fn reported before {@onset}',
    t.value(t.before('onset'), ...[1, 1e6, 1024 ** 2].map((unit) => t.scaled(maxMemory, unit))),
  ),
  ask(
    'stated',
    'slowest query duration that prints-db logged',
    t.millis(t.anytime, t.stated(/^duration: ([\d.]+) ms/, 'max')),
  ),
  ask(
    'stated',
    'average tookMs of lab-dispatch for lab-porto',
    t.millis(t.anytime, m.attributeOf(t.all(m.dispatched, t.has('lab', 'lab-porto')), 'tookMs', 'mean')),
  ),
  ask(
    'stated',
    'What is the biggest photo that was uploaded, in megabytes?',
    t.value(t.anytime, ...[1, 1e6, 1024 ** 2].map((unit) => t.scaled(largest, unit))),
  ),
  ask(
    'sum',
    'Total revenue (EUR) of placed orders since {@start}?',
    t.value(t.since('start'), t.stated(/^Order .* placed .*, ([\d.]+) EUR/, 'sum')),
  ),
  ask(
    'sum',
    'how many basket reminders were sent altogether since {@start}',
    t.count(t.since('start'), t.stated(/^(\d+) basket reminders sent/, 'sum')),
  ),
  ask('rate', 'uploads per minute over the last 20 minutes', t.perS(t.last(20), t.perSecond(t.requests(m.uploads)))),
  ask(
    'rate',
    'MemoryErrors per minute between {@onset} and {@rollback}',
    t.perS(t.during(['onset', 0], ['rollback', 0]), t.perSecond(t.logs(m.memoryError))),
  ),
  ask(
    'distinct',
    'How many different customers (enduser.id) placed an order?',
    t.count(
      t.anytime,
      t.differentOf(t.all(m.orders, m.status(201)), 'enduser.id'),
      t.differentOf(m.orders, 'enduser.id'),
      t.differentIn(m.placed, 'Customer'),
    ),
  ),
  ask('distinct', 'how many labs do we dispatch to', t.count(t.anytime, t.differentIn(m.dispatched, 'lab'))),

  ask(
    'group',
    'uploads by country pls',
    t.groups(
      'count',
      t.anytime,
      m.each(m.COUNTRIES, (one) => t.requests(t.all(m.uploads, m.country(one)))),
    ),
  ),
  ask(
    'group',
    'failed previews, broken down by product',
    t.groups(
      'count',
      t.anytime,
      m.each(['photo_book', 'calendar'], (one) => t.failures(t.all(m.previews, m.product(one)))),
    ),
  ),
  ask(
    'group',
    'Dispatched orders per lab in the last hour',
    t.groups(
      'count',
      t.last(60),
      m.each(m.LABS, (one) => t.logs(t.all(m.dispatched, t.has('lab', one)))),
    ),
  ),
  ask(
    'group',
    'order-api: status codes since {@onset}',
    t.groupsBy(t.since('onset'), spansOf(m.orderApi), t.attribute('http.status_code')),
  ),
  ask(
    'group',
    'median POST /previews time per product before {@onset}',
    t.groups(
      'ms',
      t.before('onset'),
      m.each(m.PRODUCTS, (one) => t.took(t.all(m.previews, m.product(one)), 0.5)),
    ),
  ),
  ask(
    'group',
    'preview failure rate by channel during the outage ({@onset} - {@rollback})',
    t.groups(
      'percent',
      t.during(['onset', 0], ['rollback', 0]),
      m.each(m.CHANNELS, (one) => t.share(t.all(m.previews, m.channel(one)))),
    ),
  ),
  ask(
    'top',
    'Which country uploads the most?',
    t.topOf((world) => requestsOf(world, m.uploads), t.attribute('country')),
  ),
  ask('top', 'most frequent product in failed previews', t.topOf(t.failedRequests(m.previews), t.attribute('product'))),
  ask('top', 'which lab gets the most orders', t.topOf(t.logRows(m.dispatched), t.attribute('lab'))),
  ask(
    'top',
    'who logged the most errors',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask(
    'window',
    'How many orders were placed in the quarter of an hour before {@onset}?',
    t.count(t.during(['onset', -15], ['onset', 0]), t.logs(m.placed), t.requests(t.all(m.orders, m.status(201)))),
  ),
  ask(
    'window',
    'uploads since the upload-api release',
    t.count(t.sinceMark('release'), t.requests(m.uploads), t.requests(t.all(m.uploads, m.status(201)))),
  ),
  ask(
    'window',
    'failed previews from {@onset+5} until {@onset+10}',
    t.count(t.during(['onset', 5], ['onset', 10]), t.failures(m.previews), t.logs(m.previewFailed)),
  ),
  ask(
    'window',
    'coarse images found by tint-check during the first 20 minutes after {@start+1}',
    t.count(t.during(['start', 1], ['start', 21]), t.logs(m.coarse)),
  ),
  ask('window', 'orders put aside after {@rollback}', t.count(t.since('rollback'), t.logs(m.putAside))),
  ask('compare', 'orders placed in the last 20 min compared to the 20 min before that', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.last(20), [t.logs(m.placed), t.requests(t.all(m.orders, m.status(201)))]),
      t.numberOf(asked, 'count', t.earlier(20, 20), [t.logs(m.placed), t.requests(t.all(m.orders, m.status(201)))]),
    ],
  })),
  ask(
    'compare',
    'photo_book vs calendar - failure rate of POST /previews between {@onset+1} and {@rollback-1}',
    t.groups(
      'percent',
      t.during(['onset', 1], ['rollback', -1]),
      m.each(['photo_book', 'calendar'], (one) => t.share(t.all(m.previews, m.product(one)))),
    ),
  ),
  ask(
    'compare',
    'Did uploads get slower with the new upload-api? p95 15 minutes before and after the release',
    t.compared('ms', t.took(m.uploads, 0.95), t.ahead('release', 15), t.after('release', 15)),
  ),
  ask(
    'compare',
    'dispatched orders {@onset-20} to {@onset} vs. {@onset+1} to {@onset+21}',
    t.compared(
      'count',
      t.logs(m.dispatched),
      t.during(['onset', -20], ['onset', 0]),
      t.during(['onset', 1], ['onset', 21]),
    ),
  ),
  ask(
    'several',
    'How many previews were requested during the outage and how many of them failed?',
    t.within(0.06, t.both(outage, ['count', t.requests(m.previews)], ['count', t.failures(m.previews)])),
  ),
  ask('when', 'at what time was the first MemoryError', ({ world }) => ({
    time: { at: new Date(world.logs.find(m.memoryError)?.timeMs ?? 0).toISOString(), toleranceS: 20 },
  })),
  ask('when', 'When did the last preview fail?', ({ world }) => ({
    time: {
      at: new Date(requestsOf(world, t.all(m.previews, t.failed)).at(-1)?.startMs ?? 0).toISOString(),
      toleranceS: 20,
    },
  })),
  ask('when', 'when was upload-api 8.3.0 deployed', t.began('release', 90)),
]
