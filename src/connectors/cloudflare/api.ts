import { z } from 'zod'
import type { ConnectorDeps, Failure } from '../connector.ts'
import { failure } from '../failure.ts'
import type { OutboundResponse } from '../outbound/client.ts'
import type { PlatformApi } from '../platform-api.ts'
import type { CloudflareMetadata } from './metadata.ts'

const refusal = z.object({ errors: z.array(z.object({ code: z.number() })).min(1) })
/** Cloudflare answers 400 to a header that cannot be a token. */
const MALFORMED_HEADER = new Set([6003, 6111, 9106])

function refine({ status, json }: OutboundResponse): Failure | null {
  if (status !== 400) return null
  const parsed = refusal.safeParse(json())
  return parsed.success && parsed.data.errors.some(({ code }) => MALFORMED_HEADER.has(code))
    ? failure('bad_credentials', 'Cloudflare cannot read this API token; copy it again, without spaces.')
    : null
}

export function cloudflareApi(deps: ConnectorDeps, metadata: CloudflareMetadata): PlatformApi {
  return {
    http: deps.http,
    name: 'Cloudflare',
    baseUrl: 'https://api.cloudflare.com/client/v4',
    headers: { authorization: `Bearer ${metadata.api_token}` },
    refine,
  }
}

/** Every answer has this envelope. An answer whose `success` is false counts as a failure. */
export const enveloped = <Result extends z.ZodType>(result: Result) =>
  z.object({
    success: z.literal(true),
    result,
    result_info: z.object({ page: z.number(), total_pages: z.number() }).nullish(),
  })
