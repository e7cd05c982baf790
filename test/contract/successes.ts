/**
 * Calls that succeed, for operations whose row in subjects.ts is refused for what its fixture is: no platform accepts
 * its credentials, no such record was sent, the plan cannot be cancelled. Each makes what it needs first.
 */
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { createPlatformRouter } from '../fakes/platforms/index.ts'
import { createVercelFake, VERCEL_TEAM_ID, VERCEL_TOKEN_GOOD } from '../fakes/platforms/vercel.ts'
import { addAlertKey } from '../support/alert-keys.ts'
import { call } from '../support/api.ts'
import { deliverTo } from '../support/filled-project.ts'
import { addShare } from '../support/incident-shares.ts'
import { addCredential, addTenant, type TestTenant } from '../support/tenants.ts'
import type { Sample } from './subjects.ts'

export interface Success extends Sample {
  readonly status: number
  /** The admin's where none is given. */
  readonly token?: string
}

const METADATA = { access_token: VERCEL_TOKEN_GOOD, team_id: VERCEL_TEAM_ID }

/** One platform that accepts METADATA and has two resources. */
function withPlatform(): void {
  const fake = createVercelFake({ projectCount: 2 })
  vi.spyOn(globalThis, 'fetch').mockImplementation(createPlatformRouter([fake]).fetch as typeof fetch)
}

async function made(tenant: TestTenant, operation: string, body: object) {
  const answer = await call(operation, { token: tenant.admin.token, body })
  if (answer.status > 299) throw new Error(`${operation} of the fixture answered ${answer.text}`)
  return answer.body
}

async function shared(tenant: TestTenant, suffix: string): Promise<Success> {
  const { id, value } = await addShare(tenant)
  return { method: 'GET', path: `/shared-incidents/${id}${suffix}`, token: value, status: 200 }
}

async function connectionOf(tenant: TestTenant): Promise<string> {
  withPlatform()
  const body = { dataSourceType: 'vercel', metadata: METADATA, projectId: tenant.projectId }
  return (await made(tenant, 'POST /data-sources/connections', body)).connectionId
}

async function resourceOf(tenant: TestTenant, connectionId: string): Promise<{ displayName: string; config: object }> {
  const path = `GET /data-sources/connections/${connectionId}/resources`
  const { displayName, config } = (await call(path, { token: tenant.admin.token })).body.resources[0]
  return { displayName, config }
}

/** A stream in error. */
async function failedStream(streamId: string): Promise<string> {
  await env.DB.prepare("update streams set status = 'error', error_message = 'x' where id = ?").bind(streamId).run()
  return streamId
}

/** What was sent a moment ago, found by its search. */
async function sent(tenant: TestTenant, signal: 'logs' | 'traces'): Promise<{ logId: string; traceId: string }> {
  const [now, traceId] = [`${BigInt(Date.now()) * 1_000_000n}`, '5b8efff798038103d269b633813fc60c']
  const body =
    signal === 'logs'
      ? { resourceLogs: [{ scopeLogs: [{ logRecords: [{ timeUnixNano: now, body: { stringValue: 'sent' } }] }] }] }
      : {
          resourceSpans: [
            {
              scopeSpans: [
                {
                  spans: [
                    { traceId, spanId: 'eee19b7ec3c1b174', name: 's', startTimeUnixNano: now, endTimeUnixNano: now },
                  ],
                },
              ],
            },
          ],
        }
  await deliverTo(tenant.publicKey, signal, body)
  const found = await call('POST /logs/query', { token: tenant.admin.token, body: { projectId: tenant.projectId } })
  return { logId: found.body.logs[0]?.id ?? '', traceId }
}

const billing = (tenant: TestTenant, path: string, body?: object): Sample => ({
  method: 'POST',
  path: `/billing/${path}?organizationId=${tenant.organizationId}`,
  ...(body === undefined ? {} : { body }),
})

async function billed(tenant: TestTenant, path: string, body: object): Promise<void> {
  await made(tenant, `POST /billing/${path}?organizationId=${tenant.organizationId}`, body)
}

const delivery = (path: string, token: string): Success => ({
  method: 'POST',
  path,
  body: { title: 'checkout fails' },
  token,
  status: 202,
})

const STARTER = { planSlug: 'starter' }

export const SUCCESSES: Readonly<Record<string, (tenant: TestTenant) => Promise<Success>>> = {
  'me.revokeToken': async (tenant) => {
    const { id } = await addCredential('user', { userId: tenant.admin.userId })
    return { method: 'DELETE', path: `/me/tokens/${id}`, status: 204 }
  },
  'members.acceptInvitation': async (tenant) => {
    const { userId, token } = tenant.member
    const email = await env.DB.prepare('select email from users where id = ?').bind(userId).first('email')
    const invited = await made(await addTenant(), 'POST /members/invitations', { email })
    return {
      method: 'POST',
      path: '/members/invitations/accept',
      body: { token: new URL(invited.acceptUrl).searchParams.get('token') },
      token,
      status: 200,
    }
  },
  'alerts.receive': async (tenant) => delivery('/alerts/generic', (await addAlertKey(tenant)).value),
  'changes.receive': async (tenant) => delivery('/changes/generic', (await addAlertKey(tenant)).value),
  'sharedIncidents.get': (tenant) => shared(tenant, ''),
  'sharedIncidents.getPostmortem': (tenant) => shared(tenant, '/postmortem'),
  'sharedIncidents.getTelemetry': (tenant) => shared(tenant, '/telemetry'),
  'dataSources.createConnection': async ({ projectId }) => {
    withPlatform()
    const body = { dataSourceType: 'vercel', metadata: METADATA, projectId }
    return { method: 'POST', path: '/data-sources/connections', body, status: 201 }
  },
  'dataSources.listResources': async (tenant) => ({
    method: 'GET',
    path: `/data-sources/connections/${await connectionOf(tenant)}/resources`,
    status: 200,
  }),
  'dataSources.createStream': async (tenant) => {
    const id = await connectionOf(tenant)
    const body = await resourceOf(tenant, id)
    return { method: 'POST', path: `/data-sources/connections/${id}/streams`, body, status: 201 }
  },
  'dataSources.retryStream': async (tenant) => {
    const id = await connectionOf(tenant)
    const body = await resourceOf(tenant, id)
    const { streamId } = await made(tenant, `POST /data-sources/connections/${id}/streams`, body)
    return { method: 'POST', path: `/data-sources/streams/${await failedStream(streamId)}/retry`, status: 200 }
  },
  'logStreams.create': async (tenant) => {
    const { config } = await resourceOf(tenant, await connectionOf(tenant))
    const source = { provider: 'vercel', mode: 'managed', metadata: METADATA, projectId: tenant.projectId }
    const { logSource } = await made(tenant, 'POST /log-sources', source)
    return { method: 'POST', path: '/log-streams', body: { logSourceId: logSource.id, config }, status: 201 }
  },
  'logStreams.retry': async (tenant) => {
    const source = { provider: 'webhook', projectId: tenant.projectId }
    const { streamId } = await made(tenant, 'POST /log-sources', source)
    return { method: 'POST', path: `/log-streams/${await failedStream(streamId)}/retry`, status: 200 }
  },
  'logs.get': async (tenant) => ({
    method: 'GET',
    path: `/logs/${(await sent(tenant, 'logs')).logId}?projectId=${tenant.projectId}`,
    status: 200,
  }),
  'traces.get': async (tenant) => ({
    method: 'GET',
    path: `/traces/${(await sent(tenant, 'traces')).traceId}?projectId=${tenant.projectId}`,
    status: 200,
  }),
  'billing.previewPlanChange': async (tenant) => ({ ...billing(tenant, 'plan-change/preview', STARTER), status: 200 }),
  'billing.changePlan': async (tenant) => ({ ...billing(tenant, 'plan-change', STARTER), status: 200 }),
  'billing.previewCancellation': async (tenant) => {
    await billed(tenant, 'plan-change', STARTER)
    return { ...billing(tenant, 'subscription-cancellation/preview'), status: 200 }
  },
  'billing.scheduleCancellation': async (tenant) => {
    await billed(tenant, 'plan-change', STARTER)
    return { ...billing(tenant, 'subscription-cancellation'), status: 200 }
  },
  'billing.resumeSubscription': async (tenant) => {
    await billed(tenant, 'plan-change', STARTER)
    await billed(tenant, 'subscription-cancellation', {})
    return { ...billing(tenant, 'subscription-cancellation/resume'), status: 200 }
  },
}

/** Operations that succeed only where the deployment is set up otherwise, with the test that does so. */
export const SUCCEED_ELSEWHERE: Readonly<Record<string, string>> = {
  'deliveries.replay': 'test/routes/destinations/destinations.test.ts, after a delivery that failed',
  'mcpServers.listTools': 'test/routes/mcp-servers/mcp-servers.test.ts, with a server that answers',
  'sharedIncidents.getEvidence':
    'test/routes/incident-shares/incident-shares.test.ts, of an incident that was explained',
  'schedules.run': 'test/routes/schedules/schedules.test.ts, where the run is waited for',
  'billing.createPortalSession': 'test/billing/stripe-checkout.test.ts, with a payment processor',
}
