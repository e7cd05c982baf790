/** A managed log source from its creation to its end: discovery makes its streams, and deletion takes them down. */
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sweepDiscovery } from '../../../src/domain/sources/discovery.ts'
import { deprovisionStream, failStream, provisionStream } from '../../../src/domain/sources/provision-stream.ts'
import { createPlatformRouter } from '../../fakes/platforms/index.ts'
import { createVercelFake, VERCEL_TEAM_ID, VERCEL_TOKEN_BAD, VERCEL_TOKEN_GOOD } from '../../fakes/platforms/vercel.ts'
import { call } from '../../support/api.ts'
import { deliverTo, laterContext } from '../../support/filled-project.ts'
import { SYSTEM } from '../../support/system.ts'
import { addTenant } from '../../support/tenants.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Longer than a source rests between two looks. */
const NEXT_LOOK_MS = 601_000

async function managedSource(options: { projectCount?: number; filter?: object } = {}) {
  const { projectCount = 3, filter } = options
  const fake = createVercelFake({ projectCount })
  const platform = createPlatformRouter([fake]).fetch as typeof fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(platform)
  const tenant = await addTenant()
  const { token } = tenant.admin
  const metadata = { access_token: VERCEL_TOKEN_GOOD, team_id: VERCEL_TEAM_ID }
  const made = await call('POST /log-sources', {
    token,
    body: { provider: 'vercel', mode: 'managed', metadata, ...(filter ? { streamAutoProvisionFilter: filter } : {}) },
  })
  expect(made.status).toBe(201)
  const id: string = made.body.logSource.id
  const ctxAt = (aheadMs: number) => laterContext(aheadMs, { fetch: platform })
  /** The sweep, for this source alone: what other tests left rests. */
  const discover = async (aheadMs: number) => {
    await env.DB.prepare('update sources set discovered_at = ? where id <> ?')
      .bind(Date.now() + aheadMs, id)
      .run()
    return sweepDiscovery({ ctx: ctxAt(aheadMs), scope: SYSTEM })
  }
  const names = async () => {
    const { body } = await call(`GET /log-streams?logSourceId=${id}`, { token })
    return body.streams.map((stream: { displayName: string }) => stream.displayName).sort()
  }
  const streams = async (): Promise<{ id: string; status: string }[]> => {
    const { results } = await env.DB.prepare('select id, status from streams where source_id = ? order by id')
      .bind(id)
      .all<{ id: string; status: string }>()
    return results
  }
  /** Makes the queue's work happen here and now, whoever holds it. */
  const provision = async (streamId: string) => {
    await env.DB.prepare('update streams set leased_until = 0 where id = ?').bind(streamId).run()
    return provisionStream({ ctx: ctxAt(0), scope: SYSTEM, input: { streamId } })
  }
  return { ...tenant, fake, token, made, id, ctxAt, discover, names, streams, provision }
}

describe('a managed log source', () => {
  it('a managed log source is created without a stream or a key, and its credentials are never shown', async () => {
    const { made, id, token } = await managedSource()
    expect(made.body).toMatchObject({ streamId: null, publicKey: null, endpointCards: [] })
    expect(made.body.logSource).toMatchObject({ id, provider: 'vercel', mode: 'managed' })
    const shown = await call(`GET /log-sources/${id}`, { token })
    expect(shown.body.logSource.streams).toEqual([])
    expect(made.text + shown.text).not.toContain(VERCEL_TOKEN_GOOD)
    const row = await env.DB.prepare('select metadata from sources where id = ?').bind(id).first<{ metadata: string }>()
    expect(row?.metadata).toMatch(/^e1\./)
  })

  it('a managed log source is refused and not stored when the platform does not accept its credentials', async () => {
    const { token, projectId } = await managedSource()
    const metadata = { access_token: VERCEL_TOKEN_BAD, team_id: VERCEL_TEAM_ID }
    const refused = await call('POST /log-sources', { token, body: { provider: 'vercel', mode: 'managed', metadata } })
    expect(refused.status).toBe(422)
    const count = await env.DB.prepare('select count(*) as n from sources where project_id = ?').bind(projectId)
    expect(await count.first('n')).toBe(1)
  })
})

describe('discovery', () => {
  it('discovery makes one stream for each resource, and none a second time', async () => {
    const { discover, names, streams, provision, fake } = await managedSource()
    expect(await discover(0)).toBe(1)
    expect(await names()).toEqual(['shop-0', 'shop-1', 'shop-2'])
    for (const { id } of await streams()) await provision(id)
    expect((await streams()).map(({ status }) => status)).toEqual(['active', 'active', 'active'])
    const ours = fake.destinations().filter(({ url }) => url.includes('/intake/'))
    expect(ours.length).toBe(3)
    expect(await discover(1)).toBe(0)
    expect(await discover(NEXT_LOOK_MS)).toBe(1)
    expect((await streams()).length).toBe(3)
  })

  it('discovery takes what the allowlist names, but not what the denylist names', async () => {
    const filter = { allowlist: ['shop-*'], denylist: ['*-1'] }
    const { discover, names } = await managedSource({ filter })
    await discover(0)
    expect(await names()).toEqual(['shop-0', 'shop-2'])
  })

  it('discovery looks again at once when the filter changes, and keeps the streams it has', async () => {
    const { discover, names, token, id } = await managedSource({ filter: { allowlist: ['shop-0'], denylist: [] } })
    await discover(0)
    expect(await names()).toEqual(['shop-0'])
    const body = { streamAutoProvisionFilter: { allowlist: ['shop-2'], denylist: [] } }
    expect((await call(`PATCH /log-sources/${id}`, { token, body })).status).toBe(200)
    expect(await discover(1)).toBe(1)
    expect(await names()).toEqual(['shop-0', 'shop-2'])
  })

  it('discovery creates at most a hundred streams per check and the rest in the next one', async () => {
    const { discover, streams } = await managedSource({ projectCount: 130 })
    await discover(0)
    expect((await streams()).length).toBe(100)
    await discover(NEXT_LOOK_MS)
    expect((await streams()).length).toBe(130)
  })

  it('discovery creates streams for what it has read when the platform fails on a later page, and the rest when it answers again', async () => {
    const { discover, streams, fake } = await managedSource({ projectCount: 130 })
    const isSecondPage = (request: { readonly url: string }) => /[?&]from=/.test(request.url)
    fake.control.failNext({ kind: 'server_error' }, 10, isSecondPage)
    await discover(0)
    expect((await streams()).length).toBe(100)
    fake.control.reset()
    await discover(NEXT_LOOK_MS)
    expect((await streams()).length).toBe(130)
  })
})

describe('retrying a stream', () => {
  it('a retry provisions a stream in error again, and is refused for one that is not in error', async () => {
    const { discover, streams, token, ctxAt, provision } = await managedSource({ projectCount: 1 })
    await discover(0)
    const [stream] = await streams()
    if (!stream) throw new Error('no stream')
    await env.DB.prepare('update streams set status = ? where id = ?').bind('provisioning', stream.id).run()
    const input = { streamId: stream.id, message: 'the platform refused' }
    await failStream({ ctx: ctxAt(0), scope: SYSTEM, input })
    const shown = await call(`GET /log-streams/${stream.id}`, { token })
    expect(shown.body.stream).toMatchObject({ status: 'error', errorMessage: 'the platform refused' })
    const retried = await call(`POST /log-streams/${stream.id}/retry`, { token })
    expect([retried.status, retried.body.stream.status, retried.body.stream.errorMessage]).toEqual([
      200,
      'provisioning',
      null,
    ])
    const again = await call(`POST /log-streams/${stream.id}/retry`, { token })
    expect([again.status, again.body.message]).toEqual([409, 'Only a stream whose status is error can be retried.'])
    await provision(stream.id)
    expect((await streams())[0]?.status).toBe('active')
  })
})

describe('deleting a log source', () => {
  it('deleting a log source takes its destinations down, ends its keys and leaves only the audit log', async () => {
    const { discover, streams, provision, fake, token, id } = await managedSource({ projectCount: 2 })
    await discover(0)
    for (const stream of await streams()) await provision(stream.id)
    const [destination] = fake.destinations().filter(({ url }) => url.includes('/intake/'))
    const key = /\/k\/([^/?]+)/.exec(destination?.url ?? '')?.[1] ?? ''
    expect((await deliverTo(key)).status).toBe(200)
    const deleted = await call(`DELETE /log-sources/${id}`, { token })
    expect([deleted.status, deleted.body]).toEqual([200, { success: true, teardownError: null }])
    expect(fake.destinations().filter(({ url }) => url.includes('/intake/'))).toEqual([])
    expect((await deliverTo(key)).status).toBe(401)
    expect(await streams()).toEqual([])
    expect((await call(`GET /log-sources/${id}`, { token })).status).toBe(404)
    const audit = await env.DB.prepare('select action from audit_entries where target_id = ? order by id')
      .bind(id)
      .all()
    expect(audit.results.map(({ action }) => action)).toEqual(['log_source.create', 'log_source.delete'])
  })

  it('deleting a log source says what the platform would not remove, and the job removes it later', async () => {
    const { discover, streams, provision, fake, token, id, ctxAt } = await managedSource({ projectCount: 1 })
    await discover(0)
    const [stream] = await streams()
    if (!stream) throw new Error('no stream')
    await provision(stream.id)
    fake.control.failNext({ kind: 'server_error' }, 20, (request) => request.method === 'DELETE')
    const deleted = await call(`DELETE /log-sources/${id}`, { token })
    expect([deleted.status, deleted.body.success]).toEqual([200, true])
    expect(deleted.body.teardownError).toEqual(expect.any(String))
    // Nothing of it is shown or delivered to any more; the row stays until the platform has nothing of ours.
    expect((await call(`GET /log-streams/${stream.id}`, { token })).status).toBe(404)
    expect((await streams()).length).toBe(1)
    const job = await env.DB.prepare("select count(*) as n from outbox where payload like '%deprovision%' || ? || '%'")
      .bind(stream.id)
      .first('n')
    expect(job).toBe(1)
    fake.control.reset()
    const outcome = await deprovisionStream({ ctx: ctxAt(0), scope: SYSTEM, input: { streamId: stream.id } })
    expect([outcome, await streams(), fake.destinations().filter(({ url }) => url.includes('/intake/'))]).toEqual([
      null,
      [],
      [],
    ])
  })
})
