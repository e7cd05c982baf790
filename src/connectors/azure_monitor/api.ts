/** Gets access tokens by client credentials, one for each of the two APIs, and makes calls with them. */
import { z } from 'zod'
import type { ConnectorDeps, Failure, Outcome } from '../connector.ts'
import { failure, success } from '../failure.ts'
import type { OutboundResponse } from '../outbound/client.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import type { AzureMonitorMetadata } from './metadata.ts'

export const NAME = 'Azure Monitor'
const AUDIENCES = {
  arm: { baseUrl: 'https://management.azure.com', scope: 'https://management.azure.com/.default' },
  logs: { baseUrl: 'https://api.loganalytics.azure.com', scope: 'https://api.loganalytics.io/.default' },
} as const

const tokenSchema = z.looseObject({ access_token: z.string().min(1) })

export async function apiOf(
  { http }: ConnectorDeps,
  metadata: AzureMonitorMetadata,
  audience: keyof typeof AUDIENCES,
): Promise<Outcome<PlatformApi>> {
  const { baseUrl, scope } = AUDIENCES[audience]
  const login: PlatformApi = {
    http,
    name: NAME,
    baseUrl: 'https://login.microsoftonline.com',
    headers: {},
    refine: refineLogin,
  }
  const { tenant_id, client_id, client_secret } = metadata
  const token = await read(
    login,
    {
      method: 'POST',
      path: `/${encodeURIComponent(tenant_id)}/oauth2/v2.0/token`,
      form: { grant_type: 'client_credentials', client_id, client_secret, scope },
      isRepeatable: true,
    },
    tokenSchema,
  )
  if (!token.ok) return token
  const headers = { authorization: `Bearer ${token.value.access_token}` }
  return success({ http, name: NAME, baseUrl, headers, refine: refineCall })
}

/** Every refused token request concerns the credentials. The error number says which of them. */
function refineLogin(response: OutboundResponse): Failure | null {
  if (response.status !== 400 && response.status !== 401) return null
  const { data } = z.looseObject({ error_codes: z.array(z.number()) }).safeParse(response.json())
  if (data === undefined) return null
  const [code = 0] = data.error_codes
  const reasons: Readonly<Record<number, string>> = {
    7000215: 'the client secret is wrong; its Value is needed, not its ID',
    7000222: 'the client secret has expired',
    700016: 'the tenant has no such application',
    90002: 'there is no such tenant',
  }
  return failure('bad_credentials', `Azure refused to issue a token: ${reasons[code] ?? `AADSTS${code}`}.`)
}

const errorSchema = z.looseObject({
  error: z.looseObject({
    code: z.string(),
    innererror: z
      .looseObject({ innererror: z.looseObject({ message: z.string() }).nullish(), message: z.string().nullish() })
      .nullish(),
  }),
})

/** A token without a role gets a 403. An error in a query gets a 400; its position is two levels down. */
function refineCall(response: OutboundResponse): Failure | null {
  if (response.status === 403) {
    return failure(
      'missing_scope',
      'The app may not read this: it needs Reader on the subscription and Log Analytics Reader on the workspace.',
    )
  }
  if (response.status !== 400) return null
  const { data } = errorSchema.safeParse(response.json())
  if (data === undefined) return null
  const { code, innererror } = data.error
  const detail = innererror?.innererror?.message ?? innererror?.message ?? code
  return failure('bad_config', `Azure refused the query: ${detail.slice(0, 300)}`)
}
