/** Questions to the code hosting platform: states, causes, single things, what cannot be answered. Forty-sixth round. */
import { requestsOf } from '../../truth.ts'
import { CODEHOST_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import { CODEHOST_COUNTS_46 } from './codehost-counts.ts'
import { CODEHOST_NUMBERS_46 } from './codehost-numbers.ts'
import { CODEHOST_THREADS_46 } from './codehost-threads.ts'
import * as m from './rows.ts'

const LOCK = [...CODEHOST_INCIDENT.mechanism]
const because = t.because(CODEHOST_INCIDENT)
const why = t.because(CODEHOST_INCIDENT, 'mechanism')
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
const NOTHING = ['^\\W*no\\b', 'nothing', '\\bnone\\b', 'normal', 'usual', 'unchanged', 'healthy', '(?<![\\d.,])0 of']

export const CODEHOST_46 = [
  ask('cause', 'pushes are failing, what happened?', why),
  ask('cause', 'merge queue is stuck, why', because),
  ask('cause', 'Why does gitd answer 502?', because),
  ask('cause', 'just got paged for frontdoor 5xx. whats going on', because),
  ask('cause', 'devs at quarry cant push to monolith since a while, any idea?', because),
  ask(
    'cause',
    'is this a disk problem or a lock or the network?',
    t.words({ saysFirst: [LOCK], neverFirst: ['^\\W*(?:it is |yes,? )?(?:the |a )?(?:disk|network)\\b'] }),
  ),
  ask('cause', 'which shard is broken?', t.words({ first: { name: 'fs-07', among: m.SHARDS } })),
  ask('since', 'when did pushes start to fail', t.began()),
  ask('since', 'time of the first 502?', ({ world }) =>
    at(requestsOf(world, t.all(m.door, m.status(502)))[0]?.startMs, 40),
  ),
  ask('how-long', 'how long have merges been broken', t.lasted()),
  ask('impact', 'how bad is it right now?', m.damage),
  ask('impact', 'blast radius?', t.words({ says: [['gitd', 'mergeq', 'frontdoor', 'fs-07', 'receive-pack']] })),
  ask(
    'impact',
    'which services are hit by the refstore thing',
    t.words({ names: ['refstore', 'gitd', 'mergeq', 'frontdoor'] }),
  ),
  ask(
    'impact',
    'how many users could not push?',
    t.count(t.anytime, t.differentOf(t.all(m.pushingAtDoor, t.failed), 'user.id'), t.differentIn(m.pushFailed, 'user')),
  ),
  ask('impact', 'which orgs have failing pushes?', ({ world }) => ({
    names: [...new Set(t.failedRequests(m.pushing)(world).map(t.attribute('org.name')))],
  })),
  ask('impact', 'are clones affected too?', t.verdict('no', 'bad')),
  ask('impact', 'does it hit tidepool as well?', t.verdict('yes', 'bad')),
  ask('state', 'still ongoing?', t.verdict('yes', 'bad')),
  ask('state', 'are we back to normal? y/n', t.verdict('no', 'good')),
  ask('state', 'are logins working?', t.verdict('yes', 'good')),
  ask('health', 'codesearch ok?', t.healthy),
  ask(
    'health',
    'how is dispatcher doing',
    t.words({ saysFirst: [['dispatcher']], neverFirst: ['root cause: .?dispatcher'] }),
  ),
  ask('premise', 'why did codesearch crash', t.denied('codesearch')),
  ask('premise', 'why is accounts so slow today?', t.denied('accounts')),
  ask('next-step', 'ok and how do we fix it?', t.words({ says: [['refstore'], LOCK] })),
  ask(
    'timeline',
    'give me the timeline of the last hour',
    t.words({ says: [['refstore'], ['\\d\\d:\\d\\d']], neverFirst: ['log records'] }),
  ),
  ask(
    'timeline',
    'what changed right before {@onset}?',
    t.words({ says: [['maintenance', 'killed', 'lock file', 'repack']] }),
  ),

  ask('deploy', 'any releases in the last hour?', t.words({ says: [['codesearch'], ['2\\.15\\.0']] })),
  ask('deploy', 'was it the codesearch deploy?', t.verdict('no', 'bad')),
  ask('deploy', 'when did 2.15.0 go out', t.began('release', 120)),
  ask('version', 'which version is refstore on', t.words({ saysFirst: [['7\\.0\\.9']] })),
  ask('version', 'codesearch version before the release?', t.words({ saysFirst: [['2\\.14\\.1']] })),
  ask(
    'version',
    'versions of everything pls',
    t.words({ says: [['12\\.6\\.3'], ['7\\.0\\.9'], ['2\\.15\\.0'], ['9\\.4\\.0']] }),
  ),
  ask('restart', 'did anything restart in the last hour?', t.words({ saysFirst: [['dispatcher']] })),
  ask('restart', 'when was dispatcher restarted', t.began('restart', 90)),
  ask('restart', 'has gitd restarted in the last hour?', t.verdict('no', 'bad')),
  ask('dependency', 'who calls refstore?', t.words({ names: ['gitd', 'mergeq'] })),
  ask('dependency', 'what does gitd talk to', t.words({ names: ['refstore', 'accounts'] })),
  ask('dependency', 'who uses mysql?', t.words({ names: ['pulls', 'accounts'] })),
  ask('dependency', 'does codesearch depend on refstore?', t.verdict('no', 'fact')),
  ask('silence', 'which of the services stopped logging?', t.words({ saysFirst: [['mirror-sync']] })),
  ask('silence', 'is mirror-sync still alive', t.verdict('no', 'good')),
  ask('silence', 'when did we last hear from mirror-sync?', t.began('silence', 90)),

  ask('lookup', '{failedMerge}', t.words({ says: [['merge failed', 'stays in the queue', '503', 'failed']] })),
  ask('lookup', 'status of {mergedPull}?', t.words({ says: [['merged']] })),
  ask('lookup', 'why was {conflictPull} not merged', t.words({ says: [['conflict']] })),
  ask('lookup', 'trace {failedTrace} - where did it break?', t.words({ says: [['refstore']] })),
  ask('lookup', 'what happened to PR-999999?', t.declined('no_data')),
  ask('meaning', "what does 'refs.lock: File exists' mean", t.words({ says: [['refstore'], LOCK] })),
  ask('meaning', 'who writes "slow fsync"?', t.words({ saysFirst: [['refstore']] })),
  ask('paste', '{lockLine}\n\nhow often did we get this?', t.count(t.anytime, t.logs(m.noLock))),
  ask('paste', '{pushLine}\nwhat is behind this?', because),
  ask(
    'paste',
    '{hookLine}\nhas this to do with the failed pushes?',
    t.words({
      saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('list', 'what are the services we have?', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'metrics of refstore', t.words({ names: ['refs.lock.failures', 'disk.used'] })),
  ask('list', 'which repos have lock errors?', ({ world }) => ({
    names: [...new Set(world.logs.filter(m.noLock).map((log) => String(log.attributes['repo'])))],
  })),
  ask('single-record', 'latest error of gitd', t.words({ says: [['push failed', 'refstore answered 503']] })),
  ask('single-record', 'last bounced mail at?', ({ world }) => at(world.logs.findLast(m.bounced)?.timeMs, 20)),
  ask('single-record', 'show me the last warning from accounts', ({ world }) => {
    const log = world.logs.findLast(t.all(m.accounts, t.level('WARN')))
    return { says: [[log?.message ?? '']] }
  }),
  ask('bare-name', 'refstore', t.words({ saysFirst: [['refstore']] })),
  ask(
    'anomaly',
    'anything weird in pulls?',
    t.words({ saysFirst: [['pulls'], NOTHING], neverFirst: ['root cause: .?pulls', '^\\W*yes\\b'] }),
  ),
  ask('anomaly', 'disk on fs-07 full?', t.verdict('no', 'bad')),
  ask(
    'anomaly',
    'does merge.queue.depth look normal?',
    t.words({
      says: [
        [
          'ris(?:es|ing|en)',
          'rose',
          'grow',
          'grew',
          'high',
          'climb',
          'increas',
          'unusual',
          'above',
          '\\bup\\b',
          'from \\d',
        ],
      ],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),

  ask('unknown', 'errors in wiki-service', t.declined('unknown', 'wiki')),
  ask('unknown', 'kafka lag?', t.declined('unknown', 'kafka')),
  ask('unknown', 'how many 504 from frontdoor in the last hour', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown-attribute', 'failed pushes per country', t.declined('no_data')),
  ask('unknown-attribute', 'how many stars does quarry/monolith have', t.declined('no_data')),
  ask('order', 'delete refs.lock on fs-07', t.declined('read_only')),
  ask('order', 'please restart mergeq', t.declined('read_only')),
  ask('talk', 'hey, good evening', t.declined('small_talk')),
  ask('talk', 'cheers mate, that helped me', t.declined('small_talk')),
  ask('off-topic', 'write me a haiku about rebasing', t.declined('off_topic')),
  ask('ask-back', 'and how about the other of the two?', t.declined('ask_back')),
  ...CODEHOST_COUNTS_46,
  ...CODEHOST_NUMBERS_46,
  ...CODEHOST_THREADS_46,
]
