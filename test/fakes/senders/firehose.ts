/** AWS Firehose to an HTTP endpoint, with CloudWatch Logs payloads inside its records. */
import { gzipSync } from 'node:zlib'
import { bytesOf, gzipped, postJson, type SeededLog, type SentRequest } from './sender.ts'

export const FIREHOSE_ACCOUNT_ID = '123456789012'
export const FIREHOSE_SOURCE_ARN = `arn:aws:firehose:eu-central-1:${FIREHOSE_ACCOUNT_ID}:deliverystream/shop-logs`

export type FirehoseOptions = {
  accessKey: string
  /** The same on a retry. */
  requestId?: string
  timestampMs?: number
  isGzipped?: boolean
  sourceArn?: string
  commonAttributes?: Record<string, string>
  /** For a header that does not repeat the body's id. */
  headerRequestId?: string
}

const base64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** The bytes of each record, base64 in the body. */
export function firehoseRequest(records: readonly Uint8Array[], options: FirehoseOptions): SentRequest {
  const requestId = options.requestId ?? 'ed4acda5-034f-9f42-bba1-f29aea6d7d8f'
  const body = {
    requestId,
    timestamp: options.timestampMs ?? 1_767_225_600_123,
    records: records.map((data) => ({ data: base64(data) })),
  }
  const sent = postJson(body, {
    'X-Amz-Firehose-Protocol-Version': '1.0',
    'X-Amz-Firehose-Request-Id': options.headerRequestId ?? requestId,
    'X-Amz-Firehose-Source-Arn': options.sourceArn ?? FIREHOSE_SOURCE_ARN,
    'X-Amz-Firehose-Access-Key': options.accessKey,
    'User-Agent': 'Amazon Kinesis Data Firehose Agent/1.0',
    ...(options.commonAttributes
      ? { 'X-Amz-Firehose-Common-Attributes': JSON.stringify({ commonAttributes: options.commonAttributes }) }
      : {}),
  })
  return options.isGzipped === true ? gzipped(sent) : sent
}

/** Gzip JSON, as a subscription of a log group writes it. */
export function cloudWatchRecord(
  logs: readonly SeededLog[],
  logGroup = '/aws/lambda/checkout',
  logStream = '2026/01/01/[$LATEST]ab',
): Uint8Array {
  const logEvents = logs.map((log, index) => ({
    id: `3${String(index).padStart(55, '0')}`,
    timestamp: log.atMs,
    message: log.message,
  }))
  const message = {
    messageType: 'DATA_MESSAGE',
    owner: FIREHOSE_ACCOUNT_ID,
    logGroup,
    logStream,
    subscriptionFilters: ['ours'],
    logEvents,
  }
  return new Uint8Array(gzipSync(bytesOf(JSON.stringify(message))))
}

/** The reachability probe: to be acknowledged and not stored. */
export function cloudWatchControlRecord(): Uint8Array {
  const event = {
    id: '',
    timestamp: 1_767_225_600_000,
    message: 'CWL CONTROL MESSAGE: Checking health of destination Firehose.',
  }
  const message = {
    messageType: 'CONTROL_MESSAGE',
    owner: 'CloudwatchLogs',
    logGroup: '',
    logStream: '',
    subscriptionFilters: [],
    logEvents: [event],
  }
  return new Uint8Array(gzipSync(bytesOf(JSON.stringify(message))))
}
