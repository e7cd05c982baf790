/** Runs and their events. A personal token can read the runs of its project, but not their events. */
import { z } from 'zod'
import type { ConnectorDeps, Outcome } from '../connector.ts'
import { success } from '../failure.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { baseOf } from '../reading/encoding.ts'
import type { TriggerDevMetadata } from './metadata.ts'

export const NAME = 'Trigger.dev'
const BASE_URL = 'https://api.trigger.dev'

const runSchema = z.looseObject({
  id: z.string().min(1),
  status: z.string(),
  taskIdentifier: z.string(),
  createdAt: z.string(),
  startedAt: z.string().nullish(),
  finishedAt: z.string().nullish(),
  durationMs: z.number().nullish(),
  version: z.string().nullish(),
  env: z.looseObject({ name: z.string() }).nullish(),
})
export type TriggerRun = z.infer<typeof runSchema>
const runsSchema = z.object({
  data: z.array(runSchema),
  pagination: z.looseObject({ next: z.string().nullish() }),
})
const eventSchema = z.looseObject({
  spanId: z.string(),
  message: z.string(),
  startTime: z.union([z.string(), z.number()]),
  isError: z.boolean().optional(),
  level: z.string().optional(),
  attemptNumber: z.number().nullish(),
})
export type TriggerEvent = z.infer<typeof eventSchema>

export const isPersonal = ({ secret_key }: TriggerDevMetadata): boolean => secret_key.startsWith('tr_pat_')

export const apiOf = ({ http }: ConnectorDeps, { secret_key, base_url }: TriggerDevMetadata): PlatformApi => ({
  http,
  name: NAME,
  baseUrl: baseOf(base_url ?? BASE_URL),
  headers: { authorization: `Bearer ${secret_key}` },
  isUserGiven: base_url !== undefined,
})

export interface RunsWanted {
  readonly task?: string | undefined
  readonly statuses?: readonly string[]
  readonly fromMs: number
  readonly toMs: number
  readonly limit: number
  readonly cursor: string | null
}
export interface RunPage {
  readonly runs: readonly TriggerRun[]
  readonly nextCursor: string | null
}

/** Runs created in the window, newest first. */
export async function runsOf(
  api: PlatformApi,
  metadata: TriggerDevMetadata,
  wanted: RunsWanted,
): Promise<Outcome<RunPage>> {
  const path = isPersonal(metadata)
    ? `/api/v1/projects/${encodeURIComponent(metadata.project_ref ?? '')}/runs`
    : '/api/v1/runs'
  const query = {
    'page[size]': wanted.limit,
    'page[after]': wanted.cursor ?? undefined,
    'filter[taskIdentifier]': wanted.task,
    'filter[status]': wanted.statuses?.join(','),
    'filter[createdAt][from]': new Date(wanted.fromMs).toISOString(),
    'filter[createdAt][to]': new Date(wanted.toMs).toISOString(),
  }
  const found = await read(api, { path, query }, runsSchema)
  if (!found.ok) return found
  // Trigger.dev's window includes its end. An old server may ignore the filter by task.
  const runs = found.value.data.filter(
    ({ createdAt, taskIdentifier }) =>
      Date.parse(createdAt) < wanted.toMs && (wanted.task === undefined || taskIdentifier === wanted.task),
  )
  return success({ runs, nextCursor: found.value.pagination.next ?? null })
}

/** One run, with the same fields as in the list. */
export const runOf = (api: PlatformApi, id: string): Promise<Outcome<TriggerRun>> =>
  read(api, { path: `/api/v3/runs/${encodeURIComponent(id)}` }, runSchema)

export async function eventsOf(api: PlatformApi, runId: string): Promise<Outcome<readonly TriggerEvent[]>> {
  const path = `/api/v1/runs/${encodeURIComponent(runId)}/events`
  const found = await read(api, { path }, z.object({ events: z.array(eventSchema) }))
  return found.ok ? success(found.value.events) : found
}
