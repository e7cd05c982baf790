/** How many, and who has most: codes, messages, pushes, files, channels. Twenty-third round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:errors?|failures?|5xx|warnings?)', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const outage = t.during(['onset', 0], ['recovery', 1])

export const CHAT_COUNTS_23 = [
  ask('count', '503 at chat-gateway today: how many', t.count(t.anytime, ...m.codeAtGateway(503))),
  ask(
    'count',
    'how many 413 did attachment-service return in the last hour?',
    t.count(t.last(60), t.requests(t.all(m.attachments, m.status(413))), t.logs(m.refused)),
  ),
  ask(
    'count',
    '# of 429 message-service',
    t.count(t.anytime, t.requests(t.all(m.messages, m.status(429))), t.logs(m.limited)),
  ),
  ask('count', 'traffic of presence-service, last 10 min, total requests', t.count(t.last(10), t.requests(m.presence))),
  ask(
    'count',
    'how many requests did mention-service get between {@onset} and {@onset+15}',
    t.count(t.during(['onset', 0], ['onset', 15]), t.requests(m.mentions)),
  ),
  ask(
    'count',
    'Number of requests to attachment-service since {@release}?',
    t.count(t.since('release'), ...m.ATTACHMENTS),
  ),
  ask('count', 'log volume of search-indexer: how many lines', t.count(t.anytime, t.logs(m.indexer))),
  ask('count', '403 responses of the gateway last 45 minutes', t.count(t.last(45), ...m.codeAtGateway(403))),
  ask('count', 'how many messages did push-worker consume in the last 25 min?', t.count(t.last(25), ...m.PUSHED)),
  ask('class-of-codes', '5xx of mention-service', t.count(t.anytime, t.failures(m.mentions))),
  ask(
    'class-of-codes',
    'client errors (4xx) on attachment-service?',
    t.count(t.anytime, t.requests(t.all(m.attachments, m.status(404, 413)))),
  ),
  ask('class-of-codes', 'any 5xx on channel-service', NONE),
  ask('class-of-codes', 'did we have 5xx in the last ten minutes?', NONE),

  ask('errors', 'errors mention-servce', t.count(t.anytime, ...t.errors(m.mentions))),
  ask(
    'errors',
    'how many errors did chat-gateway log from {@onset} to {@recovery+1}',
    t.count(outage, ...t.errors(m.gateway)),
  ),
  ask('errors', 'message-service errors since {@onset+10}', t.count(t.since('onset', 10), ...t.errors(m.messages))),
  ask('errors', 'Are there any errors in presence-service?', NONE),
  ask('errors', 'errors search-indexer', NONE),
  ask('errors', 'does message-service throw errors since {@recovery+2}?', NONE),
  ask('errors', 'fatal logs?', t.words({ says: [['push-worker', 'panic', '(?<![\\d.,])1\\b', '\\bone\\b']] })),
  ask('level', 'how many WARN lines did push-worker write', t.count(t.anytime, t.logs(t.all(m.push, t.level('WARN'))))),
  ask(
    'level',
    'warnings in message-service, last 40 min',
    t.count(t.last(40), t.logs(t.all(m.messages, t.level('WARN')))),
  ),
  ask('level', 'chanel-service warnings count', t.count(t.anytime, t.logs(t.all(m.channels, t.level('WARN'))))),
  ask(
    'level',
    'info logs of presence-service in the last 20 minutes',
    t.count(t.last(20), t.logs(t.all(m.presence, t.level('INFO')))),
  ),

  ask('outcome', 'how many messages were lost?', t.count(t.anytime, ...m.LOST)),
  ask('outcome', 'messages posted in the last half hour', t.count(t.last(30), ...m.TRIED)),
  ask(
    'outcome',
    'how many messages were stored between {@onset} and {@recovery}?',
    t.count(t.during(['onset', 0], ['recovery', 0]), ...m.POSTED),
  ),
  ask('outcome', 'pushs delivered today', t.count(t.anytime, ...m.PUSHED)),
  ask('outcome', 'how many uploads were refused', t.count(t.anytime, ...m.REFUSED)),
  ask(
    'outcome',
    'How many files have been uploaded in the last hour?',
    t.count(t.last(60), ...m.UPLOADED, t.requests(m.uploading), t.requests(m.uploadingOutside)),
  ),
  ask(
    'outcome',
    'channels created',
    t.count(t.anytime, t.logs(m.channelCreated), t.requests(t.all(m.channels, m.status(201)))),
  ),
  ask(
    'outcome',
    'thumbnails made since {@onset}',
    t.count(t.since('onset'), t.logs(m.madeSmall), t.requests(m.thumbnails)),
  ),
  ask('outcome', 'how often did a workspace hit its rate limit', t.count(t.anytime, ...m.LIMITED)),
  ask('outcome', 'expired device tokens, how many?', t.count(t.anytime, t.logs(m.expired))),
  ask('outcome', 'how many previews could not be fetched', t.count(t.anytime, t.logs(m.notFetched))),

  ask('text', 'user came online - count', t.count(t.anytime, t.logs(m.online))),
  ask('text', 'how many lines with "backtracks"', t.count(t.anytime, t.logs(m.aborted))),
  ask(
    'text',
    '"not a member of the channel", how many times since {@release}?',
    t.count(t.since('release'), t.logs(m.notMember), t.requests(t.all(m.messages, m.status(403)))),
  ),
  ask(
    'text',
    'how many times is a channel name taken?',
    t.count(t.anytime, t.logs(m.taken), t.requests(t.all(m.channels, m.status(409)))),
  ),
  ask('text', 'empty after cleaning - number', t.count(t.anytime, t.logs(m.emptied))),
  ask(
    'attribute',
    'how many messages of kind file were posted?',
    t.count(
      t.anytime,
      t.requests(t.all(m.posting, m.kind('file'))),
      t.logs(t.all(m.stored, m.line('kind', 'file'))),
      t.requests(t.all(m.mentions, m.kind('file'))),
      t.requests(t.all(m.posting, m.kind('file'), m.status(201))),
    ),
  ),
  ask(
    'attribute',
    'gateway requests by mobile clients in the last half hour',
    t.count(t.last(30), t.requests(t.all(m.gateway, m.client('mobile')))),
  ),
  ask(
    'attribute',
    'requests of fastfreight',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.workspace('fastfreight')))),
  ),
  ask(
    'attribute',
    'pushes to android',
    t.count(
      t.anytime,
      t.requests(t.all(m.push, m.platform('android'))),
      t.logs(t.all(m.delivered, m.line('platform', 'android'))),
    ),
  ),
  ask(
    'conditions',
    'failed requests of uni-delft via web',
    t.count(t.anytime, t.failures(t.all(m.gateway, m.workspace('uni-delft'), m.client('web')))),
  ),
  ask(
    'conditions',
    'lost messages in direct channels',
    t.count(
      t.anytime,
      t.logs(t.all(m.notStored, m.line('channel_kind', 'direct'))),
      t.failures(t.all(m.posting, m.channelKind('direct'))),
    ),
  ),
  ask(
    'conditions',
    'code messages that were stored after {@recovery+1}',
    t.count(
      t.since('recovery', 1),
      t.logs(t.all(m.stored, m.line('kind', 'code'))),
      t.requests(t.all(m.posting, m.kind('code'), m.status(201))),
    ),
  ),
  ask(
    'conditions',
    'business plan requests slower than 1s at the gateway',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.plan('business'), t.longer(1000)))),
  ),
  ask(
    'conditions',
    'expired tokens on ios in the last 45 min',
    t.count(t.last(45), t.logs(t.all(m.expired, m.line('platform', 'ios')))),
  ),
  ask(
    'exclusion',
    'gateway requests without presence',
    t.count(t.anytime, t.requests(t.all(m.gateway, t.not(m.atGateway('PUT /v1/presence'))))),
  ),
  ask('exclusion', 'message-service 4xx except 429', t.count(t.anytime, t.requests(t.all(m.messages, m.status(403))))),
  ask(
    'exclusion',
    'all errors but not those of the gateway',
    t.count(
      t.anytime,
      t.logs(t.all(t.level('ERROR', 'FATAL'), t.not(m.gateway))),
      t.logs(t.all(t.level('ERROR'), t.not(m.gateway))),
      t.failures(t.not(m.gateway)),
    ),
  ),
  ask(
    'exclusion',
    'failed requests of everyone but acme-gmbh',
    t.count(t.anytime, t.failures(t.all(m.gateway, t.not(m.workspace('acme-gmbh'))))),
  ),
  ask('slow', 'POST /parse over 500 ms: how many', t.count(t.anytime, t.requests(t.all(m.mentions, t.longer(500))))),
  ask(
    'slow',
    'how many pushes needed more than 300ms in the last hour?',
    t.count(t.last(60), t.requests(t.all(m.push, t.longer(300)))),
  ),
  ask('slow', 'thumbnails slower than a second', t.count(t.anytime, t.requests(t.all(m.thumbnails, t.longer(1000))))),

  ask(
    'distinct',
    'how many users were active in the last 30 min?',
    t.count(t.last(30), t.differentOf(m.gateway, 'user.id')),
  ),
  ask('distinct', 'number of workspaces seen today', t.count(t.anytime, t.differentOf(m.gateway, 'workspace.id'))),
  ask('distinct', 'how many kinds of channel exist?', t.count(t.anytime, t.differentOf(m.messages, 'channel.kind'))),

  ask(
    'group',
    'failures per workspace',
    t.groups(
      'count',
      t.anytime,
      m.each(m.WORKSPACES, (one) => t.failures(t.all(m.gateway, m.workspace(one)))),
    ),
  ),
  ask(
    'group',
    'gateway traffic per client type',
    t.groups(
      'count',
      t.anytime,
      m.each(m.CLIENTS, (one) => t.requests(t.all(m.gateway, m.client(one)))),
    ),
  ),
  ask('group', 'lost messages split by channel kind', (asked) => ({
    groups: Object.fromEntries(
      m.CHANNELS.map((one) => [
        one,
        t.numberOf(asked, 'count', t.anytime, [
          t.logs(t.all(m.notStored, m.line('channel_kind', one))),
          t.failures(t.all(m.posting, m.channelKind(one))),
        ]),
      ]),
    ),
  })),
  ask(
    'group',
    'message-service responses by status code',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries(
        [200, 201, 403, 429, 503].map((code) => [code, t.requests(t.all(m.messages, m.status(code)))]),
      ),
    ),
  ),
  ask(
    'group',
    'warnings per service today',
    t.groups('count', t.anytime, {
      'push-worker': t.logs(t.all(m.push, t.level('WARN'))),
      'message-service': t.logs(t.all(m.messages, t.level('WARN'))),
      'channel-service': t.logs(t.all(m.channels, t.level('WARN'))),
    }),
  ),
  ask('top', 'most active workspace', t.topOf(m.spansOf(m.gateway), t.attribute('workspace.id'))),
  ask(
    'top',
    'top operation of chat-gateway by number of requests',
    t.topOf(m.spansOf(m.gateway), (row) => ('name' in row ? row.name : '')),
  ),
  ask(
    'top',
    'client type with the highest number of failed requests?',
    t.topOf(m.spansOf(t.all(m.gateway, t.failed)), t.attribute('client.type')),
  ),
  ask(
    'top',
    'where do most warnings come from',
    t.topOf(t.logRows(t.level('WARN')), (row) => row.service),
  ),
  ask('window', 'pushes from {@crash-10} till {@crash}', t.count(t.during(['crash', -10], ['crash', 0]), ...m.PUSHED)),
  ask(
    'window',
    'stored messages in the 15 minutes before {@onset}',
    t.count(t.during(['onset', -15], ['onset', 0]), ...m.POSTED),
  ),
  ask(
    'window',
    '{@recovery+2} to {@recovery+12}: how many requests at the gateway?',
    t.count(t.during(['recovery', 2], ['recovery', 12]), t.requests(m.gateway)),
  ),

  ...talk(
    'errors',
    ask(
      'follow-up',
      'how many errors in message-service between {@onset} and {@onset+10}?',
      t.count(t.during(['onset', 0], ['onset', 10]), ...t.errors(m.messages)),
    ),
    ask(
      'follow-up',
      'same for mention-service',
      t.count(t.during(['onset', 0], ['onset', 10]), ...t.errors(m.mentions)),
    ),
    ask('follow-up', 'and 10 minutes later?', t.count(t.during(['onset', 10], ['onset', 20]), ...t.errors(m.mentions))),
  ),
  ...talk(
    'clients',
    ask('follow-up', 'requests to the gateway in the last 20 min', t.count(t.last(20), t.requests(m.gateway))),
    ask('follow-up', 'from mobile only', t.count(t.last(20), t.requests(t.all(m.gateway, m.client('mobile'))))),
    ask('follow-up', 'desktop?', t.count(t.last(20), t.requests(t.all(m.gateway, m.client('desktop'))))),
    ask(
      'follow-up',
      'over the last 40 min instead',
      t.count(t.last(40), t.requests(t.all(m.gateway, m.client('desktop')))),
    ),
  ),
  ...talk(
    'uploads',
    ask('follow-up', 'refused uploads today', t.count(t.anytime, ...m.REFUSED)),
    ask('follow-up', 'only the last half hour', t.count(t.last(30), ...m.REFUSED)),
  ),
  ...talk(
    'tokens',
    ask('follow-up', 'push-worker warnings', t.count(t.anytime, t.logs(t.all(m.push, t.level('WARN'))))),
    ask(
      'follow-up',
      'by platform',
      t.groupsBy(t.anytime, t.logsIn(t.all(m.push, t.level('WARN'))), t.attribute('platform')),
    ),
  ),
]
