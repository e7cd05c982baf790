/**
 * How much the requests reaching a service changed their composition. A fault elsewhere (a caller that gives up early)
 * and plain changes of load alter what a service is asked; branches then shift without anything being wrong with it.
 */
import type { TraceActivity } from '../../telemetry/index.ts'
import { rangeSum, type Split } from './split.ts'

/** Calls needed on either side to speak of a composition. */
const CALLS_MIN = 10
/** Total variation that sampling alone gives, and at which the composition counts as another one. */
const USUAL = 0.15
const CHANGED = 0.5

/** Per service: 0 (asked as before) to 1 (asked something else). Services without inbound calls are judged by their own. */
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
