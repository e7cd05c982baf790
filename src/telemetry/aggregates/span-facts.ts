/** Facts of one span: its operation, whether it failed, and the exceptions it recorded. */
import type { AttributeValue, SpanRecord } from '../model.ts'

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

export function isErrorSpan(span: Pick<SpanRecord, 'status' | 'attributes'>): boolean {
  if (span.status === 'error') return true
  const { attributes } = span
  const http = numberOf(attributes['http.response.status_code'] ?? attributes['http.status_code'])
  if (http !== null && http >= 500) return true
  const grpc = numberOf(attributes['rpc.grpc.status_code'])
  return grpc !== null && GRPC_SERVER_ERRORS.has(grpc)
}

function numberOf(value: AttributeValue | undefined): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'string' && /^\d+$/.test(value)) return Number(value)
  return null
}

/** Types of the exceptions recorded as events; an exception without a type counts as 'exception'. */
export function exceptionTypes(span: SpanRecord): string[] {
  const types: string[] = []
  for (const event of span.events) {
    if (event.name !== 'exception') continue
    const type = event.attributes['exception.type']
    types.push(typeof type === 'string' && type !== '' ? type.slice(0, 120) : 'exception')
  }
  return types
}
