import type { SpanRecord } from '../../src/telemetry/model.ts'
import { type DependencyAccumulator, peerName } from '../../src/telemetry/query/dependencies.ts'
import { NANOS_PER_MS } from '../../src/telemetry/time.ts'

/** The calls of whole spans, joined by (trace, parent): the plain way, which the store's columns are compared with. */
export function joinDependencies(spans: Iterable<SpanRecord>, into: DependencyAccumulator): void {
  const byId = new Map<string, SpanRecord>()
  for (const span of spans) byId.set(`${span.traceId}${span.spanId}`, span)
  const answered = new Set<SpanRecord>()
  for (const span of byId.values()) {
    const parent = span.parentSpanId === '' ? undefined : byId.get(`${span.traceId}${span.parentSpanId}`)
    if (parent === undefined || parent.resource.service === span.resource.service) continue
    answered.add(parent)
    const timed = parent.kind === 'client' ? parent : span
    const isError = span.status === 'error' || (parent.kind === 'client' && parent.status === 'error')
    into.add(parent.resource.service, span.resource.service, timed.durationNanos / NANOS_PER_MS, isError)
  }
  for (const span of byId.values()) {
    const callee = answered.has(span) ? null : peerName(span.kind, (key) => span.attributes[key])
    if (callee === null || callee === span.resource.service) continue
    into.add(span.resource.service, callee, span.durationNanos / NANOS_PER_MS, span.status === 'error')
  }
}
