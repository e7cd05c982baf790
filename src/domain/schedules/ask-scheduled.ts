/**
 * Asks a scheduled question as a thread with one run, through the same verbs as every run that the service starts
 * itself.
 */
import type { PlacedProject } from '../../contracts/oncall-protocol.ts'
import type { VerbCall } from '../context.ts'
import { awaitRun, startAutomaticRun } from '../oncall/automatic-run.ts'
import { textOf } from '../oncall/found-verdict.ts'

/** Starts the run, or finds the one that an earlier attempt started. `later`: too many runs are in progress. */
export async function askScheduled({
  ctx,
  scope,
  input,
}: VerbCall<
  PlacedProject,
  { readonly question: string; readonly threadId: string; readonly requestKey: string }
>): Promise<
  | { readonly kind: 'started'; readonly runId: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'later' }
> {
  const { question: message, threadId, requestKey } = input
  const started = await startAutomaticRun({
    ctx,
    scope,
    input: { threadId, isFirst: true, requestKey, message, alert: null, origin: 'schedule', parentRunId: null },
  })
  switch (started.kind) {
    case 'started':
      return { kind: 'started', runId: started.run.runId }
    case 'refused':
      return { kind: 'refused', reason: `The question was not asked: ${started.reason}` }
    case 'later':
      return { kind: 'later' }
  }
}

/** Waits at most `waitMs` for the answer. */
export async function scheduledAnswer({
  ctx,
  scope,
  input,
}: VerbCall<PlacedProject, { readonly threadId: string; readonly runId: string; readonly waitMs: number }>): Promise<
  { readonly isFailed: boolean; readonly text: string } | 'running' | 'gone'
> {
  const ended = await awaitRun({ ctx, scope, input })
  if (typeof ended === 'string') return ended
  const text = textOf(ended.answer)
  if (text !== '') return { isFailed: false, text }
  return { isFailed: true, text: ended.run.error?.message ?? 'The run gave no answer.' }
}
