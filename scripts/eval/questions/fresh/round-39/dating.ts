/** Questions to the dating app: states, causes, single things, what cannot be answered. Round 39. */
import { logsOf, requestsOf } from '../../truth.ts'
import { DATING_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { DATING_COUNTS_39 } from './dating-counts.ts'
import { DATING_NUMBERS_39 } from './dating-numbers.ts'
import * as m from './rows.ts'

const VECTORS = ['vector', 'dimension', 'taste', '\\b384\\b']
const NOT_ONLY = [
  '^\\W*no\\b',
  '\\bnot (?:only|just|limited)',
  '\\ball (?:\\w+ )?(?:versions|plans)',
  '\\b8\\.14\\.2',
  '\\bfree\\b',
]
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const DATING_39 = [
  ask('state', 'are we out of the woods', t.verdict('no', 'good')),
  ask(
    'state',
    'still down or fixed?',
    t.words({
      saysFirst: [
        ['still', 'not (?:yet )?(?:fixed|over|resolved|recovered)', 'ongoing', 'continu', 'going on', '^\\W*no\\b'],
      ],
      neverFirst: ['^\\W*(?:fixed|it is over|resolved)', 'is over\\b', 'has recovered'],
    }),
  ),
  ask('state', 'can europeans see profiles to swipe again?', t.verdict('no', 'good')),
  ask('state', 'is messaging working', t.healthy),
  ask('health', 'photo-check doing fine?', t.healthy),
  ask(
    'health',
    'hows swipe-service',
    t.words({
      saysFirst: [
        [
          'healthy',
          'no (?:\\w+ )?(?:errors|failed)',
          '(?<![\\d.,])0 (?:of|failed|errors)',
          'fine',
          'normal',
          '\\bok\\b',
          'none',
        ],
      ],
      neverFirst: ['root cause'],
    }),
  ),
  ask('health', 'is deck-service healthy', t.verdict('no', 'good')),
  ask('health', 'why is photo-check failing', t.denied('photo-check')),
  ask('health', 'what killed chat-core?', t.denied('chat-core')),
  ask('cause', 'pager went off, what is broken', t.because(DATING_INCIDENT, 'mechanism')),
  ask('cause', 'users in eu complain about empty decks. why?', t.because(DATING_INCIDENT, 'mechanism')),
  ask('cause', 'boosts dont work - whats the reason', t.because(DATING_INCIDENT, 'mechanism')),
  ask('cause', 'what makes api-gw answer 502', t.because(DATING_INCIDENT)),
  ask('cause', 'something happened about {@onset} - what?', t.because(DATING_INCIDENT)),
  ask('cause', 'root cause in one sentence', t.becauseFirst(DATING_INCIDENT)),
  ask('cause', 'why are there fewer swipes than an hour ago?', t.because(DATING_INCIDENT)),
  ask(
    'cause',
    'is subscriptions to blame for the boosts, or deck-service?',
    t.words({
      saysFirst: [['deck-service']],
      neverFirst: [
        '^\\W*.?subscriptions.? (?:is|was) (?:to blame|the cause|the origin)',
        'root cause: .?subscriptions',
      ],
    }),
  ),
  ask('since', 'from what time on was it bad', t.began()),
  ask('since', 'since when are boosts failing?', ({ world }) => {
    const first = requestsOf(world, t.all(m.boosting, t.failed))[0]?.startMs ?? 0
    const onset = world.marks['onset'] ?? 0
    return at((first + onset) / 2, Math.max(150, (first - onset) / 2000 + 60))
  }),
  ask('how-long', 'how many minutes have the decks been broken', t.lasted()),
  ask('impact', 'how big is the damage?', m.damage),
  ask(
    'impact',
    'number of users who saw an error',
    t.count(
      t.anytime,
      t.differentOf(t.all(m.gateway, t.failed), 'user.id'),
      t.differentOf(t.all(m.gateway, m.status(401, 402, 403, 404, 422, 429, 502)), 'user.id'),
    ),
  ),
  ask(
    'impact',
    'which of the services suffered from it',
    t.words({ names: ['deck-service', 'api-gw', 'subscriptions'] }),
  ),
  ask('impact', 'are the decks in the us hit too?', t.verdict('no', 'bad')),
  ask('impact', 'does it only hit people on 8.15.1?', t.words({ saysFirst: [NOT_ONLY], neverFirst: ['^\\W*yes\\b'] })),
  ask('impact', 'is POST /v1/messages affected by the deck problem?', t.verdict('no', 'bad')),
  ask('deploy', 'anything rolled out today?', t.words({ says: [['photo-check'], ['3\\.5\\.0']] })),
  ask('deploy', 'is the photo-check rollout the culprit?', t.verdict('no', 'bad')),
  ask('deploy', 'at what time did photo-check get 3.5.0', t.began('release', 120)),
  ask('deploy', 'was there a new version of deck-service before it broke?', t.verdict('no', 'bad')),
  ask('version', 'deck-service version?', t.words({ saysFirst: [['7\\.2\\.3']] })),
  ask('version', 'which build of chat-core runs in production', t.words({ saysFirst: [['2019\\.11\\.7']] })),
  ask('restart', 'did anything restart in the last hour', t.words({ says: [['match-maker']] })),
  ask('restart', 'when was match-maker restarted', t.began('restart', 120)),
  ask('next-step', 'which knob or log should i go to first', t.words({ says: [['deck-service'], VECTORS] })),
  ask('next-step', 'any idea how to mitigate this?', t.words({ says: [['deck-service'], VECTORS] })),
  ask('dependency', 'who is calling deck-service', t.words({ names: ['api-gw', 'subscriptions'] })),
  ask(
    'dependency',
    'downstreams of api-gw?',
    t.words({
      names: ['profile-api', 'deck-service', 'swipe-service', 'chat-core', 'photo-check', 'subscriptions'],
    }),
  ),
  ask('dependency', 'who talks to cassandra', t.words({ names: ['swipe-service', 'match-maker'] })),
  ask('dependency', 'does swipe-service call deck-service?', t.verdict('no', 'fact')),
  ask(
    'timeline',
    'i need a timeline for the postmortem',
    t.words({
      says: [['deck-service'], ['api-gw', 'subscriptions', 'taste-v7'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'anything we have not heard from in a while?', t.words({ says: [['likes-digest']] })),
  ask('silence', 'when did likes-digest stop logging', ({ world }) =>
    at(logsOf(world, t.all(m.digest)).at(-1)?.timeMs, 120),
  ),
  ask('silence', 'push-sender still alive?', t.verdict('yes', 'good')),
  ask(
    'lookup',
    'user {hungryUser} says the app shows no people, why',
    t.words({
      says: [
        ['deck', '/v1/deck'],
        [...VECTORS, '50[02]', 'fail'],
      ],
    }),
  ),
  ask('lookup', '{failedBoost} what happened', t.words({ says: [['not activated', '50[02]', 'fail', 'vector']] })),
  ask('lookup', 'why was photo {rejectedPhoto} rejected?', ({ world }) => {
    const found = world.logs.find(({ message }) => message.startsWith(`photo ${world.names['rejectedPhoto']} rejected`))
    return { says: [[/rejected: (\w+)/.exec(found?.message ?? '')?.[1] ?? 'rejected']] }
  }),
  ask(
    'lookup',
    'report {report}',
    t.words({ says: [['filed', 'TriageJob', 'picked up', 'suspended', 'closed', 'moderator']] }),
  ),
  ask('lookup', '{failedTrace} - which service failed in there?', t.words({ says: [['deck-service']] })),
  ask(
    'lookup',
    'services on the path of trace {matchTrace}',
    t.words({ names: ['api-gw', 'swipe-service', 'match-maker'] }),
  ),
  ask('lookup', 'what plan is {subscription} for', ({ world }) => {
    const found = world.logs.find(({ message }) => message.startsWith(`subscription ${world.names['subscription']} `))
    return { says: [[`\\b${found?.attributes['plan']}\\b`]] }
  }),
  ask('lookup', 'which region got taste-v7?', t.words({ says: [['\\beu\\b']] })),
  ask('lookup', 'when was taste-v7 loaded', t.began('onset', 60)),
  ask('meaning', 'explain "different vector dimensions 256 and 384"', t.words({ says: [['deck-service'], VECTORS] })),
  ask('meaning', 'which service writes "token expired"', t.words({ saysFirst: [['push-sender']] })),
  ask('paste', '{vectorLine}\nhow often do we get this one', t.count(t.anytime, t.logs(m.vectors))),
  ask('paste', '{boostLine}\n^^ why', t.because(DATING_INCIDENT)),
  ask(
    'paste',
    '{gifLine}\ndoes this have to do with the outage?',
    t.words({
      saysFirst: [['no\\b', 'not', 'before', 'unrelated', 'throughout', 'usual', 'normal', 'all the time']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('list', 'list our services', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'metrics of subscriptions?', t.words({ names: ['dating.revenue', 'process.memory.usage'] })),
  ask('list', 'regions we serve', t.words({ names: m.REGIONS })),
  ask('list', 'which endpoints fail at the moment', t.words({ says: [['/v1/deck', 'GET /deck']] })),
  ask('single-record', 'latest error of deck-service pls', t.words({ says: [['different vector dimensions']] })),
  ask('single-record', 'when was the last match created?', ({ world }) =>
    at(world.logs.findLast(m.matched)?.timeMs, 20),
  ),
  ask('bare-name', 'deck-service', t.words({ saysFirst: [['deck-service']] })),

  ask('unknown', 'latency of video-call', t.declined('unknown', 'video')),
  ask('unknown', 'is elasticsearch down?', t.declined('unknown', 'elasticsearch')),
  ask(
    'unknown',
    'any 504 from api-gw?',
    t.words({
      saysFirst: [['^\\W*no\\b', '\\bnone\\b', '(?<![\\d.,])0\\b']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('unknown', 'look up match M-999999', t.declined('no_data')),
  ask('unknown-attribute', 'matches by gender', t.declined('no_data')),
  ask('order', 'switch eu back to taste-v6', t.declined('read_only')),
  ask('order', 'suspend user {hungryUser} please', t.declined('read_only')),
  ask('talk', 'hi bot, long night', t.declined('small_talk')),
  ask('talk', 'cheers mate', t.declined('small_talk')),
  ask('off-topic', 'write me a good opening line for my date tonight', t.declined('off_topic')),
  ask('ask-back', 'and those from before?', t.declined('ask_back')),
  ask('language', 'Warum sehen Nutzer in Europa keine Profile?', t.because(DATING_INCIDENT)),
  ask('language', 'Wie viele Matches gab es in der letzten Stunde?', t.count(t.last(60), ...m.MATCHES)),
  ask('language', '¿cuántos errores tiene deck-service?', t.count(t.anytime, ...t.errors(m.deck))),
  ask('language', 'depuis quand ça ne marche plus ?', t.began()),

  ...talk(
    'outage',
    ask('follow-up', 'what is going on with the decks', t.because(DATING_INCIDENT)),
    ask('follow-up', 'starting when', t.began()),
    ask(
      'follow-up',
      'and whom does it hurt',
      t.words({ says: [['api-gw', 'subscriptions', '\\beu\\b', 'user', '/v1/deck', 'boost']] }),
    ),
    ask('follow-up', 'over now?', t.verdict('no', 'good')),
  ),
  ...talk(
    'premise',
    ask('follow-up', 'is match-maker ok?', t.healthy),
    ask('follow-up', 'but it restarted, no?', t.verdict('yes', 'fact')),
  ),
  ask('several', 'what broke and since when? and does it hit the us?', (asked) => ({
    ...t.because(DATING_INCIDENT, 'time')(asked),
  })),
  ...DATING_COUNTS_39,
  ...DATING_NUMBERS_39,
]
