/**
 * Where a sender puts its public key, in order of precedence: the path, `Authorization: Bearer |
 * Splunk | ApiKey`, Basic (user or password), `x-api-key`, `dd-api-key` (header or query), `x-amz-firehose-access-key`.
 * A resource attribute ending in `.public_key` comes last and is read after decoding (records.ts).
 */
import { Buffer } from 'node:buffer'
import { credentialKindOf } from '../auth/credential-format.ts'

const KEY_HEADERS = ['x-api-key', 'dd-api-key', 'x-amz-firehose-access-key'] as const

/**
 * Returns the key of a request as senders state it: in the path, the Authorization header, a header or parameter of
 * their own. Null when there is none.
 */
export function keyInRequest(pathKey: string | null, headers: Headers, query: URLSearchParams): string | null {
  if (pathKey !== null) return pathKey
  const authorization = headers.get('authorization')
  if (authorization) {
    const key = keyInAuthorization(authorization)
    if (key) return key
  }
  for (const name of KEY_HEADERS) {
    const value = headers.get(name)
    if (value) return value.trim()
    if (name === 'dd-api-key') {
      const inQuery = query.get(name)
      if (inQuery) return inQuery
    }
  }
  return null
}

function keyInAuthorization(authorization: string): string | null {
  const match = /^(Bearer|Splunk|ApiKey|Basic)\s+(\S+)\s*$/i.exec(authorization)
  const [, scheme = '', value = ''] = match ?? []
  if (value === '') return null
  if (scheme.toLowerCase() === 'basic') return keyInPair(value)
  // Elasticsearch clients send base64 of `id:key` under ApiKey; other senders send the key itself.
  if (scheme.toLowerCase() === 'apikey' && credentialKindOf(value) === null) return keyInPair(value) ?? value
  return value
}

/** A key that senders deliver with: of telemetry, or of alerts and changes. */
function isIntakeKey(value: string): boolean {
  const kind = credentialKindOf(value)
  return kind === 'public' || kind === 'alerts'
}

function keyInPair(base64: string): string | null {
  const [user = '', ...rest] = Buffer.from(base64, 'base64').toString('utf8').split(':')
  const password = rest.join(':')
  if (isIntakeKey(user)) return user
  return isIntakeKey(password) ? password : user || password || null
}
