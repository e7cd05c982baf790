/** Facts of one span: its operation, whether it failed, and the exceptions it recorded. */
import type { AttributeValue, SpanEvent, SpanRecord } from '../model.ts'
import { GRPC_STATUS_KEY, HTTP_STATUS_KEYS, OWN_STATUS_KEYS } from './status-keys.ts'

const names = new Map<string, string>()
/** Most masked names cached. Span names may be endless, so a full cache is emptied. */
const NAMES_MAX = 20_000

/** The span's name with identifiers in path segments masked, so that `/users/42` and `/users/43` are one operation. */
export function operationOf(name: string): string {
  const known = names.get(name)
  if (known !== undefined) return known
  const masked = name
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '{id}')
    .replace(/(?<=[/:=])(?:\d+|[0-9a-f]{12,})(?=$|[/?#&.\s])/gi, '{id}')
    .slice(0, 160)
  if (names.size >= NAMES_MAX) names.clear()
  names.set(name, masked)
  return masked
}

/** gRPC codes that blame the server: UNKNOWN, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNIMPLEMENTED, INTERNAL, UNAVAILABLE, DATA_LOSS. */
const GRPC_SERVER_ERRORS = new Set([2, 4, 8, 12, 13, 14, 15])

/** Whether a span failed: by its status, an HTTP status from 500 on, or a gRPC status that blames the server. */
export function isErrorSpan(span: Pick<SpanRecord, 'status' | 'attributes'>): boolean {
  if (span.status === 'error') return true
  const [current, older] = HTTP_STATUS_KEYS
  const { attributes } = span
  const http = attributes[current] ?? attributes[older]
  const grpc = attributes[GRPC_STATUS_KEY]
  if (isHttpError(http) || isGrpcError(grpc)) return true
  // A status under a key of the conventions takes precedence over one under a sender's own key.
  if (http != null || grpc != null) return false
  for (const key of OWN_STATUS_KEYS) {
    const value = attributes[key]
    const isError = value === undefined ? null : isOwnError(value)
    if (isError !== null) return isError
  }
  return false
}

/** Whether an attribute holds an HTTP status from 500 on. */
export function isHttpError(status: AttributeValue | undefined): boolean {
  const http = numberOf(status)
  return http !== null && http >= 500
}

/** Whether an attribute holds a gRPC status that blames the server. */
export function isGrpcError(status: AttributeValue | undefined): boolean {
  const grpc = numberOf(status)
  return grpc !== null && GRPC_SERVER_ERRORS.has(grpc)
}

/** Whether a status under a key outside the conventions is an error. Null if the value is no status. */
export function isOwnError(value: AttributeValue): boolean | null {
  const status = numberOf(value)
  return status === null || status < 100 || status > 599 ? null : status >= 500
}

function numberOf(value: AttributeValue | undefined): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'string' && /^\d+$/.test(value)) return Number(value)
  return null
}

/** Types of the exceptions recorded as events; an exception without a type counts as 'exception'. */
export function exceptionTypes(events: readonly Pick<SpanEvent, 'name' | 'attributes'>[]): string[] {
  const types: string[] = []
  for (const event of events) {
    if (event.name !== 'exception') continue
    const type = event.attributes['exception.type']
    types.push(typeof type === 'string' && type !== '' ? type.slice(0, 120) : 'exception')
  }
  return types
}
