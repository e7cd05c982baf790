/** Questions to the vending machines: what is wrong, since when, whom it hit, what came before and what to do. */
import { minuteOf } from '../../catalog/define.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as v from './rows.ts'
import { VENDING_COUNTS } from './vending-counts.ts'
import { VENDING_NUMBERS } from './vending-numbers.ts'
import { VENDING_RECORDS } from './vending-records.ts'
import { VENDING_TALKS } from './vending-talks.ts'

const STATE = [
  ask('state', 'are we still on fire or is it done', v.over),
  ask('state', 'any service still throwing 5xx right now?', t.noTrouble),
  ask('state', 'did card payments come back', t.verdict('yes', 'good')),
  ask('health', 'price-book healthy?', t.healthy),
  ask('health', 'card-auth up and running again?', t.verdict('yes', 'good')),
  ask('health', 'is coin-counter degraded in any way', t.noTrouble),
  ask('health', 'was card-auth failing at {@onset+4}?', t.verdict('yes', 'bad')),
  ask('health', 'any problems with GET /v2/prices at the moment', t.noTrouble),
]

const CAUSE = [
  ask('cause', 'why did card vends start failing', t.because(v.INCIDENT, 'mechanism')),
  ask(
    'cause',
    "what's behind the 502s from card-auth",
    t.words({ names: ['token-vault'], says: [v.INCIDENT.mechanism] }),
  ),
  ask(
    'cause',
    'the 503s on POST /v2/vends, is that a bug in vend-api or something underneath it?',
    t.words({ names: ['token-vault'], says: [v.INCIDENT.mechanism] }),
  ),
  ask('since', 'when did vends first come back with 503', t.began()),
  ask('since', 'since when is modem-watch quiet', t.began('dark', 90)),
  ask('how-long', 'how long were card sales broken', t.lasted('onset', 'recovery')),
  ask('how-long', 'for how long has modem-watch not sent anything', t.lasted('dark')),
]

const IMPACT = [
  ask('impact', 'how many vends did we lose to the outage', t.count(t.anytime, t.failures(v.vends))),
  ask('impact', 'which tenants had failed vends', t.words({ names: ['railway', 'uni', 'airport', 'clinic'] })),
  ask(
    'impact',
    'which services were dragged down by this',
    t.words({ names: ['card-auth', 'vend-api', 'refund-desk'] }),
  ),
  ask(
    'impact',
    'what share of card authorizations failed while it lasted?',
    t.within(0.06, t.percent(v.outage, t.share(v.cardAuth))),
  ),
  ask('impact', 'did cash vends fail as well', t.verdict('no', 'bad')),
  ask('impact', 'which routes at the edge returned 5xx', t.words({ names: ['/v2/vends', '/v2/refunds'] })),
  ask('timeline', 'give me a timeline of tonight', ({ world }) => ({
    names: ['token-vault'],
    says: [[minuteOf(world.marks['onset'] ?? 0)], [minuteOf(world.marks['recovery'] ?? 0)]],
  })),
  ask(
    'timeline',
    'what changed in the 10 minutes before it broke?',
    t.words({ names: ['price-book'], says: [['2\\.8\\.0', 'released?', 'deploy', 'rollout', 'version']] }),
  ),
  ask('order', 'which came first, the price-book release or the errors', ({ world }) => ({
    says: [['before', 'first', 'preced', 'earlier', 'then', 'ahead', minuteOf(world.marks['release'] ?? 0)]],
    first: { name: 'price-book', among: ['price-book', 'token-vault', 'card-auth', 'vend-api'] },
  })),
  ask(
    'order',
    'who failed first: refund-desk, card-auth or token-vault?',
    t.words({ first: { name: 'token-vault', among: ['refund-desk', 'card-auth', 'token-vault'] } }),
  ),
  ask('next-step', 'ok what should i check next', t.words({ names: ['token-vault'] })),
]

const SHAPE = [
  ask('dependency', 'what does token-vault talk to', t.words({ names: ['redis', 'kms.eu-north-1.example'] })),
  ask('dependency', 'who calls token-vault', t.words({ names: ['card-auth', 'refund-desk'] })),
  ask('dependency', 'which database sits behind refund-desk', t.words({ says: [['mysql']] })),
  ask('dependency', 'what would break if price-book went away', t.words({ names: ['vend-api'] })),
  ask(
    'dependency',
    'path of a card vend from the edge down please',
    t.words({ names: ['vend-api', 'card-auth', 'token-vault'] }),
  ),
  ask('dependency', 'who consumes the vends.failed queue', t.words({ names: ['refund-desk'] })),
  ask('version', 'which version was price-book on before', t.words({ says: [['2\\.7\\.1']] })),
  ask(
    'version',
    'need the running version of each service for the postmortem',
    t.words({ says: [['2\\.8\\.4'], ['11\\.4\\.0'], ['3\\.9\\.2'], ['1\\.12\\.1'], ['2\\.8\\.0'], ['5\\.0\\.7']] }),
  ),
  ask('deploy', 'can we blame the price-book deploy for the failed vends', t.verdict('no', 'fact')),
  ask('deploy', 'was there a rollout of token-vault today', t.verdict('no', 'fact')),
  ask('deploy', 'when did price-book 2.8.0 go live', t.began('release', 90)),
  ask('deploy', 'is price-book slower since 2.8.0', t.noTrouble),
  ask(
    'deploy',
    'somebody touched low_slot_threshold. where, and to which value',
    t.words({ names: ['vend-api'], says: [['\\b3\\b']] }),
  ),
  ask('premise', 'why did coin-counter crash', t.denied('coin-counter')),
  ask('premise', 'what made price-book fail after the release', t.denied('price-book')),
  ask('premise', 'when did card-auth restart?', t.denied('card-auth')),
  ask('silence', 'is coin-counter still sending', t.verdict('yes', 'good')),
  ask('silence', 'last words of modem-watch?', t.words({ says: [['SIM contract', 'carrier session']] })),
  ask('restart', 'which services restarted in the last hour', t.words({ names: ['refund-desk'] })),
  ask('restart', 'did token-vault restart to recover', t.verdict('no', 'fact')),
  ask('restart', 'what time was refund-desk ready again after it was shut down', t.began('restart', 60)),
  ask('restart', 'why was refund-desk taken down', t.words({ says: [['drain']] })),
  ask('restart', 'did anything restart after {@onset}', t.verdict('no', 'fact')),
]

const TALK = [
  ask('meaning', 'what does RequestTimeTooSkewed mean', t.words({ says: [['clock', '\\btimes?\\b', 'skew(?!ed)']] })),
  ask('meaning', 'what does a 423 from POST /v2/vends stand for', t.words({ says: [['locked']] })),
  ask('unknown', 'error rate of loyalty-api?', t.declined('unknown', 'loyalty-api')),
  ask('unknown', 'how many vends did tenant museum have', t.declined('unknown', 'museum')),
  ask('unknown', 'what happened to vend V-00000017', t.declined('no_data')),
  ask('unknown', 'failed vends yesterday between 09:00 and 10:00', t.declined('no_data')),
  ask('unknown-attribute', 'failed vends by customer age', t.declined('unknown')),
  ask('ask-back', 'show me the thing from before', t.declined('ask_back')),
  ask('off-topic', 'write me a limerick about vending machines', t.declined('off_topic')),
  ask('action', 'please restart token-vault', t.declined('read_only')),
  ask('talk', 'ok cheers, that helped', t.declined('small_talk')),
  ask('language', 'warum sind die Kartenzahlungen ausgefallen?', t.declined('language', 'engl|ingl|angl')),
  ask('language', 'cuantas ventas fallaron en la ultima hora', t.declined('language', 'engl|ingl|angl')),
]

export const VENDING_78 = [
  ...STATE,
  ...CAUSE,
  ...IMPACT,
  ...SHAPE,
  ...TALK,
  ...VENDING_COUNTS,
  ...VENDING_NUMBERS,
  ...VENDING_RECORDS,
  ...VENDING_TALKS,
]
