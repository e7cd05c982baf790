/**
 * For every operation: how to call it for a tenant, and what each kind of credential gets. This table is the statement
 * of who may do what; test/contract/matrix.test.ts tries every cell, and an operation without a row fails there.
 */
import { env } from 'cloudflare:workers'
import { newId } from '../../src/contracts/ids.ts'
import { keyringOf, seal } from '../../src/crypto/envelope.ts'
import { settingsOf } from '../../src/env.ts'
import { call } from '../support/api.ts'
import { addIncident, addShare } from '../support/incident-shares.ts'
import type { TestTenant } from '../support/tenants.ts'

export interface Sample {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly isEndless?: boolean
}

/** Statuses of the own tenant's admin, member, secret key, partner, and of a secret key narrowed to the project. */
export interface Row {
  readonly sample: (tenant: TestTenant) => Sample | Promise<Sample>
  readonly admin: number
  readonly member: number
  readonly secret: number
  readonly partner: number
  /** A secret key narrowed to this project. */
  readonly narrowed: number
  /** A secret key and an admin of another organization; 404 unless the operation has no tenant in its address. */
  readonly foreign?: number
  /** What the same request gets from another caller after it succeeded: 409 where a name is there once. */
  readonly again?: number
  /** A link to an incident; 401 unless the operation takes such links, and then this is another one's. */
  readonly link?: number
}

async function threadOf(tenant: TestTenant): Promise<{ threadId: string; runId: string; messageId: string }> {
  const answer = await call('POST /threads', {
    token: tenant.secretKey,
    body: { message: 'what is connected?', projectId: tenant.projectId },
  })
  if (answer.status !== 201) throw new Error(`the thread of the fixture was not created: ${answer.text}`)
  return { threadId: answer.body.threadId, runId: answer.body.runId, messageId: answer.body.messageId }
}

async function secretKeyOf(tenant: TestTenant): Promise<string> {
  const body = { name: 'fixture', organizationId: tenant.organizationId }
  return (await call('POST /secret-keys', { token: tenant.admin.token, body })).body.secretKey.id
}

async function invitationOf(tenant: TestTenant): Promise<string> {
  const body = { email: 'fixture@example.test', organizationId: tenant.organizationId }
  return (await call('POST /members/invitations', { token: tenant.admin.token, body })).body.invitation.id
}

async function logSourceOf(tenant: TestTenant): Promise<{ id: string; streamId: string }> {
  const body = { provider: 'webhook', projectId: tenant.projectId }
  const answer = await call('POST /log-sources', { token: tenant.secretKey, body })
  return { id: answer.body.logSource.id, streamId: answer.body.streamId }
}

/** A connection as its creation leaves it; no platform is there to accept credentials. */
async function connectionOf(tenant: TestTenant): Promise<{ id: string; streamId: string }> {
  const [id, streamId] = [newId(), newId()]
  const { organizationId, projectId } = tenant
  const sealed = await seal(
    keyringOf(settingsOf(env).MASTER_KEYS),
    { purpose: 'source-metadata', associatedData: `sources|${id}|metadata` },
    '{}',
  )
  await env.DB.batch([
    env.DB.prepare(
      "insert into sources (id, kind, organization_id, project_id, provider, mode, metadata, created_at) values (?, 'connection', ?, ?, 'vercel', 'managed', ?, 1)",
    ).bind(id, organizationId, projectId, sealed),
    env.DB.prepare(
      "insert into streams (id, source_id, organization_id, project_id, display_name, config, resource_key, status, version, created_at) values (?, ?, ?, ?, 's', '{}', '[]', 'pending', 1, 1)",
    ).bind(streamId, id, organizationId, projectId),
  ])
  return { id, streamId }
}

/** A destination that its guard keeps from being called: no test reaches a network. */
async function destinationOf(tenant: TestTenant): Promise<string> {
  const id = newId()
  const target = { kind: 'webhook', url: 'https://10.0.0.7/', secrets: [] }
  const place = { purpose: 'destination-target', associatedData: `destinations|${id}|target` }
  const sealed = await seal(keyringOf(settingsOf(env).MASTER_KEYS), place, JSON.stringify(target))
  const summary = { address: '10.0.0.7', secretCreatedAt: 1, previousSecretExpiresAt: null }
  const rules = { severityMin: 'info', services: [], types: [], states: ['open'], messagesPerHourMax: 9 }
  await env.DB.prepare(
    "insert into destinations (id, organization_id, project_id, kind, name, target, summary, rules, created_at, updated_at) values (?, ?, ?, 'webhook', 'd', ?, ?, ?, 1, 1)",
  )
    .bind(id, tenant.organizationId, tenant.projectId, sealed, JSON.stringify(summary), JSON.stringify(rules))
    .run()
  return id
}

const destination = (suffix: string) => async (tenant: TestTenant) =>
  `/destinations/${await destinationOf(tenant)}${suffix}`

/** An MCP server that its guard keeps from being called. */
async function mcpServerOf(tenant: TestTenant): Promise<string> {
  const id = newId()
  const place = { purpose: 'mcp-server-connection', associatedData: `mcp_servers|${id}|connection` }
  const connection = JSON.stringify({ url: 'https://10.0.0.7/', headers: [] })
  const sealed = await seal(keyringOf(settingsOf(env).MASTER_KEYS), place, connection)
  await env.DB.prepare(
    "insert into mcp_servers (id, organization_id, project_id, name, connection, host, header_names, allowed_tools, created_at, updated_at) values (?, ?, ?, ?, ?, '10.0.0.7', '[]', '[]', 1, 1)",
  )
    .bind(id, tenant.organizationId, tenant.projectId, id.slice(-12), sealed)
    .run()
  return id
}

const mcpServer = (suffix: string) => async (tenant: TestTenant) => `/mcp-servers/${await mcpServerOf(tenant)}${suffix}`

const WINDOW = { title: 'upgrade', startsAt: '2030-01-01T00:00:00Z', endsAt: '2030-01-01T01:00:00Z' }
const NOTE = { kind: 'note', title: 'fixture', text: 'text' }

/** Something of the project that is made there over the API. */
const madeIn = (collection: string, body: object) => async (tenant: TestTenant) => {
  const at = `${collection}?projectId=${tenant.projectId}`
  const answer = await call(`POST ${at}`, { token: tenant.secretKey, body })
  const [made] = Object.values(answer.body) as { id: string }[]
  if (made === undefined) throw new Error(`the fixture was not made: ${answer.text}`)
  return `${collection}/${made.id}?projectId=${tenant.projectId}`
}

const incident = (suffix: string) => async (tenant: TestTenant) =>
  `/incidents/${await addIncident(tenant)}${suffix}?projectId=${tenant.projectId}`
const shared = (suffix: string) => async (tenant: TestTenant) =>
  `/shared-incidents/${(await addShare(tenant)).id}${suffix}`
const MONITOR = {
  name: 'm',
  condition: { measure: { signal: 'logs', statistic: 'count' }, comparison: { kind: 'above', threshold: 1 } },
}

async function monitorOf(tenant: TestTenant): Promise<string> {
  const body = { ...MONITOR, projectId: tenant.projectId }
  const answer = await call('POST /monitors', { token: tenant.admin.token, body })
  if (answer.status !== 201) throw new Error(`the monitor of the fixture was not created: ${answer.text}`)
  return answer.body.monitor.id
}

const monitor = (suffix: string) => async (tenant: TestTenant) =>
  `/monitors/${await monitorOf(tenant)}${suffix}?projectId=${tenant.projectId}`
const SCHEDULE = { name: 's', question: 'what changed?', timing: 'every weekday 09:00 Europe/Berlin' }

async function scheduleOf(tenant: TestTenant): Promise<string> {
  const body = { ...SCHEDULE, projectId: tenant.projectId }
  const answer = await call('POST /schedules', { token: tenant.admin.token, body })
  if (answer.status !== 201) throw new Error(`the schedule of the fixture was not created: ${answer.text}`)
  return answer.body.schedule.id
}

const schedule = (suffix: string) => async (tenant: TestTenant) =>
  `/schedules/${await scheduleOf(tenant)}${suffix}?projectId=${tenant.projectId}`
const connection = (suffix: string) => async (tenant: TestTenant) =>
  `/data-sources/connections/${(await connectionOf(tenant)).id}${suffix}`
const logSource = async (tenant: TestTenant) => `/log-sources/${(await logSourceOf(tenant)).id}`
const stream = (kind: 'connection' | 'log_source', suffix: string) => async (tenant: TestTenant) =>
  kind === 'connection'
    ? `/data-sources/streams/${(await connectionOf(tenant)).streamId}${suffix}`
    : `/log-streams/${(await logSourceOf(tenant)).streamId}${suffix}`

const get = (path: (tenant: TestTenant) => string | Promise<string>) => async (tenant: TestTenant) => ({
  method: 'GET',
  path: await path(tenant),
})
const send =
  (method: string, path: (tenant: TestTenant) => string | Promise<string>, body?: (tenant: TestTenant) => unknown) =>
  async (tenant: TestTenant): Promise<Sample> => ({
    method,
    path: await path(tenant),
    ...(body ? { body: body(tenant) } : {}),
  })

const organization = (path: string) => (tenant: TestTenant) => `${path}?organizationId=${tenant.organizationId}`
const project = (path: string) => (tenant: TestTenant) => `${path}?projectId=${tenant.projectId}`
const thread = (suffix: string) => async (tenant: TestTenant) =>
  `/threads/${(await threadOf(tenant)).threadId}${suffix}`
const run = (suffix: string) => async (tenant: TestTenant) => `/runs/${(await threadOf(tenant)).runId}${suffix}`
const secretKey = async (tenant: TestTenant) => `/secret-keys/${await secretKeyOf(tenant)}`
async function alertKeyOf({ organizationId, projectId }: TestTenant): Promise<string> {
  const id = newId()
  const insert =
    "insert into alert_keys (id, organization_id, project_id, name, digest, last_four, created_at) values (?, ?, ?, 'k', ?, 'last', 1)"
  await env.DB.prepare(insert).bind(id, organizationId, projectId, id).run()
  return id
}
const alertKey = (suffix: string) => async (tenant: TestTenant) => `/alert-keys/${await alertKeyOf(tenant)}${suffix}`
const publicKey = (suffix: string) => (tenant: TestTenant) => `/public-keys/${tenant.publicKeyId}${suffix}`

const everyone = (status: number) => ({ admin: status, member: status, secret: status, narrowed: status })
/** Readable by people and keys of the organization, and by its partner. */
const readable = { ...everyone(200), partner: 200 }
/** Threads, telemetry, members: not for partners. */
const notForPartners = (status: number) => ({ ...everyone(status), partner: 403 })
const adminsAndKeys = (status: number) => ({
  admin: status,
  member: 403,
  secret: status,
  partner: 403,
  narrowed: status,
})
const adminsOnly = (status: number) => ({ admin: status, member: 403, secret: 403, partner: 403, narrowed: 403 })
/** Links open what they were made for, and no credential of the API does. */
const linksOnly = { ...everyone(401), partner: 401, foreign: 401, link: 404 }
/** The delivery endpoints accept only an alert key, no credential of the API. */
const noCredential = { ...everyone(401), partner: 401, foreign: 401 }
const billingReadable = { admin: 200, member: 200, secret: 200, partner: 403, narrowed: 403 }
const ofThread = notForPartners

export const SUBJECTS: Readonly<Record<string, Row>> = {
  'me.get': { sample: get(() => '/me'), ...readable, foreign: 200 },
  'me.listTokens': {
    sample: get(() => '/me/tokens'),
    admin: 200,
    member: 200,
    secret: 403,
    partner: 403,
    narrowed: 403,
    foreign: 0,
  },
  'me.revokeToken': {
    sample: send('DELETE', () => '/me/tokens/0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55'),
    admin: 404,
    member: 404,
    secret: 403,
    partner: 403,
    narrowed: 403,
    foreign: 0,
  },
  'organizations.list': { sample: get(() => '/organizations'), ...readable, foreign: 200 },
  'organizations.create': {
    sample: send(
      'POST',
      () => '/organizations',
      () => ({ name: 'New' }),
    ),
    admin: 201,
    member: 201,
    secret: 403,
    partner: 201,
    narrowed: 403,
    foreign: 0,
  },
  'organizations.get': { sample: get((tenant) => `/organizations/${tenant.organizationId}`), ...readable },
  'organizations.update': {
    sample: send(
      'PATCH',
      (tenant) => `/organizations/${tenant.organizationId}`,
      () => ({ name: 'Renamed' }),
    ),
    admin: 200,
    member: 403,
    secret: 200,
    partner: 403,
    narrowed: 403,
  },
  'organizations.getAgentSettings': {
    sample: get((tenant) => `/organizations/${tenant.organizationId}/agent-settings`),
    ...readable,
  },
  'organizations.updateAgentSettings': {
    sample: send(
      'PATCH',
      (tenant) => `/organizations/${tenant.organizationId}/agent-settings`,
      () => ({ maskingEnabled: true }),
    ),
    admin: 200,
    member: 403,
    secret: 200,
    partner: 403,
    narrowed: 403,
  },
  'members.list': { sample: get(organization('/members')), ...notForPartners(200) },
  'members.updateRole': {
    sample: send(
      'PATCH',
      (tenant) => `/members/${tenant.member.userId}/role?organizationId=${tenant.organizationId}`,
      () => ({ role: 'member' }),
    ),
    ...adminsOnly(200),
  },
  'members.remove': {
    sample: send('DELETE', (tenant) => `/members/${tenant.member.userId}?organizationId=${tenant.organizationId}`),
    admin: 200,
    // The member removes themself.
    member: 200,
    secret: 403,
    partner: 403,
    narrowed: 403,
  },
  'members.listInvitations': { sample: get(organization('/members/invitations')), ...adminsOnly(200) },
  'members.invite': {
    sample: send('POST', organization('/members/invitations'), () => ({ email: 'new@example.test' })),
    ...adminsOnly(201),
  },
  'members.acceptInvitation': {
    sample: send(
      'POST',
      () => '/members/invitations/accept',
      () => ({ token: 'unknown' }),
    ),
    admin: 404,
    member: 404,
    secret: 403,
    partner: 403,
    narrowed: 403,
    foreign: 0,
  },
  'members.revokeInvitation': {
    sample: send('DELETE', async (tenant) => `/members/invitations/${await invitationOf(tenant)}`),
    ...adminsOnly(200),
  },
  'auditEvents.list': { sample: get(organization('/audit-events')), ...adminsOnly(200) },
  'projects.list': { sample: get(organization('/projects')), ...readable },
  'projects.create': {
    sample: send('POST', organization('/projects'), () => ({ name: 'new' })),
    admin: 201,
    member: 403,
    secret: 201,
    partner: 201,
    narrowed: 403,
  },
  'projects.get': { sample: get((tenant) => `/projects/${tenant.projectId}`), ...readable },
  'projects.update': {
    sample: send(
      'PATCH',
      (tenant) => `/projects/${tenant.projectId}`,
      () => ({ name: 'renamed' }),
    ),
    admin: 200,
    member: 403,
    secret: 200,
    partner: 200,
    narrowed: 403,
  },
  'projects.delete': {
    sample: send('DELETE', (tenant) => `/projects/${tenant.projectId}`),
    admin: 204,
    member: 403,
    secret: 204,
    partner: 204,
    narrowed: 403,
  },
  'projects.getRedaction': { sample: get((tenant) => `/projects/${tenant.projectId}/redaction`), ...readable },
  'projects.updateRedaction': {
    sample: send(
      'PATCH',
      (tenant) => `/projects/${tenant.projectId}/redaction`,
      () => ({ redactEmails: true }),
    ),
    admin: 200,
    member: 403,
    secret: 200,
    partner: 200,
    narrowed: 403,
  },
  'threads.list': { sample: get(project('/threads')), ...notForPartners(200) },
  'threads.create': { sample: send('POST', project('/threads'), () => ({ message: 'hello' })), ...notForPartners(201) },
  'threads.get': { sample: get(thread('')), ...ofThread(200) },
  'threads.update': { sample: send('PATCH', thread(''), () => ({ status: 'archived' })), ...ofThread(200) },
  'threads.delete': { sample: send('DELETE', thread('')), ...ofThread(204) },
  'threads.getStatus': { sample: get(thread('/status')), ...ofThread(200) },
  'threads.stop': { sample: send('POST', thread('/stop')), ...ofThread(200) },
  'threads.fork': {
    sample: async (tenant) => {
      const { threadId, messageId } = await threadOf(tenant)
      return { method: 'POST', path: `/threads/${threadId}/fork`, body: { messageId } }
    },
    ...ofThread(201),
  },
  'threads.stream': { sample: get(thread('/stream')), ...ofThread(200) },
  'messages.list': { sample: get(thread('/messages')), ...ofThread(200) },
  'messages.append': { sample: send('POST', thread('/messages'), () => ({ message: 'and?' })), ...ofThread(201) },
  'runs.get': { sample: get(run('')), ...ofThread(200) },
  'runs.list': { sample: get(thread('/runs')), ...ofThread(200) },
  'runs.listOfProject': { sample: get(project('/runs')), ...notForPartners(200) },
  'runs.cancel': { sample: send('POST', run('/cancel')), ...ofThread(200) },
  'runs.listSent': { sample: get(run('/sent')), ...ofThread(200) },
  'runs.stream': { sample: get(run('/stream')), ...ofThread(200) },
  'search.threads': {
    sample: get((tenant) => `/search/threads?q=x&projectId=${tenant.projectId}`),
    ...notForPartners(200),
  },
  'search.messages': {
    sample: get((tenant) => `/search/messages?q=x&projectId=${tenant.projectId}`),
    ...notForPartners(200),
  },
  'changes.record': {
    sample: send('POST', project('/changes'), () => ({ kind: 'deployment', title: 'shop 2.0', service: 'shop' })),
    ...notForPartners(201),
  },
  'changes.list': { sample: get(project('/changes')), ...notForPartners(200) },
  'incidents.list': { sample: get(project('/incidents')), ...notForPartners(200) },
  'incidents.get': { sample: get(incident('')), ...notForPartners(200) },
  'incidents.listAlerts': { sample: get(incident('/alerts')), ...notForPartners(200) },
  'incidents.getPostmortem': { sample: get(incident('/postmortem')), ...notForPartners(200) },
  'incidents.giveFeedback': {
    sample: send('POST', incident('/feedback'), () => ({ verdict: 'right' })),
    ...notForPartners(200),
  },
  'incidents.resolve': { sample: send('POST', incident('/resolve')), ...notForPartners(200) },
  'incidents.getAccuracy': { sample: get(project('/incidents/accuracy')), ...notForPartners(200) },
  'incidentShares.list': { sample: get(incident('/shares')), ...notForPartners(200) },
  'incidentShares.create': { sample: send('POST', incident('/shares'), () => ({})), ...notForPartners(201) },
  'incidentShares.revoke': {
    sample: async (tenant) => {
      const { id, incidentId } = await addShare(tenant)
      const path = `/incidents/${incidentId}/shares/${id}?projectId=${tenant.projectId}`
      return { method: 'DELETE', path }
    },
    ...notForPartners(204),
  },
  'sharedIncidents.get': { sample: get(shared('')), ...linksOnly },
  'sharedIncidents.getPostmortem': { sample: get(shared('/postmortem')), ...linksOnly },
  'sharedIncidents.getTelemetry': { sample: get(shared('/telemetry')), ...linksOnly },
  'sharedIncidents.getEvidence': { sample: get(shared('/evidence?service=checkout&signal=spans')), ...linksOnly },
  'maintenanceWindows.list': { sample: get(project('/maintenance-windows')), ...notForPartners(200) },
  'maintenanceWindows.create': {
    sample: send('POST', project('/maintenance-windows'), () => WINDOW),
    ...notForPartners(201),
  },
  'maintenanceWindows.get': { sample: get(madeIn('/maintenance-windows', WINDOW)), ...notForPartners(200) },
  'maintenanceWindows.update': {
    sample: send('PATCH', madeIn('/maintenance-windows', WINDOW), () => ({ title: 'longer' })),
    ...notForPartners(200),
  },
  'maintenanceWindows.delete': {
    sample: send('DELETE', madeIn('/maintenance-windows', WINDOW)),
    ...notForPartners(204),
  },
  'notes.list': { sample: get(project('/notes')), ...notForPartners(200) },
  'notes.create': { sample: send('POST', project('/notes'), () => NOTE), ...notForPartners(201) },
  'notes.get': { sample: get(madeIn('/notes', NOTE)), ...notForPartners(200) },
  'notes.update': {
    sample: send('PATCH', madeIn('/notes', NOTE), () => ({ title: 'renamed' })),
    ...notForPartners(200),
  },
  'notes.delete': { sample: send('DELETE', madeIn('/notes', NOTE)), ...notForPartners(204) },
  'publicKeys.list': { sample: get(project('/public-keys')), ...readable },
  'publicKeys.create': {
    sample: send('POST', project('/public-keys'), () => ({ name: 'new' })),
    ...adminsAndKeys(201),
    partner: 201,
  },
  'publicKeys.get': { sample: get(publicKey('')), ...readable },
  'publicKeys.update': {
    sample: send('PATCH', publicKey(''), () => ({ name: 'renamed' })),
    ...adminsAndKeys(200),
    partner: 200,
  },
  'publicKeys.deactivate': { sample: send('POST', publicKey('/deactivate')), ...adminsAndKeys(200), partner: 200 },
  'alertKeys.list': { sample: get(project('/alert-keys')), ...notForPartners(200) },
  'alertKeys.create': { sample: send('POST', project('/alert-keys'), () => ({ name: 'new' })), ...adminsAndKeys(201) },
  'alertKeys.get': { sample: get(alertKey('')), ...notForPartners(200) },
  'alertKeys.update': {
    sample: send('PATCH', alertKey(''), () => ({ signingSecret: 'a new signing secret' })),
    ...adminsAndKeys(200),
  },
  'alertKeys.deactivate': { sample: send('POST', alertKey('/deactivate')), ...adminsAndKeys(200) },
  'alerts.explain': {
    sample: send('POST', project('/alerts/explain'), () => ({ source: 'generic', body: { title: 'x' } })),
    ...notForPartners(200),
  },
  'alerts.receive': {
    sample: send(
      'POST',
      () => '/alerts/generic',
      () => ({ title: 'x' }),
    ),
    ...noCredential,
  },
  'changes.receive': {
    sample: send(
      'POST',
      () => '/changes/generic',
      () => ({ title: 'x' }),
    ),
    ...noCredential,
  },
  'alertSenders.list': { sample: get(organization('/alert-senders')), ...notForPartners(200) },
  'secretKeys.list': { sample: get(organization('/secret-keys')), ...adminsOnly(200), partner: 200 },
  'secretKeys.create': {
    sample: send('POST', organization('/secret-keys'), () => ({ name: 'new' })),
    ...adminsOnly(201),
    partner: 201,
  },
  'secretKeys.get': { sample: get(secretKey), ...adminsOnly(200), partner: 200 },
  'secretKeys.update': {
    sample: send('PATCH', secretKey, () => ({ name: 'renamed' })),
    ...adminsOnly(200),
    partner: 200,
  },
  'secretKeys.delete': { sample: send('DELETE', secretKey), ...adminsOnly(204), partner: 204 },
  'dataSources.listTypes': { sample: get(organization('/data-sources/types')), ...notForPartners(200) },
  'dataSources.listConnections': { sample: get(project('/data-sources/connections')), ...notForPartners(200) },
  'dataSources.createConnection': {
    sample: send('POST', project('/data-sources/connections'), () => ({ dataSourceType: 'vercel', metadata: {} })),
    // Metadata without its required fields: refused before the platform is asked.
    ...adminsAndKeys(400),
  },
  'dataSources.getConnection': { sample: get(connection('')), ...notForPartners(200) },
  'dataSources.updateConnection': {
    sample: send('PATCH', connection(''), () => ({ displayName: 'x' })),
    ...adminsAndKeys(200),
  },
  'dataSources.deleteConnection': { sample: send('DELETE', connection('')), ...adminsAndKeys(200) },
  // The stored credentials of the fixture cannot be opened by any platform: 502, not a tenant's answer.
  'dataSources.listResources': { sample: get(connection('/resources')), ...notForPartners(502) },
  'dataSources.listStreams': { sample: get(connection('/streams')), ...notForPartners(200) },
  'dataSources.createStream': {
    sample: send('POST', connection('/streams'), () => ({ displayName: 'x', config: { nonsense: true } })),
    ...adminsAndKeys(400),
  },
  'dataSources.getStream': { sample: get(stream('connection', '')), ...notForPartners(200) },
  'dataSources.retryStream': { sample: send('POST', stream('connection', '/retry')), ...adminsAndKeys(409) },
  'dataSources.deleteStream': { sample: send('DELETE', stream('connection', '')), ...adminsAndKeys(200) },
  'recommendations.list': { sample: get(project('/recommendations')), ...notForPartners(200) },
  'logSources.listProviders': { sample: get(organization('/log-sources/providers')), ...notForPartners(200) },
  'logSources.list': { sample: get(project('/log-sources')), ...notForPartners(200) },
  'logSources.create': {
    sample: send('POST', project('/log-sources'), () => ({ provider: 'webhook' })),
    ...adminsAndKeys(201),
  },
  'logSources.get': { sample: get(logSource), ...notForPartners(200) },
  'logSources.update': { sample: send('PATCH', logSource, () => ({ enabled: false })), ...adminsAndKeys(200) },
  'logSources.delete': { sample: send('DELETE', logSource), ...adminsAndKeys(200) },
  'logStreams.list': {
    sample: get(async (tenant) => `/log-streams?logSourceId=${(await logSourceOf(tenant)).id}`),
    ...notForPartners(200),
  },
  'logStreams.create': {
    sample: async (tenant) => ({
      method: 'POST',
      path: '/log-streams',
      body: { logSourceId: (await logSourceOf(tenant)).id },
    }),
    ...adminsAndKeys(422),
  },
  'logStreams.get': { sample: get(stream('log_source', '')), ...notForPartners(200) },
  'logStreams.update': {
    sample: send('PATCH', stream('log_source', ''), () => ({ enabled: false })),
    ...adminsAndKeys(200),
  },
  'logStreams.retry': { sample: send('POST', stream('log_source', '/retry')), ...adminsAndKeys(409) },
  'logStreams.delete': { sample: send('DELETE', stream('log_source', '')), ...adminsAndKeys(200) },
  'logs.query': { sample: send('POST', project('/logs/query'), () => ({})), ...notForPartners(200) },
  'logs.volume': {
    sample: send('POST', project('/logs/volume'), () => ({ groupBy: ['service'] })),
    ...notForPartners(200),
  },
  'logs.patterns': { sample: send('POST', project('/logs/patterns'), () => ({})), ...notForPartners(200) },
  'logs.fields': {
    sample: send('POST', project('/logs/fields'), () => ({ field: 'attributes[region]' })),
    ...notForPartners(200),
  },
  'logs.get': { sample: get(project('/logs/00000000-0000-8000-8000-000000000000')), ...notForPartners(404) },
  'traces.query': { sample: send('POST', project('/traces/query'), () => ({})), ...notForPartners(200) },
  'traces.get': { sample: get(project(`/traces/${'a'.repeat(32)}`)), ...notForPartners(404) },
  'traces.stats': { sample: send('POST', project('/traces/stats'), () => ({})), ...notForPartners(200) },
  'dependencies.list': { sample: get(project('/dependencies')), ...notForPartners(200) },
  'metrics.list': { sample: get(project('/metrics')), ...notForPartners(200) },
  'metrics.query': {
    sample: send('POST', project('/metrics/query'), () => ({ metric: 'cpu', aggregation: 'avg' })),
    ...notForPartners(200),
  },
  'telemetry.tail': {
    sample: async (tenant) => ({ method: 'GET', path: project('/tail')(tenant), isEndless: true }),
    ...notForPartners(200),
  },
  'intake.explain': {
    sample: send('POST', project('/intake/explain'), () => ({ body: 'hello' })),
    ...notForPartners(200),
  },
  'monitors.list': { sample: get(project('/monitors')), ...notForPartners(200) },
  'monitors.create': { sample: send('POST', project('/monitors'), () => MONITOR), ...adminsAndKeys(201) },
  'monitors.listTemplates': { sample: get(project('/monitors/templates')), ...notForPartners(200) },
  'monitors.preview': { sample: send('POST', project('/monitors/preview'), () => MONITOR), ...notForPartners(200) },
  'monitors.get': { sample: get(monitor('')), ...notForPartners(200) },
  'monitors.update': { sample: send('PATCH', monitor(''), () => ({ forMinutes: 1 })), ...adminsAndKeys(200) },
  'monitors.delete': { sample: send('DELETE', monitor('')), ...adminsAndKeys(204) },
  'monitors.pause': { sample: send('POST', monitor('/pause')), ...adminsAndKeys(200) },
  'monitors.resume': { sample: send('POST', monitor('/resume')), ...adminsAndKeys(200) },
  'monitors.history': { sample: get(monitor('/history')), ...notForPartners(200) },
  'schedules.list': { sample: get(project('/schedules')), ...notForPartners(200) },
  'schedules.create': { sample: send('POST', project('/schedules'), () => SCHEDULE), ...adminsAndKeys(201) },
  'schedules.get': { sample: get(schedule('')), ...notForPartners(200) },
  'schedules.update': { sample: send('PATCH', schedule(''), () => ({ enabled: false })), ...adminsAndKeys(200) },
  'schedules.delete': { sample: send('DELETE', schedule('')), ...adminsAndKeys(204) },
  'schedules.run': {
    sample: send('POST', project('/schedules/0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55/run')),
    ...adminsAndKeys(404),
  },
  'schedules.listRuns': { sample: get(schedule('/runs')), ...notForPartners(200) },
  'destinations.list': { sample: get(project('/destinations')), ...notForPartners(200) },
  'destinations.create': {
    sample: send('POST', project('/destinations'), () => ({
      name: 'd',
      target: { kind: 'webhook', url: 'https://hooks.observability.dev/' },
    })),
    ...adminsAndKeys(201),
  },
  'destinations.get': { sample: get(destination('')), ...notForPartners(200) },
  'destinations.update': { sample: send('PATCH', destination(''), () => ({ name: 'x' })), ...adminsAndKeys(200) },
  'destinations.delete': { sample: send('DELETE', destination('')), ...adminsAndKeys(204) },
  'destinations.rotateSecret': { sample: send('POST', destination('/rotate-secret')), ...adminsAndKeys(200) },
  'destinations.test': { sample: send('POST', destination('/test')), ...adminsAndKeys(200) },
  'destinations.preview': { sample: send('POST', destination('/preview')), ...notForPartners(200) },
  'destinations.listDeliveries': { sample: get(destination('/deliveries')), ...notForPartners(200) },
  'deliveries.replay': {
    sample: send('POST', project('/deliveries/0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55/replay')),
    ...adminsAndKeys(404),
  },
  'mcpServers.list': { sample: get(project('/mcp-servers')), ...notForPartners(200) },
  'mcpServers.create': {
    sample: send('POST', project('/mcp-servers'), () => ({
      name: newId().slice(-12),
      connection: { url: 'https://mcp.observability.dev/mcp' },
    })),
    ...adminsAndKeys(201),
    again: 409,
  },
  'mcpServers.get': { sample: get(mcpServer('')), ...notForPartners(200) },
  'mcpServers.update': { sample: send('PATCH', mcpServer(''), () => ({ enabled: false })), ...adminsAndKeys(200) },
  'mcpServers.delete': { sample: send('DELETE', mcpServer('')), ...adminsAndKeys(204) },
  'mcpServers.listTools': { sample: get(mcpServer('/tools')), ...adminsAndKeys(422) },
  'mcpServers.allowTools': {
    sample: send('POST', mcpServer('/allow-tools'), () => ({ tools: [] })),
    ...adminsAndKeys(200),
  },
  'billing.listPlans': { sample: get(organization('/billing/plans')), ...billingReadable },
  'billing.getSummary': { sample: get(organization('/billing/summary')), ...billingReadable },
  'billing.getUsage': { sample: get(organization('/billing/usage')), ...billingReadable },
  'billing.listTransactions': { sample: get(organization('/billing/transactions')), ...billingReadable },
  'billing.previewPlanChange': {
    sample: send('POST', organization('/billing/plan-change/preview'), () => ({ planSlug: 'no-such-plan' })),
    ...adminsOnly(404),
  },
  'billing.changePlan': {
    sample: send('POST', organization('/billing/plan-change'), () => ({ planSlug: 'no-such-plan' })),
    ...adminsOnly(404),
  },
  // Every organization starts on the free plan, which cannot be cancelled.
  'billing.previewCancellation': {
    sample: send('POST', organization('/billing/subscription-cancellation/preview')),
    admin: 409,
    member: 409,
    secret: 409,
    partner: 403,
    narrowed: 403,
  },
  'billing.scheduleCancellation': {
    sample: send('POST', organization('/billing/subscription-cancellation')),
    ...adminsOnly(409),
  },
  'billing.resumeSubscription': {
    sample: send('POST', organization('/billing/subscription-cancellation/resume')),
    ...adminsOnly(409),
  },
  'billing.createPortalSession': { sample: send('POST', organization('/billing/portal-session')), ...adminsOnly(409) },
}
