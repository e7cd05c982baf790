/** Questions about single records of the hire company: ids, traces, pasted lines, lists, texts. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'

const PASTED = [
  ask(
    'paste',
    'getting this a lot, what is going on?\n{queryLine}',
    t.words({ says: [['\\bindex', 'migration', '0147', '4\\.10\\.0', 'time[sd]?[ -]?out', 'cancel']] }),
  ),
  ask(
    'paste',
    '{slowLine}\n^ how many of these slow query warnings are there',
    t.count(t.anytime, r.lines(r.periods, /^slow query on hire_periods/)),
  ),
  ask('paste', '{blockLine}\nwhen did that kind of error show up first', r.lineAt(/ not blocked: /)),
  ask('paste', '{printLine} <- has this to do with the booking problem?', t.verdict('no', 'fact')),
]

const LOOKUPS = [
  ask(
    'lookup',
    "customer on the phone, booking {failedBooking} didn't go through. why?",
    t.words({ says: [['availability', '503', 'time[sd]?[ -]?out']] }),
  ),
  ask('lookup', 'how many pounds is booking {savedBooking} worth', r.ofBooking('savedBooking', 'gbp')),
  ask(
    'lookup',
    'which http status did trace {savedBookingTrace} return to the client',
    t.words({ says: [['\\b201\\b']] }),
  ),
  ask(
    'lookup',
    'truck for the delivery of {plannedDelivery}',
    r.fromLine('plannedDelivery', (id) => new RegExp(`^delivery of ${id} planned on (T-\\d+)`)),
  ),
  ask('lookup', 'what happened with damage report {failedDamage}', t.words({ says: [['not blocked', '502', '503']] })),
  ask(
    'lookup',
    'which machine is {savedDamage} about?',
    r.fromLine('savedDamage', (id) => new RegExp(`^damage ${id} on ([A-Z]+-\\d+) `)),
  ),
]

const SINGLE = [
  ask('single-record', 'latest error from invoicing', ({ world }) => {
    const row = r.rowOf(world, /not mailed: mailbox is full$/, true)
    return { says: [[/INV-\d+/.exec(row.message)?.[0] ?? ''], ['mailbox is full']] }
  }),
  ask(
    'single-record',
    'what was the slowest request at hire-gateway today and how long did it take',
    t.millis(t.anytime, t.took(r.gateway, 'max')),
  ),
]

const LISTS = [
  ask(
    'list',
    'what endpoints does hire-gateway have?',
    t.words({ names: ['/v1/availability', '/v1/bookings', '/v1/damages', '/v1/machines/{id}'] }),
  ),
  ask('list', 'metrics sent by dispatch', t.words({ names: ['queue.size', 'deliveries.planned'] })),
  ask('attribute', 'which sales channels exist', t.words({ names: ['web', 'phone', 'counter'] })),
  ask('text', 'do the logs mention deadlocks anywhere', t.verdict('no', 'fact')),
]

export const TOOLHIRE_RECORDS = [...PASTED, ...LOOKUPS, ...SINGLE, ...LISTS]
