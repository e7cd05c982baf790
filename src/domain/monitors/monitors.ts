/** Monitors of a project. They are kept and evaluated by its monitor object. */
import type { ProjectScope } from '../../auth/scope.ts'
import { conflict, invalidInput, notFound } from '../../contracts/domain-error.ts'
import { createdId } from '../../contracts/ids.ts'
import {
  type Condition,
  MONITOR_QUERIES_MAX,
  MONITORS_PER_PROJECT_MAX,
  type MonitorChange,
  type MonitorDefinition,
  type MonitorPage,
  type MonitorView,
  type SavedMonitor,
  type TransitionPage,
} from '../../contracts/monitor-protocol.ts'
import { audit } from '../audit.ts'
import type { DomainContext, VerbCall } from '../context.ts'

type Call<Input> = VerbCall<ProjectScope, Input>

interface Page {
  readonly limit: number
  readonly cursor: string | undefined
}

/** Lists the monitors of the project; the cursor is that of the previous page. */
export const listMonitors = ({ ctx, scope, input }: Call<Page>): Promise<MonitorPage> =>
  ctx.objects.monitors(scope).listMonitors({ limit: input.limit, cursor: input.cursor ?? null })

/** Returns a monitor of the project with its state. Throws `not_found`. */
export async function getMonitor({ ctx, scope, input }: Call<{ readonly id: string }>): Promise<MonitorView> {
  return found(await ctx.objects.monitors(scope).getMonitor(input.id))
}

/** Lists the changes of a monitor's status, newest first. Throws `not_found`. */
export async function monitorHistory({
  ctx,
  scope,
  input,
}: Call<Page & { readonly id: string }>): Promise<TransitionPage> {
  const { id, limit, cursor = null } = input
  await getMonitor({ ctx, scope, input: { id } })
  return ctx.objects.monitors(scope).monitorHistory({ id, limit, cursor })
}

/**
 * Creates a monitor. Throws `invalid_input` for a condition that makes no sense, and `conflict` if the project already
 * has the maximum number of monitors, or of different questions that monitors ask.
 */
export async function createMonitor({
  ctx,
  scope,
  input: { definition },
}: Call<{ readonly definition: MonitorDefinition }>): Promise<MonitorView> {
  assertSound(definition.condition)
  const id = createdId(ctx)
  const saved = await ctx.objects.monitors(scope).saveMonitor({ owner: placeOf(scope), id, isNew: true, definition })
  const monitor = savedOrRefused(saved)
  await noted(ctx, scope, 'monitor.create', monitor)
  return monitor
}

/**
 * PATCH: absent fields stay as they are. A changed condition starts without earlier state, and a firing alert of the
 * old one is resolved.
 */
export async function updateMonitor({
  ctx,
  scope,
  input,
}: Call<{
  readonly id: string
  readonly change: MonitorChange
}>): Promise<MonitorView> {
  if (input.change.condition !== undefined) assertSound(input.change.condition)
  const monitor = savedOrRefused(await ctx.objects.monitors(scope).changeMonitor(input))
  await noted(ctx, scope, 'monitor.update', monitor)
  return monitor
}

/** Pausing a firing monitor resolves its alert. A resumed monitor starts without earlier state. Repeatable. */
export async function setMonitorPaused({
  ctx,
  scope,
  input,
}: Call<{ readonly id: string; readonly isPaused: boolean }>): Promise<MonitorView> {
  const monitor = found(await ctx.objects.monitors(scope).setPaused(input))
  await noted(ctx, scope, input.isPaused ? 'monitor.pause' : 'monitor.resume', monitor)
  return monitor
}

/** Deletes a monitor with its history. Throws `not_found`. */
export async function deleteMonitor({ ctx, scope, input }: Call<{ readonly id: string }>): Promise<void> {
  const monitor = await getMonitor({ ctx, scope, input })
  if (!(await ctx.objects.monitors(scope).deleteMonitor(input.id))) throw notFound('The monitor')
  await noted(ctx, scope, 'monitor.delete', monitor)
}

/** Checks what no schema of single fields can check. */
export function assertSound({ measure, comparison }: Condition): void {
  const refuse = (path: string, message: string): never => {
    throw invalidInput(`The monitor's condition ${message}.`, [{ path: `body.condition.${path}`, message }])
  }
  if (comparison.kind === 'absent' && measure.signal === 'patterns')
    refuse('comparison', 'cannot wait for the absence of new patterns')
  if (comparison.kind === 'unusual' && measure.signal === 'patterns')
    refuse('comparison', 'cannot compare new patterns with earlier days; give a threshold instead')
  if (comparison.kind !== 'above' && comparison.kind !== 'below') return
  const { recoverAt, threshold } = comparison
  if (recoverAt === null) return
  const isWrongSide = comparison.kind === 'above' ? recoverAt > threshold : recoverAt < threshold
  if (isWrongSide)
    refuse('comparison.recoverAt', `must not be ${comparison.kind} the threshold, or it would recover while it fires`)
}

function savedOrRefused(saved: SavedMonitor): MonitorView {
  if (saved.ok) return saved.monitor
  switch (saved.reason) {
    case 'not_found':
      throw notFound('The monitor')
    case 'too_many':
      throw conflict(`A project has at most ${MONITORS_PER_PROJECT_MAX} monitors. Delete one first.`)
    case 'too_many_queries':
      throw conflict(
        `The monitors of a project ask at most ${MONITOR_QUERIES_MAX} different questions. Monitors that differ only in service, severity or operation share one question. Use words, attributes and metrics that another monitor already uses, or delete a monitor first.`,
      )
  }
}

function found(monitor: MonitorView | null): MonitorView {
  if (monitor === null) throw notFound('The monitor')
  return monitor
}

/** The object has already committed: a monitor's row is stored there, not in D1. */
async function noted(ctx: DomainContext, scope: ProjectScope, action: string, monitor: MonitorView): Promise<void> {
  const { organizationId, projectId, actor } = scope
  const { id: targetId, definition } = monitor
  await ctx.db.batch([
    audit(ctx, { organizationId, projectId, actor, action, targetId, detail: { name: definition.name, definition } }),
  ])
}

/** Returns the part of a scope that places an object: organization, project and region. */
export const placeOf = ({ organizationId, projectId, region }: ProjectScope) => ({ organizationId, projectId, region })
