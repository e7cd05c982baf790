/** Questions to the photo prints that are no plain numbers, threads, refusals: tenth round. */
import { clockMs, ONLY_A_CAUSE } from '../../catalog/define.ts'
import type { World } from '../../records.ts'
import { requestsOf } from '../../truth.ts'
import { PHOTOPRINT_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { PHOTOPRINT_NUMBERS_10 } from './photoprint-numbers.ts'
import * as m from './rows.ts'

const MEMORY = ['memory', 'MemoryError', 'allocate', '\\boom\\b']
const VERSION = ['2\\.8\\.0', 'imgcore', 'release', 'deploy', 'roll(?:ed )?out']
const OVER = ['over', 'recover', 'ended', 'normal', 'healthy', 'no longer', '^\\W*yes', 'stopped', 'until']
const outage = t.during(['onset', 0], ['rollback', 0])

/** Ids of the last orders whose lines match. */
function lastOrders(world: World, where: t.Where<World['logs'][number]>, take: number): string[] {
  return world.logs
    .filter(where)
    .slice(-take)
    .map((log) => /PB-\d+/.exec(log.message)?.[0] ?? '')
}

/** A mark's minute and its neighbours, as clock times: windows are no moments to the judge. */
function minutesAround(world: World, mark: string): string[] {
  return [-2, -1, 0, 1, 2].map((minutes) => new Date(clockMs(world, mark, minutes)).toISOString().slice(11, 16))
}

export const PHOTOPRINT_10 = [
  ask('state', 'Are previews working again?', t.verdict('yes', 'good')),
  ask('state', '@bot status please, all good?', t.words({ saysFirst: [OVER] })),
  ask('state', 'is render-fn ok now', t.verdict('yes', 'good')),
  ask('state', 'Do we still see MemoryErrors?', t.verdict('no', 'bad')),
  ask('state', 'can customers upload photos at the moment?', t.verdict('yes', 'good')),
  ask('health', 'is upload-api healthy', t.healthy),
  ask('health', 'any issues with tint-check?', t.noTrouble),
  ask('health', 'were posters affected as well?', t.verdict('no', 'bad')),
  ask('health', 'is the database (prints-db) the culprit?', t.verdict('no', 'bad')),
  ask('health', 'Why did upload-api go down?', t.denied('upload-api')),
  ask(
    'health',
    'did more than a third of the previews fail between {@onset+1} and {@rollback}',
    t.verdict('yes', 'fact'),
  ),
  ask('health', 'Did the number of dispatched orders fall after {@onset}?', t.verdict('yes', 'down')),
  ask('cause', 'why did previews return 502', t.because(PHOTOPRINT_INCIDENT, 'mechanism')),
  ask(
    'cause',
    'Root cause for the incident report, with the start time please',
    t.becauseFirst(PHOTOPRINT_INCIDENT, 'time'),
  ),
  ask(
    'cause',
    'Customers complained that their photo books were not printed. What happened?',
    t.because(PHOTOPRINT_INCIDENT),
  ),
  ask('cause', 'what was wrong with render-fn?', t.words({ says: [[...MEMORY, ...VERSION]] })),
  ask('cause', 'bad deploy, database or lab?', t.because(PHOTOPRINT_INCIDENT)),
  ask('cause', 'why are there orders in render-jobs-dlq', t.words({ says: [['render-fn'], [...MEMORY, ...VERSION]] })),
  ask('since', 'when did previews begin to fail?', t.began()),
  ask('since', 'When was the problem fixed?', t.began('rollback')),
  ask('how-long', 'How long did the outage last?', t.lasted('onset', 'rollback')),
  ask('how-long', 'for how many minutes did previews fail', t.lasted('onset', 'rollback')),
  ask('impact', 'How many customers (enduser.id) got a failed preview?', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.anytime, [t.differentOf(t.all(m.previews, t.failed), 'enduser.id')])],
  })),
  ask(
    'impact',
    'which products were affected by the failing previews?',
    t.words({ names: ['photo_book', 'calendar'] }),
  ),
  ask('impact', 'Were customers in all countries hit, or just Germany?', t.words({ names: m.COUNTRIES })),
  ask(
    'impact',
    'how many failed requests did the incident cause at order-api?',
    t.count(t.anytime, t.failures(m.orderApi)),
  ),
  ask('deploy', 'Was it the render-fn release?', t.verdict('yes', 'bad')),
  ask('deploy', 'did the upload-api release break the previews?', t.verdict('no', 'bad')),
  ask(
    'deploy',
    'what was deployed since {@start}?',
    t.words({ says: [['upload-api'], ['8\\.3\\.0'], ['render-fn'], ['2\\.8\\.0']] }),
  ),
  ask('deploy', 'Was render-fn rolled back?', t.verdict('yes', 'fact')),
  ask('version', 'which version of order-api is live', t.words({ saysFirst: [['4\\.22\\.1']] })),
  ask('version', 'What versions of render-fn have we had?', t.words({ says: [['2\\.7\\.3'], ['2\\.8\\.0']] })),
  ask('version', 'upload-api: version before the release?', t.words({ saysFirst: [['8\\.2\\.4']] })),
  ask(
    'next-step',
    'Anything I should follow up on?',
    t.words({
      says: [
        ['render-fn', 'render-jobs-dlq'],
        [...MEMORY, ...VERSION, 'dlq'],
      ],
    }),
  ),
  ask('timeline', 'timeline for the post mortem, please', t.words({ says: [['render-fn'], [...MEMORY, ...VERSION]] })),
  ask(
    'timeline',
    'What happened between {@onset-5} and {@rollback+5}?',
    t.words({ says: [['render-fn'], [...MEMORY, ...VERSION]] }),
  ),

  ask('single-record', 'What did prints-db log last?', ({ world }) => {
    const last = world.logs.findLast((log) => log.service === 'prints-db')?.message ?? ''
    return { says: [[last.startsWith('duration') ? last.slice(10, 18).replace('.', '\\.') : last.slice(0, 22)]] }
  }),
  ask('single-record', 'latest order that was put aside?', ({ world }) => ({
    names: lastOrders(world, m.putAside, 1),
  })),
  ask(
    'single-record',
    'Show me one MemoryError with its traceback',
    t.words({ says: [['Unable to allocate'], ['Traceback', 'compose']] }),
  ),
  ask('list', 'the last 4 orders that lab-dispatch put aside', ({ world }) => ({
    names: lastOrders(world, m.putAside, 4),
  })),
  ask('list', 'slowest 3 POST /orders requests since {@start} (trace ids)', ({ world }) => {
    const slowest = requestsOf(world, m.orders).toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))
    return { says: slowest.slice(0, 3).map((span) => [span.traceId.slice(0, 8)]) }
  }),
  ask('list', 'Which services do we have?', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'what kinds of warnings does lab-dispatch write', t.words({ says: [['did not confirm']] })),
  ask('list', 'which routes does order-api serve?', t.words({ says: [['POST /orders', '/orders\\b'], ['/previews']] })),
  ask('dependency', 'who invokes render-fn', t.words({ says: [['order-api']] })),
  ask(
    'lookup',
    'Customer asks about order {asideOrder}. What is its status?',
    t.words({ says: [['put aside', 'dlq', 'MemoryError']] }),
  ),
  ask('lookup', 'was {dispatchedOrder} sent to a lab?', t.words({ says: [['dispatched']] })),
  ask(
    'lookup',
    'what went wrong in trace {failedTrace}',
    t.words({ says: [['order-api'], ['502', 'render-fn', 'fail']] }),
  ),
  ask(
    'lookup',
    'anything on user {failedCustomer}',
    t.words({ says: [['preview of', 'placed by', 'declined', '/previews', '/orders']] }),
  ),
  ask(
    'paste',
    'MemoryError: Unable to allocate 412 MiB for job PB-21400 product=photo_book\n\nsaw this in the function log. is it new? since when?',
    t.began('onset', 180),
  ),
  ask(
    'paste',
    'ERROR:  duplicate key value violates unique constraint "uploads_sha_key"\nwhere does this come from, and is it related to the outage?',
    t.words({ says: [['prints-db']], neverFirst: [ONLY_A_CAUSE] }),
  ),
  ask(
    'paste',
    "Traceback (most recent call last): … KeyError: 'locale' in basket of u-3200, skipped\n\nhow many times?",
    t.count(t.anytime, t.logs(t.says(/^KeyError: 'locale'/))),
  ),
  ask(
    'paste',
    '{"@m":"Preview of PB-21999 failed: render-fn ended with Runtime.ExitError","@l":"Error"} - how often since {@onset+10}?',
    t.count(t.since('onset', 10), t.logs(m.previewFailed)),
  ),
  ask(
    'meaning',
    'What does "put aside: render-jobs-dlq after 3 attempts" mean?',
    t.words({ says: [['lab-dispatch', 'render-fn']] }),
  ),
  ask('unknown', 'errors of payment-fn?', t.declined('unknown', 'payment-fn')),
  ask('unknown', 'How many orders went to lab-oslo?', t.declined('no_data')),
  ask('unknown', 'redis latency?', t.declined('no_data')),
  ask('unknown-attribute', 'CPU usage of render-fn?', t.declined('no_data')),
  ask('unknown-attribute', 'uploads per browser', t.declined('no_data')),
  ask('unknown-attribute', 'how deep is the queue render-jobs right now', t.declined('no_data')),
  ask('order', 'please requeue the orders in render-jobs-dlq', t.declined('read_only')),
  ask('order', 'Raise the memory of render-fn to 2048 MB.', t.declined('read_only')),
  ask('order', 'delete the logs of upload-api', t.declined('read_only')),
  ask('talk', 'Great, thanks for the quick help!', t.declined('small_talk')),
  ask('talk', 'hey there', t.declined('small_talk')),
  ask('off-topic', 'how do I take better photos at night?', t.declined('off_topic')),
  ask('ask-back', 'And the others?', t.declined('ask_back')),
  ask('ask-back', 'is that a lot?', t.declined('ask_back')),
  ask('typo', 'hwo many memoryerors', t.count(t.anytime, t.logs(m.memoryError))),
  ask('typo', 'uplaod-api requets last 25 min', t.count(t.last(25), t.requests(m.uploadApi))),
  ask('typo', 'faild previws by contry', (asked) =>
    t.groups(
      'count',
      t.anytime,
      m.each(m.COUNTRIES, (one) => t.failures(t.all(m.previews, m.country(one)))),
    )(asked),
  ),
  ask('typo', 'p95 POST /uplods', t.millis(t.anytime, t.took(m.uploads, 0.95))),
  ask(
    'language',
    'Wie viele Bestellungen wurden an lab-berlin übergeben (dispatched)?',
    t.count(t.anytime, t.logs(t.all(m.dispatched, t.has('lab', 'lab-berlin')))),
  ),
  ask('language', 'Seit wann schlagen die Previews fehl?', t.began()),
  ask('language', 'Läuft render-fn wieder?', t.verdict('yes', 'good')),
  ask('language', '¿Cuántos errores tuvo order-api en la última hora?', t.count(t.last(60), ...t.errors(m.orderApi))),
  ask('language', 'Quelle est la cause des erreurs 502 ?', t.because(PHOTOPRINT_INCIDENT)),
  ask(
    'language',
    'combien de requêtes upload-api a-t-il reçues depuis {@start+15} ?',
    t.count(t.since('start', 15), t.requests(m.uploadApi)),
  ),
  ask('bare-name', 'render-fn', t.words({ saysFirst: [['render-fn']] })),
  ask('bare-name', 'order-api', t.words({ saysFirst: [['order-api']] })),

  ...talk(
    'uploads',
    ask(
      'follow-up',
      'how many uploads came from web in the last 30 minutes?',
      t.count(t.last(30), t.requests(t.all(m.uploads, m.channel('web')))),
    ),
    ask('follow-up', 'ios?', t.count(t.last(30), t.requests(t.all(m.uploads, m.channel('ios'))))),
    ask(
      'follow-up',
      'only from FR',
      t.count(t.last(30), t.requests(t.all(m.uploads, m.channel('ios'), m.country('FR')))),
    ),
  ),
  ...talk(
    'previews',
    ask(
      'follow-up',
      'How many previews failed between {@onset} and {@rollback}?',
      t.count(outage, t.failures(m.previews), t.logs(m.previewFailed)),
    ),
    ask(
      'follow-up',
      'Can you split this by country?',
      t.groups(
        'count',
        outage,
        m.each(m.COUNTRIES, (one) => t.failures(t.all(m.previews, m.country(one)))),
      ),
    ),
    ask('follow-up', 'What caused them?', t.because(PHOTOPRINT_INCIDENT)),
    ask('follow-up', 'Did it stop?', t.verdict('yes', 'good')),
  ),
  ...talk(
    'latency',
    ask('follow-up', 'median of POST /orders before {@onset}', t.millis(t.before('onset'), t.took(m.orders, 0.5))),
    ask('follow-up', 'and p95?', t.millis(t.before('onset'), t.took(m.orders, 0.95))),
    ask('follow-up', 'for DE only', t.millis(t.before('onset'), t.took(t.all(m.orders, m.country('DE')), 0.95))),
  ),
  ...talk(
    'labs',
    ask('follow-up', 'orders dispatched since {@rollback+1}?', t.count(t.since('rollback', 1), t.logs(m.dispatched))),
    ask(
      'follow-up',
      'per lab please',
      t.groups(
        'count',
        t.since('rollback', 1),
        m.each(m.LABS, (one) => t.logs(t.all(m.dispatched, t.has('lab', one)))),
      ),
    ),
    ask(
      'follow-up',
      'and between {@start+5} and {@start+35}?',
      t.groups(
        'count',
        t.during(['start', 5], ['start', 35]),
        m.each(m.LABS, (one) => t.logs(t.all(m.dispatched, t.has('lab', one)))),
      ),
    ),
  ),
  ...talk(
    'handover',
    ask('follow-up', 'Morning! What happened last night?', t.because(PHOTOPRINT_INCIDENT)),
    ask('follow-up', 'from when to when?', ({ world }) => ({
      saysFirst: [minutesAround(world, 'onset'), minutesAround(world, 'rollback')],
    })),
    ask('follow-up', 'which version fixed it?', t.words({ says: [['2\\.7\\.3']] })),
  ),
  ...PHOTOPRINT_NUMBERS_10,
]
