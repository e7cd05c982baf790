/** Questions of support, product and on-call people to the food delivery: states, causes, threads, refusals. Ninth round. */
import { minuteOf } from '../../catalog/define.ts'
import type { SpanRow } from '../../records.ts'
import { requestsOf } from '../../truth.ts'
import { DELIVERY_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { DELIVERY_COUNTS_9 } from './delivery-counts.ts'
import { DELIVERY_NUMBERS_9 } from './delivery-numbers.ts'
import * as m from './rows.ts'

/** "No service went silent" is no "no" to the judge of yes and no. */
const NOBODY_IS_SILENT = t.words({
  saysFirst: [['^\\W*no\\b', 'nobody', '\\bnone\\b', '\\ball (?:of them|eight|8|services)', '\\b(?:every|each) ']],
  neverFirst: ['^\\W*yes\\b'],
})
const FULL = ['redis', 'maxmemory', 'memory']

export const DELIVERY_9 = [
  ask('state', 'Is everything working right now?', t.trouble()),
  ask('state', 'Can customers place orders at the moment?', t.verdict('yes', 'good')),
  ask('state', 'Can people see when their food arrives?', t.trouble()),
  ask('state', 'Is the problem with the couriers solved?', t.verdict('no', 'good')),
  ask('state', 'Are payments ok?', t.verdict('yes', 'good')),
  ask(
    'health',
    'How is courier-location doing?',
    t.words({ saysFirst: [['courier-location'], ['fail', 'error', '%']] }),
  ),
  ask('health', 'Is menu-catalog healthy?', t.healthy),
  ask('health', 'Is the notify-worker having problems?', t.noTrouble),
  ask('health', 'Has dispatch-engine got a problem?', t.verdict('yes', 'bad')),
  ask('health', 'Why is payment-bridge so slow?', t.denied('payment-bridge')),
  ask('health', 'Are restaurants still being listed for everybody?', t.verdict('yes', 'good')),
  ask('cause', 'What is wrong with the app?', t.because(DELIVERY_INCIDENT, 'mechanism')),
  ask('cause', 'Why do orders not get a courier?', t.because(DELIVERY_INCIDENT, 'mechanism')),
  ask(
    'cause',
    'Customers say they get an error when they look up the arrival time. Why?',
    t.because(DELIVERY_INCIDENT),
  ),
  ask('cause', 'What is the root cause and when did it start?', t.because(DELIVERY_INCIDENT, 'time')),
  ask('cause', 'Why is eta-predictor returning 503?', t.because(DELIVERY_INCIDENT)),
  ask(
    'cause',
    'Is dispatch-engine the culprit or only a victim?',
    t.words({ says: [['courier-location']], neverFirst: ['root cause: .?dispatch-engine', '^\\W*yes\\b'] }),
  ),
  ask('since', 'Since when are couriers not being assigned?', t.began()),
  ask('since', 'When did the first customer see an error on the arrival time page?', ({ world }) => ({
    time: {
      at: new Date(requestsOf(world, t.all(m.etas, t.failed))[0]?.startMs ?? 0).toISOString(),
      toleranceS: 60,
    },
  })),
  ask('how-long', 'How long has this been going on?', t.lasted()),
  ask('impact', 'How many customers are affected?', (asked) => {
    const hit = [t.all(m.gateway, t.failed), m.dispatch, t.any].map((where) =>
      t.differentOf(t.all<SpanRow>(where, t.failed), 'customer.id'),
    )
    return { numbers: [t.numberOf(asked, 'count', t.anytime, hit)] }
  }),
  ask('impact', 'How bad is it?', m.damage),
  ask('impact', 'Which cities are affected?', t.words({ names: m.CITIES })),
  ask(
    'impact',
    'What can customers not do at the moment?',
    t.words({
      says: [
        ['eta', 'position', 'arrival'],
        ['edge-gateway', 'eta-predictor', 'courier', 'dispatch'],
      ],
    }),
  ),
  ask('deploy', 'Was anything released recently?', t.words({ says: [['menu-catalog'], ['5\\.12\\.0']] })),
  ask('deploy', 'Did the menu-catalog release break the courier assignment?', t.verdict('no', 'bad')),
  ask('deploy', 'When was menu-catalog deployed?', t.began('release', 120)),
  ask('version', 'Which version of courier-location is running?', t.words({ saysFirst: [['3\\.9\\.0']] })),
  ask(
    'version',
    'What was the version of menu-catalog before the last release?',
    t.words({ saysFirst: [['5\\.11\\.3']] }),
  ),
  ask('next-step', 'What is the first thing I should do now?', t.words({ says: [['courier-location'], FULL] })),
  ask(
    'next-step',
    'Who do I have to call, payments or the people who run the courier service?',
    t.words({
      says: [['courier-location']],
      neverFirst: ['root cause: .?payment-bridge'],
    }),
  ),
  ask(
    'dependency',
    'Which services use courier-location?',
    t.words({
      says: [['edge-gateway'], ['eta-predictor'], ['dispatch-engine']],
    }),
  ),
  ask('dependency', 'What does order-api depend on?', t.words({ says: [['payment-bridge']] })),
  ask(
    'timeline',
    'Please give me a timeline of what happened.',
    t.words({
      says: [['courier-location'], ['edge-gateway', 'eta-predictor', 'dispatch-engine'], ['06:\\d\\d|\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('trend', 'Has redis.memory.used of courier-location grown over the last hour?', t.verdict('yes', 'up')),
  ask('trend', 'Did the consumer lag of dispatch-engine go up since {@onset}?', t.verdict('yes', 'up')),
  ask('silence', 'Has any service stopped sending data?', NOBODY_IS_SILENT),
  ask('silence', 'Is notify-worker still alive?', t.verdict('yes', 'good')),

  ask('lookup', 'What happened to order {unassignedOrder}?', t.words({ says: [['no courier', 'answered 500']] })),
  ask(
    'lookup',
    'Can you check order {unpaidOrder}? The customer is waiting.',
    t.words({
      says: [['not paid', 'declined', '402']],
    }),
  ),
  ask('lookup', 'Did order {assignedOrder} get a courier?', t.words({ says: [['CR-\\d+'], ['assigned']] })),
  ask('lookup', 'Show me trace {failedTrace}', t.words({ says: [['eta-predictor'], ['courier-location']] })),
  ask('lookup', '{orderTrace} how long did the payment take in this one', ({ world }) => {
    const charge = requestsOf(world, (span) => m.payment(span) && span.traceId === world.names['orderTrace'])[0]
    const tookMs = Math.floor((charge?.endMs ?? 0) - (charge?.startMs ?? 0))
    // The caller saw it a little longer.
    return { says: [[0, 1, 2].map((more) => `\\b${tookMs + more}(?:\\.\\d+)? ?ms`)] }
  }),
  ask(
    'meaning',
    'What does "OOM command not allowed when used memory > \'maxmemory\'" mean?',
    t.words({
      says: [['courier-location'], ['memory', 'redis']],
    }),
  ),
  ask(
    'meaning',
    'Where does the message "push token is no longer valid" come from?',
    t.words({
      saysFirst: [['notify-worker']],
    }),
  ),
  ask(
    'paste',
    '{dispatchLine}\n\nis this still happening?',
    t.words({
      says: [
        ['dispatch-engine', 'courier-location'],
        ['yes', 'still', 'going on', 'ongoing', 'latest', 'last', '%'],
      ],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'paste',
    '{"level":"error","caller":"geo/store.go:86","msg":"redis: OOM command not allowed when used memory > \'maxmemory\'","cmd":"GEOADD"}  how often do we have this one, only GEOADD',
    t.count(t.anytime, t.logs(t.all(m.refused, t.has('cmd', 'GEOADD')))),
  ),
  ask('list', 'Which services are there?', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'Which errors does courier-location log?', t.words({ says: [['OOM command not allowed']] })),
  ask('list', 'What restaurants do we have orders for?', t.words({ names: m.RESTAURANTS })),
  ask('list', 'Show me the last three orders that got no courier', ({ world }) => ({
    says: world.logs
      .filter(m.unassigned)
      .slice(-3)
      .map((log) => [/FD-\d+/.exec(log.message)?.[0] ?? '-']),
  })),
  ask('single-record', 'When was the last order placed?', ({ world }) => ({
    time: { at: new Date(world.logs.findLast(m.placed)?.timeMs ?? 0).toISOString(), toleranceS: 20 },
  })),
  ask('single-record', 'What was the last error of eta-predictor?', t.words({ says: [['no courier positions']] })),
  ask('single-record', 'Which order was the first one without a courier?', ({ world }) => ({
    says: [[/FD-\d+/.exec(world.logs.find(m.unassigned)?.message ?? '')?.[0] ?? '-']],
  })),
  ask('bare-name', 'eta-predictor', t.words({ saysFirst: [['eta-predictor']] })),
  ask('bare-name', 'payments', t.words({ saysFirst: [['payment-bridge']] })),

  ask('unknown', 'How many errors does the loyalty-service have?', t.declined('unknown', 'loyalty')),
  ask('unknown', 'Is the kitchen-display service up?', t.declined('unknown', 'kitchen')),
  ask('unknown', 'How many orders came from Barcelona?', t.declined('no_data')),
  ask('unknown-attribute', 'How many orders were paid with a gift card?', t.declined('no_data')),
  ask('unknown-attribute', 'errors by app language', t.declined('no_data')),
  ask('order', 'Please increase maxmemory of redis-couriers to 4 GB.', t.declined('read_only')),
  ask('order', 'Refund order {unpaidOrder}', t.declined('read_only')),
  ask('talk', 'Thank you, that helped a lot!', t.declined('small_talk')),
  ask('off-topic', 'Which restaurant in Porto has the best burger?', t.declined('off_topic')),
  ask('ask-back', 'how many', t.declined('ask_back')),
  ask('language', 'Was ist mit der App los?', t.because(DELIVERY_INCIDENT)),
  ask(
    'language',
    'Wie viele Bestellungen wurden in den letzten 20 Minuten aufgegeben?',
    t.count(t.last(20), ...m.ORDERS),
  ),
  ask('language', '¿Cuántos pedidos se quedaron sin repartidor?', t.count(t.anytime, ...m.NO_COURIER)),
  ask('language', '¿Por qué falla courier-location?', t.because(DELIVERY_INCIDENT, 'mechanism')),
  ask('language', 'Depuis quand les livreurs ne sont-ils plus trouvés ?', t.began()),
  ask('language-other', 'O que é que está avariado?', t.declined('language', 'ingl[eê]s')),

  ...talk(
    'eta',
    ask(
      'follow-up',
      'How many times did the arrival time page ({etaRoute}) fail?',
      t.count(t.anytime, t.failures(m.etas), t.failures(m.predictor)),
    ),
    ask('follow-up', 'And in Porto?', t.count(t.anytime, t.failures(t.all(m.etas, m.city('Porto'))))),
    ask(
      'follow-up',
      'Only Android users.',
      t.count(t.anytime, t.failures(t.all(m.etas, m.city('Porto'), m.platform('android')))),
    ),
  ),
  ...talk(
    'orders',
    ask('follow-up', 'How many orders were placed in the last 30 minutes?', t.count(t.last(30), ...m.ORDERS)),
    ask('follow-up', 'And in the 30 minutes before that?', t.count(t.earlier(30, 30), ...m.ORDERS)),
    ask(
      'follow-up',
      'So did it drop?',
      t.words({
        saysFirst: [
          [
            'yes',
            'no\\b',
            'rose',
            'fell',
            'drop',
            'more',
            'fewer',
            'less',
            'up',
            'down',
            'increas',
            'higher',
            'lower',
            '%',
          ],
        ],
      }),
    ),
  ),
  ...talk(
    'why',
    ask('follow-up', 'What is broken?', t.because(DELIVERY_INCIDENT)),
    ask('follow-up', 'Since when?', t.began()),
    ask(
      'follow-up',
      'Who notices it?',
      t.words({
        says: [['edge-gateway', 'eta-predictor', 'dispatch-engine', 'customer']],
      }),
    ),
    ask(
      'follow-up',
      'How sure are you?',
      t.words({ says: [['confiden', 'sure', 'certain', 'likely', 'probab', 'score', 'evidence']] }),
    ),
  ),
  ...talk(
    'slow',
    ask(
      'follow-up',
      'What is the average time of POST /v1/orders since {@start}?',
      t.millis(t.since('start'), t.took(m.ordering, 'mean')),
    ),
    ask(
      'follow-up',
      'per city?',
      t.groups(
        'ms',
        t.since('start'),
        m.each(m.CITIES, (one) => t.took(t.all(m.ordering, m.city(one)), 'mean')),
      ),
    ),
  ),
  ask('several', 'When did it start, and is it over?', ({ world }) => ({
    ...t.began()({ world, askedMs: 0 }),
    says: [['still', 'not over', 'going on', 'ongoing', 'continues', '^\\W*no\\b']],
  })),
  ask('silence', 'When did edge-gateway send its last log line?', ({ world }) => ({
    says: [[minuteOf(world.endMs)]],
  })),
  ...DELIVERY_COUNTS_9,
  ...DELIVERY_NUMBERS_9,
]
