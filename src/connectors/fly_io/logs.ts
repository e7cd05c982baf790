/** The log API that flyctl uses. Its page token is a time in nanoseconds. */
import { z } from 'zod'
import { type LogRecord, type Timestamp, toMillis } from '../../telemetry/index.ts'
import type { Outcome, PlatformAnswer, PlatformQuery, PullInput, PullResult } from '../connector.ts'
import { success } from '../failure.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { isWithin, logAnswer, logOf, mentions, resourceOf, timeOfText } from '../pulled-log.ts'
import type { FlyMetadata, FlyStream } from './metadata.ts'

const line = z.object({
  id: z.string().min(1),
  attributes: z.object({
    timestamp: z.string(),
    message: z.string(),
    level: z.string().nullish(),
    instance: z.string().nullish(),
    region: z.string().nullish(),
    meta: z
      .object({
        event: z.object({ provider: z.string().nullish() }).nullish(),
        error: z.object({ code: z.number().nullish(), message: z.string().nullish() }).nullish(),
        url: z.object({ full: z.string().nullish() }).nullish(),
      })
      .nullish(),
  }),
})
const page = z.object({ data: z.array(line), meta: z.object({ next_token: z.string() }) })
type Line = z.infer<typeof line>

const position = z.object({ nextToken: z.string().optional() }).catch({})
/** Fly allows one call a second; a query may take a few seconds. */
const QUERY_APPS_MAX = 5
const QUERY_PAGES_MAX = 5

export async function pullLogs(
  api: PlatformApi,
  input: Pick<PullInput<FlyMetadata, FlyStream>, 'config' | 'position' | 'fromMs' | 'toMs'>,
): Promise<Outcome<PullResult>> {
  const { config, fromMs, toMs } = input
  const token = position.parse(input.position ?? {}).nextToken ?? `${fromMs}000000`
  const path = `/api/v1/apps/${encodeURIComponent(config.appName)}/logs`
  const outcome = await read(api, { path, query: { next_token: token } }, page)
  if (!outcome.ok) return outcome
  const { data, meta } = outcome.value
  const kept = data.flatMap((one) => recordOf(one, config.appName, fromMs, toMs))
  const last = lastTimeOf(data)
  // The last page points to itself. Lines at the time of the token are repeated on the next page.
  const isCaughtUp = meta.next_token === token || last === null || toMillis(last) >= toMs
  return success({
    logs: kept.map(({ log }) => log),
    recordIds: kept.map(({ id }) => id),
    position: isCaughtUp ? {} : { nextToken: meta.next_token },
    isCaughtUp,
  })
}

function lastTimeOf(data: readonly Line[]): Timestamp | null {
  const last = data.at(-1)
  return last ? timeOfText(last.attributes.timestamp) : null
}

function recordOf({ id, attributes: fields }: Line, app: string, fromMs: number, toMs: number) {
  const time = timeOfText(fields.timestamp)
  if (!time || !isWithin(time, fromMs, toMs)) return []
  const { meta } = fields
  const attributes: Record<string, string> = {}
  const add = (name: string, value: string | null | undefined) => {
    if (value) attributes[name] = value
  }
  add('fly.region', fields.region)
  add('fly.instance', fields.instance)
  add('fly.provider', meta?.event?.provider)
  add('error.message', meta?.error?.message)
  add('url.full', meta?.url?.full)
  const resource = resourceOf(app, { 'cloud.provider': 'fly_io' })
  return [{ id, log: logOf({ time, body: fields.message, level: fields.level ?? '', resource, attributes }) }]
}

/** The API cannot search, so the lines of a few apps are read for the window and searched here. */
export async function queryLogs(
  api: PlatformApi,
  apps: readonly string[],
  query: PlatformQuery,
): Promise<Outcome<PlatformAnswer>> {
  const found = new Map<string, LogRecord>()
  let isTruncated = apps.length > QUERY_APPS_MAX
  for (const appName of apps.slice(0, QUERY_APPS_MAX)) {
    let at: PullResult['position'] | null = null
    for (let pages = 0; ; pages += 1) {
      const { fromMs, toMs } = query
      const pulled: Outcome<PullResult> = await pullLogs(api, { config: { appName }, position: at, fromMs, toMs })
      if (!pulled.ok) return pulled
      const { logs = [], recordIds, isCaughtUp, position: next } = pulled.value
      logs.forEach((log, index) => {
        if (mentions(log.body, query.text)) found.set(`${appName} ${recordIds[index]}`, log)
      })
      at = next
      if (isCaughtUp) break
      if (pages + 1 >= QUERY_PAGES_MAX) {
        isTruncated = true
        break
      }
    }
  }
  const newest = [...found.values()].sort((a, b) => toMillis(b.time) - toMillis(a.time))
  return success(logAnswer(newest, query.limit, isTruncated))
}
