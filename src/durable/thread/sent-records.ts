/** What of a run's prompts is on record. */
import type { RunSentRecord, StepRecord } from './records.ts'

/** Steps go when the run ends; what left the deployment stays on record. */
export function sentIn(steps: readonly StepRecord[]): RunSentRecord[] {
  return steps.flatMap((step): readonly RunSentRecord[] => {
    if (step.kind !== 'model') return []
    if (step.sent !== undefined) return step.sent
    // As releases before kept it, when the call had succeeded.
    return step.result?.sent === undefined ? [] : [{ ...step.result.sent, step: step.index }]
  })
}
