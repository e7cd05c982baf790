/** The three databases of a stack. Each has its own host and user; the token is the password. */
import { z } from 'zod'
import type { ConnectorDeps, Failure, Outcome } from '../connector.ts'
import { failure, success } from '../failure.ts'
import type { OutboundResponse } from '../outbound/client.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { refineProm } from '../prometheus/http-api.ts'
import { baseOf, basicAuth } from '../reading/encoding.ts'
import type { GrafanaCloudMetadata } from './metadata.ts'

export const NAME = 'Grafana Cloud'

export interface Stack {
  readonly loki: PlatformApi | null
  readonly prometheus: PlatformApi | null
  readonly tempo: PlatformApi | null
}

const instanceSchema = z.looseObject({
  slug: z.string(),
  hlInstanceId: z.number(),
  hlInstanceUrl: z.url(),
  hmInstancePromId: z.number(),
  hmInstancePromUrl: z.url(),
  htInstanceId: z.number(),
  htInstanceUrl: z.url(),
})

/** Refusals are plain text. A missing scope also gets 401, and the text then contains "scope". */
function refine(response: OutboundResponse): Failure | null {
  if ((response.status === 401 || response.status === 403) && /scope|permission/i.test(response.text().slice(0, 500))) {
    return failure(
      'missing_scope',
      'The Grafana Cloud token lacks a scope: it needs logs:read, metrics:read and traces:read.',
    )
  }
  if (response.status === 400) {
    const text = response.text().trim()
    // LogQL and TraceQL errors are one line of text. Prometheus answers in JSON.
    if (!text.startsWith('{') && !text.startsWith('<'))
      return failure('bad_config', `${NAME} refused the query: ${text.slice(0, 300)}`)
  }
  return refineProm(response)
}

export async function stackOf(deps: ConnectorDeps, metadata: GrafanaCloudMetadata): Promise<Outcome<Stack>> {
  const given = await addressesOf(deps, metadata)
  if (!given.ok) return given
  const { loki_url, loki_user, prometheus_url, prometheus_user, tempo_url, tempo_user } = given.value
  const apiOf = (path: string, url?: string, user?: string): PlatformApi | null => {
    if (url === undefined || user === undefined) return null
    const headers = { authorization: basicAuth(user, metadata.access_policy_token) }
    const base = baseOf(url)
    const baseUrl = base.endsWith(path) ? base : `${base}${path}`
    return { http: deps.http, name: NAME, baseUrl, headers, isUserGiven: true, refine }
  }
  const stack = {
    loki: apiOf('/loki', loki_url, loki_user),
    prometheus: apiOf('/api/prom', prometheus_url, prometheus_user),
    tempo: apiOf('/tempo', tempo_url, tempo_user),
  }
  if (stack.loki ?? stack.prometheus ?? stack.tempo) return success(stack)
  return failure('bad_config', 'Give stack_slug, or a URL and a user for Loki, Prometheus or Tempo.')
}

/** Returns the addresses that the user entered. The portal is asked only for missing ones. */
async function addressesOf(
  deps: ConnectorDeps,
  metadata: GrafanaCloudMetadata,
): Promise<Outcome<GrafanaCloudMetadata>> {
  const { stack_slug, loki_url, prometheus_url, tempo_url, access_policy_token } = metadata
  const isTyped = (loki_url ?? prometheus_url ?? tempo_url) !== undefined
  if (isTyped || stack_slug === undefined) return success(metadata)
  const portal: PlatformApi = {
    http: deps.http,
    name: NAME,
    baseUrl: 'https://grafana.com',
    headers: { authorization: `Bearer ${access_policy_token}` },
  }
  const found = await read(portal, { path: `/api/instances/${encodeURIComponent(stack_slug)}` }, instanceSchema)
  if (!found.ok) return found
  const stack = found.value
  return success({
    ...metadata,
    loki_url: stack.hlInstanceUrl,
    loki_user: String(stack.hlInstanceId),
    prometheus_url: stack.hmInstancePromUrl,
    prometheus_user: String(stack.hmInstancePromId),
    tempo_url: stack.htInstanceUrl,
    tempo_user: String(stack.htInstanceId),
  })
}
