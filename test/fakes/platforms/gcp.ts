/**
 * Google Cloud: token server, projects, Cloud Logging and Pub/Sub. Facts in docs/connectors.md, mostly G.
 * Assertions are verified (RS256, audience, times, scope) against the account's public key.
 * Weak there, chosen here:
 * - JSON members the API does not know are refused with 400, as Google's JSON transcoding does.
 * - Under-scoped: a genuine account without roles; testIamPermissions answers `{}`, everything else 403.
 * - An access token without a scope for the host is 403 `ACCESS_TOKEN_SCOPE_INSUFFICIENT`.
 * - entries.list (G): 60 a minute.
 */
import { z } from 'zod'
import { FakeControl } from './control.ts'
import { authorization, type Exchange, json, parseJson, type Route } from './exchange.ts'
import { refuse } from './gcp-answer.ts'
import { loggingRoutes } from './gcp-logging.ts'
import { pubsubRoutes } from './gcp-pubsub.ts'
import { GCP_FOREIGN_NAME, GCP_PROJECT_ID, GCP_PROJECT_NUMBER, type GcpState, initialGcpState } from './gcp-state.ts'
import {
  answerTokenRequest,
  GCP_TOKEN_URI,
  generateTestKeyPair,
  type ServiceAccount,
  type TestKeyPair,
} from './gcp-token.ts'
import { createPlatformFake, type FakeOptions, type Metadata, type PlatformFake } from './platform-fake.ts'

export type GcpOptions = FakeOptions & { logCount?: number }

const HOST_SCOPES: Readonly<Record<string, string>> = {
  'logging.googleapis.com': 'https://www.googleapis.com/auth/logging.',
  'pubsub.googleapis.com': 'https://www.googleapis.com/auth/pubsub',
  'cloudresourcemanager.googleapis.com': 'https://www.googleapis.com/auth/cloudplatformprojects',
}

const emailOf = (name: string) => `${name}@${GCP_PROJECT_ID}.iam.gserviceaccount.com`

function keyFile(name: string, { privateKeyPem, keyId }: TestKeyPair): Metadata {
  const service_account_json = JSON.stringify({
    type: 'service_account',
    project_id: GCP_PROJECT_ID,
    private_key_id: keyId,
    private_key: privateKeyPem,
    client_email: emailOf(name),
    client_id: '1',
    token_uri: GCP_TOKEN_URI,
  })
  return { service_account_json, project_id: GCP_PROJECT_ID }
}

/** Keys take a while to make, and nothing of them changes: one pair of pairs serves a whole run. */
let madeKeys: { known: TestKeyPair; stranger: TestKeyPair } | null = null

/** Asynchronous, unlike the other fakes, because it makes its keys. */
export async function createGcpFake(options: GcpOptions = {}): Promise<PlatformFake<GcpState>> {
  madeKeys ??= { known: await generateTestKeyPair('key-known'), stranger: await generateTestKeyPair('key-stranger') }
  const { known, stranger } = madeKeys
  const account = (name: string, isEnabled: boolean, hasRoles: boolean): ServiceAccount => ({
    email: emailOf(name),
    publicKeyPem: known.publicKeyPem,
    isEnabled,
    hasRoles,
  })
  const accounts = [account('good', true, true), account('revoked', false, true), account('underscoped', true, false)]
  const state = initialGcpState(accounts, options.logCount ?? 250)
  const control = new FakeControl()
  return createPlatformFake<GcpState>(
    {
      id: 'gcp',
      hosts: [
        'oauth2.googleapis.com',
        'cloudresourcemanager.googleapis.com',
        'logging.googleapis.com',
        'pubsub.googleapis.com',
      ],
      state,
      control,
      credentials: {
        good: keyFile('good', known),
        // The account is known, the key is not its own.
        bad: keyFile('good', stranger),
        revoked: keyFile('revoked', known),
        underScoped: keyFile('underscoped', known),
      },
      secrets: [secretLine(known), secretLine(stranger), 'ya29.planted-'],
      resources: () => state.logNames,
      destinations: () =>
        [...state.subscriptions.values()].map((raw) => ({
          id: raw.name,
          resource: raw.topic,
          url: raw.pushConfig?.pushEndpoint ?? '',
          isForeign: raw.name.endsWith(`/${GCP_FOREIGN_NAME}`),
          raw,
        })),
      routes: [
        {
          method: 'POST',
          pattern: '/token',
          handle: (exchange) => answerTokenRequest(exchange, state.accounts, state.tokens),
        },
        ...projectRoutes(state),
        ...loggingRoutes(state, control),
        ...pubsubRoutes(state),
      ],
      gate: (exchange) => gate(state, exchange),
      rateLimited: (_, seconds) => refuse(429, 'Quota exceeded for quota metric', undefined, seconds),
      serverError: (_, status) => refuse(status, 'Internal error encountered.'),
      notFound: () => refuse(404, 'Requested entity was not found.'),
      limits: ({ path }) => (path === '/v2/entries:list' ? { key: path, requestsMax: 60, windowMs: 60_000 } : null),
    },
    options,
  )
}

/** A line from the middle of the key, which is what a leak would show. */
function secretLine({ privateKeyPem }: TestKeyPair): string {
  return privateKeyPem.split('\n')[5] ?? privateKeyPem
}

function gate(state: GcpState, exchange: Exchange): Response | null {
  const { host } = exchange.url
  if (host === 'oauth2.googleapis.com') return exchange.path === '/token' ? null : refuse(404, 'Not found')
  const token = state.tokens.get(authorization(exchange, 'bearer') ?? '')
  if (token === undefined || token.expiresAtMs <= exchange.nowMs) {
    return refuse(401, 'Request had invalid authentication credentials. Expected OAuth 2 access token.')
  }
  const scope = HOST_SCOPES[host] ?? ''
  if (!token.scopes.some((given) => given.endsWith('/auth/cloud-platform') || given.startsWith(scope))) {
    return refuse(403, 'Request had insufficient authentication scopes.')
  }
  if (exchange.path.endsWith(':testIamPermissions')) return null
  if (!token.account.hasRoles) return refuse(403, 'The caller does not have permission')
  const project = /\/projects\/([^/:]+)/.exec(exchange.path)?.[1]
  return project === undefined || project === state.projectId || project === GCP_PROJECT_NUMBER
    ? null
    : refuse(403, `Permission denied on resource project ${project}.`)
}

function projectRoutes(state: GcpState): Route[] {
  const project = {
    projectId: state.projectId,
    projectNumber: state.projectNumber,
    lifecycleState: 'ACTIVE',
    name: 'Shop',
  }
  const test = (exchange: Exchange) => {
    const parsed = z.strictObject({ permissions: z.array(z.string()).min(1).max(100) }).safeParse(parseJson(exchange))
    if (!parsed.success) return refuse(400, 'permissions is required')
    const token = state.tokens.get(authorization(exchange, 'bearer') ?? '')
    return json(token?.account.hasRoles ? { permissions: parsed.data.permissions } : {})
  }
  return [
    { method: 'GET', pattern: '/v1/projects/{project}', handle: () => json(project) },
    { method: 'POST', pattern: '/v1/projects/{project}:testIamPermissions', handle: test },
    {
      method: 'GET',
      pattern: '/v3/projects:search',
      handle: () => json({ projects: [{ ...project, name: `projects/${state.projectNumber}`, state: 'ACTIVE' }] }),
    },
  ]
}
