/** Questions about metrics of the lift company: levels, counters, groups of them, and where they go. */
import { each } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'

const whole = t.anytime
const by = (service: string, name: string, what: t.Statistic, key: string) => (one: string) =>
  t.metric(service, name, what, ({ attributes }) => attributes[key] === one)
const REGIONS = ['north', 'west', 'south', 'east']
const waiting = by('callout-planner', 'callouts.open', 'last', 'callout.priority')
const free = by('callout-planner', 'technicians.free', 'last', 'region')

export const LIFTS_GAUGES = [
  ask('metric', 'open entrapments right now (callouts.open)', t.value(whole, waiting('entrapment'))),
  ask('metric', 'max of alarms.waiting', t.value(whole, t.metric('alarm-desk', 'alarms.waiting', 'max'))),
  ask(
    'metric',
    'memory use of alarm-desk currently',
    t.within(0.02, t.bytes(whole, t.metric('alarm-desk', 'process.memory.usage', 'last'))),
  ),
  ask(
    'metric',
    'sum of calls.connected over telvox',
    t.within(0.01, t.value(whole, by('voice-bridge', 'calls.connected', 'sum', 'carrier.name')('telvox'))),
  ),
  ask(
    'metric-group',
    'gateways.online by region, now',
    t.groups('any', whole, each(REGIONS, by('lift-ingest', 'gateways.online', 'last', 'region'))),
  ),
  ask('metric-group', 'free technicians per region please', t.groups('any', whole, each(REGIONS, free))),
  ask('metric-top', 'where are the fewest technicians free', t.words({ first: { name: 'east', among: REGIONS } })),
  ask('trend', 'are open entrapment call-outs going up', t.verdict('yes', 'up')),
  ask('trend', 'does gateways.online in the east drop', t.verdict('yes', 'down')),
  ask('trend', 'calls.connected on telvox: did it fall after {@onset}', t.verdict('yes', 'down')),
  ask('anomaly', 'anything odd in the alarm-desk metrics since {@onset}', t.words({ names: ['alarms.waiting'] })),
]
