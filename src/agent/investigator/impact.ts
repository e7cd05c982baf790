/** What users experienced: requests that enter the system, how many failed, and how long they took. */
import type { OperationActivity, TraceActivity } from '../../telemetry/index.ts'
import { rangeSum, type Split } from './split.ts'
import type { Impact } from './verdict.ts'

/** Null if no request was seen before or after the onset. */
export function impactOf(traces: TraceActivity | null, split: Split, query: string): Impact | null {
  if (traces === null) return null
  const entries = entriesOf(traces)
  const count = (series: (entry: OperationActivity) => readonly number[], from: number, to: number): number =>
    entries.reduce((sum, entry) => sum + rangeSum(series(entry), from, to), 0)
  const side = (from: number, to: number) => {
    const requests = count(({ calls }) => calls, from, to)
    const failed = Math.min(
      requests,
      Math.max(
        count(({ errors }) => errors, from, to),
        count(({ exceptions }) => exceptions, from, to),
      ),
    )
    const durationMs = count(({ durationMs }) => durationMs, from, to)
    return {
      requests,
      failed,
      share: requests === 0 ? 0 : failed / requests,
      meanMs: requests === 0 ? 0 : durationMs / requests,
    }
  }
  const before = side(split.from, split.onset)
  const since = side(split.onset, split.to)
  if (before.requests + since.requests === 0) return null
  return {
    requests: since.requests,
    failed: since.failed,
    share: since.share,
    before: { requests: before.requests, failed: before.failed, share: before.share },
    meanMs: { before: before.meanMs, since: since.meanMs },
    queries: [query],
  }
}

/** Operations that no other service calls: there requests enter the system. */
export function entriesOf(traces: TraceActivity): OperationActivity[] {
  const called = new Set(
    traces.links
      .filter(
        ({ callerService, callerOperation, calleeService, calleeOperation }) =>
          callerService !== calleeService || callerOperation !== calleeOperation,
      )
      .map(({ calleeService, calleeOperation }) => `${calleeService}\u0000${calleeOperation}`),
  )
  return traces.operations.filter(({ service, operation }) => !called.has(`${service}\u0000${operation}`))
}
