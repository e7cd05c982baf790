/** Questions about how the wind farms' services hang together: calls, versions, releases, restarts, silence. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'

export const WINDFARM_SHAPE = [
  ask('dependency', 'which services call turbine-link', t.words({ names: ['fleet-api', 'curtail-desk'] })),
  ask('dependency', 'bid-desk depends on what', t.words({ names: ['wind-forecast', 'api.exchange.example'] })),
  ask('dependency', 'who is reading turbine.alarms', t.words({ names: ['alarm-desk'] })),
  ask(
    'dependency',
    'route of a command: through which services does it go from ops-gateway on',
    t.words({ names: ['fleet-api', 'turbine-link'] }),
  ),
  ask('version', 'turbine-link version in prod?', t.words({ says: [['2\\.14\\.3']] })),
  ask('version', 'what did bid-desk run on at {@start+10}', t.words({ says: [['4\\.1\\.2']] })),
  ask('deploy', 'when did 4.2.0 of bid-desk go out', t.began('release', 90)),
  ask('deploy', 'did the bid-desk release cause the failed commands', t.verdict('no', 'fact')),
  ask('deploy', 'did anyone ship a new turbine-link build today', t.verdict('no', 'fact')),
  ask(
    'config',
    'repeat_window_s was changed by someone, from what to what and in which service',
    t.words({ names: ['alarm-desk'], says: [['\\b20\\b'], ['\\b30\\b']] }),
  ),
  ask('premise', 'why did settlement go down', t.denied('settlement')),
  ask('premise', 'what made work-orders fail after its restart', t.denied('work-orders')),
  ask('silence', 'is settlement still writing logs', t.verdict('yes', 'good')),
  ask(
    'silence',
    'last thing boat-watch said before it went quiet',
    t.words({ says: [['AIS feed closed', 'subscription']] }),
  ),
  ask('restart', 'has anything been restarted in the last 80 minutes', t.words({ names: ['work-orders'] })),
  ask('restart', 'did fleet-api have to be restarted to get better', t.verdict('no', 'fact')),
]
