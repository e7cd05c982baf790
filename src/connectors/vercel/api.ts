import { z } from 'zod'
import type { ConnectorDeps, Failure } from '../connector.ts'
import { failure } from '../failure.ts'
import type { OutboundResponse } from '../outbound/client.ts'
import type { PlatformApi } from '../platform-api.ts'
import type { VercelMetadata } from './metadata.ts'

const refusal = z.object({ error: z.object({ code: z.string(), invalidToken: z.boolean().optional() }) })

/** Vercel answers 403 to an unknown token, and says so beside the code. */
function refine({ status, json }: OutboundResponse): Failure | null {
  if (status !== 403) return null
  const parsed = refusal.safeParse(json())
  return parsed.success && parsed.data.error.invalidToken === true
    ? failure('bad_credentials', 'Vercel does not accept this access token: it is wrong, expired or deleted.')
    : null
}

export function vercelApi(deps: ConnectorDeps, metadata: VercelMetadata): PlatformApi {
  return {
    http: deps.http,
    name: 'Vercel',
    baseUrl: 'https://api.vercel.com',
    headers: { authorization: `Bearer ${metadata.access_token}` },
    refine,
  }
}
