/** Amazon Data Firehose's HTTP endpoint delivery, with CloudWatch Logs subscriptions inside. */
import { Buffer } from 'node:buffer'
import zlib from 'node:zlib'
import { BODY_DECODED_BYTES_MAX } from '../body.ts'
import { linesOf, requireFew, requireSparse } from '../density.ts'
import { type DecodeInput, type DecodeResult, type IntakeFormat, type LogDraft, refused } from './format.ts'
import { isObject, type JsonObject, jsonItems, parse, textOf } from './json-bodies.ts'
import { draftOfObject, type WritableDraft } from './object-draft.ts'
import { timeOfValue } from './times.ts'

export const firehose: IntakeFormat = { id: 'firehose', name: 'Amazon Data Firehose', decode: decodeFirehose }

function decodeFirehose({ bytes, headers }: DecodeInput): DecodeResult {
  const text = textOf(bytes)
  requireSparse(text)
  const document = parse(text)
  if (!isObject(document) || typeof document.requestId !== 'string' || !Array.isArray(document.records)) {
    return refused('the body has no requestId or records')
  }
  const header = headers.get('x-amz-firehose-request-id')
  if (header !== null && header !== document.requestId) return refused('requestId differs between header and body')
  const region = /^arn:aws[\w-]*:firehose:([\w-]+):/.exec(headers.get('x-amz-firehose-source-arn') ?? '')?.[1]
  const drafts: LogDraft[] = []
  let bad = 0
  let decodedBytes = 0
  for (const record of document.records) {
    const data =
      isObject(record) && typeof record.data === 'string'
        ? inflated(record.data, BODY_DECODED_BYTES_MAX - decodedBytes)
        : null
    decodedBytes += data?.length ?? 0
    if (data === null) bad += 1
    else for (const draft of draftsOfData(data, region)) drafts.push(draft)
    requireFew(drafts.length)
  }
  return {
    ok: true,
    drafts,
    retryId: `firehose ${document.requestId}`,
    isProbe: drafts.length === 0 && bad === 0,
    ...(bad > 0 ? { rejected: { 'a record is not base64 data': bad } } : {}),
  }
}

/** Decompresses a CloudWatch record. Null when the data is broken or exceeds the limit. */
function inflated(data: string, bytesMax: number): Uint8Array | null {
  const raw = Buffer.from(data, 'base64')
  if (raw.length === 0 && data !== '') return null
  if (raw[0] !== 0x1f || raw[1] !== 0x8b) return raw
  try {
    return zlib.gunzipSync(raw, { maxOutputLength: Math.max(1, bytesMax) })
  } catch {
    return null
  }
}

function draftsOfData(data: Uint8Array, region: string | undefined): LogDraft[] {
  const json = jsonItems(data)
  if (json === null) {
    const lines = linesOf(textOf(data))
    return lines.filter((line) => line.trim() !== '').map((line) => ({ body: line }))
  }
  return json.items.flatMap((item) => {
    if (!isObject(item)) return [{ body: JSON.stringify(item) }]
    return Array.isArray(item.logEvents) ? draftsOfCloudWatch(item, region) : [draftOfObject(item)]
  })
}

function draftsOfCloudWatch(item: JsonObject, region: string | undefined): LogDraft[] {
  // A probe of the subscription, not a log.
  if (item.messageType === 'CONTROL_MESSAGE') return []
  const group = String(item.logGroup ?? '')
  const resource = {
    'aws.log.group.names': [group],
    'aws.log.stream.names': [String(item.logStream ?? '')],
    'cloud.provider': 'aws',
    ...(typeof item.owner === 'string' ? { 'cloud.account.id': item.owner } : {}),
    ...(region ? { 'cloud.region': region } : {}),
    ...(group.startsWith('/aws/lambda/') ? { 'cloud.platform': 'aws_lambda' } : {}),
  }
  const service = group.split('/').at(-1) || 'cloudwatch'
  const events = Array.isArray(item.logEvents) ? item.logEvents : []
  return events.filter(isObject).map((event) => {
    const text = String(event.message ?? '')
    const message = text.endsWith('\n') ? text.slice(0, -1) : text
    const parsed = message.startsWith('{') ? parse(message) : undefined
    const draft: WritableDraft = isObject(parsed) ? draftOfObject(parsed) : { body: message, attributes: {} }
    draft.time = timeOfValue(event.timestamp)
    draft.service = service
    draft.resource = resource
    return draft
  })
}
