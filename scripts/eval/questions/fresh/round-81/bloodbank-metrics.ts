/** Questions about metrics of the blood donation service: stock, fridges, codes, slots, queues, memory, processors. */
import { each } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as b from './rows.ts'

const whole = t.anytime
const CENTRES = ['city-hall', 'harbour', 'campus', 'bus-1', 'bus-2', 'old-mill']

export const BLOODBANK_METRICS = [
  ask('metric', 'how many platelets units are in stock now', t.value(whole, b.units('platelets', 'last'))),
  ask('metric', 'highest fridge.temperature of F3', t.value(whole, b.fridge('F3', 'max'))),
  ask(
    'metric',
    'codes.loaded before the import',
    t.value(t.before('onset'), t.metric('code-registry', 'codes.loaded', 'last')),
  ),
  ask(
    'metric',
    'labels.printed: where does the counter stand',
    t.value(whole, t.metric('session-desk', 'labels.printed', 'last')),
  ),
  ask(
    'metric',
    'worst kafka.consumer.lag of stock-ledger?',
    t.value(whole, t.metric('stock-ledger', 'kafka.consumer.lag', 'max')),
  ),
  ask(
    'metric-group',
    'slots.free by centre, current',
    t.groups(
      'any',
      whole,
      each(CENTRES, (name) => b.free(name, 'last')),
    ),
  ),
  ask('top', 'which fridge is the warmest', t.words({ first: { name: 'F3', among: ['F1', 'F2', 'F3', 'F4'] } })),
  ask('trend', 'is the platelets stock shrinking', t.verdict('yes', 'down')),
  ask('trend', 'are free slots at bus-2 going down?', t.verdict('no', 'down')),
  ask('trend', 'does hospital-orders leak memory', t.verdict('no', 'up')),
]
