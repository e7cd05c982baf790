/** Reads which services of a project call each other, for grouping alerts. */
import { fromMillis } from '../../telemetry/index.ts'
import type { PlacedProject, VerbCall } from '../context.ts'

/** How far back calls are read. */
const LOOK_BACK_MS = 3_600_000
const CALLS_MAX = 5_000

/** Returns which services of the project call each other, as recent spans show it, the most frequent calls first. */
export async function readCalls({
  ctx,
  scope,
}: VerbCall<PlacedProject>): Promise<(readonly [caller: string, callee: string])[]> {
  const nowMs = ctx.now()
  const { dependencies } = await ctx.telemetry.dependencies(
    { ...scope, retentionDays: 0 },
    { range: { from: fromMillis(nowMs - LOOK_BACK_MS), to: fromMillis(nowMs) } },
  )
  return dependencies
    .toSorted((a, b) => b.calls - a.calls)
    .slice(0, CALLS_MAX)
    .map(({ caller, callee }) => [caller, callee] as const)
}
