/** From an alert to the brief: one incident, one thread, one run, and what is told of it. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { IncidentEvent, NormalizedAlert, PlacedProject } from '../../../src/contracts/oncall-protocol.ts'
import { backgroundContext } from '../../../src/wiring/contexts.ts'
import { alertOf, investigateResult } from '../../support/alerts.ts'
import { call } from '../../support/api.ts'
import { asked, says, script, wants } from '../../support/scripted-agent.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'

const ctx = () => backgroundContext(env, () => {})

function ownerOf({ organizationId, projectId }: TestTenant): PlacedProject {
  return { organizationId, projectId, region: 'eu-central-1' }
}

async function receive(tenant: TestTenant, deliveryId: string, ...alerts: NormalizedAlert[]) {
  const owner = ownerOf(tenant)
  return ctx().objects.onCall(owner).receiveAlerts({ owner, deliveryId, receivedAt: Date.now(), alerts })
}

const objectOf = (tenant: TestTenant) => env.ON_CALL.getByName(`${tenant.organizationId}/${tenant.projectId}/on-call`)

async function incidentsOf(tenant: TestTenant) {
  return (await call(`GET /incidents?projectId=${tenant.projectId}`, { token: tenant.secretKey })).body.incidents
}

async function detailOf(tenant: TestTenant, id: string) {
  const path = `GET /incidents/${id}?projectId=${tenant.projectId}`
  return (await call(path, { token: tenant.secretKey })).body.incident
}

/** Lets the object do what is due. */
async function answered(tenant: TestTenant) {
  return vi.waitFor(
    async () => {
      await runDurableObjectAlarm(objectOf(tenant))
      const [incident] = await incidentsOf(tenant)
      expect(incident.investigation.state).toBe('answered')
      return incident
    },
    { timeout: 20_000, interval: 100 },
  )
}

/** Everything that was handed over, in its order; the outbox is kept full by a delivery object that fails. */
async function waitingEvents(tenant: TestTenant): Promise<IncidentEvent[]> {
  return runInDurableObject(objectOf(tenant), async (_, { storage }) =>
    storage.sql
      .exec<{ event: string }>('select event from outbox order by number')
      .toArray()
      .map(({ event }) => JSON.parse(event) as IncidentEvent),
  )
}

beforeEach(() => {
  script({
    model: (input) => (input.steps.length === 0 ? wants('investigate') : says('**Root cause: `pricing`**.')),
    tool: async ({ toolCallId, name }) => ({
      toolCallId,
      name,
      status: 'success',
      result: investigateResult('pricing', Date.now() - 60_000),
      artifacts: [],
      durationMs: 1,
    }),
  })
})

describe('an alert', () => {
  it('opens an incident whose investigation answers with a brief before anybody asks', async () => {
    const tenant = await addTenant()
    await receive(tenant, 'd1', alertOf())
    const incident = await answered(tenant)
    expect(incident).toMatchObject({
      title: 'HighErrorRate',
      state: 'open',
      services: ['checkout'],
      causeService: 'pricing',
      confidence: 0.93,
      alerts: 1,
    })
    const detail = await detailOf(tenant, incident.id)
    expect(detail.brief.cause.statement).toMatchObject({
      text: 'The cause is pricing: its data store answers slowly (probability 93 %).',
    })
    expect(detail.brief.changeStatement.text).toContain('No change is to blame')
    expect(detail.brief.impact.text).toContain('90 of 900 requests failed')
    expect(detail.brief.evidence.map(({ text }: { text: string }) => text)).toContain(
      'pricing says: "query took 4012 ms"',
    )
    expect(detail.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(['alert', 'investigation', 'answer'])
    expect(detail.followUps).toMatchObject([{ kind: 'later', state: 'due' }])
  })

  it('asks in a thread of its own, as a run that says what started it', async () => {
    const tenant = await addTenant()
    await receive(tenant, 'd1', alertOf())
    const { threadId } = await answered(tenant)
    const { runs } = (await call(`GET /threads/${threadId}/runs`, { token: tenant.secretKey })).body
    expect(runs).toMatchObject([{ source: 'alert', parentRunId: null, status: 'completed' }])
    const { messages } = (await call(`GET /threads/${threadId}/messages`, { token: tenant.secretKey })).body
    expect(messages[0].content).toMatchObject([
      { type: 'message' },
      { type: 'artifact', name: 'alert_card', data: { title: 'HighErrorRate', service: 'checkout' } },
    ])
    expect(messages[0].source).toBe('automation')
  })

  it('that is delivered again changes nothing', async () => {
    const tenant = await addTenant()
    const alert = alertOf()
    await receive(tenant, 'd1', alert)
    expect(await receive(tenant, 'd1', alert)).toEqual({ accepted: 1 })
    const incident = await answered(tenant)
    expect(incident).toMatchObject({ alerts: 1, repeats: 0 })
    expect(asked.filter((one) => one.startsWith('model What broke'))).toHaveLength(2)
  })

  it('that repeats is counted, and its end resolves the incident and follows it up', async () => {
    const tenant = await addTenant()
    const alert = alertOf()
    await receive(tenant, 'd1', alert)
    await receive(tenant, 'd2', alert)
    await answered(tenant)
    await receive(tenant, 'd3', { ...alert, status: 'resolved', endedAt: Date.now() })
    const [incident] = await incidentsOf(tenant)
    expect(incident).toMatchObject({ state: 'resolved', openAlerts: 0, repeats: 1 })
    const detail = await detailOf(tenant, incident.id)
    expect(detail.followUps).toMatchObject([
      { kind: 'later', state: 'dropped' },
      { kind: 'resolution', state: 'due' },
    ])
  })

  it('is told of in order, with ids that stay, until the delivery object has it', async () => {
    const tenant = await addTenant()
    await receive(tenant, 'd1', alertOf())
    await answered(tenant)
    await vi.waitFor(
      async () => {
        await runDurableObjectAlarm(objectOf(tenant))
        expect(await waitingEvents(tenant)).toEqual([])
      },
      { timeout: 10_000, interval: 100 },
    )
  })

  it('is not visible to others', async () => {
    const [tenant, other] = [await addTenant(), await addTenant()]
    await receive(tenant, 'd1', alertOf())
    const [incident] = await incidentsOf(tenant)
    expect(await incidentsOf(other)).toEqual([])
    const foreign = await call(`GET /incidents/${incident.id}`, { token: other.secretKey })
    expect(foreign.status).toBe(404)
    const there = await call(`GET /incidents/${incident.id}?projectId=${tenant.projectId}`, { token: other.secretKey })
    expect(there.status).toBe(404)
  })
})
