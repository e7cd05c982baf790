/**
 * Tells a project's on-call object that telemetry arrives, so that it looks for changes before anybody asks. It does so
 * once in a few minutes per isolate and project; a delivery costs only a look-up in a map.
 */
import { logFailure } from '../../log/log.ts'
import type { DomainContext, PlacedProject } from '../context.ts'

const TOLD_EVERY_MS = 4 * 60_000
/** Most projects that an isolate remembers. Beyond it, all are notified again, which does no harm. */
const PROJECTS_MAX = 10_000

const toldAtMs = new Map<string, number>()

/** Never throws and is never awaited. After a while, the next delivery notifies the object again. */
export function telemetryArrived(
  ctx: DomainContext,
  project: PlacedProject,
  wait: (work: Promise<void>) => void,
): void {
  const { organizationId, projectId, region } = project
  const nowMs = ctx.now()
  const lastMs = toldAtMs.get(projectId)
  if (lastMs !== undefined && nowMs - lastMs < TOLD_EVERY_MS) return
  if (toldAtMs.size >= PROJECTS_MAX) toldAtMs.clear()
  toldAtMs.set(projectId, nowMs)
  const owner = { organizationId, projectId, region }
  wait(
    ctx.objects
      .onCall(owner)
      .telemetryArrived(owner)
      .catch((error: unknown) => {
        toldAtMs.delete(projectId)
        logFailure('oncall_not_told_of_telemetry', error)
      }),
  )
}
