/** Single things of the online supermarket: orders, traces, pasted lines, lists, what cannot be answered. Thirtieth round. */
import { GROCERY_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const PARTITION = [...GROCERY_INCIDENT.mechanism]

export const GROCERY_SINGLE_30 = [
  ask(
    'lookup',
    'order {failedOrder}, what happened there?',
    t.words({ says: [['not placed', 'no slot could be booked', 'fail', '50[02]']] }),
  ),
  ask(
    'lookup',
    'customer {failedCustomer} called, he cant order. what did he get from us',
    t.words({ says: [['502', 'fail', 'error', '/api/checkout', 'not placed']] }),
  ),
  ask('lookup', '{placedOrder}', t.words({ says: [['placed']] })),
  ask(
    'lookup',
    'has {placedOrder} reached the warehouse?',
    t.words({ says: [['pick list', 'PL-\\d+', 'pick-floor']] }),
  ),
  ask('lookup', 'support here: whats up with the payment of {declinedOrder}', t.words({ says: [['declined', '402']] })),
  ask('lookup', 'which service is to blame in trace {failedTrace}', t.words({ says: [['slot-planner']] })),
  ask('lookup', 'how long did trace {placedTrace} take?', m.traceTook('placedTrace')),
  ask(
    'lookup',
    'show me the way of {placedTrace} through the services',
    t.words({ names: ['front-door', 'order-desk', 'slot-planner', 'till', 'pick-floor'] }),
  ),
  ask('paste', '{partitionLine}\nwhat is this?', t.words({ says: [['slot-planner'], PARTITION] })),
  ask('paste', '{lateLine}\nhow often do we see that one', t.count(t.anytime, t.logs(m.lateHub))),
  ask(
    'paste',
    '{behindLine}\nhas this to do with the incident?',
    t.words({
      saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('meaning', 'what does SQLSTATE 23514 tell us here', t.words({ says: [PARTITION, ['slot-planner']] })),

  ask('list', 'what services are out there?', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'metrics of pick-floor',
    t.words({ names: ['pick.queue.depth', 'system.filesystem.utilization', 'kafka.consumer.lag'] }),
  ),
  ask(
    'list',
    'endpoints of the front-door',
    t.words({ says: [['/api/checkout'], ['/api/slots'], ['/api/basket'], ['/api/products/search'], ['/api/login']] }),
  ),
  ask('single-record', 'last warning of till?', ({ world }) => ({
    says: [[m.literal(m.lastLog(world, t.all(m.till, t.level('WARN')))?.message ?? '')]],
  })),
  ask('bare-name', 'slot-planner', t.words({ saysFirst: [['slot-planner']] })),

  ask('unknown', 'errors in coupon-service last hour', t.declined('unknown', 'coupon')),
  ask('unknown', 'how is loyalty-api?', t.declined('unknown', 'loyalty')),
  ask('unknown', 'wheres order GR-1111111', t.declined('no_data')),
  ask('unknown-attribute', 'failed checkouts per app version', t.declined('no_data')),
  ask('unknown', 'number of 504 on front-door', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('order', 'create the missing partition', t.declined('read_only')),
  ask('order', 'scale order-desk to 6 pods please', t.declined('read_only')),
  ask('talk', 'hey, anybody there?', t.declined('small_talk')),
  ask('talk', 'ok cool, thanks a lot', t.declined('small_talk')),
  ask('off-topic', 'got a good recipe for lasagne?', t.declined('off_topic')),
  ask('ask-back', 'ok, and that other one?', t.declined('ask_back')),

  ...talk(
    'support',
    ask(
      'follow-up',
      'show me order {failedOrder}',
      t.words({ says: [['not placed', 'no slot', 'no partition', '50[02]']] }),
    ),
    ask('follow-up', 'why did it fail?', t.words({ says: [PARTITION] })),
    ask('follow-up', 'how many others failed like that', (asked) => {
      const { numbers = [] } = t.count(t.anytime, ...m.LOST, t.logs(m.noPartition))(asked)
      const lessOne = numbers.map((one) => ({
        ...one,
        also: [...(one.also ?? []), ...[one.value, ...(one.also ?? [])].map((value) => value - 1)],
      }))
      return { numbers: lessOne }
    }),
  ),
]
