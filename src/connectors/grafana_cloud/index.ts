/** Grafana Cloud: reads Loki. The agent queries Loki, Prometheus and Tempo. */
import { z } from 'zod'
import { toIso } from '../../telemetry/index.ts'
import type { Connector, ConnectorDeps, Outcome, PlatformAnswer, PlatformQuery, PullInput } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { belowVendor, givenHosts, vendorHosts } from '../outbound/allowed-hosts.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { askProm, promVersion } from '../prometheus/http-api.ts'
import { answerOfLines, answerOfObjects } from '../reading/answer.ts'
import { timeOfNanos } from '../reading/line.ts'
import { pulledLines, timePage } from '../reading/time-page.ts'
import { NAME, stackOf } from './api.ts'
import { labelNames, lines, rows, valuesOf } from './loki.ts'
import {
  type GrafanaCloudMetadata,
  type GrafanaCloudStream,
  grafanaCloudMetadata,
  grafanaCloudStream,
} from './metadata.ts'
import { grafanaCloudSetupSkill } from './setup-skill.ts'

const ENTRIES = 1000
/** The server's usual limit. */
const ENTRIES_MAX = 5000
/** Labels that name services, in order of preference. */
const SERVICE_LABELS = ['service_name', 'app', 'job'] as const

const tagsSchema = z.looseObject({ scopes: z.array(z.looseObject({ name: z.string() })) })
const tracesSchema = z.looseObject({
  traces: z.array(
    z.looseObject({
      traceID: z.string(),
      rootServiceName: z.string().optional(),
      rootTraceName: z.string().optional(),
      startTimeUnixNano: z.string(),
      durationMs: z.number().optional(),
    }),
  ),
})

async function validate(
  deps: ConnectorDeps,
  metadata: GrafanaCloudMetadata,
): Promise<Outcome<{ readonly account: string }>> {
  const stack = await stackOf(deps, metadata)
  if (!stack.ok) return stack
  const { loki, prometheus, tempo } = stack.value
  const checks: (() => Promise<Outcome<unknown>>)[] = [
    ...(loki ? [() => labelNames(loki)] : []),
    ...(prometheus ? [() => promVersion(prometheus)] : []),
    ...(tempo ? [() => read(tempo, { path: '/api/v2/search/tags' }, tagsSchema)] : []),
  ]
  for (const check of checks) {
    const outcome = await check()
    if (!outcome.ok) return outcome
  }
  return success({ account: metadata.stack_slug ?? new URL((loki ?? prometheus ?? tempo)?.baseUrl ?? '').host })
}

async function requireLoki(deps: ConnectorDeps, metadata: GrafanaCloudMetadata): Promise<Outcome<PlatformApi>> {
  const stack = await stackOf(deps, metadata)
  if (!stack.ok) return stack
  return stack.value.loki === null
    ? failure('bad_config', 'Loki is not configured: give loki_url and loki_user, or stack_slug.')
    : success(stack.value.loki)
}

async function listResources(deps: ConnectorDeps, metadata: GrafanaCloudMetadata) {
  const loki = await requireLoki(deps, metadata)
  if (!loki.ok) return loki
  const labels = await labelNames(loki.value)
  if (!labels.ok) return labels
  const label = SERVICE_LABELS.find((name) => labels.value.includes(name))
  if (label === undefined) return success({ resources: [], nextCursor: null })
  const values = await valuesOf(loki.value, label)
  if (!values.ok) return values
  return success({
    resources: values.value.map((value) => ({ displayName: value, config: { label, value } })),
    nextCursor: null,
  })
}

async function pull(deps: ConnectorDeps, input: PullInput<GrafanaCloudMetadata, GrafanaCloudStream>) {
  const loki = await requireLoki(deps, input.metadata)
  if (!loki.ok) return loki
  const { label, value } = input.config
  const page = timePage(input, ENTRIES, ENTRIES_MAX)
  const { fromMs, toMs, limit } = page
  if (fromMs >= toMs) return success(pulledLines('grafana_cloud', page, [], false))
  const query = `{${label}=${JSON.stringify(value)}}`
  const found = await lines(loki.value, { query, fromMs, toMs, limit, direction: 'forward' })
  return found.ok ? success(pulledLines('grafana_cloud', page, found.value)) : found
}

async function query(
  deps: ConnectorDeps,
  { metadata, query }: { readonly metadata: GrafanaCloudMetadata; readonly query: PlatformQuery },
): Promise<Outcome<PlatformAnswer>> {
  const stack = await stackOf(deps, metadata)
  if (!stack.ok) return stack
  const { loki, prometheus, tempo } = stack.value
  if (query.signal === 'logs' && loki) return askLoki(loki, query)
  if (query.signal === 'metrics' && prometheus) return askProm(prometheus, query)
  if (query.signal === 'traces' && tempo) return askTempo(tempo, query)
  return failure('bad_config', `This Grafana Cloud connection has no address for ${query.signal}.`)
}

/** Runs a query. A native query is LogQL; its metric queries return series. Words are searched in every service. */
async function askLoki(loki: PlatformApi, query: PlatformQuery): Promise<Outcome<PlatformAnswer>> {
  const limit = Math.min(query.limit, ENTRIES_MAX)
  const wanted = { fromMs: query.fromMs, toMs: query.toMs, limit, direction: 'backward' as const }
  if (query.isNative) {
    if (query.text.trim().startsWith('{')) {
      const found = await lines(loki, { ...wanted, query: query.text })
      return found.ok ? success(answerOfLines(found.value, limit)) : found
    }
    const found = await rows(loki, { ...wanted, query: query.text })
    return found.ok ? success(answerOfObjects(found.value, limit)) : found
  }
  const labels = await labelNames(loki)
  if (!labels.ok) return labels
  const label = SERVICE_LABELS.find((name) => labels.value.includes(name)) ?? labels.value[0]
  if (label === undefined) return success(answerOfLines([], limit))
  const words = query.text.trim()
  const filter = words === '' ? '' : ` |= ${JSON.stringify(words)}`
  const found = await lines(loki, { ...wanted, query: `{${label}=~".+"}${filter}` })
  return found.ok ? success(answerOfLines(found.value, limit)) : found
}

/** Runs a query. A native query is TraceQL. Words are matched with service and span names. */
async function askTempo(tempo: PlatformApi, query: PlatformQuery): Promise<Outcome<PlatformAnswer>> {
  const pattern = JSON.stringify(`.*${query.text.trim().replaceAll(/[^\w./ -]/g, '.')}.*`)
  const words = query.text.trim() === '' ? '{}' : `{ resource.service.name =~ ${pattern} || name =~ ${pattern} }`
  const found = await read(
    tempo,
    {
      path: '/api/search',
      query: {
        q: query.isNative ? query.text : words,
        start: Math.floor(query.fromMs / 1000),
        end: Math.ceil(query.toMs / 1000),
        limit: query.limit,
      },
    },
    tracesSchema,
  )
  if (!found.ok) return found
  const traces = found.value.traces.map((trace) => {
    const time = timeOfNanos(trace.startTimeUnixNano)
    return {
      time: time === null ? null : toIso(time),
      service: trace.rootServiceName,
      name: trace.rootTraceName,
      duration_ms: trace.durationMs,
      trace_id: trace.traceID,
    }
  })
  return success({ ...answerOfObjects(traces, query.limit), isTruncated: traces.length >= query.limit })
}

export const grafanaCloud: Connector<GrafanaCloudMetadata, GrafanaCloudStream> = {
  type: 'grafana_cloud',
  name: NAME,
  metadata: grafanaCloudMetadata,
  streamConfig: grafanaCloudStream,
  setupSkill: grafanaCloudSetupSkill,
  mode: 'pull',
  // The host that the user entered, or the one that the portal names for the stack. The portal's hosts are always below
  // grafana.net.
  hosts: ({ loki_url, prometheus_url, tempo_url }) => {
    const typed = givenHosts(loki_url, prometheus_url, tempo_url)
    return typed.length > 0 ? typed : [...vendorHosts('grafana.com'), belowVendor('grafana.net')]
  },
  validate,
  listResources,
  pull,
  query,
}
