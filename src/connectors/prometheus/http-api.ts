/** The query API that Prometheus, Mimir, Thanos and VictoriaMetrics share; Grafana Cloud serves it too. */
import { z } from 'zod'
import type { Failure, Outcome, PlatformAnswer, PlatformQuery } from '../connector.ts'
import { failure, success } from '../failure.ts'
import type { OutboundResponse } from '../outbound/client.ts'
import { type PlatformApi, read } from '../platform-api.ts'

const sample = z.tuple([z.number(), z.string()])
const matrixSchema = z.object({
  status: z.literal('success'),
  data: z.object({
    resultType: z.literal('matrix'),
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), values: z.array(sample) })),
  }),
})
const valuesSchema = z.object({ status: z.literal('success'), data: z.array(z.string()) })
const buildSchema = z.object({ status: z.literal('success'), data: z.looseObject({ version: z.string() }) })
const instantSchema = z.object({ status: z.literal('success'), data: z.looseObject({ resultType: z.string() }) })

export interface Series {
  readonly metric: Readonly<Record<string, string>>
  readonly values: readonly (readonly [number, string])[]
}

/** Errors of a query get 400 or 422, with their type and position. */
export function refineProm(response: OutboundResponse): Failure | null {
  if (response.status !== 400 && response.status !== 422) return null
  const { data } = z.looseObject({ errorType: z.string(), error: z.string() }).safeParse(response.json())
  return data ? failure('bad_config', `The query was refused (${data.errorType}): ${data.error.slice(0, 300)}`) : null
}

/** Reads the version. An engine without that page is tested with the query `1`. */
export async function promVersion(api: PlatformApi): Promise<Outcome<string>> {
  const build = await read(api, { path: '/api/v1/status/buildinfo' }, buildSchema)
  if (build.ok) return success(build.value.data.version)
  if (build.kind !== 'not_found') return build
  const one = await read(api, { path: '/api/v1/query', query: { query: '1' } }, instantSchema)
  return one.ok ? success('compatible') : one
}

export async function labelValues(api: PlatformApi, label: string): Promise<Outcome<readonly string[]>> {
  const found = await read(api, { path: `/api/v1/label/${label}/values` }, valuesSchema)
  return found.ok ? success(found.value.data) : found
}

export interface RangeQuery {
  readonly query: string
  readonly fromMs: number
  readonly toMs: number
  readonly stepMs: number
}

export async function queryRange(
  api: PlatformApi,
  { query, fromMs, toMs, stepMs }: RangeQuery,
): Promise<Outcome<readonly Series[]>> {
  const found = await read(
    api,
    {
      path: '/api/v1/query_range',
      query: { query, start: fromMs / 1000, end: toMs / 1000, step: stepMs / 1000 },
    },
    matrixSchema,
  )
  return found.ok ? success(found.value.data.result) : found
}

/** The most points of one series in an answer to the agent. */
const POINTS = 30
const STEP_MS_MIN = 15_000

/**
 * One row per series: its labels and its values in the window. A native query is PromQL. Words select metrics by name.
 */
export async function askProm(api: PlatformApi, query: PlatformQuery): Promise<Outcome<PlatformAnswer>> {
  const words = query.text.trim().split(/\s+/).filter(Boolean)
  const pattern = words.map((word) => word.replaceAll(/[^\w:]/g, '.')).join('.*')
  const promql = query.isNative ? query.text : `{__name__=~"(?i).*${pattern}.*"}`
  const stepMs = Math.max(STEP_MS_MIN, Math.ceil((query.toMs - query.fromMs) / POINTS / 1000) * 1000)
  const found = await queryRange(api, { query: promql, fromMs: query.fromMs, toMs: query.toMs - 1, stepMs })
  if (!found.ok) return found
  const rows = found.value.slice(0, query.limit).map(rowOf)
  return success({
    columns: ['metric', 'labels', 'points', 'min', 'max', 'average', 'first', 'last'],
    rows,
    isTruncated: found.value.length > query.limit,
  })
}

function rowOf({ metric: { __name__: name = '', ...labels }, values }: Series) {
  const numbers = values.map(([, text]) => numberOf(text)).filter((value) => Number.isFinite(value))
  const sum = numbers.reduce((total, value) => total + value, 0)
  const known = numbers.length > 0
  return [
    name,
    JSON.stringify(labels),
    values.length,
    known ? numbers.reduce((least, value) => Math.min(least, value)) : null,
    known ? numbers.reduce((most, value) => Math.max(most, value)) : null,
    known ? sum / numbers.length : null,
    values[0]?.[1] ?? null,
    values.at(-1)?.[1] ?? null,
  ]
}

/** `NaN`, `+Inf` and `-Inf` are values too. */
export function numberOf(text: string): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY
  return text === '-Inf' ? Number.NEGATIVE_INFINITY : Number(text)
}
