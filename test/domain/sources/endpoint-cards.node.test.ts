import { describe, expect, it } from 'vitest'
import { createCredential } from '../../../src/auth/credential-format.ts'
import { endpointCards } from '../../../src/domain/sources/endpoint-cards.ts'
import { ENDPOINT_TARGETS } from '../../../src/domain/sources/endpoint-targets.ts'
import type { LogProvider } from '../../../src/domain/sources/providers.ts'
import { keyInRequest } from '../../../src/intake/key-in-request.ts'

const BASE_URL = 'https://telemetry.example.com'
const KEY = createCredential('public')
// The keys of a record of all providers are the providers.
const PROVIDERS = Object.keys(ENDPOINT_TARGETS) as LogProvider[]
/** What these platforms are told by hand has no field for a header. */
const URL_ONLY: readonly LogProvider[] = [
  'otel',
  'otel_collector',
  'logplex',
  'heroku',
  'gcp',
  'webhook',
  'railway',
  'inngest',
  'trigger_dev',
  'axiom',
  'better_stack',
]

const cardsOf = (provider: LogProvider) => endpointCards(provider, BASE_URL, KEY)
const hasKeyInPath = (url: string) => new URL(url).pathname.includes(KEY)

describe('endpoint cards', () => {
  it('endpoint cards prefer a header: the first card has no key in its path, except where the sender takes a URL alone', () => {
    const inPath = PROVIDERS.filter((provider) => hasKeyInPath(cardsOf(provider)[0]?.url ?? ''))
    expect(inPath.sort()).toEqual([...URL_ONLY].sort())
  })

  it.each(PROVIDERS)('the endpoint cards of %s say once where the key goes', (provider) => {
    for (const { url, description = '' } of cardsOf(provider)) {
      const path = new URL(url).pathname
      expect(path).toMatch(hasKeyInPath(url) ? new RegExp(`^/intake/k/${KEY}(/|$)`) : /^\/intake(\/|$)/)
      expect(`${url} ${description}`).toContain(KEY)
      expect(`${url} ${description}`).not.toMatch(/\{key\}|\{host\}/)
    }
  })

  it('the endpoint cards of OpenTelemetry are the two of the contract', () => {
    for (const provider of ['otel', 'otel_collector'] as const) {
      expect(cardsOf(provider).map(({ kind, label, url }) => ({ kind, label, url }))).toEqual([
        { kind: 'url', label: 'OTLP endpoint', url: `${BASE_URL}/intake/k/${KEY}` },
        { kind: 'url', label: 'OTLP logs endpoint', url: `${BASE_URL}/intake/k/${KEY}/v1/logs` },
      ])
    }
  })

  it('endpoint cards name headers that the intake reads', () => {
    const pair = Buffer.from(`intake:${KEY}`).toString('base64')
    const sent: Readonly<Record<string, string>>[] = [
      { authorization: `Bearer ${KEY}` },
      { authorization: `Splunk ${KEY}` },
      { authorization: `ApiKey ${pair}` },
      { authorization: `Basic ${pair}` },
      { 'x-api-key': KEY },
      { 'dd-api-key': KEY },
      { 'x-amz-firehose-access-key': KEY },
    ]
    for (const headers of sent) expect(keyInRequest(null, new Headers(headers), new URLSearchParams())).toBe(KEY)
    // Logpush turns header_* parameters of its destination into headers and keeps them off the URL.
    const destination = new URL(cardsOf('cloudflare')[0]?.url ?? '')
    const authorization = destination.searchParams.get('header_Authorization') ?? ''
    expect(keyInRequest(null, new Headers({ authorization }), new URLSearchParams())).toBe(KEY)
  })
})
