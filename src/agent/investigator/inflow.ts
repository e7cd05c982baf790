/**
 * Measures how much the mix of requests that reach a service changed. A fault elsewhere (a caller that gives up early)
 * or an ordinary change of load changes what a service is asked for. Its branches then shift although nothing is wrong
 * with it.
 */
import type { TraceActivity } from '../../telemetry/index.ts'
import { rangeSum, type Split } from './split.ts'

/** Calls that are needed before and after to speak of a mix. */
const CALLS_MIN = 10
/** Total variation that sampling alone gives, and from which on the mix counts as another one. */
const USUAL = 0.15
const CHANGED = 0.5

/**
 * Per service: from 0 (asked as before) to 1 (asked for something else). Services without inbound calls are judged by
 * their own operations.
 */
export function inflowShifts(traces: TraceActivity, split: Split): Map<string, number> {
  const inbound = new Map<string, Map<string, { before: number; after: number }>>()
  const add = (service: string, key: string, series: readonly number[]): void => {
    const flows = inbound.get(service) ?? new Map<string, { before: number; after: number }>()
    const flow = flows.get(key) ?? { before: 0, after: 0 }
    flow.before += rangeSum(series, split.from, split.onset)
    flow.after += rangeSum(series, split.onset, split.to)
    flows.set(key, flow)
    inbound.set(service, flows)
  }
  for (const link of traces.links) {
    if (link.callerService !== link.calleeService) {
      add(link.calleeService, `${link.callerService}\u0000${link.calleeOperation}`, link.calls)
    }
  }
  const shifts = new Map<string, number>()
  for (const [service, flows] of inbound) shifts.set(service, shiftOf([...flows.values()]))
  return shifts
}

function shiftOf(flows: readonly { readonly before: number; readonly after: number }[]): number {
  const before = flows.reduce((sum, flow) => sum + flow.before, 0)
  const after = flows.reduce((sum, flow) => sum + flow.after, 0)
  if (before < CALLS_MIN || after < CALLS_MIN) return 1
  const variation = flows.reduce((sum, flow) => sum + Math.abs(flow.before / before - flow.after / after), 0) / 2
  return Math.max(0, Math.min(1, (variation - USUAL) / (CHANGED - USUAL)))
}
