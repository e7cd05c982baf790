/** Questions about metrics of the wind farms. */
import { each } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'

const whole = t.anytime
const FARMS = ['Elmstead', 'Brookmoor', 'Hollinger', 'Kestrelhill', 'Drumlea', 'Nordsand', 'Havbris', 'Tideway']

/** A metric of one value of an attribute. */
const one = (service: string, name: string, what: t.Statistic, key: string, value: string) =>
  t.metric(service, name, what, ({ attributes }) => attributes[key] === value)

export const WINDFARM_METRICS = [
  ask(
    'metric',
    'market.price intraday right now',
    t.value(whole, one('bid-desk', 'market.price', 'last', 'market', 'intraday')),
  ),
  ask(
    'metric',
    'max telegram.age for Elmstead?',
    t.value(whole, one('turbine-link', 'telegram.age', 'max', 'farm', 'Elmstead')),
  ),
  ask(
    'metric',
    'parts.stock for pitch-battery, what is left',
    t.value(whole, one('work-orders', 'parts.stock', 'last', 'part', 'pitch-battery')),
  ),
  ask('metric', 'last known wave.height', t.value(whole, t.metric('boat-watch', 'wave.height', 'last'))),
  ask('metric', 'energy.settled so far?', t.value(whole, t.metric('settlement', 'energy.settled', 'last'))),
  ask(
    'metric-group',
    'farm.power of every farm, latest numbers',
    t.groups(
      'any',
      whole,
      each(FARMS, (name) => one('fleet-api', 'farm.power', 'last', 'farm', name)),
    ),
  ),
  ask(
    'metric',
    'avg cpu of turbine-link, last 20 minutes',
    t.within(0.03, t.value(t.last(20), t.metric('turbine-link', 'process.cpu.percent', 'mean'))),
  ),
  ask('trend', 'is farm.power at Brookmoor falling', t.verdict('yes', 'down')),
  ask('trend', 'does wind-forecast leak memory? going up all the time?', t.verdict('yes', 'up')),
  ask('trend', 'has the intraday market.price gone up over the last hour', t.verdict('yes', 'up')),
  ask('top', 'which farm has the strongest wind.speed on average', ({ world }) => {
    const mean = (name: string) =>
      one('wind-forecast', 'wind.speed', 'mean', 'farm', name)(world, { fromMs: world.startMs, toMs: world.endMs })
    const ranked = FARMS.toSorted((a, b) => mean(b) - mean(a))
    return { first: { name: ranked[0] ?? '', among: ranked } }
  }),
  ask(
    'anomaly',
    'which metric of turbine-link looks odd between {@onset} and {@recovery}',
    t.words({
      says: [
        ['telegram\\.age', 'mqtt\\.session\\.takeovers', 'telegrams\\.taken', 'http\\.server\\.request\\.duration'],
      ],
    }),
  ),
]
