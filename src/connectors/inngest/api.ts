/** The REST API: events, and the runs they started. */
import { z } from 'zod'
import type { ConnectorDeps, Outcome } from '../connector.ts'
import { success } from '../failure.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { baseOf } from '../reading/encoding.ts'
import type { InngestMetadata } from './metadata.ts'

export const NAME = 'Inngest'
const BASE_URL = 'https://api.inngest.com'
/** Most events of one page. */
export const EVENTS_MAX = 100

const eventSchema = z.looseObject({
  internal_id: z.string().min(1),
  name: z.string(),
  receivedAt: z.string().optional(),
  ts: z.number().optional(),
  data: z.unknown(),
})
export type InngestEvent = z.infer<typeof eventSchema>
const runSchema = z.looseObject({
  run_id: z.string().min(1),
  function_id: z.string(),
  function_version: z.number().nullish(),
  event_id: z.string().nullish(),
  status: z.string(),
  run_started_at: z.string(),
  ended_at: z.string().nullish(),
  output: z.unknown(),
})
export type InngestRun = z.infer<typeof runSchema>
const listOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item), metadata: z.unknown() })

export function apiOf({ http }: ConnectorDeps, { signing_key, environment, base_url }: InngestMetadata): PlatformApi {
  return {
    http,
    name: NAME,
    baseUrl: baseOf(base_url ?? BASE_URL),
    headers: {
      authorization: `Bearer ${signing_key}`,
      ...(environment === undefined ? {} : { 'x-inngest-env': environment }),
    },
    isUserGiven: base_url !== undefined,
  }
}

export interface EventsWanted {
  readonly name?: string | undefined
  readonly fromMs: number
  readonly toMs: number
  readonly limit: number
  readonly cursor: string | null
}

export interface EventPage {
  readonly events: readonly InngestEvent[]
  readonly nextCursor: string | null
}

/** Newest first. Inngest excludes both bounds. */
export async function eventsOf(api: PlatformApi, wanted: EventsWanted): Promise<Outcome<EventPage>> {
  const found = await read(
    api,
    {
      path: '/v1/events',
      query: {
        received_after: new Date(wanted.fromMs - 1).toISOString(),
        received_before: new Date(wanted.toMs).toISOString(),
        name: wanted.name,
        limit: wanted.limit,
        cursor: wanted.cursor ?? undefined,
      },
    },
    listOf(eventSchema),
  )
  if (!found.ok) return found
  const events = found.value.data
  const last = events.at(-1)
  return success({ events, nextCursor: events.length < wanted.limit || !last ? null : last.internal_id })
}

export async function runsOf(api: PlatformApi, eventId: string): Promise<Outcome<readonly InngestRun[]>> {
  const found = await read(api, { path: `/v1/events/${encodeURIComponent(eventId)}/runs` }, listOf(runSchema))
  return found.ok ? success(found.value.data) : found
}

export async function runOf(api: PlatformApi, runId: string): Promise<Outcome<InngestRun>> {
  const found = await read(api, { path: `/v1/runs/${encodeURIComponent(runId)}` }, z.object({ data: runSchema }))
  return found.ok ? success(found.value.data) : found
}
