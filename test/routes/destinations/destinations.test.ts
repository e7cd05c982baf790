import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { backgroundContext } from '../../../src/wiring/contexts.ts'
import { placement } from '../../../src/wiring/placement.ts'
import { call } from '../../support/api.ts'
import { incidentEvent } from '../../support/incident-events.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const URL_ = 'https://hooks.observability.dev/in?token=planted-in-url'

interface Received {
  readonly url: string
  readonly headers: Headers
  readonly body: string
}

/** Plays every host: answers with the next status, 200 when there is none left. */
function receiver(...statuses: number[]): Received[] {
  const received: Received[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    received.push({ url: request.url, headers: request.headers, body: await request.text() })
    return new Response(null, { status: statuses.shift() ?? 200 })
  })
  return received
}

const webhook = (tenant: TestTenant, change: object = {}) =>
  call('POST /destinations', {
    token: tenant.admin.token,
    body: { name: 'bot', projectId: tenant.projectId, target: { kind: 'webhook', url: URL_ }, ...change },
  })

const ownerOf = ({ organizationId, projectId }: TestTenant) => ({ organizationId, projectId, region: 'us-east-1' })
const objectOf = (tenant: TestTenant) => backgroundContext(env, () => {}).objects.deliveries(ownerOf(tenant))

/** Waits for what is in flight, from inside. */
async function settle(tenant: TestTenant): Promise<void> {
  const place = placement(ownerOf(tenant))
  await runInDurableObject(place.stub(env.DELIVERIES, place.name('deliveries')), (object) => object.settled())
}

const log = async (tenant: TestTenant, id: string, query = '') =>
  (await call(`GET /destinations/${id}/deliveries${query}`, { token: tenant.admin.token })).body.deliveries

describe('a webhook destination', () => {
  it('a webhook receives what matches its rules, signed with a secret that is shown once', async () => {
    const tenant = await addTenant()
    const received = receiver()
    const made = await webhook(tenant, { rules: { severityMin: 'error', services: ['checkout'] } })
    expect([made.status, made.body.destination.address]).toEqual([201, 'hooks.observability.dev'])
    const { id } = made.body.destination
    const events = [
      incidentEvent({ id: 'e1', sequence: 1 }),
      incidentEvent({ id: 'e2', sequence: 2, type: 'brief' }),
      incidentEvent({ id: 'e3', sequence: 3, severity: 'warning' }),
      incidentEvent({ id: 'e4', sequence: 4, services: ['cart'] }),
    ]
    await objectOf(tenant).enqueue({ owner: ownerOf(tenant), events })
    await objectOf(tenant).enqueue({ owner: ownerOf(tenant), events: [...events].reverse() })
    await settle(tenant)
    const verifier = new Webhook(made.body.secret)
    const told = received.map(
      ({ body, headers }) => verifier.verify(body, Object.fromEntries(headers)) as { type: string },
    )
    expect(told.map(({ type }) => type)).toEqual(['incident.opened', 'incident.brief'])
    const deliveries = await log(tenant, id)
    expect(deliveries.map((one: { id: string }) => one.id).reverse()).toEqual(
      received.map(({ headers }) => headers.get('webhook-id')),
    )
    const shown = (await call(`GET /destinations/${id}`, { token: tenant.admin.token })).text
    for (const secret of [made.body.secret, 'planted-in-url']) expect(shown).not.toContain(secret)
  })

  it('a delivery is tried again after a failure, and by a replay under the same id', async () => {
    const tenant = await addTenant()
    const received = receiver(500)
    const { id } = (await webhook(tenant)).body.destination
    await objectOf(tenant).enqueue({ owner: ownerOf(tenant), events: [incidentEvent()] })
    await settle(tenant)
    const [waiting] = await log(tenant, id, '?state=pending')
    expect(waiting.attempts).toMatchObject([{ outcome: 'server_error', status: 500 }])
    const replay = await call(`POST /deliveries/${waiting.id}/replay`, {
      token: tenant.admin.token,
      body: { projectId: tenant.projectId },
    })
    expect(replay.status).toBe(200)
    await settle(tenant)
    expect((await log(tenant, id))[0]).toMatchObject({ state: 'delivered', attempts: [{}, { outcome: 'delivered' }] })
    expect(received.map(({ headers }) => headers.get('webhook-id'))).toEqual([waiting.id, waiting.id])
  })

  it('two secrets are valid after a rotation', async () => {
    const tenant = await addTenant()
    const received = receiver()
    const made = await webhook(tenant)
    const { id } = made.body.destination
    const rotated = await call(`POST /destinations/${id}/rotate-secret`, { token: tenant.admin.token, body: {} })
    expect(rotated.body.destination.previousSecretExpiresAt).not.toBeNull()
    const tested = await call(`POST /destinations/${id}/test`, { token: tenant.admin.token })
    expect(tested.body.delivery).toMatchObject({ state: 'delivered', type: 'test' })
    const [{ body, headers } = { body: '', headers: new Headers() }] = received
    for (const secret of [made.body.secret, rotated.body.secret])
      expect(new Webhook(secret).verify(body, Object.fromEntries(headers))).toMatchObject({ type: 'destination.test' })
  })

  it('a destination that is gone is disabled, the others are told, and enabling it starts anew', async () => {
    const tenant = await addTenant()
    const gone = (await webhook(tenant, { target: { kind: 'webhook', url: 'https://gone.observability.dev/' } })).body
    const received: string[] = []
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init)
      if (request.url.startsWith('https://gone')) return new Response(null, { status: 410 })
      received.push((JSON.parse(await request.text()) as { type: string }).type)
      return new Response()
    })
    await webhook(tenant)
    await objectOf(tenant).enqueue({ owner: ownerOf(tenant), events: [incidentEvent()] })
    await settle(tenant)
    const { id } = gone.destination
    const shown = await call(`GET /destinations/${id}`, { token: tenant.admin.token })
    expect(shown.body.destination).toMatchObject({ enabled: false, disabledReason: 'gone' })
    expect(received.sort()).toEqual(['destination.disabled', 'incident.opened'])
    const enabled = await call(`PATCH /destinations/${id}`, { token: tenant.admin.token, body: { enabled: true } })
    expect(enabled.body.destination).toMatchObject({ enabled: true, disabledReason: null, disabledAt: null })
  })

  it.each([
    ['an internal address', { kind: 'webhook', url: 'https://10.0.0.7/in' }],
    ['plain http', { kind: 'webhook', url: 'http://hooks.observability.dev/in' }],
    ['a secret of another form', { kind: 'webhook', url: URL_, secret: 'whsec_short' }],
    ['no routing key', { kind: 'pagerduty', routingKey: 'short' }],
  ])('a webhook with %s is refused', async (_, target) => {
    const tenant = await addTenant()
    const answer = await webhook(tenant, { target })
    expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, expect.stringContaining('body.target')])
  })

  it('an e-mail destination is refused where the deployment sends no e-mail', async () => {
    const tenant = await addTenant()
    const answer = await webhook(tenant, { target: { kind: 'email', to: ['ann@observability.dev'] } })
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining('sends no e-mail')])
  })

  it('a preview shows what a destination would receive, without a credential', async () => {
    const tenant = await addTenant()
    const routingKey = 'R'.repeat(32)
    const { id } = (await webhook(tenant, { target: { kind: 'pagerduty', routingKey } })).body.destination
    const preview = await call(`POST /destinations/${id}/preview`, { token: tenant.admin.token, body: {} })
    expect(preview.body.preview).toMatchObject({
      url: 'https://events.pagerduty.com/v2/enqueue',
      body: { event_action: 'trigger' },
    })
    expect(preview.text).not.toContain(routingKey)
  })

  it('a destination is deleted with its secrets and with its project, and deliveries that wait for it are cancelled', async () => {
    const tenant = await addTenant()
    const received = receiver(500)
    const { id } = (await webhook(tenant)).body.destination
    await objectOf(tenant).enqueue({ owner: ownerOf(tenant), events: [incidentEvent()] })
    await settle(tenant)
    expect((await call(`DELETE /destinations/${id}`, { token: tenant.admin.token })).status).toBe(204)
    const page = await objectOf(tenant).listDeliveries({
      destinationId: id,
      incidentId: null,
      state: null,
      limit: 9,
      cursor: null,
    })
    expect([received.length, page.deliveries.map(({ state }) => state)]).toEqual([1, ['cancelled']])
  })
})
