/**
 * A project with something of everything, and of its organization what belongs to no project. Every text in it is
 * the marker, so that whatever remains somewhere is found.
 */

import { env, exports } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import { withQuietLook } from '../../src/agent/investigator/quiet-profile.ts'
import { newId } from '../../src/contracts/ids.ts'
import type { DomainContext } from '../../src/domain/context.ts'
import { sealMetadata } from '../../src/domain/sources/metadata.ts'
import { provisionStream } from '../../src/domain/sources/provision-stream.ts'
import { findSource } from '../../src/domain/sources/rows.ts'
import { newManagedStream } from '../../src/domain/sources/stream-changes.ts'
import { backgroundContext } from '../../src/wiring/contexts.ts'
import { createAxiomFake } from '../fakes/platforms/axiom.ts'
import { createPlatformRouter } from '../fakes/platforms/index.ts'
import { createVercelFake, VERCEL_TEAM_ID, VERCEL_TOKEN_GOOD } from '../fakes/platforms/vercel.ts'
import { alertOf } from './alerts.ts'
import { call } from './api.ts'
import { incidentEvent } from './incident-events.ts'
import { SYSTEM } from './system.ts'
import { addCredential, type TestTenant } from './tenants.ts'

export const vercel = createVercelFake({ projectCount: 4 })
const axiom = createAxiomFake()
export const platformFetch = createPlatformRouter([vercel, axiom]).fetch as typeof fetch

/** Of work without a request, as it is `aheadMs` from now, with the platforms' fakes. */
export function laterContext(aheadMs: number, overrides: Partial<DomainContext> = {}): DomainContext {
  const base = backgroundContext(env, () => {})
  return {
    ...base,
    now: () => Date.now() + aheadMs,
    baseUrl: 'https://in.observability.dev',
    fetch: platformFetch,
    ...overrides,
  }
}

export interface FilledProject {
  readonly organizationId: string
  readonly projectId: string
  readonly threadIds: readonly string[]
  readonly runId: string
  readonly connectionId: string
  /** Values of intake keys: the tenant's own and the log source's. */
  readonly intakeKeys: readonly string[]
  readonly streamIds: readonly string[]
}

export interface Filling {
  /** A word without digits, which no template masks. */
  readonly marker: string
  /** `provisioned`: one on a platform, and one that is read from another. */
  readonly streams?: 'provisioned' | 'none'
  readonly projectId?: string
}

export async function fillProject(tenant: TestTenant, filling: Filling): Promise<FilledProject> {
  const { organizationId } = tenant
  const { marker, streams = 'none', projectId = tenant.projectId } = filling
  const { token } = tenant.admin
  const threads = await fillThreads(token, projectId, marker)
  const made = await call('POST /log-sources', { token, body: { provider: 'otel', projectId } })
  expect(made.status).toBe(201)
  const key = await addCredential('public', { organizationId, projectId, name: marker })
  await sendTelemetry([made.body.publicKey, key.value], marker)
  await addCredential('secret', { organizationId, projectId, name: marker })
  const user = { userId: tenant.member.userId, organizationId, projectId, name: marker }
  await addCredential('user', user)
  await addCredential('user', { ...user, projectId: null, name: 'of the organization' })
  const redaction = { rules: [{ name: marker, pattern: marker.slice(0, 6), replacement: marker }] }
  expect((await call(`PATCH /projects/${projectId}/redaction`, { token, body: redaction })).status).toBe(200)
  await env.DB.prepare(
    `insert into device_authorizations (id, device_code_digest, user_code, client_id, organization_id, project_id, status,
       poll_interval_seconds, expires_at, created_at) values (?1, ?1, ?1, ?2, ?3, ?4, 'pending', 5, ?5, ?5)`,
  )
    .bind(newId(), marker, organizationId, projectId, Date.now() + 600_000)
    .run()
  await env.DB.prepare(
    `insert into oauth_grants (id, user_id, client_id, client_name, redirect_uri, organization_id, project_id, audience,
       scopes, code_digest, code_challenge, expires_at, created_at)
     values (?1, ?2, ?3, ?3, ?3, ?4, ?5, ?3, ?3, ?1, ?3, ?6, ?6)`,
  )
    .bind(newId(), tenant.member.userId, marker, organizationId, projectId, Date.now() + 600_000)
    .run()
  const invitation = { email: `${newId()}@example.test`, organizationId }
  expect((await call('POST /members/invitations', { token, body: invitation })).status).toBe(201)
  await fillIncidents(token, organizationId, projectId, marker)
  const provisioned = streams === 'none' ? [] : await addProvisionedStreams(organizationId, projectId, marker)
  const connectionId = await addConnection(organizationId, projectId, marker)
  await fillOnCall(token, { organizationId, projectId }, marker)
  return {
    organizationId,
    projectId,
    ...threads,
    connectionId,
    intakeKeys: [made.body.publicKey, key.value],
    streamIds: provisioned,
  }
}

/** A key for alerts, a destination with a message on its way, an MCP server, a monitor and a schedule. */
async function fillOnCall(
  token: string,
  project: { readonly organizationId: string; readonly projectId: string },
  marker: string,
): Promise<void> {
  const { projectId } = project
  const named = { name: marker, projectId }
  const target = { kind: 'webhook', url: `https://hooks.observability.dev/${marker}` }
  const measure = { signal: 'logs', statistic: 'count', contains: marker }
  const condition = { measure, comparison: { kind: 'above', threshold: 1_000 } }
  const timing = 'every weekday 09:00 Europe/Berlin'
  for (const [path, body] of Object.entries({
    '/alert-keys': named,
    '/destinations': { ...named, target },
    '/mcp-servers': { ...named, connection: { url: `https://mcp.observability.dev/${marker}` } },
    '/monitors': { ...named, condition },
    '/schedules': { ...named, question: marker, timing },
  }))
    expect((await call(`POST ${path}`, { token, body })).status).toBe(201)
  const owner = { ...project, region: 'us-east-1' }
  const event = incidentEvent({ id: newId(), title: marker, text: marker })
  await backgroundContext(env, () => {})
    .objects.deliveries(owner)
    .enqueue({ owner, events: [event] })
}

/** A change, a note, a window, an alert and so an incident with its thread. */
async function fillIncidents(token: string, organizationId: string, projectId: string, marker: string): Promise<void> {
  const at = (path: string) => `POST ${path}?projectId=${projectId}`
  const change = { kind: 'deployment', title: marker }
  expect((await call(at('/changes'), { token, body: change })).status).toBe(201)
  const note = { kind: 'note', title: marker, text: marker }
  expect((await call(at('/notes'), { token, body: note })).status).toBe(201)
  const quiet = { title: marker, services: [marker], startsAt: '2030-01-01T00:00:00Z', endsAt: '2030-01-01T01:00:00Z' }
  expect((await call(at('/maintenance-windows'), { token, body: quiet })).status).toBe(201)
  const owner = { organizationId, projectId, region: 'eu-central-1' }
  const onCall = backgroundContext(env, () => {}).objects.onCall(owner)
  const alerts = [alertOf({ title: marker })]
  await onCall.receiveAlerts({ owner, deliveryId: newId(), receivedAt: Date.now(), alerts })
  await onCall.telemetryArrived(owner)
  const look = { signal: 'spans', present: [marker], scores: new Map() } as const
  await onCall.noteQuiet(withQuietLook(null, [look], { nowMs: Date.now(), upToMs: Date.now() }))
  const query = { state: null, service: null, severity: null, limit: 1, cursor: null }
  const isAnswered = async () => {
    const [incident] = (await onCall.listIncidents(query)).incidents
    expect(incident?.investigation.state).toBe('answered')
  }
  // Its thread is one of those that are to be gone.
  await vi.waitFor(isAnswered, { timeout: 20_000, interval: 100 })
  const [incident] = (await onCall.listIncidents(query)).incidents
  expect((await call(at(`/incidents/${incident?.id}/shares`), { token, body: {} })).status).toBe(201)
}

async function fillThreads(token: string, projectId: string, marker: string) {
  const headers = { 'x-oas-client-source': 'cli' }
  const threadIds: string[] = []
  let runId = ''
  for (let i = 0; i < 3; i += 1) {
    const idempotent = { ...headers, 'idempotency-key': newId() }
    const body = { message: `${marker} number ${i}`, projectId }
    const answer = await call('POST /threads', { token, headers: idempotent, body })
    expect(answer.body.completed).toBe(true)
    threadIds.push(answer.body.threadId)
    runId = answer.body.runId
  }
  const archived = await call(`PATCH /threads/${threadIds[0]}`, { token, body: { status: 'archived' } })
  expect(archived.status).toBe(200)
  const found = () => call(`GET /search/threads?q=${marker}&projectId=${projectId}`, { token })
  await vi.waitFor(async () => expect((await found()).body.threads.length).toBe(3), { timeout: 10_000 })
  return { threadIds, runId }
}

async function sendTelemetry(keys: readonly string[], marker: string): Promise<void> {
  const nanos = `${BigInt(Date.now()) * 1_000_000n}`
  const attributes = [{ key: 'note', value: { stringValue: marker } }]
  const record = { timeUnixNano: nanos, severityNumber: 9, body: { stringValue: `${marker} began` }, attributes }
  const ids = { traceId: '5b8efff798038103d269b633813fc60c', spanId: 'eee19b7ec3c1b174' }
  const span = { ...ids, name: marker, kind: 1, startTimeUnixNano: nanos, endTimeUnixNano: nanos, attributes }
  const point = { timeUnixNano: nanos, asDouble: 1, attributes }
  const bodies = {
    logs: { resourceLogs: [{ resource: { attributes }, scopeLogs: [{ logRecords: [record] }] }] },
    traces: { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans: [span] }] }] },
    metrics: {
      resourceMetrics: [
        { resource: { attributes }, scopeMetrics: [{ metrics: [{ name: marker, gauge: { dataPoints: [point] } }] }] },
      ],
    },
  }
  for (const [signal, body] of Object.entries(bodies))
    for (const key of keys) expect((await deliverTo(key, signal, body)).status).toBe(200)
}

export function deliverTo(key: string, signal = 'logs', body: unknown = { resourceLogs: [] }): Promise<Response> {
  return exports.default.fetch(`https://service.test/intake/k/${key}/v1/${signal}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function addConnection(organizationId: string, projectId: string, marker: string): Promise<string> {
  const id = newId()
  const metadata = await sealMetadata(laterContext(0), id, { api_token: marker })
  await env.DB.prepare(
    `insert into sources (id, kind, organization_id, project_id, provider, mode, name, metadata, created_at)
     values (?, 'connection', ?, ?, 'axiom', 'managed', ?, ?, 1)`,
  )
    .bind(id, organizationId, projectId, marker, metadata)
    .run()
  return id
}

/** One that a platform delivers to, one that a poller reads. */
async function addProvisionedStreams(organizationId: string, projectId: string, marker: string): Promise<string[]> {
  const ctx = laterContext(0)
  const taken = new Set(vercel.destinations().map(({ resource }) => resource))
  const free = vercel.resources().find((resource) => !taken.has(resource)) ?? ''
  const sources = [
    ['vercel', { access_token: VERCEL_TOKEN_GOOD, team_id: VERCEL_TEAM_ID }, { projectId: free }],
    ['axiom', axiom.credentials.good, { dataset: 'shop-0' }],
  ] as const
  const ids: string[] = []
  for (const [provider, credentials, config] of sources) {
    const [sourceId, streamId] = [newId(), newId()]
    await env.DB.prepare(
      `insert into sources (id, kind, organization_id, project_id, provider, mode, name, metadata, created_at)
       values (?, 'connection', ?, ?, ?, 'managed', ?, ?, 1)`,
    )
      .bind(sourceId, organizationId, projectId, provider, marker, await sealMetadata(ctx, sourceId, credentials))
      .run()
    const source = await findSource(ctx, 'connection', sourceId)
    if (!source) throw new Error('no source')
    const { statements, job } = await newManagedStream(ctx, source, { id: streamId, displayName: marker, config })
    await env.DB.batch([...statements])
    expect(await provisionStream({ ctx, scope: SYSTEM, input: { streamId } })).toEqual({ kind: 'settled' })
    await env.DB.prepare('delete from outbox where id = ?').bind(job.message.outboxId).run()
    const row = await env.DB.prepare('select status from streams where id = ?').bind(streamId).first('status')
    expect(row).toBe('active')
    ids.push(streamId)
  }
  return ids
}
