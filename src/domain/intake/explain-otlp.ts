/** Explains what the intake would do with an OTLP body when its path, which names the signal, is not known. */
import { encodingOf } from '../../intake/otlp/answer.ts'
import { MalformedPayload, type OtlpSignal } from '../../intake/otlp/fields.ts'
import * as json from '../../intake/otlp/json.ts'
import * as jsonMetrics from '../../intake/otlp/json-metrics.ts'
import * as protobuf from '../../intake/otlp/protobuf.ts'
import { logRecords, metricPoints, type Normalized, spanRecords, takeResourceKey } from '../../intake/records.ts'
import type { Batch } from '../../intake/redaction/redact.ts'

export interface Explained {
  readonly format: string
  readonly batch: Batch
  readonly rejections: readonly { readonly reason: string; readonly count: number }[]
  /** Records that would be stored with another time than the one sent. */
  readonly repairs: readonly { readonly reason: string; readonly count: number }[]
}

/** The field with which a JSON body of each signal begins. */
const FIELDS = { logs: '"resourceLogs"', traces: '"resourceSpans"', metrics: '"resourceMetrics"' } as const
const SIGNALS: readonly OtlpSignal[] = ['logs', 'traces', 'metrics']
/** Number of characters in which this field is searched. */
const LOOKED_AT = 200

/** `otlp`, or `otlp_` and the signal. A protobuf body does not state its signal. */
export const isOtlpFormat = (format: string): boolean =>
  format === 'otlp' || SIGNALS.some((signal) => format === `otlp_${signal}`)

/**
 * Returns null when the body is not OTLP. If the signal is not stated, protobuf is decoded as logs, spans and metrics
 * in turn. The result is the first signal for which every record is valid, otherwise the first that can be decoded.
 */
export function explainOtlp(
  bytes: Uint8Array,
  headers: Headers,
  format: string | undefined,
  nowMs: number,
): Explained | null {
  const encoding = encodingOf(headers.get('content-type')) ?? 'json'
  const start = new TextDecoder().decode(bytes.subarray(0, LOOKED_AT))
  const signals = SIGNALS.filter((signal) => format === undefined || format === 'otlp' || format === `otlp_${signal}`)
  const likely = encoding === 'json' ? signals.filter((signal) => start.includes(FIELDS[signal])) : signals
  const read = likely.flatMap((signal) => explainedAs(signal, bytes, encoding === 'json', nowMs) ?? [])
  return read.find(({ rejections, batch }) => rejections.length === 0 && countOf(batch) > 0) ?? read[0] ?? null
}

const countOf = ({ logs = [], spans = [], metrics = [] }: Batch): number => logs.length + spans.length + metrics.length

function explainedAs(signal: OtlpSignal, bytes: Uint8Array, isJson: boolean, nowMs: number): Explained | null {
  try {
    switch (signal) {
      case 'logs': {
        const resources = isJson ? json.decodeLogs(bytes) : protobuf.decodeLogs(bytes)
        takeResourceKey(resources)
        const found = logRecords(resources, nowMs)
        return explained({ logs: found.records }, found)
      }
      case 'traces': {
        const resources = isJson ? json.decodeSpans(bytes) : protobuf.decodeSpans(bytes)
        takeResourceKey(resources)
        const found = spanRecords(resources, nowMs)
        return explained({ spans: found.records }, found)
      }
      case 'metrics': {
        const resources = isJson ? jsonMetrics.decodeMetrics(bytes) : protobuf.decodeMetrics(bytes)
        takeResourceKey(resources)
        const found = metricPoints(resources, nowMs)
        return explained({ metrics: found.records }, found)
      }
    }
  } catch (error) {
    if (error instanceof MalformedPayload) return null
    throw error
  }
}

function explained(batch: Batch, { rejected, repaired }: Normalized<unknown>): Explained {
  const rejections = rejected.count > 0 ? [{ reason: [...rejected.reasons].join('; '), count: rejected.count }] : []
  return { format: 'otlp', batch, rejections, repairs: listed(repaired) }
}

/** Returns counts by reason as a list. */
export function listed(counts: Readonly<Record<string, number>>): { reason: string; count: number }[] {
  return Object.entries(counts).map(([reason, count]) => ({ reason, count }))
}
