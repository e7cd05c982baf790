/** Datadog: forwards logs to custom destinations. The agent uses its log search. */
import { z } from 'zod'
import type { Connector, ConnectorDeps, Outcome, PlatformAnswer, PlatformQuery } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { vendorHosts } from '../outbound/allowed-hosts.ts'
import { read } from '../platform-api.ts'
import { answerOfLines } from '../reading/answer.ts'
import { lineOfJson } from '../reading/json-line.ts'
import { timeOf } from '../reading/line.ts'
import { apiOf, NAME } from './api.ts'
import { provisionDestination, removeDestination } from './destination.ts'
import { type DatadogMetadata, type DatadogStream, datadogMetadata, datadogStream } from './metadata.ts'
import { datadogSetupSkill } from './setup-skill.ts'

const DAY_MS = 86_400_000
const SERVICES_PER_PAGE = 1000
/** The most events that one search returns. */
const EVENTS_MAX = 1000

const bucketsSchema = z.object({
  data: z.object({ buckets: z.array(z.object({ by: z.looseObject({ service: z.string().optional() }) })) }),
  meta: z.looseObject({ page: z.looseObject({ after: z.string().optional() }).optional() }).optional(),
})
const eventsSchema = z.object({
  data: z.array(
    z.looseObject({
      id: z.string(),
      attributes: z.looseObject({
        timestamp: z.string(),
        attributes: z.record(z.string(), z.unknown()).optional(),
      }),
    }),
  ),
})

async function validate(
  deps: ConnectorDeps,
  metadata: DatadogMetadata,
): Promise<Outcome<{ readonly account: string }>> {
  const api = apiOf(deps, metadata)
  const keys = await read(api, { path: '/api/v2/validate_keys' }, z.object({ status: z.literal('ok') }))
  if (!keys.ok) return keys
  const path = '/api/v2/logs/config/custom-destinations'
  const forwarding = await read(api, { path }, z.object({ data: z.array(z.unknown()) }))
  return forwarding.ok ? success({ account: `${NAME} (${metadata.site})` }) : forwarding
}

async function listResources(deps: ConnectorDeps, metadata: DatadogMetadata, cursor: string | null) {
  const now = deps.now()
  const found = await read(
    apiOf(deps, metadata),
    {
      method: 'POST',
      path: '/api/v2/logs/analytics/aggregate',
      isRepeatable: true,
      json: {
        compute: [{ aggregation: 'count' }],
        filter: { from: String(now - DAY_MS), to: String(now), query: metadata.query ?? '*' },
        group_by: [{ facet: 'service', limit: SERVICES_PER_PAGE }],
        ...(cursor === null ? {} : { page: { cursor } }),
      },
    },
    bucketsSchema,
  )
  if (!found.ok) return found
  const services = found.value.data.buckets.flatMap(({ by }) => (by.service ? [by.service] : []))
  return success({
    resources: services.map((service) => ({ displayName: service, config: { service } })),
    nextCursor: found.value.meta?.page?.after ?? null,
  })
}

async function query(
  deps: ConnectorDeps,
  { metadata, query }: { readonly metadata: DatadogMetadata; readonly query: PlatformQuery },
): Promise<Outcome<PlatformAnswer>> {
  if (query.signal !== 'logs')
    return failure('bad_config', 'Only logs can be queried in Datadog, not metrics or traces.')
  const limit = Math.min(query.limit, EVENTS_MAX)
  const text = query.isNative ? query.text : wordsOf(query.text)
  const found = await read(
    apiOf(deps, metadata),
    {
      method: 'POST',
      path: '/api/v2/logs/events/search',
      isRepeatable: true,
      json: {
        filter: {
          from: new Date(query.fromMs).toISOString(),
          to: new Date(query.toMs).toISOString(),
          query: within(metadata, text),
        },
        sort: '-timestamp',
        page: { limit },
      },
    },
    eventsSchema,
  )
  if (!found.ok) return found
  const lines = found.value.data.flatMap(({ id, attributes: { attributes = {}, timestamp, ...event } }) => {
    const time = timeOf(timestamp)
    return time === null ? [] : [lineOfJson({ ...attributes, ...event }, { id, time })]
  })
  return success(answerOfLines(lines, limit))
}

/**
 * Adds the connection's own search, if there is one. It limits what the agent finds, just as it limits what is
 * forwarded.
 */
function within({ query: own }: DatadogMetadata, asked: string): string {
  if (own === undefined) return asked || '*'
  return asked.trim() === '' ? own : `(${own}) AND (${asked})`
}

/** Quotes words so that the search takes them literally. */
const wordsOf = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (/^[\w.-]+$/.test(word) ? word : `"${word.replaceAll(/["\\]/g, '\\$&')}"`))
    .join(' ')

export const datadog: Connector<DatadogMetadata, DatadogStream> = {
  type: 'datadog',
  name: NAME,
  metadata: datadogMetadata,
  streamConfig: datadogStream,
  setupSkill: datadogSetupSkill,
  mode: 'push',
  hosts: ({ site }) => vendorHosts(`api.${site}`),
  validate,
  listResources,
  provision: provisionDestination,
  deprovision: removeDestination,
  query,
}
