/** Questions about single records of the wind farms: ids, traces, pasted lines, lists, texts. */
import { logsOf, requestsOf } from '../../truth.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as v from './rows.ts'

export const WINDFARM_RECORDS = [
  ask(
    'paste',
    '{lostLine}\n\nwhat is happening here',
    t.words({ says: [['another client', 'same client', 'taken over', 'stand-?by', '\\bdrill']] }),
  ),
  ask(
    'paste',
    'how often is this in the logs? {exchangeLine}',
    t.count(t.anytime, v.lines(v.desk, /^exchange did not answer/)),
  ),
  ask('paste', '{staleLine} -- when was the first one like this', v.lineAt(/^nowcast of \S+ refused/, false, 60)),
  ask('paste', '{waveLine}\nhas this to do with the outage?', t.verdict('no', 'fact')),
  ask(
    'paste',
    '{pageLine}\nhow many of these tonight',
    t.count(t.anytime, v.lines(v.alarms, /SMS provider answered 500/), v.lines(v.alarms, /^page to crew-2 failed/)),
  ),
  ask('lookup', 'bid {lostBid}, was it placed', t.verdict('no', 'fact')),
  ask(
    'lookup',
    'trace {lostTrace}: which services are in it',
    t.words({ names: ['ops-gateway', 'fleet-api', 'turbine-link'] }),
  ),
  ask(
    'lookup',
    'which farm is curtailment order {parkedOrder} for',
    v.fromLine('parkedOrder', (id) => new RegExp(`^order ${id} of \\S+: (\\S+) to`)),
  ),
  ask('lookup', 'did {doneCommand} get through to the turbine', t.verdict('yes', 'fact')),
  ask('lookup', 'crew on work order {order}?', ({ world }) => ({
    names: logsOf(world, t.has('order', world.names['order'] ?? '')).map(({ attributes }) =>
      String(attributes['crew']),
    ),
  })),
  ask(
    'lookup',
    'alarm {alarm}: what code was that',
    v.fromLine('alarm', (id) => new RegExp(`^alarm ${id} raised: (\\S+) at`)),
  ),
  ask('lookup', 'how long did trace {doneTrace} take at ops-gateway', ({ world }) => {
    const [root] = requestsOf(world, (span) => span.traceId === world.names['doneTrace'] && v.edge(span))
    return { numbers: [{ value: (root?.endMs ?? 0) - (root?.startMs ?? 0), unit: 'ms', tolerance: 0.02 }] }
  }),
  ask('single-record', 'latest error line from settlement', ({ world }) => {
    const row = v.rowOf(world, / not settled/, true)
    return { says: [[/quarter of (\S+)/.exec(row.message)?.[1] ?? ''], ['price file', 'not settled']] }
  }),
  ask(
    'single-record',
    'first error line that curtail-desk wrote, time',
    v.lineAt(/^order \S+ of \S+ parked/, false, 30),
  ),
  ask('single-record', 'slowest request on bid-desk in ms', t.millis(t.anytime, t.took(v.desk, 'max'))),
  ask('single-record', 'time of the newest bid that was placed', v.lineAt(/^bid placed$/, true, 30)),
  ask('list', 'ids of orders that curtail-desk parked between {@onset+21} and {@recovery}', (asked) => ({
    names: t
      .during(
        ['onset', 21],
        ['recovery', 0],
      )(asked)
      .flat()
      .flatMap((window) => logsOf(asked.world, v.where(v.curtail, / parked after/), window))
      .map(({ message }) => /CO-\d+/.exec(message)?.[0] ?? ''),
  })),
  ask(
    'list',
    'metrics that turbine-link exposes?',
    t.words({ names: ['mqtt.session.takeovers', 'telegram.age', 'telegrams.taken'] }),
  ),
  ask(
    'attribute',
    'possible values of client.channel',
    t.words({ names: ['investor-portal', 'control-room', 'crew-app', 'trading-desk'] }),
  ),
  ask('text', 'which services mention DR-26-4 in their logs', t.words({ names: ['turbine-link'] })),
  ask('who', 'who ended the drill', t.words({ says: [['operator']] })),
  ask('who', 'which host did the standby copy run on', t.words({ says: [['standby-2']] })),
]
