/**
 * Tells a project's on-call object that telemetry comes in, so that it looks for changes before anybody asks. Once in a
 * few minutes per isolate and project: a delivery pays for a look into a map.
 */
import { logFailure } from '../../log/log.ts'
import type { DomainContext, PlacedProject } from '../context.ts'

const TOLD_EVERY_MS = 4 * 60_000
/** Projects of one isolate; over it all are told again, which is only more often than needed. */
const PROJECTS_MAX = 10_000

const toldAtMs = new Map<string, number>()

/** Never throws and is never awaited: the next delivery after a while tells it again. */
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
