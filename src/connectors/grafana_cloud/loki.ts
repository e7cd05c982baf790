/** Loki's query API: labels, and the lines of a window. */
import { z } from 'zod'
import type { Outcome } from '../connector.ts'
import { success } from '../failure.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { lineOfJson } from '../reading/json-line.ts'
import { type Line, timeOfNanos } from '../reading/line.ts'

const namesSchema = z.object({ status: z.literal('success'), data: z.array(z.string()) })
/** Loki leaves out `data` when a label has no values. */
const valuesSchema = z.object({ status: z.literal('success'), data: z.array(z.string()).nullish() })
const streamsSchema = z.object({
  status: z.literal('success'),
  data: z.object({
    resultType: z.literal('streams'),
    result: z.array(
      z.object({
        stream: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.string(), z.string()]).rest(z.record(z.string(), z.unknown()))),
      }),
    ),
  }),
})
const anySchema = z.object({
  status: z.literal('success'),
  data: z.looseObject({
    resultType: z.string(),
    result: z.array(z.looseObject({ metric: z.record(z.string(), z.string()).optional() })),
  }),
})

export async function labelNames(api: PlatformApi): Promise<Outcome<readonly string[]>> {
  const found = await read(api, { path: '/api/v1/labels' }, namesSchema)
  return found.ok ? success(found.value.data) : found
}

export async function valuesOf(api: PlatformApi, label: string): Promise<Outcome<readonly string[]>> {
  const found = await read(api, { path: `/api/v1/label/${label}/values` }, valuesSchema)
  return found.ok ? success(found.value.data ?? []) : found
}

export interface LinesWanted {
  readonly query: string
  readonly fromMs: number
  /** Exclusive, as in Loki. */
  readonly toMs: number
  readonly limit: number
  readonly direction: 'forward' | 'backward'
}

function parametersOf({ query, fromMs, toMs, limit, direction }: LinesWanted) {
  return { query, start: `${Math.floor(fromMs)}000000`, end: `${Math.floor(toMs)}000000`, limit, direction }
}

export async function lines(api: PlatformApi, wanted: LinesWanted): Promise<Outcome<Line[]>> {
  const call = { path: '/api/v1/query_range', query: parametersOf(wanted) }
  const found = await read(api, call, streamsSchema)
  return found.ok ? success(found.value.data.result.flatMap(linesOf)) : found
}

/** The rows of a metric query (count_over_time, rate, …). */
export async function rows(api: PlatformApi, wanted: LinesWanted): Promise<Outcome<Record<string, unknown>[]>> {
  const found = await read(api, { path: '/api/v1/query_range', query: parametersOf(wanted) }, anySchema)
  return found.ok ? success(found.value.data.result.map(({ metric, ...rest }) => ({ ...metric, ...rest }))) : found
}

type Stream = z.infer<typeof streamsSchema>['data']['result'][number]

function linesOf({ stream, values }: Stream): Line[] {
  const labels = JSON.stringify(Object.entries(stream).sort())
  const twins = new Map<string, number>()
  return values.flatMap(([nanos, text, structured]) => {
    const time = timeOfNanos(nanos)
    if (time === null) return []
    const { level, detected_level, ...rest } = stream
    const event = { ...rest, level: level ?? detected_level, ...structured, message: text }
    // Loki stores equal lines of the same time and stream once, so these three identify a line. A counter distinguishes
    // the rare duplicates.
    const key = `${nanos} ${labels} ${text}`
    const nth = twins.get(key) ?? 0
    twins.set(key, nth + 1)
    return [lineOfJson(event, { id: nth === 0 ? key : `${key} ${nth}`, time })]
  })
}
