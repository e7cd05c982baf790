/** The address of the cluster, and the calls to it. */
import { Buffer } from 'node:buffer'
import { z } from 'zod'
import type { ConnectorDeps, Failure, Outcome } from '../connector.ts'
import { failure, success } from '../failure.ts'
import type { OutboundResponse } from '../outbound/client.ts'
import type { PlatformApi } from '../platform-api.ts'
import { baseOf, basicAuth } from '../reading/encoding.ts'
import type { ElasticMetadata } from './metadata.ts'

export const NAME = 'Elasticsearch'

export function apiOf(deps: ConnectorDeps, metadata: ElasticMetadata): Outcome<PlatformApi> {
  const baseUrl = metadata.url === undefined ? urlOfCloudId(metadata.cloud_id ?? '') : baseOf(metadata.url)
  if (baseUrl === null)
    return failure('bad_config', 'Give the address of the cluster as url, or its Cloud ID as cloud_id.')
  const authorization = authorizationOf(metadata)
  if (authorization === null)
    return failure('bad_config', 'Give an api_key, or a username and a password, so that the cluster can be read.')
  return success({ http: deps.http, name: NAME, baseUrl, headers: { authorization }, isUserGiven: true, refine })
}

function authorizationOf({ api_key, username, password }: ElasticMetadata): string | null {
  if (api_key !== undefined) return `ApiKey ${api_key}`
  return username === undefined || password === undefined ? null : basicAuth(username, password)
}

/** A Cloud ID is `name:base64(host$elasticsearch$kibana)`; the host may have a port. */
export function urlOfCloudId(cloudId: string): string | null {
  const encoded = cloudId.split(':').at(-1) ?? ''
  const [host = '', id = ''] = Buffer.from(encoded, 'base64').toString('utf8').split('$')
  const [name = '', port] = host.split(':')
  if (!/^[a-z0-9.-]+$/i.test(name) || !/^[a-z0-9-]+$/i.test(id)) return null
  return `https://${id}.${name}${port === undefined ? '' : `:${port}`}`
}

/** An error in a query gets 400 with a reason; an unknown name gets 404. */
function refine(response: OutboundResponse): Failure | null {
  if (response.status !== 400) return null
  const { data } = z
    .looseObject({ error: z.looseObject({ type: z.string(), reason: z.string().nullish() }) })
    .safeParse(response.json())
  return data
    ? failure(
        'bad_config',
        `Elasticsearch refused the search (${data.error.type}): ${(data.error.reason ?? '').slice(0, 300)}`,
      )
    : null
}
