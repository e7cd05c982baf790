/** Questions to the wind farms: what is wrong, since when, whom it hit, what came before and what to do. */
import { minuteOf } from '../../catalog/define.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as v from './rows.ts'
import { WINDFARM_COUNTS } from './windfarm-counts.ts'
import { WINDFARM_METRICS } from './windfarm-metrics.ts'
import { WINDFARM_NUMBERS } from './windfarm-numbers.ts'
import { WINDFARM_RECORDS } from './windfarm-records.ts'
import { WINDFARM_SHAPE } from './windfarm-shape.ts'
import { WINDFARM_TALKS } from './windfarm-talks.ts'
import { WINDFARM_THREADS } from './windfarm-threads.ts'

const STATE = [
  ask('state', 'is this still going or can i go back to bed', v.over),
  ask('state', 'do setpoints reach the turbines again', t.verdict('yes', 'good')),
  ask('state', 'gateway throwing any 5xx in the last 5 mins?', t.noTrouble),
  ask('health', 'turbine-link back to normal?', t.verdict('yes', 'good')),
  ask('health', 'how is settlement doing', t.healthy),
  ask('health', 'was curtail-desk in trouble around {@onset+8}?', t.verdict('yes', 'bad')),
  ask('health', 'is fleet-api broken right now', t.noTrouble),
]

const CAUSE = [
  ask('cause', 'getting paged: commands answer 502. why??', t.because(v.INCIDENT, 'mechanism')),
  ask('cause', 'root cause of the parked curtailment orders please', t.because(v.INCIDENT, 'mechanism')),
  ask(
    'cause',
    'wind-forecast refuses nowcasts, is clickhouse too slow or what is it',
    t.words({ says: [[...v.INCIDENT.mechanism, '\\bold\\b', 'stale', 'telegram', 'turbine-link']] }),
  ),
  ask(
    'cause',
    'something keeps kicking us off edge-broker-1, what is it',
    t.words({ says: [['another client', 'client[ _-]?id', 'stand-?by', '\\bdrill', 'taken over', 'take-?over']] }),
  ),
  ask('since', 'when exactly was the session with edge-broker-1 lost the first time', t.began()),
  ask('since', 'time of the first 502 at ops-gateway?', v.firstOf(t.all(v.edge, v.code(502)), 60)),
  ask('since', 'boat-watch is dead since when', t.began('dark', 90)),
  ask('how-long', 'how long were we unable to steer the onshore farms properly', t.lasted('onset', 'recovery')),
]

const IMPACT = [
  ask('impact', 'how many turbine commands got lost because of this', t.count(t.anytime, t.failures(v.commands))),
  ask(
    'impact',
    'which farm owners had failing commands tonight',
    t.words({ names: ['coastal-coop', 'breezefund', 'aurelia', 'greenleaf'] }),
  ),
  ask('impact', 'were commands to offshore farms failing too', t.verdict('no', 'bad')),
  ask(
    'impact',
    'besides turbine-link, who got dragged into it',
    t.words({ names: ['fleet-api', 'curtail-desk', 'bid-desk'] }),
  ),
  ask(
    'impact',
    'how much of the onshore command traffic failed during the outage, percent',
    t.within(
      0.06,
      t.percent(
        v.outage,
        t.share(t.all(v.commands, v.onLand)),
        t.share(t.all(v.commandsAtLink, v.onLand)),
        t.share(t.all(v.commandsAtEdge, v.onLand)),
      ),
    ),
  ),
  ask(
    'impact',
    'Investors are asking: did any request from the investor portal end in a server error?',
    t.verdict('no', 'bad'),
  ),
  ask('impact', 'what gateway routes had 5xx', t.words({ names: ['/v1/turbines/{id}/commands', '/v1/bids'] })),
  ask('timeline', 'need a rough timeline for the incident doc', ({ world }) => ({
    names: ['turbine-link'],
    says: [[minuteOf(world.marks['onset'] ?? 0)], [minuteOf(world.marks['recovery'] ?? 0)]],
  })),
  ask(
    'timeline',
    'anything deployed or reconfigured in the quarter of an hour before it started?',
    t.words({
      says: [['bid-desk', '4\\.2\\.0', 'alarm-desk', 'repeat_window_s', 'stand-?by']],
    }),
  ),
  ask('order', 'did the standby copy come up before or after the first failed command', ({ world }) => ({
    saysFirst: [['before', 'first', 'preced', 'earlier', 'then', minuteOf(world.marks['onset'] ?? 0)]],
  })),
  ask('next-step', 'where should i look next', t.words({ names: ['turbine-link'] })),
]

const TALK = [
  ask(
    'meaning',
    'reason code 0x8E in the turbine-link lines, what is that',
    t.words({ says: [['taken over', 'take-?over', 'another client', 'same client']] }),
  ),
  ask('unknown', 'latency of ice-detector service?', t.declined('unknown', 'ice-detector')),
  ask('unknown', 'how many alarms at farm Seagull Rock', t.declined('unknown', 'Seagull')),
  ask('no-data', 'what was the error rate of turbine-link last tuesday', t.declined('no_data')),
  ask('no-data', 'look for command CMD-11111 pls', t.declined('no_data')),
  ask('unknown-attribute', 'failed commands per weather station', t.declined('unknown')),
  ask('ask-back', 'compare it with the other one', t.declined('ask_back')),
  ask('off-topic', 'will there be enough wind for sailing on sunday', t.declined('off_topic')),
  ask('action', 'kill the standby copy of turbine-link', t.declined('read_only')),
  ask('action', 'send a stop to NS-04 now', t.declined('read_only')),
  ask('talk', 'thx mate, good night', t.declined('small_talk')),
  ask('language', 'Waarom faalden de opdrachten aan de turbines vannacht?', t.declined('language', 'engl|engel')),
  ask('language', 'ile zleceń ograniczenia mocy odrzucono dzisiaj?', t.declined('language', 'engl|angiel')),
  ask('language', 'Wie viele Fehler hatte fleet-api?', t.count(t.anytime, ...t.errors(v.fleet))),
  ask('language', '¿cuántas peticiones fallaron en turbine-link?', t.count(t.anytime, t.failures(v.link))),
  ask('language', 'combien de requêtes sur bid-desk ?', t.count(t.anytime, t.requests(v.desk))),
]

export const WINDFARM_83 = [
  ...STATE,
  ...CAUSE,
  ...IMPACT,
  ...TALK,
  ...WINDFARM_SHAPE,
  ...WINDFARM_COUNTS,
  ...WINDFARM_NUMBERS,
  ...WINDFARM_METRICS,
  ...WINDFARM_RECORDS,
  ...WINDFARM_TALKS,
  ...WINDFARM_THREADS,
]
