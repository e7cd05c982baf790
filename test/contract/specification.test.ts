/**
 * The tables of the specification, transcribed by hand: a second source of requests and shapes, because our own
 * document cannot show its own errors.
 */
import { describe, expect, it } from 'vitest'
import { call } from '../support/api.ts'
import { addTenant } from '../support/tenants.ts'
import { servedDocument } from './document.ts'

const document = await servedDocument()

/** The published endpoints: method, path, operationId where printed, status where printed. */
const ENDPOINTS = [
  ['GET', '/me', 'me.get', 200],
  ['GET', '/organizations', 'organizations.list', 200],
  ['GET', '/organizations/{organizationId}', 'organizations.get', 200],
  ['PATCH', '/organizations/{organizationId}', 'organizations.update', 200],
  ['GET', '/members', 'members.list', 200],
  ['PATCH', '/members/{userId}/role', 'members.updateRole', 200],
  ['DELETE', '/members/{userId}', 'members.remove', 200],
  ['GET', '/projects', 'projects.list', 200],
  ['GET', '/projects/{projectId}', 'projects.get', 200],
  ['GET', '/threads', 'threads.list', 200],
  ['POST', '/threads', 'threads.create', 201],
  ['GET', '/threads/{threadId}', 'threads.get', 200],
  ['PATCH', '/threads/{threadId}', 'threads.update', 200],
  ['GET', '/threads/{threadId}/status', 'threads.getStatus', 200],
  ['GET', '/threads/{threadId}/messages', 'messages.list', 200],
  ['POST', '/threads/{threadId}/messages', 'messages.append', 201],
  ['GET', '/public-keys', 'publicKeys.list', 200],
  ['POST', '/public-keys', 'publicKeys.create', 201],
  ['GET', '/billing/plans', 'billing.listPlans', 200],
  ['GET', '/billing/summary', 'billing.getSummary', 200],
  ['POST', '/billing/plan-change/preview', 'billing.previewPlanChange', 200],
  ['POST', '/billing/subscription-cancellation', 'billing.scheduleCancellation', 200],
  ['POST', '/billing/subscription-cancellation/preview', 'billing.previewCancellation', 200],
] as const

describe('every endpoint of the specification', () => {
  it.each(ENDPOINTS)('%s %s is %s and answers %i', (method, path, operationId, status) => {
    const operation = document.operations.find((one) => one.method === method && one.path === path)
    expect(operation?.operationId).toBe(operationId)
    expect(Object.keys(operation?.responses ?? {})).toContain(String(status))
  })
})

const shape = (value: object) => Object.keys(value).sort()

describe('the resources of the specification', () => {
  it('have all their fields', async () => {
    const tenant = await addTenant()
    const token = tenant.admin.token
    const created = await call('POST /threads', { token, body: { message: 'what broke?' } })
    expect(created.status).toBe(201)
    expect(shape(created.body)).toEqual(
      expect.arrayContaining(['completed', 'response', 'runId', 'status', 'threadId']),
    )
    expect(created.body).toMatchObject({ completed: true, status: 'completed', response: expect.any(String) })
    const { body } = await call(`GET /threads/${created.body.threadId}`, { token })
    expect(shape(body)).toEqual(['messages', 'thread'])
    expect(shape(body.thread)).toEqual(
      expect.arrayContaining(['createdAt', 'id', 'projectId', 'status', 'title', 'updatedAt']),
    )
    expect(body.messages.map((message: { role: string }) => message.role)).toEqual(['user', 'assistant'])
    expect(body.messages[0].content).toEqual([{ type: 'message', message: 'what broke?' }])
    const status = await call(`GET /threads/${created.body.threadId}/status`, { token })
    expect(status.body).toEqual({ status: 'idle', lastRunStatus: null })
    const list = await call('GET /threads', { token })
    expect(shape(list.body)).toEqual(['nextCursor', 'threads'])
    const project = await call(`GET /projects/${tenant.projectId}`, { token })
    expect(shape(project.body.project)).toEqual(['id', 'name', 'organizationId', 'region'])
  })

  it('hide an archived thread from the active list only', async () => {
    const tenant = await addTenant()
    const token = tenant.admin.token
    const { body } = await call('POST /threads', { token, body: { message: 'help' } })
    const archived = await call(`PATCH /threads/${body.threadId}`, { token, body: { status: 'archived' } })
    expect(archived.body.thread.status).toBe('archived')
    const ids = async (query: string) =>
      (await call(`GET /threads${query}`, { token })).body.threads.map((thread: { id: string }) => thread.id)
    expect(await ids('?status=regular')).toEqual([])
    expect(await ids('?status=archived')).toEqual([body.threadId])
    expect(await ids('')).toEqual([body.threadId])
  })
})

describe('the limits of the specification', () => {
  const bodies = [
    ['POST /threads', { message: '' }, 'body.message'],
    ['POST /threads', { message: 'x'.repeat(10_001) }, 'body.message'],
    ['POST /threads', { message: 5 }, 'body.message'],
    ['POST /threads', {}, 'body.message'],
    ['POST /threads', { message: 'x', timeoutSeconds: 0 }, 'body.timeoutSeconds'],
    ['POST /threads', { message: 'x', timeoutSeconds: 21 }, 'body.timeoutSeconds'],
    ['POST /threads', { message: 'x', timeoutSeconds: 1.5 }, 'body.timeoutSeconds'],
    ['POST /threads', { message: 'x', wait: 'yes' }, 'body.wait'],
    ['POST /threads', { message: 'x', colour: 'red' }, 'body.colour'],
  ] as const

  it.each(bodies)('%s refuses %o', async (operation, body, path) => {
    const { secretKey, projectId } = await addTenant()
    const answer = await call(operation, { token: secretKey, body: { projectId, ...body } })
    expect(answer.status).toBe(400)
    expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  })

  it.each(['/threads', '/public-keys'])('%s takes limit 1 to 100', async (path) => {
    const { secretKey } = await addTenant()
    for (const limit of [1, 100])
      expect((await call(`GET ${path}?limit=${limit}`, { token: secretKey })).status).toBe(200)
    for (const limit of [0, 101, 1000, 'x']) {
      const answer = await call(`GET ${path}?limit=${limit}`, { token: secretKey })
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'query.limit'])
    }
  })

  it('accepts a message of exactly 10,000 code points', async () => {
    const { secretKey } = await addTenant()
    const answer = await call('POST /threads', { token: secretKey, body: { message: '🚀'.repeat(10_000) } })
    expect(answer.status).toBe(201)
  })

  it('refuses what is no JSON, another content type and a body over 1 MiB, each with its status', async () => {
    const { secretKey: token } = await addTenant()
    const json = { 'content-type': 'application/json' }
    expect((await call('POST /threads', { token, rawBody: '{"message":', headers: json })).status).toBe(400)
    expect((await call('POST /threads', { token, headers: json })).status).toBe(400)
    expect(
      (await call('POST /threads', { token, rawBody: 'hello', headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(415)
    expect((await call('POST /threads', { token, body: { message: 'x'.repeat(1_100_000) } })).status).toBe(413)
  })
})
