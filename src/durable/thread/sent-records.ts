/** Returns the recorded prompts of a run. */
import type { RunSentRecord, StepRecord } from './records.ts'

/** Steps are deleted when the run ends; the record of what was sent to a provider stays. */
export function sentIn(steps: readonly StepRecord[]): RunSentRecord[] {
  return steps.flatMap((step): readonly RunSentRecord[] => {
    if (step.kind !== 'model') return []
    if (step.sent !== undefined) return step.sent
    // The form of earlier releases, which recorded only calls that succeeded.
    return step.result?.sent === undefined ? [] : [{ ...step.result.sent, step: step.index }]
  })
}
