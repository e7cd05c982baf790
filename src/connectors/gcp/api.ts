/**
 * Calls Google Cloud APIs as a service account. An assertion signed with its key is exchanged for a token valid for an
 * hour.
 */
import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
import type { ConnectorDeps, Failure, Outcome } from '../connector.ts'
import { failure, success } from '../failure.ts'
import type { OutboundResponse } from '../outbound/client.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { type GcpMetadata, type KeyFile, parseKeyFile } from './metadata.ts'

export const NAME = 'Google Cloud'
/**
 * The `token_uri` of the key file is never used: the user wrote that file, and whoever received an assertion could
 * replay it.
 */
const TOKEN_URL = 'https://oauth2.googleapis.com/token'
/** Google accepts at most an hour. An assertion is used at once. */
const ASSERTION_SECONDS = 600
/** Read-only scopes. Logging and the project look-up have narrow ones; testIamPermissions has none. */
const SCOPES = [
  'https://www.googleapis.com/auth/logging.read',
  'https://www.googleapis.com/auth/cloudplatformprojects.readonly',
  'https://www.googleapis.com/auth/cloud-platform.read-only',
].join(' ')

const tokenSchema = z.object({ access_token: z.string().min(1) })
const tokenRefusal = z.object({ error: z.string() })
const apiRefusal = z.object({
  error: z.object({
    status: z.string(),
    message: z.string().optional(),
    details: z.array(z.looseObject({ reason: z.string().optional() })).optional(),
  }),
})

const BAD_KEY = failure(
  'bad_credentials',
  'Google Cloud does not accept this key: it was deleted, its service account is disabled or gone, or the key file is damaged.',
)

/** The token endpoint answers 400 whenever it rejects an assertion. */
function refineToken({ status, json }: OutboundResponse): Failure | null {
  if (status !== 400 && status !== 401 && status !== 403) return null
  return tokenRefusal.safeParse(json()).success ? BAD_KEY : null
}

/**
 * If an API is disabled in the project, the answer is 403, as for a missing role. A filter that does not parse gets
 * 400.
 */
function refineApi({ status, json }: OutboundResponse): Failure | null {
  if (status !== 400 && status !== 403) return null
  const error = apiRefusal.safeParse(json()).data?.error
  if (error === undefined) return null
  if (status === 400) {
    return failure(
      'bad_config',
      `Google Cloud refused the query: ${(error.message ?? error.status).slice(0, 300)}. Check its filter.`,
    )
  }
  const isDisabled =
    error.details?.some(({ reason }) => reason === 'SERVICE_DISABLED') ||
    /has not been used in project|is disabled/.test(error.message ?? '')
  return isDisabled
    ? failure(
        'missing_scope',
        'An API of the project is disabled. Enable the Cloud Logging API and the Cloud Resource Manager API under APIs & Services.',
      )
    : failure(
        'missing_scope',
        'This service account may not do this: give it the roles Logs Viewer and Browser in the project, and check the project id.',
      )
}

/** Returns an API client for one operation, with a token of its own. */
export async function gcpApi(deps: ConnectorDeps, metadata: GcpMetadata): Promise<Outcome<PlatformApi>> {
  const keyFile = parseKeyFile(metadata.service_account_json)
  const assertion = keyFile && (await assertionOf(keyFile, deps.now()))
  if (assertion === null) return BAD_KEY
  const token = await read(
    { http: deps.http, name: NAME, baseUrl: TOKEN_URL, headers: {}, refine: refineToken },
    {
      method: 'POST',
      path: TOKEN_URL,
      form: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion },
      isRepeatable: true,
    },
    tokenSchema,
  )
  if (!token.ok) return token
  return success({
    http: deps.http,
    name: NAME,
    baseUrl: 'https://logging.googleapis.com',
    headers: { authorization: `Bearer ${token.value.access_token}` },
    refine: refineApi,
  })
}

/** Null when the private key is malformed. */
async function assertionOf(keyFile: KeyFile, nowMs: number): Promise<string | null> {
  const nowSeconds = Math.floor(nowMs / 1000)
  try {
    const key = await importPKCS8(keyFile.private_key, 'RS256')
    const header = { alg: 'RS256', typ: 'JWT', ...(keyFile.private_key_id ? { kid: keyFile.private_key_id } : {}) }
    return await new SignJWT({ scope: SCOPES })
      .setProtectedHeader(header)
      .setIssuer(keyFile.client_email)
      .setAudience(TOKEN_URL)
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + ASSERTION_SECONDS)
      .sign(key)
  } catch {
    return null
  }
}
