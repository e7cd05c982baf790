import { decodeJwt, importSPKI, jwtVerify } from 'jose'
import { type Exchange, json } from './exchange.ts'

/** One RSA key pair as PEM, made at run time so that no private key lives in the repository. */
export type TestKeyPair = { privateKeyPem: string; publicKeyPem: string; keyId: string }

export async function generateTestKeyPair(keyId: string): Promise<TestKeyPair> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  }
  // Two keys come back for this algorithm; the type of the call also allows one.
  const pair = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
  const pem = (label: string, bytes: ArrayBuffer) => {
    const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)))
    return `-----BEGIN ${label}-----\n${base64.replace(/(.{64})/g, '$1\n')}\n-----END ${label}-----\n`
  }
  // Exporting as pkcs8 and spki gives bytes; only `jwk` gives an object.
  const bytesOf = async (format: 'pkcs8' | 'spki', key: CryptoKey) =>
    (await crypto.subtle.exportKey(format, key)) as ArrayBuffer
  return {
    keyId,
    privateKeyPem: pem('PRIVATE KEY', await bytesOf('pkcs8', pair.privateKey)),
    publicKeyPem: pem('PUBLIC KEY', await bytesOf('spki', pair.publicKey)),
  }
}

export const GCP_TOKEN_URI = 'https://oauth2.googleapis.com/token'
const SECONDS_MAX = 3600
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** A service account: its public key, and whether it still exists and may do anything. */
export type ServiceAccount = { email: string; publicKeyPem: string; isEnabled: boolean; hasRoles: boolean }
export type AccessToken = { account: ServiceAccount; scopes: string[]; expiresAtMs: number }

/** The token endpoint: verifies the assertion as Google does, and gives out a token that ends. */
export async function answerTokenRequest(
  exchange: Exchange,
  accounts: ReadonlyMap<string, ServiceAccount>,
  tokens: Map<string, AccessToken>,
): Promise<Response> {
  const refuse = (error: string, error_description: string) => json({ error, error_description }, 400)
  if (!exchange.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) {
    return refuse('invalid_request', 'Content-Type must be application/x-www-form-urlencoded')
  }
  const form = new URLSearchParams(exchange.bodyText)
  if (form.get('grant_type') !== GRANT) return refuse('unsupported_grant_type', 'Invalid grant_type')
  const assertion = form.get('assertion') ?? ''
  let claims: ReturnType<typeof decodeJwt>
  try {
    claims = decodeJwt(assertion)
  } catch {
    return refuse('invalid_grant', 'Bad Request')
  }
  const account = accounts.get(claims.iss ?? '')
  if (account === undefined || !account.isEnabled) return refuse('invalid_grant', 'Invalid grant: account not found')
  try {
    const key = await importSPKI(account.publicKeyPem, 'RS256')
    await jwtVerify(assertion, key, {
      algorithms: ['RS256'],
      audience: GCP_TOKEN_URI,
      currentDate: new Date(exchange.nowMs),
      clockTolerance: 60,
    })
  } catch (error) {
    // The audience and the times are claims too, but Google names the signature first.
    return refuse('invalid_grant', `Invalid JWT: ${error instanceof Error ? error.message : 'signature'}`)
  }
  const { iat, exp } = claims
  if (iat === undefined || exp === undefined || exp - iat > SECONDS_MAX) {
    return refuse(
      'invalid_grant',
      'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.',
    )
  }
  const scopes = String(claims['scope'] ?? '')
    .split(' ')
    .filter(Boolean)
  if (scopes.length === 0) return refuse('invalid_scope', 'Empty or missing scope not allowed.')
  const token = `ya29.planted-${tokens.size}-${crypto.randomUUID()}`
  tokens.set(token, { account, scopes, expiresAtMs: exchange.nowMs + SECONDS_MAX * 1000 })
  return json({ access_token: token, expires_in: SECONDS_MAX - 1, token_type: 'Bearer' })
}
