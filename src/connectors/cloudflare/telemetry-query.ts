/** Queries events in Workers Observability for the agent. */
import { z } from 'zod'
import { fromMillis } from '../../telemetry/index.ts'
import type { Outcome, PlatformAnswer, PlatformQuery } from '../connector.ts'
import { success } from '../failure.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { logAnswer, logOf, mentions, resourceOf } from '../pulled-log.ts'
import { enveloped } from './api.ts'

const EVENTS_MAX = 2000
const event = z.object({
  timestamp: z.number(),
  $metadata: z
    .object({ level: z.string().nullish(), message: z.string().nullish(), service: z.string().nullish() })
    .nullish(),
  $workers: z.object({ scriptName: z.string().nullish() }).nullish(),
  source: z.unknown().optional(),
})
const found = z.object({ events: z.object({ events: z.array(event) }) })

export async function queryTelemetry(
  api: PlatformApi,
  account: string,
  query: PlatformQuery,
): Promise<Outcome<PlatformAnswer>> {
  const text = query.text.trim()
  const limit = text === '' ? Math.min(query.limit + 1, EVENTS_MAX) : EVENTS_MAX
  const json = {
    queryId: 'agent-question',
    // Cloudflare's window includes its end; ours does not.
    timeframe: { from: query.fromMs, to: query.toMs - 1 },
    view: 'events',
    limit,
    // Cloudflare searches for one of the words; this code matches the others.
    parameters: text === '' ? {} : { needle: { value: text.split(/\s+/)[0], isRegex: false, matchCase: false } },
  }
  const path = `/accounts/${account}/workers/observability/telemetry/query`
  const outcome = await read(api, { method: 'POST', path, json, isRepeatable: true }, enveloped(found))
  if (!outcome.ok) return outcome
  const { events } = outcome.value.result.events
  const logs = events.map(({ timestamp, $metadata: meta, $workers: workers, source }) =>
    logOf({
      time: fromMillis(timestamp),
      body: meta?.message ?? (typeof source === 'string' ? source : JSON.stringify(source ?? {})),
      level: meta?.level ?? '',
      resource: resourceOf(workers?.scriptName ?? meta?.service ?? 'worker', {}),
    }),
  )
  const matching = logs.filter(({ body }) => mentions(body, text))
  return success(logAnswer(matching, query.limit, events.length >= limit))
}
