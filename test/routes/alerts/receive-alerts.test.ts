/** Deliveries of alerts and changes, with the real object behind them. */

import { runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { createHmac } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { createCredential } from '../../../src/auth/credential-format.ts'
import { acceptDelivery, deliverySenderOf } from '../../../src/domain/oncall/receiving/accept-delivery.ts'
import type { Piece } from '../../../src/domain/oncall/receiving/pieces.ts'
import { dispatchQueue } from '../../../src/queues/dispatch.ts'
import { backgroundContext } from '../../../src/wiring/contexts.ts'
import { ALERT_SAMPLES } from '../../oncall/formats/alert-samples.ts'
import { CHANGE_SAMPLES } from '../../oncall/formats/change-samples.ts'
import { addAlertKey } from '../../support/alert-keys.ts'
import { type Answer, call } from '../../support/api.ts'
import { SYSTEM } from '../../support/system.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'

const SECRET = 'a signing secret that nobody else knows'

const bearer = (value: string) => ({ authorization: `Bearer ${value}` })
const deliver = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  call(`POST ${path}`, typeof body === 'string' ? { rawBody: body, headers } : { body, headers })

const ownerOf = ({ organizationId, projectId }: TestTenant) => ({ organizationId, projectId, region: 'eu-central-1' })
const contextOf = () => backgroundContext(env, () => {})
const changesOf = async (tenant: TestTenant) => {
  const owner = ownerOf(tenant)
  const query = { owner, from: null, to: null, service: null, kind: null, text: null, limit: 50, cursor: null }
  return (await contextOf().objects.onCall(owner).listChanges(query)).changes
}
const incidentsOf = async (tenant: TestTenant) => {
  const query = { state: null, service: null, severity: null, limit: 50, cursor: null }
  return (await contextOf().objects.onCall(ownerOf(tenant)).listIncidents(query)).incidents
}

describe('a delivery with an alert key', () => {
  it.each(Object.entries(ALERT_SAMPLES).filter(([source]) => source !== 'cloudwatch'))(
    'a delivery of %s is accepted, and its alert is in the project',
    async (source, { body, headers = {}, query }) => {
      const tenant = await addTenant()
      const key = await addAlertKey(tenant)
      const path = `/alerts/${source}${query === undefined ? '' : `?${query}`}`
      const answer = await deliver(path, body, { ...headers, ...bearer(key.value) })
      expect([answer.status, answer.text]).toEqual([202, expect.stringContaining('"accepted":')])
      expect(answer.body.accepted).toBeGreaterThan(0)
      expect(await incidentsOf(tenant)).not.toEqual([])
    },
  )

  it.each(Object.entries(CHANGE_SAMPLES))(
    'a delivery of changes by %s is accepted, with the key in the path',
    async (source, { body, headers = {}, query }) => {
      const tenant = await addTenant()
      const { value } = await addAlertKey(tenant)
      const path = `/changes/k/${value}/${source}${query === undefined ? '' : `?${query}`}`
      const answer = await deliver(path, body, { ...headers })
      expect([answer.status, answer.text]).toEqual([202, expect.stringContaining('"accepted":1')])
      expect((await changesOf(tenant)).map((change) => change.source)).toEqual([source])
    },
  )

  it('a delivery that comes again is recognised by its id and changes nothing', async () => {
    const tenant = await addTenant()
    const { value } = await addAlertKey(tenant)
    const { body, headers } = CHANGE_SAMPLES.generic
    const own = { ...headers, ...bearer(value), 'webhook-id': 'msg_1' }
    const path = `/changes/generic?${CHANGE_SAMPLES.generic.query}`
    const [first, second] = [await deliver(path, body, own), await deliver(path, body, own)]
    expect(second.body).toEqual(first.body)
    await deliver(path, body, { ...own, 'webhook-id': 'msg_2' })
    expect(await changesOf(tenant)).toHaveLength(2)
  })

  it('a delivery is read compressed, and with the key as password of basic authentication', async () => {
    const { value } = await addAlertKey(await addTenant())
    const stream = new Blob([JSON.stringify({ title: 'x' })]).stream().pipeThrough(new CompressionStream('gzip'))
    const response = await exports.default.fetch('https://service.test/v1/alerts/generic', {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`agent:${value}`)}`, 'content-encoding': 'gzip' },
      body: await new Response(stream).arrayBuffer(),
    })
    expect(response.status).toBe(202)
  })

  it('a delivery is read from the form in which GitHub wraps it by default', async () => {
    const tenant = await addTenant()
    const { value } = await addAlertKey(tenant, { signingSecret: SECRET })
    const form = new URLSearchParams({ payload: JSON.stringify(CHANGE_SAMPLES.github.body) }).toString()
    const answer = await deliver(`/changes/k/${value}/github`, form, {
      ...CHANGE_SAMPLES.github.headers,
      'content-type': 'application/x-www-form-urlencoded',
      'x-hub-signature-256': `sha256=${createHmac('sha256', SECRET).update(form).digest('hex')}`,
    })
    expect([answer.status, await changesOf(tenant)]).toEqual([202, [expect.objectContaining({ source: 'github' })]])
  })

  it('a sender’s message about itself is accepted, and the answer says why it has no effect', async () => {
    const { value } = await addAlertKey(await addTenant())
    const answer = await deliver('/changes/github', { zen: 'x' }, { ...bearer(value), 'x-github-event': 'ping' })
    expect([answer.status, answer.body]).toEqual([
      202,
      expect.objectContaining({ accepted: 0, note: expect.any(String) }),
    ])
  })
})

describe('a delivery is refused', () => {
  it('a delivery without a key, with a wrong key or with a key of another kind is refused before its body is read', async () => {
    const tenant = await addTenant()
    const keys = ['', 'garbage', createCredential('alerts'), tenant.publicKey, tenant.secretKey, tenant.admin.token]
    for (const key of keys) {
      // The body must not be read: a reader would wait, and answer 400 after 15 seconds.
      const body = new ReadableStream({ pull: () => new Promise(() => {}) })
      const response = await exports.default.fetch('https://service.test/v1/alerts/generic', {
        method: 'POST',
        headers: key === '' ? {} : bearer(key),
        body,
      })
      expect(response.status).toBe(401)
    }
    const other = await deliver('/alerts/generic', { title: 'x' }, bearer(tenant.publicKey))
    expect(other.body.message).toContain('not an alert key')
  })

  it('a delivery with a key that is deactivated, expired or for another sender is refused', async () => {
    const tenant = await addTenant()
    const [gone, old, github] = [
      await addAlertKey(tenant),
      await addAlertKey(tenant),
      await addAlertKey(tenant, { source: 'github' }),
    ]
    await call(`POST /alert-keys/${gone.id}/deactivate`, { token: tenant.secretKey })
    await env.DB.prepare('update alert_keys set expires_at = 1 where id = ?').bind(old.id).run()
    expect((await deliver('/alerts/generic', { title: 'x' }, bearer(gone.value))).status).toBe(401)
    expect((await deliver('/alerts/generic', { title: 'x' }, bearer(old.value))).status).toBe(401)
    expect((await deliver('/alerts/generic', { title: 'x' }, bearer(github.value))).status).toBe(403)
  })

  it('a delivery to an unknown sender, of another format, that is not JSON, or that is too large is refused', async () => {
    const { value } = await addAlertKey(await addTenant())
    const own = bearer(value)
    expect((await deliver('/alerts/nagios', { title: 'x' }, own)).status).toBe(404)
    expect((await deliver('/alerts/github', { title: 'x' }, own)).status).toBe(404)
    expect((await deliver('/alerts/generic', '{"title":', own)).status).toBe(400)
    expect((await deliver('/alerts/alertmanager', { title: 'x' }, own)).status).toBe(400)
    expect((await deliver('/alerts/generic', ' '.repeat(8 * 1024 * 1024 + 1), own)).status).toBe(413)
    expect((await deliver('/alerts/generic', `{"a":${'['.repeat(1000)}`, own)).status).toBe(400)
    expect((await call(`GET /alerts/k/${value}/generic`)).status).toBe(405)
    expect((await call('GET /alerts/generic')).status).toBe(405)
  })

  it('a delivery without the signature that its key asks for is refused, whatever sender it says it is', async () => {
    const tenant = await addTenant()
    const { value } = await addAlertKey(tenant, { signingSecret: SECRET })
    const text = JSON.stringify(CHANGE_SAMPLES.github.body)
    const sign = (secret: string) => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
    const github = (headers: Record<string, string>) =>
      deliver(`/changes/k/${value}/github`, text, { ...CHANGE_SAMPLES.github.headers, ...headers })
    expect((await github({})).status).toBe(401)
    expect((await github({ 'x-hub-signature-256': sign('another secret') })).status).toBe(401)
    expect((await deliver('/alerts/datadog', ALERT_SAMPLES.datadog.body, bearer(value))).status).toBe(401)
    expect(await changesOf(tenant)).toEqual([])
    expect((await github({ 'x-hub-signature-256': sign(SECRET) })).status).toBe(202)
    expect(await changesOf(tenant)).toHaveLength(1)
  })

  it('the telemetry intake refuses an alert key and says where it belongs', async () => {
    const { value } = await addAlertKey(await addTenant())
    const send = (path: string) =>
      exports.default.fetch(`https://service.test${path}`, {
        method: 'POST',
        headers: { ...bearer(value), 'content-type': 'application/json' },
        body: '{}',
      })
    for (const path of ['/intake/webhook', '/intake/v1/logs']) {
      const response = await send(path)
      expect([path, response.status, await response.text()]).toEqual([path, 401, expect.stringContaining('alert key')])
    }
    expect((await call('GET /me', { token: value })).body.message).toContain('alert key')
  })
})

describe('the queue', () => {
  async function accepted(tenant: TestTenant, object: object, body: unknown = { title: 'x', service: 's' }) {
    const sent: Piece[][] = []
    const ctx = {
      ...contextOf(),
      queues: { send: async () => {}, sendPieces: async (pieces: readonly Piece[]) => void sent.push([...pieces]) },
      objects: { ...contextOf().objects, onCall: () => object as never },
    }
    const from = deliverySenderOf('alerts', 'generic')
    if (from === null) throw new Error('generic is a sender')
    const bytes = new TextEncoder().encode(JSON.stringify(body))
    const key = { keyId: 'k', project: ownerOf(tenant), source: null, signingSecret: null, expiresAt: null }
    const delivery = { from, key, headers: new Headers(), query: new URLSearchParams(), sent: bytes, bytes }
    return {
      outcome: await acceptDelivery({ ctx, scope: SYSTEM, input: delivery }).catch((error: unknown) => error),
      sent,
      ctx,
    }
  }

  it('pieces that the object does not take go to the queue, and the consumer delivers them', async () => {
    const tenant = await addTenant()
    const { outcome, sent } = await accepted(tenant, { receiveAlerts: () => Promise.reject(new Error('away')) })
    expect(outcome).toMatchObject({ accepted: 1 })
    expect(sent).toHaveLength(1)
    const acks = vi.fn()
    const messages = sent
      .flat()
      .map((body) => ({ id: '1', timestamp: new Date(), attempts: 1, body, ack: acks, retry: vi.fn() }))
    // The dispatcher looks at the queue's name and the messages alone.
    await dispatchQueue({ queue: 'alerts-local', messages } as unknown as MessageBatch, contextOf())
    expect(acks).toHaveBeenCalledTimes(1)
    expect(await incidentsOf(tenant)).toHaveLength(1)
  })

  it('pieces that a hanging object does not take within a second go to the queue', async () => {
    const { outcome, sent } = await accepted(await addTenant(), { receiveAlerts: () => new Promise(() => {}) })
    expect([outcome, sent.flat().length]).toEqual([expect.objectContaining({ accepted: 1 }), 1])
  })

  it('the queue gets pieces that fit a message, each with an id of its own', async () => {
    const alerts = Array.from({ length: 60 }, (_, i) => ({ title: `alert ${i}`, filler: 'x'.repeat(20_000) }))
    const { sent } = await accepted(
      await addTenant(),
      { receiveAlerts: () => Promise.reject(new Error('away')) },
      { alerts },
    )
    const pieces = sent.flat()
    expect(pieces.length).toBeGreaterThan(5)
    expect(new Set(pieces.map(({ deliveryId }) => deliveryId)).size).toBe(pieces.length)
    expect(Math.max(...pieces.map((piece) => JSON.stringify(piece).length))).toBeLessThan(128_000)
    expect(Math.max(...sent.map((batch) => JSON.stringify(batch).length))).toBeLessThan(256_000)
  })

  it('nothing is dropped when the queue fails too: the sender is asked to send it again', async () => {
    const tenant = await addTenant()
    const away = { receiveAlerts: () => Promise.reject(new Error('away')) }
    const { ctx } = await accepted(tenant, away)
    const failing = { ...ctx, queues: { ...ctx.queues, sendPieces: () => Promise.reject(new Error('full')) } }
    const from = deliverySenderOf('alerts', 'generic')
    if (from === null) throw new Error('generic is a sender')
    const bytes = new TextEncoder().encode('{"title":"x"}')
    const key = { keyId: 'k', project: ownerOf(tenant), source: null, signingSecret: null, expiresAt: null }
    const delivery = { from, key, headers: new Headers(), query: new URLSearchParams(), sent: bytes, bytes }
    await expect(acceptDelivery({ ctx: failing, scope: SYSTEM, input: delivery })).rejects.toMatchObject({
      problem: { kind: 'busy' },
    })
  })

  it('the queue drops messages for a project that is gone', async () => {
    const tenant = await addTenant()
    const { sent } = await accepted(tenant, { receiveAlerts: () => Promise.reject(new Error('away')) })
    await env.DB.prepare('update projects set deleted_at = 1 where id = ?').bind(tenant.projectId).run()
    const ack = vi.fn()
    const messages = sent
      .flat()
      .map((body) => ({ id: '1', timestamp: new Date(), attempts: 1, body, ack, retry: vi.fn() }))
    await dispatchQueue({ queue: 'alerts-dead-local', messages } as unknown as MessageBatch, contextOf())
    expect([ack.mock.calls.length, await incidentsOf(tenant)]).toEqual([1, []])
  })
})

describe('alerts.explain', () => {
  const explain = async (body: object) => {
    const tenant = await addTenant()
    const answer = await call('POST /alerts/explain', {
      token: tenant.member.token,
      body: { projectId: tenant.projectId, ...body },
    })
    return { tenant, answer }
  }

  it('explain shows what a body would do, and stores nothing', async () => {
    const { tenant, answer } = await explain({ source: 'alertmanager', body: ALERT_SAMPLES.alertmanager.body })
    expect(answer.body).toMatchObject({ outcome: 'accepted', truncated: 3, changes: [] })
    expect(answer.body.alerts[0]).toMatchObject({ service: 'checkout', startedAt: '2026-05-04T10:15:02.113Z' })
    expect(await incidentsOf(tenant)).toEqual([])
  })

  it('explain says which incident each alert would open, join, repeat or close, and which window would silence it', async () => {
    const tenant = await addTenant()
    const { projectId, secretKey: token } = tenant
    const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()
    const alertAt = (fingerprint: string, service: string, status = 'firing') => ({
      fingerprint,
      status,
      labels: { alertname: fingerprint, service, environment: 'production' },
      annotations: {},
      startsAt: at(2),
      endsAt: status === 'resolved' ? at(0) : '0001-01-01T00:00:00Z',
    })
    const explainTo = async (...alerts: object[]) => {
      const body = { version: '4', status: 'firing', groupKey: '{}', alerts }
      const answer = await call('POST /alerts/explain', { token, body: { projectId, source: 'alertmanager', body } })
      return answer.body.alerts.map(({ becomes }: { becomes: object }) => becomes)
    }
    expect(await explainTo(alertAt('a', 'checkout'), alertAt('b', 'checkout'))).toMatchObject([
      { action: 'open', incidentId: null },
      { action: 'join', incidentId: null, because: expect.stringContaining('earlier alert of this body') },
    ])
    const place = { organizationId: tenant.organizationId, projectId, region: 'us-east-1' }
    const object = env.ON_CALL.getByName(`${place.organizationId}/${projectId}/on-call`)
    const isEmpty = await runInDurableObject(
      object,
      (_, { storage }) => storage.sql.exec("select name from sqlite_master where name = 'fact'").toArray().length === 0,
    )
    expect(isEmpty).toBe(true)
    const { value } = await addAlertKey(tenant)
    const sent = { version: '4', status: 'firing', groupKey: '{}', alerts: [alertAt('a', 'checkout')] }
    expect((await deliver('/alerts/alertmanager', sent, bearer(value))).status).toBe(202)
    const id = (await incidentsOf(tenant))[0]?.id
    expect(id).toBeDefined()
    const window = { title: 'upgrade', services: ['search'], startsAt: at(5), endsAt: at(-60) }
    const made = await call(`POST /maintenance-windows?projectId=${projectId}`, { token, body: window })
    const fates = await explainTo(
      alertAt('a', 'checkout'),
      alertAt('b', 'checkout'),
      alertAt('c', 'search'),
      alertAt('a', 'checkout', 'resolved'),
      alertAt('d', 'cart', 'resolved'),
    )
    expect(fates).toMatchObject([
      { action: 'repeat', incidentId: id },
      { action: 'join', incidentId: id, maintenanceWindowId: null },
      { action: 'suppress', incidentId: null, maintenanceWindowId: made.body.maintenanceWindow.id },
      { action: 'close', incidentId: id },
      { action: 'keep_closed', incidentId: null },
    ])
    expect(await incidentsOf(tenant)).toMatchObject([{ id, alerts: 1, repeats: 0, openAlerts: 1 }])
  })

  it('explain takes headers, a mapping and a body as text, and says why something is refused or ignored', async () => {
    const { body, headers } = CHANGE_SAMPLES.github
    expect((await explain({ source: 'github', body, headers })).answer.body.changes).toHaveLength(1)
    const mapped = { source: 'generic', body: '{"a":{"b":"Disk"}}', query: { title: 'a.b' } }
    expect((await explain(mapped)).answer.body.alerts[0].title).toBe('Disk')
    expect(
      (await explain({ source: 'github', body: {}, headers: { 'x-github-event': 'ping' } })).answer.body,
    ).toMatchObject({ outcome: 'ignored' })
    expect((await explain({ source: 'alertmanager', body: 'not JSON' })).answer.body).toMatchObject({
      outcome: 'refused',
    })
    expect(
      (await explain({ source: 'generic', receives: 'changes', body: { title: 'x' } })).answer.body.changes,
    ).toHaveLength(1)
    expect((await explain({ source: 'github', receives: 'alerts', body: {} })).answer.status).toBe(400)
  })
})
