/** What the questions about team chat count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const gateway = t.of('chat-gateway')
export const messages = t.of('message-service')
export const mentions = t.of('mention-service')
export const channels = t.of('channel-service')
export const presence = t.of('presence-service')
export const attachments = t.of('attachment-service')
export const push = t.of('push-worker')
export const indexer = t.of('search-indexer')
export const unfurler = t.of('link-unfurler')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const workspace = (...names: string[]) => t.has('workspace.id', ...names)
export const plan = (...names: string[]) => t.has('workspace.plan', ...names)
export const client = (...names: string[]) => t.has('client.type', ...names)
export const kind = (...names: string[]) => t.has('message.kind', ...names)
export const channelKind = (...names: string[]) => t.has('channel.kind', ...names)
export const platform = (...names: string[]) => t.has('push.platform', ...names)
export const WORKSPACES = [
  ...['acme-gmbh', 'blueriver', 'uni-delft', 'studio-nine', 'fastfreight', 'hilltop-clinic', 'opensail'],
]
export const CLIENTS = ['desktop', 'mobile', 'web']
export const CHANNELS = ['public', 'private', 'direct']

export const atGateway = (name: string) => t.all<SpanRow>(gateway, t.named(name))
export const posting = t.all<SpanRow>(messages, t.named('POST /messages'))
export const postingOutside = atGateway('POST /v1/channels/{channel}/messages')
export const reading = t.all<SpanRow>(messages, t.named('GET /messages'))
export const uploading = t.all<SpanRow>(attachments, t.named('POST /attachments'))
export const uploadingOutside = atGateway('POST /v1/attachments')
export const thumbnails = t.all<SpanRow>(attachments, t.named('attachments.uploaded process'))

export const stored = t.says(/^message stored/)
export const notStored = t.says(/^message not stored/)
export const aborted = t.says(/aborted after 2000 ms/)
export const limited = t.says(/^rate limit of workspace/)
export const notMember = t.says(/not a member/)
export const delivered = t.says(/^push delivered/)
export const expired = t.says(/^device token has expired/)
export const indexed = t.says(/^message indexed/)
export const emptied = t.says(/^message is empty/)
export const fetched = t.says(/^preview of .* fetched/)
export const notFetched = t.says(/^preview of .* not possible/)
export const fileStored = t.says(/^Stored F-/)
export const refused = t.says(/^Upload refused/)
export const madeSmall = t.says(/^Thumbnail of/)
export const taken = t.says(/^Channel name is taken/)
export const channelCreated = t.says(/^Channel created/)
export const online = t.says(/^user came online/)
export const away = t.says(/^user went away/)

/** Messages that were stored: as lines, answers, messages of the queue or points of the counter. */
export const POSTED = [
  t.logs(stored),
  t.requests(t.all(posting, status(201))),
  t.requests(t.all(postingOutside, status(201))),
  t.requests(push),
  t.metric('message-service', 'messages.posted', 'sum'),
]
/** … or that somebody tried to post. */
export const TRIED = [...POSTED, t.requests(posting), t.requests(postingOutside)]
export const LOST = [t.logs(notStored), t.failures(posting), t.failures(postingOutside), t.logs(aborted)]
export const PUSHED = [t.logs(delivered), t.requests(push)]
export const UPLOADED = [
  t.logs(fileStored),
  t.requests(t.all(uploading, status(201))),
  t.requests(t.all(uploadingOutside, status(201))),
  t.requests(thumbnails),
]
export const REFUSED = [
  t.logs(refused),
  t.requests(t.all(uploading, status(413))),
  t.requests(t.all(gateway, status(413))),
]
export const LIMITED = [
  t.logs(limited),
  t.requests(t.all(messages, status(429))),
  t.requests(t.all(gateway, status(429))),
]
/** A code as the gateway's spans have it; its lines are only a part of them below 500. */
export const codeAtGateway = (...codes: number[]) => [
  t.requests(t.all(gateway, status(...codes))),
  ...(codes.every((code) => code >= 500) ? [t.logs(t.all(gateway, line('status', ...codes)))] : []),
]
/** "Requests of attachment-service": with or without the messages that it takes from the queue. */
export const ATTACHMENTS = [t.requests(attachments), t.requests(t.all(attachments, t.not(thumbnails)))]

/** A number that lines carry as an attribute. */
export const carried =
  (where: t.Where<LogRow>, key: string, what: 'sum' | 'mean' | 'max'): t.Measure =>
  (world, window) => {
    const values = t
      .logsIn(where)(world, window)
      .map((log) => Number(log.attributes[key]))
    const sum = values.reduce((all, one) => all + one, 0)
    return what === 'max' ? Math.max(...values) : what === 'sum' ? sum : sum / values.length
  }

/** How bad it was: failed requests, their share during the outage or in all, who met them. */
export function damage(asked: Asked): Expectation {
  const code = t.all<SpanRow>(messages, kind('code'))
  const wheres = [t.any, gateway, messages, posting, mentions, code, t.all(mentions, kind('code'))]
  const whos = ['user.id', 'workspace.id'].map((key) => t.differentOf(t.all(gateway, t.failed), key))
  const measures = [...wheres.map((one) => t.share(one)), ...whos, ...LOST, t.failures(t.any)]
  const exact: t.When = ({ world: { marks } }) => [
    [{ fromMs: marks['onset'] ?? 0, toMs: marks['recovery'] ?? 0 }],
    [{ fromMs: (marks['onset'] ?? 0) + 12_000, toMs: marks['recovery'] ?? 0 }],
  ]
  const outage = t.during(['onset', 0], ['recovery', 0])
  const minutes = t.during(['onset', 0], ['recovery', 1])
  return howBad(asked, [t.anytime, exact, outage, minutes, t.since('onset')], measures)
}
