/** Schedules of a project: questions that are asked at a time. They are kept and run by its monitor object. */
import type { ProjectScope } from '../../auth/scope.ts'
import { conflict, invalidInput, notFound } from '../../contracts/domain-error.ts'
import { createdId } from '../../contracts/ids.ts'
import {
  type SavedSchedule,
  SCHEDULES_PER_PROJECT_MAX,
  type ScheduleDefinition,
  type SchedulePage,
  type ScheduleRun,
  type ScheduleRunPage,
  type ScheduleView,
  type Timing,
} from '../../contracts/schedule-protocol.ts'
import { destinationsOfProject } from '../../db/destinations.ts'
import { problemOf, timingOf } from '../../oncall/schedules/timing.ts'
import { audit } from '../audit.ts'
import type { DomainContext, VerbCall } from '../context.ts'

interface Page {
  readonly limit: number
  readonly cursor: string | undefined
}

/** `every weekday 09:00 Europe/Berlin`, or five fields of cron with a time zone. */
export type TimingInput = string | Timing

/** Lists the schedules of the project; the cursor is that of the previous page. */
export const listSchedules = ({ ctx, scope, input }: VerbCall<ProjectScope, Page>): Promise<SchedulePage> =>
  ctx.objects.monitors(scope).listSchedules({ limit: input.limit, cursor: input.cursor ?? null })

/** Returns a schedule of the project. Throws `not_found`. */
export async function getSchedule({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, { readonly id: string }>): Promise<ScheduleView> {
  const schedule = await ctx.objects.monitors(scope).getSchedule(input.id)
  if (schedule === null) throw notFound('The schedule')
  return schedule
}

/** Lists the runs of a schedule, newest first. Throws `not_found`. */
export async function listScheduleRuns({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, Page & { readonly id: string }>): Promise<ScheduleRunPage> {
  const { id, limit, cursor = null } = input
  await getSchedule({ ctx, scope, input: { id } })
  return ctx.objects.monitors(scope).scheduleRuns({ id, limit, cursor })
}

export interface CreateScheduleInput extends Omit<ScheduleDefinition, 'timing'> {
  readonly timing: TimingInput
}

/**
 * Creates a schedule. Throws `invalid_input` for a timing that cannot be parsed or never occurs and for unknown
 * destinations, and `conflict` if the project already has the maximum number of schedules.
 */
export async function createSchedule({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, CreateScheduleInput>): Promise<ScheduleView> {
  const { name, question, destinationIds, enabled } = input
  const definition = { name, question, timing: checkedTiming(input.timing, ctx.now()), destinationIds, enabled }
  await assertDestinations(ctx, scope, destinationIds)
  const id = createdId(ctx)
  const saved = await ctx.objects.monitors(scope).saveSchedule({ owner: placeOf(scope), id, isNew: true, definition })
  const schedule = savedOrRefused(saved)
  await noted(ctx, scope, 'schedule.create', schedule)
  return schedule
}

/**
 * PATCH: absent fields stay as they are. Times that pass while the schedule is disabled, or before its timing was
 * changed, are not caught up on.
 */
export async function updateSchedule({
  ctx,
  scope,
  input: { id, change },
}: VerbCall<
  ProjectScope,
  {
    readonly id: string
    readonly change: { readonly [Name in keyof CreateScheduleInput]?: CreateScheduleInput[Name] | undefined }
  }
>): Promise<ScheduleView> {
  const timing = change.timing === undefined ? undefined : checkedTiming(change.timing, ctx.now())
  if (change.destinationIds !== undefined) await assertDestinations(ctx, scope, change.destinationIds)
  const checked = { ...change, timing }
  const schedule = savedOrRefused(await ctx.objects.monitors(scope).changeSchedule({ id, change: checked }))
  await noted(ctx, scope, 'schedule.update', schedule)
  return schedule
}

/** Deletes a schedule; threads of its runs stay. Throws `not_found`. */
export async function deleteSchedule({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, { readonly id: string }>): Promise<void> {
  const schedule = await getSchedule({ ctx, scope, input })
  if (!(await ctx.objects.monitors(scope).deleteSchedule(input.id))) throw notFound('The schedule')
  await noted(ctx, scope, 'schedule.delete', schedule)
}

/** Asks the question now. Throws 409 while a run has not ended. */
export async function runSchedule({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, { readonly id: string }>): Promise<ScheduleRun> {
  const run = await ctx.objects.monitors(scope).runSchedule(input.id)
  if (run === null) throw notFound('The schedule')
  if (run.state === 'skipped') throw conflict('A run of this schedule has not ended. Wait for it, or cancel it.')
  return run
}

function checkedTiming(input: TimingInput, now: number): Timing {
  const timing = typeof input === 'string' ? timingOf(input) : input
  const problem =
    timing === null
      ? { field: '', message: 'must have a form such as: every weekday 09:00 Europe/Berlin' }
      : problemOf(timing, now)
  if (timing !== null && problem === null) return timing
  const path = ['body.timing', ...(typeof input === 'string' || !problem?.field ? [] : [problem.field])].join('.')
  throw invalidInput(`The schedule's timing ${problem?.message}.`, [{ path, message: problem?.message ?? '' }])
}

async function assertDestinations(
  ctx: DomainContext,
  { projectId }: ProjectScope,
  ids: readonly string[] | null,
): Promise<void> {
  if (ids === null) return
  const known = new Set((await destinationsOfProject(ctx.db, projectId)).map(({ id }) => id))
  if (ids.every((id) => known.has(id))) return
  const message = 'must be destinations of the project'
  throw invalidInput(`The schedule's destinations ${message}.`, [{ path: 'body.destinationIds', message }])
}

function savedOrRefused(saved: SavedSchedule): ScheduleView {
  if (saved.ok) return saved.schedule
  if (saved.reason === 'not_found') throw notFound('The schedule')
  throw conflict(`A project has at most ${SCHEDULES_PER_PROJECT_MAX} schedules. Delete one first.`)
}

/** The object has already committed: a schedule's row is stored there, not in D1. */
async function noted(ctx: DomainContext, scope: ProjectScope, action: string, schedule: ScheduleView): Promise<void> {
  const { organizationId, projectId, actor } = scope
  const { name, timing, enabled } = schedule.definition
  const detail = { name, timing, enabled }
  await ctx.db.batch([audit(ctx, { organizationId, projectId, actor, action, targetId: schedule.id, detail })])
}

const placeOf = ({ organizationId, projectId, region }: ProjectScope) => ({ organizationId, projectId, region })
