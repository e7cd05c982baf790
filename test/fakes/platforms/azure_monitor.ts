/**
 * Azure: tokens by client credentials, Resource Manager, Log Analytics. Facts in docs/connectors.md, mostly G.
 * Weak there, chosen here:
 * - A token is for one audience: ARM's at Log Analytics, or the other way, is 401 `InvalidAuthenticationTokenAudience`.
 * - Revoked: a secret that ran out, 401 AADSTS7000222. Under-scoped: an application without a role on the subscription.
 * - `state.isQueryPartial` makes queries answer 200 with `error` beside the tables.
 * - 200 requests in 30 s (G) at Log Analytics.
 */
import { z } from 'zod'
import { answerQuery } from './azure_monitor-query.ts'
import { FakeControl } from './control.ts'
import { authorization, type Exchange, empty, json, parseJson, type Route, retryAfter } from './exchange.ts'
import { plantedKeys } from './keys.ts'
import { many } from './paging.ts'
import { createPlatformFake, type FakeOptions, type PlatformFake } from './platform-fake.ts'

export const AZURE_SECRETS = plantedKeys('az8Q~')
export const AZURE_TENANT_ID = '11111111-1111-4111-8111-111111111111'
export const AZURE_CLIENT_ID = '22222222-2222-4222-8222-222222222222'
export const AZURE_CLIENT_ID_UNDER_SCOPED = '22222222-2222-4222-8222-333333333333'
export const AZURE_SUBSCRIPTION_ID = '33333333-3333-4333-8333-333333333333'
export const AZURE_WORKSPACE_ID = '44444444-4444-4444-8444-444444444444'
export const AZURE_FOREIGN_SETTING = 'someone-else'
export const AZURE_EVENT_HUB_RULE_ID = `/subscriptions/${AZURE_SUBSCRIPTION_ID}/resourceGroups/shop/providers/Microsoft.EventHub/namespaces/shop/authorizationRules/send`

const ARM = 'https://management.azure.com'
const SCOPES = [
  `${ARM}/.default`,
  'https://api.loganalytics.io/.default',
  'https://api.loganalytics.azure.com/.default',
]
const CATEGORIES = ['AppServiceConsoleLogs', 'AppServiceHTTPLogs', 'AuditEvent']
const PAGE_SIZE = 100
const HOUR_MS = 3_600_000

type Setting = { name: string; resourceId: string; properties: z.infer<typeof settingBody>['properties'] }
export type AzureState = {
  resources: string[]
  settings: Map<string, Setting>
  tokens: Map<string, { clientId: string; audience: 'arm' | 'logs'; expiresAtMs: number }>
  isQueryPartial: boolean
}

const settingBody = z.object({
  properties: z.object({
    eventHubAuthorizationRuleId: z.string().optional(),
    eventHubName: z.string().optional(),
    workspaceId: z.string().optional(),
    storageAccountId: z.string().optional(),
    logs: z
      .array(z.object({ category: z.string().optional(), categoryGroup: z.string().optional(), enabled: z.boolean() }))
      .optional(),
    metrics: z.array(z.object({ category: z.string().optional(), enabled: z.boolean() })).optional(),
  }),
})

export function createAzureMonitorFake(
  options: FakeOptions & { resourceCount?: number } = {},
): PlatformFake<AzureState> {
  const resources = many(
    options.resourceCount ?? 250,
    (index) =>
      `/subscriptions/${AZURE_SUBSCRIPTION_ID}/resourceGroups/shop/providers/Microsoft.Web/sites/shop-${index}`,
  )
  const state: AzureState = { resources, settings: new Map(), tokens: new Map(), isQueryPartial: false }
  const foreign = {
    name: AZURE_FOREIGN_SETTING,
    resourceId: resources[0] ?? '',
    properties: { workspaceId: '/subscriptions/other' },
  }
  state.settings.set(`${foreign.resourceId}/${foreign.name}`.toLowerCase(), foreign)
  const control = new FakeControl()
  const metadata = (client_secret: string, client_id = AZURE_CLIENT_ID) => ({
    tenant_id: AZURE_TENANT_ID,
    client_id,
    client_secret,
    subscription_id: AZURE_SUBSCRIPTION_ID,
    workspace_id: AZURE_WORKSPACE_ID,
  })
  return createPlatformFake<AzureState>(
    {
      id: 'azure_monitor',
      hosts: ['login.microsoftonline.com', 'management.azure.com', 'api.loganalytics.azure.com', 'api.loganalytics.io'],
      state,
      control,
      credentials: {
        good: metadata(AZURE_SECRETS.good),
        bad: metadata(AZURE_SECRETS.bad),
        revoked: metadata(AZURE_SECRETS.revoked),
        underScoped: metadata(AZURE_SECRETS.underScoped, AZURE_CLIENT_ID_UNDER_SCOPED),
      },
      secrets: AZURE_SECRETS.all,
      resources: () => resources,
      destinations: () =>
        [...state.settings.values()].map((raw) => ({
          id: raw.name,
          resource: raw.resourceId,
          url: raw.properties.eventHubAuthorizationRuleId ?? raw.properties.workspaceId ?? '',
          isForeign: raw.name === AZURE_FOREIGN_SETTING,
          raw,
        })),
      routes: routesOf(state, control),
      gate: (exchange) => gate(state, exchange),
      rateLimited: (_, seconds) => refuse(429, 'TooManyRequests', 'The request was throttled.', retryAfter(seconds)),
      serverError: (_, status) => refuse(status, 'InternalServerError', 'The server encountered an internal error.'),
      notFound: () => refuse(404, 'InvalidResourceType', 'The resource type could not be found.'),
      limits: ({ url }) =>
        url.host.startsWith('api.loganalytics') ? { key: 'query', requestsMax: 200, windowMs: 30_000 } : null,
    },
    options,
  )
}

function gate(state: AzureState, exchange: Exchange): Response | null {
  const { host } = exchange.url
  if (host === 'login.microsoftonline.com') return null
  const token = state.tokens.get(authorization(exchange, 'bearer') ?? '')
  if (token === undefined) return refuse(401, 'InvalidAuthenticationToken', 'The access token is invalid.')
  if (token.expiresAtMs <= exchange.nowMs)
    return refuse(401, 'ExpiredAuthenticationToken', 'The access token expiry UTC time is earlier than current.')
  const isArm = host === 'management.azure.com'
  if ((token.audience === 'arm') !== isArm) {
    return refuse(
      401,
      'InvalidAuthenticationTokenAudience',
      `The access token has been obtained for wrong audience or resource.`,
    )
  }
  if (isArm && !/^\d{4}-\d\d-\d\d(-preview)?$/.test(exchange.query.get('api-version') ?? '')) {
    return refuse(
      400,
      'MissingApiVersionParameter',
      'The api-version query parameter (?api-version=) is required for all requests.',
    )
  }
  if (token.clientId === AZURE_CLIENT_ID_UNDER_SCOPED) {
    if (!isArm) return refuse(403, 'InsufficientAccessError', 'The provided credentials have insufficient access.')
    return refuse(
      403,
      'AuthorizationFailed',
      `The client '${token.clientId}' does not have authorization to perform action.`,
    )
  }
  const subscription = /^\/subscriptions\/([^/]+)/.exec(exchange.path)?.[1]
  if (subscription !== undefined && subscription !== AZURE_SUBSCRIPTION_ID) {
    return refuse(404, 'SubscriptionNotFound', `The subscription '${subscription}' could not be found.`)
  }
  return null
}

function routesOf(state: AzureState, control: FakeControl): Route[] {
  const base = '/subscriptions/{subscription}'
  const setting = '/{resource*}/providers/{insights}/diagnosticSettings/{name}'
  const subscription = { subscriptionId: AZURE_SUBSCRIPTION_ID, displayName: 'Shop', state: 'Enabled' }
  const workspace = {
    name: 'shop-logs',
    properties: { customerId: AZURE_WORKSPACE_ID, provisioningState: 'Succeeded' },
  }
  const categories = CATEGORIES.map((name) => ({
    name,
    properties: { categoryType: 'Logs', categoryGroups: ['allLogs'] },
  }))
  const query = (exchange: Exchange) =>
    exchange.params['workspace'] === AZURE_WORKSPACE_ID
      ? answerQuery(control, state.isQueryPartial, exchange)
      : refuse(404, 'WorkspaceNotFoundError', 'The workspace could not be found')
  const listSettings = (exchange: Exchange) =>
    json({ value: [...state.settings.values()].filter(({ resourceId }) => sameResource(resourceId, exchange)) })
  return [
    { method: 'POST', pattern: '/{tenant}/oauth2/v2.0/token', handle: (exchange) => giveToken(state, exchange) },
    { method: 'GET', pattern: base, handle: () => json(subscription) },
    { method: 'GET', pattern: `${base}/resources`, handle: (exchange) => listResources(state, exchange) },
    {
      method: 'GET',
      pattern: `${base}/providers/Microsoft.OperationalInsights/workspaces`,
      handle: () => json({ value: [workspace] }),
    },
    {
      method: 'GET',
      pattern: '/{resource*}/providers/{insights}/diagnosticSettingsCategories',
      handle: () => json({ value: categories }),
    },
    { method: 'GET', pattern: '/{resource*}/providers/{insights}/diagnosticSettings', handle: listSettings },
    { method: 'GET', pattern: setting, handle: (exchange) => oneSetting(state, exchange) },
    { method: 'PUT', pattern: setting, handle: (exchange) => putSetting(state, exchange) },
    { method: 'DELETE', pattern: setting, handle: (exchange) => oneSetting(state, exchange) },
    { method: 'POST', pattern: '/v1/workspaces/{workspace}/query', handle: query },
  ]
}

function sameResource(resourceId: string, { params }: Exchange): boolean {
  return resourceId.toLowerCase() === `/${params['resource']}`.toLowerCase()
}

function giveToken(state: AzureState, exchange: Exchange): Response {
  const refuseToken = (status: number, error: string, code: number, message: string) =>
    json(
      { error, error_description: `AADSTS${code}: ${message} Trace ID: t Correlation ID: c`, error_codes: [code] },
      status,
    )
  const tenant = exchange.params['tenant']
  if (tenant !== AZURE_TENANT_ID) return refuseToken(400, 'invalid_request', 90002, `Tenant '${tenant}' not found.`)
  const form = new URLSearchParams(exchange.bodyText)
  if (form.get('grant_type') !== 'client_credentials')
    return refuseToken(400, 'unsupported_grant_type', 70003, 'The app requested an unsupported grant type.')
  const clientId = form.get('client_id')
  const secretOf = new Map([
    [AZURE_CLIENT_ID, AZURE_SECRETS.good],
    [AZURE_CLIENT_ID_UNDER_SCOPED, AZURE_SECRETS.underScoped],
  ]).get(clientId ?? '')
  if (secretOf === undefined || clientId === null) {
    return refuseToken(
      400,
      'unauthorized_client',
      700016,
      `Application with identifier '${clientId}' was not found in the directory.`,
    )
  }
  const secret = form.get('client_secret')
  if (secret === AZURE_SECRETS.revoked)
    return refuseToken(401, 'invalid_client', 7000222, 'The provided client secret keys are expired.')
  if (secret !== secretOf) return refuseToken(401, 'invalid_client', 7000215, 'Invalid client secret provided.')
  const scope = form.get('scope') ?? ''
  if (!SCOPES.includes(scope))
    return refuseToken(400, 'invalid_scope', 70011, `The provided value for scope ${scope} is not valid.`)
  const token = `eyJ0eXAiOiJKV1Qi.planted-${state.tokens.size}.${crypto.randomUUID()}`
  state.tokens.set(token, {
    clientId,
    audience: scope.startsWith(ARM) ? 'arm' : 'logs',
    expiresAtMs: exchange.nowMs + HOUR_MS,
  })
  return json({ token_type: 'Bearer', expires_in: 3599, ext_expires_in: 3599, access_token: token })
}

function listResources(state: AzureState, exchange: Exchange): Response {
  const skip = Number(exchange.query.get('$skiptoken') ?? 0)
  if (!Number.isInteger(skip)) return refuse(400, 'InvalidSkipToken', 'The skip token is invalid.')
  const value = state.resources
    .slice(skip, skip + PAGE_SIZE)
    .map((id) => ({ id, name: id.split('/').at(-1), type: 'Microsoft.Web/sites', location: 'westeurope' }))
  if (skip + PAGE_SIZE >= state.resources.length) return json({ value })
  const next = new URL(exchange.url)
  next.searchParams.set('$skiptoken', String(skip + PAGE_SIZE))
  return json({ value, nextLink: next.href })
}

function keyOf({ params }: Exchange): string {
  return `/${params['resource']}/${params['name']}`.toLowerCase()
}

/** DELETE of what is not there is 204, of what is 200. */
function oneSetting(state: AzureState, exchange: Exchange): Response {
  const setting = state.settings.get(keyOf(exchange))
  if (exchange.method === 'DELETE') {
    state.settings.delete(keyOf(exchange))
    return empty(setting === undefined ? 204 : 200)
  }
  return setting === undefined
    ? refuse(404, 'ResourceNotFound', 'The diagnostic setting was not found.')
    : json(setting)
}

function putSetting(state: AzureState, exchange: Exchange): Response {
  const resourceId = state.resources.find((id) => sameResource(id, exchange))
  if (resourceId === undefined) return refuse(404, 'ResourceNotFound', 'The resource was not found.')
  const parsed = settingBody.safeParse(parseJson(exchange))
  if (!parsed.success) return refuse(400, 'InvalidRequestContent', z.prettifyError(parsed.error))
  const {
    eventHubAuthorizationRuleId: rule,
    eventHubName,
    workspaceId,
    storageAccountId,
    logs = [],
    metrics = [],
  } = parsed.data.properties
  if ((rule ?? workspaceId ?? storageAccountId) === undefined)
    return refuse(400, 'BadRequest', 'At least one data sink needs to be specified.')
  if (logs.length + metrics.length === 0) return refuse(400, 'BadRequest', 'At least one category must be enabled.')
  const unknown = logs.find(({ category }) => category !== undefined && !CATEGORIES.includes(category))
  if (unknown !== undefined) return refuse(400, 'BadRequest', `Category '${unknown.category}' is not supported.`)
  const isSame = (other: Setting) =>
    other.properties.eventHubAuthorizationRuleId === rule && other.properties.eventHubName === eventHubName
  const others = [...state.settings.values()].filter(
    (other) => other.resourceId === resourceId && other.name !== exchange.params['name'],
  )
  if (others.length >= 5)
    return refuse(400, 'BadRequest', 'The resource has reached the limit of 5 diagnostic settings.')
  if (rule !== undefined && others.some(isSame))
    return refuse(409, 'Conflict', 'Data sink is already used in another diagnostic setting.')
  const setting: Setting = { name: exchange.params['name'] ?? '', resourceId, properties: parsed.data.properties }
  state.settings.set(keyOf(exchange), setting)
  return json({ id: `${resourceId}/providers/microsoft.insights/diagnosticSettings/${setting.name}`, ...setting })
}

function refuse(status: number, code: string, message: string, headers: Record<string, string> = {}): Response {
  return json({ error: { code, message } }, status, headers)
}
