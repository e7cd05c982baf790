import { z } from 'zod'
import type { ConnectorDeps, Failure } from '../connector.ts'
import { failure } from '../failure.ts'
import type { OutboundResponse } from '../outbound/client.ts'
import type { PlatformApi } from '../platform-api.ts'
import type { VercelMetadata } from './metadata.ts'

const refusal = z.object({ error: z.object({ code: z.string(), invalidToken: z.boolean().optional() }) })

/**
 * Vercel answers 403 to an unknown token, with a message beside the code. If its check of our endpoint fails, it
 * answers 400.
 */
function refine({ status, json }: OutboundResponse): Failure | null {
  if (status !== 400 && status !== 403) return null
  const parsed = refusal.safeParse(json())
  if (!parsed.success) return null
  if (status === 403) {
    if (parsed.data.error.invalidToken !== true) return null
    return failure('bad_credentials', 'Vercel does not accept this access token: it is wrong, expired or deleted.')
  }
  return /verif/i.test(parsed.data.error.code) ? failure('bad_config', UNVERIFIED) : null
}

const UNVERIFIED =
  'Vercel could not verify the address of this service: it requested the team’s verification code there and did not get it. The address (PUBLIC_BASE_URL of the deployment) must be reachable from the internet. Then retry the stream.'

export function vercelApi(deps: ConnectorDeps, metadata: VercelMetadata): PlatformApi {
  return {
    http: deps.http,
    name: 'Vercel',
    baseUrl: 'https://api.vercel.com',
    headers: { authorization: `Bearer ${metadata.access_token}` },
    refine,
  }
}
