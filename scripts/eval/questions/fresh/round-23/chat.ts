/** Questions about team chat: states, causes, single things, what cannot be answered. Twenty-third round. */
import { minuteOf } from '../../catalog/define.ts'
import { requestsOf } from '../../truth.ts'
import { CHAT_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { CHAT_COUNTS_23 } from './chat-counts.ts'
import { CHAT_NUMBERS_23 } from './chat-numbers.ts'
import * as m from './rows.ts'

const PATTERN = ['pattern', 'at-group-v2', 'backtrack', '\\bcpu\\b', '\\brules?\\b']
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const CHAT_23 = [
  ask('state', 'chat ok now?', t.verdict('yes', 'good')),
  ask('state', 'Can our users post messages again?', t.verdict('yes', 'good')),
  ask('state', 'any failing requests at the moment?', t.verdict('no', 'bad')),
  ask('state', 'did it recover?', t.verdict('yes', 'good')),
  ask('state', 'is message-service still answering 503?', t.verdict('no', 'bad')),
  ask('health', 'channel-service healthy?', t.healthy),
  ask('health', 'presence service status', t.healthy),
  ask('health', 'Is attachment-service working properly?', t.healthy),
  ask('health', 'state of search-indexer', t.healthy),
  ask('health', 'why are attachments failing?', t.denied('attachment-service')),
  ask('health', 'why did presence-service go down', t.denied('presence-service')),
  ask('cause', 'why were messages lost', t.because(CHAT_INCIDENT, 'mechanism')),
  ask('cause', 'what was the problem this time?', t.because(CHAT_INCIDENT, 'mechanism')),
  ask('cause', 'chat-gateway threw 503s, whose fault?', t.because(CHAT_INCIDENT)),
  ask('cause', 'acme-gmbh reported that posting code snippets failed. What happened?', t.because(CHAT_INCIDENT)),
  ask('cause', 'RCA in one line', t.because(CHAT_INCIDENT, 'mechanism')),
  ask('cause', 'which service caused the errors at {@onset+3}?', t.because(CHAT_INCIDENT)),
  ask('cause', 'why was posting so slow between {@onset} and {@recovery}?', t.because(CHAT_INCIDENT)),
  ask('since', 'onset of the incident?', t.began()),
  ask('since', 'At what time did posting break?', t.began()),
  ask('since', 'recovery time', t.began('recovery')),
  ask('since', 'when was it fixed', t.began('recovery')),
  ask('since', 'last sign of life of link-unfurler?', t.began('silence')),
  ask('since', 'when came the first 503', ({ world }) =>
    at(requestsOf(world, t.all(m.gateway, t.failed))[0]?.startMs, 60),
  ),
  ask('how-long', 'how long were we down for posting?', t.lasted('onset', 'recovery')),
  ask('how-long', 'outage duration in minutes', t.lasted('onset', 'recovery')),
  ask('impact', 'blast radius?', m.damage),
  ask(
    'impact',
    'How many users could not post?',
    t.count(t.anytime, t.differentOf(t.all(m.gateway, t.failed), 'user.id')),
  ),
  ask(
    'impact',
    'how many workspaces saw errors',
    t.count(t.anytime, t.differentOf(t.all(m.gateway, t.failed), 'workspace.id')),
  ),
  ask('impact', 'which kind of messages was hit', t.words({ saysFirst: [['(?<!status )\\bcode\\b']] })),
  ask('impact', 'was presence affected?', t.verdict('no', 'bad')),
  ask('impact', 'were uploads affected by the incident', t.verdict('no', 'bad')),
  ask('deploy', 'what was released today?', t.words({ says: [['channel-service'], ['5\\.2\\.0']] })),
  ask('deploy', 'could the channel-service rollout be the reason?', t.verdict('no', 'bad')),
  ask('deploy', 'time of the channel-service 5.2.0 deploy', t.began('release', 120)),
  ask('deploy', 'new version of mention-service today?', t.verdict('no', 'bad')),
  ask('version', 'mention-service version?', t.words({ saysFirst: [['2\\.9\\.0']] })),
  ask('version', 'what runs in production for chat-gateway', t.words({ saysFirst: [['14\\.0\\.3']] })),
  ask('version', 'which channel-service builds did we have', t.words({ says: [['5\\.1\\.3'], ['5\\.2\\.0']] })),
  ask('restart', 'did push-worker crash?', t.verdict('yes', 'bad')),
  ask('restart', 'at what time did push-worker panic', t.began('crash', 60)),
  ask('restart', 'which service restarted?', t.words({ saysFirst: [['push-worker']] })),
  ask('restart', 'has mention-service been restarted', t.verdict('no', 'bad')),
  ask(
    'next-step',
    'what should we fix so that this does not come back?',
    t.words({ says: [['mention-service'], PATTERN] }),
  ),
  ask('next-step', 'next steps?', t.words({ says: [['mention-service']] })),
  ask('dependency', 'what is upstream of mention-service', t.words({ names: ['message-service'] })),
  ask(
    'dependency',
    'which services does the gateway call directly?',
    t.words({
      names: ['message-service', 'channel-service', 'presence-service', 'attachment-service'],
    }),
  ),
  ask('dependency', 'consumers of messages.posted', t.words({ names: ['push-worker'] })),
  ask('dependency', 'what database is behind message-service?', t.words({ says: [['cassandra']] })),
  ask('dependency', 'who writes to s3', t.words({ names: ['attachment-service'] })),
  ask(
    'timeline',
    'sequence of events pls',
    t.words({
      says: [['mention-service'], ['message-service', 'chat-gateway'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'anyone gone quiet?', t.words({ saysFirst: [['link-unfurler']] })),
  ask('silence', 'which services send nothing any more', t.words({ saysFirst: [['link-unfurler']] })),
  ask('silence', 'is link-unfurler dead?', t.verdict('yes', 'bad')),
  ask('silence', 'is search-indexer sending', t.verdict('yes', 'good')),
  ask('lookup', 'where did {lostMessage} get lost?', t.words({ says: [['mention-service', 'message-service']] })),
  ask('lookup', 'everything about {storedMessage}', t.words({ says: [['stored', 'indexed', 'push']] })),
  ask('lookup', 'upload {refusedFile}: what was wrong', t.words({ says: [['refused', 'allowed']] })),
  ask('lookup', 'root of trace {failedTrace}?', t.words({ says: [['mention-service', 'chat-gateway']] })),
  ask(
    'lookup',
    'services in {storedTrace}',
    t.words({ names: ['chat-gateway', 'message-service', 'mention-service', 'push-worker'] }),
  ),
  ask('meaning', 'explain: pattern at-group-v2 backtracks', t.words({ says: [['mention-service']] })),
  ask('meaning', 'who logs "device token has expired"', t.words({ saysFirst: [['push-worker']] })),
  ask(
    'meaning',
    'what does "panic: send on closed channel" mean and is it still happening?',
    t.words({ says: [['push-worker']] }),
  ),
  ask('paste', '{notStoredLine} <- reason?', t.because(CHAT_INCIDENT)),
  ask('paste', 'got\n{abortedLine}\nhow many more of those?', t.count(t.anytime, t.logs(m.aborted))),
  ask(
    'paste',
    '{tokenLine}\nhow often in the last 30 minutes?',
    t.count(
      t.last(30),
      t.logs(m.expired),
      t.logs(t.all(m.expired, m.line('platform', 'android'))),
      t.logs(t.all(m.expired, m.line('platform', 'ios'))),
    ),
  ),
  ask('list', 'services, all names', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'what can I measure on push-worker?', t.words({ names: ['kafka.consumer.lag', 'process.memory.usage'] })),
  ask('list', 'which workspaces are there?', t.words({ names: m.WORKSPACES })),
  ask('list', 'client types?', t.words({ names: m.CLIENTS })),
  ask('list', 'show the errors of message-service', t.words({ says: [['message not stored']] })),
  ask('list', 'which warnings does search-indexer write', t.words({ says: [['empty after cleaning']] })),
  ask('single-record', 'newest error in mention-service', t.words({ says: [['aborted', 'at-group-v2']] })),
  ask('single-record', 'last 503 at', ({ world }) =>
    at(requestsOf(world, t.all(m.gateway, t.failed)).at(-1)?.startMs, 30),
  ),
  ask('single-record', 'time of the last upload that was refused', ({ world }) =>
    at(world.logs.findLast(m.refused)?.timeMs, 20),
  ),
  ask('single-record', 'most recent fatal log', t.words({ says: [['panic', 'closed channel']] })),
  ask('bare-name', 'mention-service', t.words({ saysFirst: [['mention-service']] })),
  ask('bare-name', 'push worker', t.words({ saysFirst: [['push-worker']] })),
  ask('bare-name', 'blueriver', t.words({ says: [['blueriver']] })),

  ask('unknown', 'errors of video-call-service', t.declined('unknown', 'video')),
  ask('unknown', 'is rabbitmq ok', t.declined('unknown', 'rabbitmq')),
  ask('unknown', 'how many 401 on chat-gateway', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown', 'MSG-1111111 where is it', t.declined('no_data')),
  ask('unknown', 'messages of workspace moonbase', t.declined('no_data')),
  ask('unknown-attribute', 'failures by operating system', t.declined('no_data')),
  ask('order', 'remove pattern at-group-v2', t.declined('read_only')),
  ask('order', 'kill the push-worker pod', t.declined('read_only')),
  ask('order', 'restore the lost messages', t.declined('read_only')),
  ask('talk', 'hi, new on call here', t.declined('small_talk')),
  ask('talk', 'awesome, cheers', t.declined('small_talk')),
  ask('off-topic', 'tell me a joke about kubernetes', t.declined('off_topic')),
  ask('ask-back', 'and how many of these?', t.declined('ask_back')),
  ask('language', 'Was war kaputt?', t.because(CHAT_INCIDENT)),
  ask('language', 'Läuft der Chat wieder?', t.verdict('yes', 'good')),
  ask('language', 'wie viele Nachrichten gingen verloren', t.count(t.anytime, ...m.LOST)),
  ask('language', '¿desde cuándo está en silencio link-unfurler?', t.began('silence')),
  ask('language', '¿cuántos errores tuvo message-service hoy?', t.count(t.anytime, ...t.errors(m.messages))),
  ask('language', 'quel service a causé la panne ?', t.because(CHAT_INCIDENT)),
  ask(
    'language',
    'nombre de requêtes sur presence-service la dernière heure',
    t.count(t.last(60), t.requests(m.presence)),
  ),

  ...talk(
    'review',
    ask('follow-up', 'what went wrong in the chat today', t.because(CHAT_INCIDENT)),
    ask('follow-up', 'from when to when?', ({ world }) => ({
      saysFirst: [[minuteOf(world.marks['onset'] ?? 0)], [minuteOf(world.marks['recovery'] ?? 0)]],
    })),
    ask('follow-up', 'is it happening right now?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'versions',
    ask('follow-up', 'version of message-service', t.words({ saysFirst: [['7\\.22\\.1']] })),
    ask('follow-up', 'and push-worker?', t.words({ saysFirst: [['1\\.31\\.0']] })),
  ),
  ask('several', 'what broke, when did it begin and when did it end', (asked) => ({
    ...t.because(CHAT_INCIDENT, 'time')(asked),
    says: [[minuteOf(asked.world.marks['recovery'] ?? 0)]],
  })),
  ...CHAT_COUNTS_23,
  ...CHAT_NUMBERS_23,
]
