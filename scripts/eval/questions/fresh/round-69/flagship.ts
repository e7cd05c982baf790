/** Questions to the feature flags: states, causes, single things, what cannot be answered. Sixty-ninth round. */
import { FLAGSHIP_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import { FLAGSHIP_COUNTS_69 } from './flagship-counts.ts'
import { FLAGSHIP_NUMBERS_69 } from './flagship-numbers.ts'
import { FLAGSHIP_TALKS_69 } from './flagship-talks.ts'
import * as m from './rows.ts'

const MECHANISM = [...FLAGSHIP_INCIDENT.mechanism]
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const silent = t.words({ says: [['relay-controller']], neverFirst: ['^\\W*none\\b'] })
const noDeploy = t.words({
  saysFirst: [['\\bno\\b', '\\bnot\\b', 'nothing', 'unlikely', 'isn.t', 'evaluator']],
  neverFirst: ['^\\W*yes\\b'],
})

export const FLAGSHIP_69 = [
  ask('state', 'is flag evaluation back to normal? y/n', t.verdict('no', 'good')),
  ask('state', 'are we still serving defaults right now', t.verdict('yes', 'bad')),
  ask('state', 'incident resolved yet?', t.verdict('no', 'good')),
  ask('state', 'can customers still change flags in the dashboard (PATCH /api/flags)', t.verdict('yes', 'good')),
  ask('state', 'do segment uploads work', t.verdict('yes', 'good')),
  ask('health', 'flag-api healthy?', t.healthy),
  ask('health', 'is segment-service having trouble', t.noTrouble),
  ask('premise', 'why did flag-api go down?', t.denied('flag-api')),
  ask('premise', 'why is segment-service crashing', t.denied('segment-service')),

  ask('cause', 'why are evaluations failing', m.because('mechanism')),
  ask('cause', 'root cause of the 503s at the sdk gateway pls', m.because('mechanism')),
  ask('cause', 'whats wrong with evaluator', t.words({ says: [MECHANISM] })),
  ask('cause', 'why does stream-hub refuse streams', t.words({ says: [['evaluator', ...MECHANISM]] })),
  ask('cause', 'why is exposure lag so high all of a sudden?', t.words({ says: [['evaluator', ...MECHANISM]] })),
  ask('cause', 'redis, kafka or postgres - which one is it', t.words({ says: [['redis']] })),
  ask(
    'cause',
    'northbank called: their checkout shows the old variant to everybody. no idea what they mean by that at this hour, what is going on',
    m.because(),
  ),
  ask('cause', 'which customer triggered this?', t.words({ says: [['quillmart']] })),
  ask('cause', 'why has relay-controller gone quiet', t.words({ says: [['scaled', 'batch-b', 'upgrade']] })),
  ask('since', 'since when does evaluator fail', t.began('onset', 150)),
  ask('since', 'whats the first minute with 503 on sdk-gateway', t.began('onset', 150)),
  ask('since', 'sicne when are streams refused', t.began('onset', 300)),
  ask('how-long', 'how long has evaluator been failing', t.lasted()),

  ask('impact', 'how bad is it, give me a number for the status page', m.damage),
  ask(
    'impact',
    'which services are affected by evaluator',
    t.words({ names: ['sdk-gateway', 'stream-hub', 'experiment-api', 'event-ingest'] }),
  ),
  ask('impact', 'is webhook-sender affected as well', t.verdict('no', 'bad')),
  ask(
    'impact',
    'is it only quillmart or everyone?',
    t.words({ saysFirst: [['\\bno\\b', 'not only', 'every', '\\ball\\b', 'northbank', '\\b6\\b', '\\bsix\\b']] }),
  ),
  ask('impact', 'are both evaluator pods affected?', t.verdict('yes', 'bad')),

  ask('deploy', 'did somebody deploy something that broke evaluation', noDeploy),
  ask('deploy', 'list deployments of the last 80 min', t.words({ says: [['experiment-api'], ['12\\.7\\.0']] })),
  ask('deploy', 'when did experiment-api 12.7.0 go out', t.began('release', 120)),
  ask('deploy', 'is experiment-api 12.7.0 to blame for the 503s?', t.verdict('no', 'bad')),
  ask('version', 'evaluator version?', t.words({ saysFirst: [['8\\.3\\.4']] })),
  ask(
    'version',
    'versions of everything please',
    t.words({ says: [['8\\.3\\.4'], ['12\\.7\\.0'], ['15\\.2\\.3'], ['6\\.22\\.1']] }),
  ),
  ask('restart', 'any restarts in the last 80 min?', t.words({ says: [['webhook-sender']] })),
  ask('restart', 'when did webhook-sender come back up after its restart', t.began('restart', 120)),
  ask('restart', 'did evaluator restart?', t.verdict('no', 'fact')),
  ask(
    'next-step',
    'where should i look first to get evaluations going again',
    t.words({ says: [['evaluator'], MECHANISM] }),
  ),
  ask('next-step', 'would rolling back experiment-api help?', noDeploy),
  ask('dependency', 'what does evaluator talk to', t.words({ says: [['redis'], ['postgres']] })),
  ask(
    'timeline',
    'timeline for the postmortem please',
    t.words({ says: [['evaluator'], MECHANISM, ['\\d\\d:\\d\\d']], neverFirst: ['log records'] }),
  ),
  ask(
    'timeline',
    'what happened in order between {@upload-1} and {@onset+5}',
    t.words({ says: [['evaluator'], MECHANISM, ['\\d\\d:\\d\\d']], neverFirst: ['log records'] }),
  ),
  ask('silence', 'any service that stopped logging?', silent),
  ask('silence', 'last sign of life from relay-controller', m.lastOf(m.relays)),

  ask(
    'lookup',
    'what happened to assignment {failedAssignment}',
    t.words({ says: [['evaluator answered 503', '\\bfailed\\b']] }),
  ),
  ask(
    'lookup',
    '{goodAssignment} - did that one go through?',
    t.words({ says: [['\\bmade\\b', '201', 'succe']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask('lookup', 'why was {refusedAssignment} refused', t.words({ says: [['not running']] })),
  ask('lookup', 'flag change {heldChange}, why is it not live?', t.words({ says: [['approval']] })),
  ask(
    'lookup',
    'upload {refusedUpload} was rejected, reason?',
    t.words({ says: [['column key is missing', 'larger than the plan']] }),
  ),
  ask(
    'lookup',
    'who uploaded {bigUpload} and what is in it',
    t.words({ says: [['quillmart'], ['loyalty-members', '6,?204,?118']] }),
  ),
  ask('lookup', 'where did trace {failedTrace} break', t.words({ says: [['evaluator', 'redis']] })),
  ask('slow-trace', 'why did {streamTrace} take so long', t.words({ says: [['evaluator', '/v1/payload', 'redis']] })),
  ask('slow-trace', '{eventTrace} where does the time go', t.words({ says: [['evaluator', '/v1/context', 'redis']] })),
  ask('meaning', 'what does "evicting by allkeys-lru" mean and who logs it', t.words({ says: [['evaluator']] })),
  ask('meaning', 'sdk key is not known - what is that, should i care?', t.words({ says: [['sdk-gateway', '401']] })),
  ask('meaning', 'whats EXP-882', t.words({ says: [['experiment-api'], ['12\\.7\\.0', 'confidence']] })),
  ask('paste', '{timeoutLine}\nhow many of those in the last 10 min', t.count(t.last(10), t.logs(m.timeouts))),
  ask('paste', '{ruleLine}\nfirst time we saw this?', m.firstOf(m.notCached)),
  ask('paste', '{hookLine}\nrelated to the outage or not', UNRELATED),
  ask('paste', '{streamLine}\nhow often since {@onset}?', t.count(t.since('onset'), t.logs(m.streamRefused))),
  ask('paste', '{exposureLine}\nwhy does this happen', t.words({ says: [['evaluator'], [...MECHANISM, '503']] })),

  ask('list', 'what services do i have here', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'routes of evaluator',
    t.words({ says: [['/v1/evaluate'], ['/v1/payload'], ['/v1/bucket'], ['/v1/context']] }),
  ),
  ask(
    'list',
    'what metrics does evaluator send',
    t.words({ names: ['redis.memory.used', 'redis.keys.evicted', 'ruleset.cache.misses'] }),
  ),
  ask('list', 'which customers show up at sdk-gateway', t.words({ names: m.CUSTOMERS })),
  ask('single-record', 'first redis i/o timeout, when', m.firstOf(m.timeouts)),
  ask('single-record', 'when was the last stream opened successfully?', m.lastOf(m.streamOpened)),
  ask(
    'single-record',
    'latest error of stream-hub',
    t.words({ says: [['no payload from evaluator', 'stream refused']] }),
  ),
  ask('bare-name', 'evaluator', t.words({ saysFirst: [['evaluator']] })),
  ask('bare-name', 'webhook-sender', t.words({ saysFirst: [['webhook-sender']] })),

  ask('unknown', 'errors in billing-api last hour', t.declined('unknown', 'billing-api')),
  ask('unknown', 'is audit-log-service slow', t.declined('unknown', 'audit-log-service')),
  ask('unknown', 'what about assignment A-12', t.declined('no_data')),
  ask('unknown-attribute', 'failed evaluations per app version of the customer?', t.declined('no_data')),
  ask('order', 'flush redis replica 1 now', t.declined('read_only')),
  ask('order', 'delete segment loyalty-members', t.declined('read_only')),
  ask('talk', 'ok thx, back to sleep then', t.declined('small_talk')),
  ask('off-topic', 'how do i make a decent espresso at 3 am', t.declined('off_topic')),
  ask('language', 'warum schlagen die evaluations fehl?', m.because()),
  ask('language', 'depuis quand evaluator est en panne ?', t.began('onset', 180)),
  ask('ask-back', 'and how many of these on ios?', t.declined('ask_back')),

  ask('several', 'what broke and when did it begin, evaluations are failing', m.because('time')),
  ask('several', 'why do we serve defaults, since when?', m.because('mechanism', 'time')),
  ...FLAGSHIP_COUNTS_69,
  ...FLAGSHIP_NUMBERS_69,
  ...FLAGSHIP_TALKS_69,
]
