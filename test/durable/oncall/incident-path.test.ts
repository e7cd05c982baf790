/** From an alert to the brief: one incident, one thread, one run, and what is told of it. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

afterEach(() => {
  vi.restoreAllMocks()
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
    expect(detail.timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
      'onset',
      'alert',
      'investigation',
      'answer',
    ])
    expect(detail.followUps).toMatchObject([{ kind: 'later', state: 'due' }])
  })

  it('is answered with what a page draws: hypotheses, propagation, evidence with its queries, next steps', async () => {
    const tenant = await addTenant()
    await receive(tenant, 'd1', alertOf())
    const { id, investigation } = await answered(tenant)
    const { analysis, brief } = await detailOf(tenant, id)
    expect(analysis.cite).toBe(brief.cause.statement.cites[0])
    expect(analysis.cite.startsWith(`${investigation.runId}#`)).toBe(true)
    expect(analysis.hypotheses).toMatchObject([
      {
        service: 'pricing',
        state: 'supported',
        mechanismText: 'its data store answers slowly',
        evidence: [{ text: 'pricing fails requests', queries: ['q2'], firstSeenAt: analysis.onset.at }],
      },
      {
        service: 'checkout',
        state: 'weakened',
        explainedBy: 'pricing',
        because: 'it calls pricing, where pricing fails requests',
      },
    ])
    expect(analysis.queries).toMatchObject([{ label: 'q2', recordsScanned: 4_000, isPartial: false }])
    expect(analysis.propagation).toMatchObject([{ from: 'pricing', to: 'checkout', order: 1, kind: 'slow_calls' }])
    expect(analysis.requests).toMatchObject([{ traceId: 'abc', service: 'checkout' }])
    expect(analysis.impact).toMatchObject({ requests: 900, failed: 90, shareBefore: 0.001 })
    expect(analysis.nextSteps[0]).toMatchObject({
      source: 'cause',
      text: expect.stringContaining('data store of pricing'),
    })
  })

  it('shows whom it was told to, and what became of that', async () => {
    const tenant = await addTenant()
    const token = tenant.admin.token
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 200 }))
    const target = { kind: 'webhook', url: 'https://hooks.observability.dev/in' }
    const body = { projectId: tenant.projectId, name: 'ops', target }
    const made = await call('POST /destinations', { token, body })
    expect(made.status).toBe(201)
    await receive(tenant, 'd1', alertOf())
    const { id } = await answered(tenant)
    await vi.waitFor(
      async () => {
        await runDurableObjectAlarm(objectOf(tenant))
        const { messages } = await detailOf(tenant, id)
        expect(messages.map(({ type }: { type: string }) => type)).toEqual(['opened', 'brief'])
        expect(messages[0]).toMatchObject({ destinationId: made.body.destination.id, state: expect.any(String) })
      },
      { timeout: 10_000, interval: 100 },
    )
  })

  it('asks in a thread of its own, as a run that says what started it', async () => {
    const tenant = await addTenant()
    await receive(tenant, 'd1', alertOf())
    const { threadId } = await answered(tenant)
    const { runs } = (await call(`GET /threads/${threadId}/runs`, { token: tenant.secretKey })).body
    expect(runs).toMatchObject([{ source: 'alert', parentRunId: null, status: 'completed' }])
    const run = await call(`GET /runs/${runs[0].id}`, { token: tenant.secretKey })
    expect(run.body).toMatchObject({ completed: true, source: 'alert', parentRunId: null })
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

describe('a maintenance window', () => {
  const windowOf = (tenant: TestTenant, endsInMs: number, services: string[] = []) =>
    call(`POST /maintenance-windows?projectId=${tenant.projectId}`, {
      token: tenant.member.token,
      body: {
        title: 'upgrade',
        services,
        startsAt: new Date(Date.now() - 60_000).toISOString(),
        endsAt: new Date(Date.now() + endsInMs).toISOString(),
      },
    })

  it('keeps alerts of its services quiet, and lets those that still fire go when it is removed', async () => {
    const tenant = await addTenant()
    const made = await windowOf(tenant, 3_600_000, ['checkout'])
    expect(made.status).toBe(201)
    await receive(tenant, 'd1', alertOf(), alertOf({ dedupKey: 'other', service: 'search', title: 'SearchDown' }))
    expect(await incidentsOf(tenant)).toMatchObject([{ title: 'SearchDown' }])
    const path = `/maintenance-windows/${made.body.maintenanceWindow.id}?projectId=${tenant.projectId}`
    const kept = await call(`GET ${path}`, { token: tenant.secretKey })
    expect(kept.body.maintenanceWindow.suppressed).toBe(1)
    expect((await call(`DELETE ${path}`, { token: tenant.secretKey })).status).toBe(204)
    const [incident] = await incidentsOf(tenant)
    expect(incident).toMatchObject({ title: 'SearchDown', alerts: 2 })
  })

  it('that ends before it begins is refused', async () => {
    const answer = await windowOf(await addTenant(), -120_000)
    expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, 'body.endsAt'])
  })
})

describe('memory', () => {
  it('quotes the steps of a runbook that fit the mechanism, and shows how an incident like this one ended', async () => {
    const tenant = await addTenant()
    const text = '# Pricing\n\n- Ask the team.\n\n## Slow database\n\n- Kill long queries, see the lock table.\n'
    const body = {
      kind: 'runbook',
      title: 'pricing runbook',
      service: 'pricing',
      text,
      url: 'https://wiki.example.test/p',
    }
    const token = tenant.secretKey
    expect((await call(`POST /notes?projectId=${tenant.projectId}`, { token, body })).status).toBe(201)
    const first = alertOf()
    await receive(tenant, 'd1', first)
    const before = await answered(tenant)
    const said = { verdict: 'right', cause: 'a missing index', note: 'Added it by hand.' }
    const feedback = await call(`POST /incidents/${before.id}/feedback?projectId=${tenant.projectId}`, {
      token,
      body: said,
    })
    expect(feedback.body.incident.feedback).toMatchObject({ verdict: 'right', cause: 'a missing index' })
    await call(`POST /incidents/${before.id}/resolve?projectId=${tenant.projectId}`, { token })
    await receive(tenant, 'd2', alertOf({ dedupKey: 'again', labels: { environment: 'production' } }))
    const next = await answered(tenant)
    expect(next.id).not.toBe(before.id)
    const { brief } = await detailOf(tenant, next.id)
    expect(brief.runbooks).toMatchObject([
      { title: 'pricing runbook', step: 'Kill long queries, see the lock table.', url: 'https://wiki.example.test/p' },
    ])
    expect(brief.similar).toMatchObject([{ incidentId: before.id, ending: expect.stringContaining('a missing index') }])
    const { accuracy } = (await call(`GET /incidents/accuracy?projectId=${tenant.projectId}`, { token })).body
    expect(accuracy).toMatchObject({ judged: 1, right: 1, incidents: 2 })
    expect(accuracy.bands.at(-1)).toMatchObject({ judged: 1, right: 1 })
  })

  it('keeps versions of a note, and refuses a change of one that is not the last', async () => {
    const tenant = await addTenant()
    const token = tenant.secretKey
    const at = (path: string) => `${path}${path.includes('?') ? '&' : '?'}projectId=${tenant.projectId}`
    const body = { kind: 'note', title: 'first', text: 'one' }
    const { note } = (await call(`POST ${at('/notes')}`, { token, body })).body
    const changed = await call(`PATCH ${at(`/notes/${note.id}`)}`, { token, body: { text: 'two', version: 1 } })
    expect(changed.body.note).toMatchObject({ version: 2, text: 'two', title: 'first' })
    const late = await call(`PATCH ${at(`/notes/${note.id}`)}`, { token, body: { text: 'three', version: 1 } })
    expect(late.status).toBe(409)
    const old = await call(`GET ${at(`/notes/${note.id}?version=1`)}`, { token })
    expect(old.body.note.text).toBe('one')
  })
})

describe('a postmortem', () => {
  it('cites what each sentence rests on', async () => {
    const tenant = await addTenant()
    await receive(tenant, 'd1', alertOf())
    const { id } = await answered(tenant)
    const path = `GET /incidents/${id}/postmortem?projectId=${tenant.projectId}`
    const { markdown } = (await call(path, { token: tenant.secretKey })).body.postmortem
    expect(markdown).toContain('The cause is pricing: its data store answers slowly (probability 93 %).[^')
    const marks = new Set([...markdown.matchAll(/\[\^(\d+)\](?!:)/g)].map(([, number]) => number))
    for (const number of marks) expect(markdown).toContain(`\n[^${number}]: `)
    const facts = markdown.split('\n').filter((line: string) => line.startsWith('- '))
    for (const line of facts) expect(line).toMatch(/\[\^\d+\]$/)
  })
})

describe('runs of a project', () => {
  it('are listed over all threads, with what started them', async () => {
    const tenant = await addTenant()
    await receive(tenant, 'd1', alertOf())
    await answered(tenant)
    await call(`POST /threads?projectId=${tenant.projectId}`, { token: tenant.secretKey, body: { message: 'hello' } })
    const list = (query: string) => call(`GET /runs?projectId=${tenant.projectId}${query}`, { token: tenant.secretKey })
    await vi.waitFor(async () => expect((await list('&status=completed')).body.runs).toHaveLength(2), 10_000)
    expect((await list('')).body.runs.map(({ source }: { source: string }) => source)).toEqual(['api', 'alert'])
    const first = await list('&limit=1')
    const second = await list(`&limit=1&cursor=${first.body.nextCursor}`)
    expect([...first.body.runs, ...second.body.runs]).toHaveLength(2)
    expect((await list('&source=alert')).body.runs).toHaveLength(1)
    expect((await list('&status=error')).body.runs).toEqual([])
  })
})

describe('changes', () => {
  it('are recorded once per key and found by service, kind, text and time', async () => {
    const tenant = await addTenant()
    const token = tenant.secretKey
    const send = (body: object) => call(`POST /changes?projectId=${tenant.projectId}`, { token, body })
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString()
    const started = {
      kind: 'deployment',
      title: 'shop 2.0',
      service: 'shop',
      key: 'k',
      startedAt: at(0),
      status: 'started',
    }
    const { change } = (await send(started)).body
    const ended = (await send({ ...started, endedAt: at(2), status: 'succeeded', author: 'mira' })).body.change
    expect(ended).toMatchObject({ id: change.id, status: 'succeeded', author: 'mira', startedAt: change.startedAt })
    await send({ kind: 'feature_flag', title: 'new basket on', services: ['cart', 'shop'], startedAt: at(5) })
    const list = async (query: string) =>
      (await call(`GET /changes?projectId=${tenant.projectId}${query}`, { token })).body.changes.map(
        ({ title }: { title: string }) => title,
      )
    expect(await list('')).toEqual(['new basket on', 'shop 2.0'])
    expect(await list('&service=cart')).toEqual(['new basket on'])
    expect(await list('&kind=deployment')).toEqual(['shop 2.0'])
    expect(await list('&text=BASKET')).toEqual(['new basket on'])
    expect(await list(`&to=${at(3)}`)).toEqual(['shop 2.0'])
    const first = (await call(`GET /changes?projectId=${tenant.projectId}&limit=1`, { token })).body
    expect(await list(`&cursor=${first.nextCursor}`)).toEqual(['shop 2.0'])
  })
})
