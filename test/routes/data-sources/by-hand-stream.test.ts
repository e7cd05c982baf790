/** Streams of platforms that no API can tell to deliver: a person does, or nothing is delivered at all. */

import { env, exports } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { provisionStream } from '../../../src/domain/sources/provision-stream.ts'
import { backgroundContext } from '../../../src/wiring/contexts.ts'
import { createHoneycombFake } from '../../fakes/platforms/honeycomb.ts'
import { createPlatformRouter } from '../../fakes/platforms/index.ts'
import { createNeonFake } from '../../fakes/platforms/neon.ts'
import type { PlatformFake } from '../../fakes/platforms/platform-fake.ts'
import { call } from '../../support/api.ts'
import { SYSTEM } from '../../support/system.ts'
import { addTenant } from '../../support/tenants.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

async function connected(fake: PlatformFake) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(createPlatformRouter([fake]).fetch as typeof fetch)
  const { admin } = await addTenant()
  const { token } = admin
  const body = { dataSourceType: fake.id, metadata: fake.credentials.good }
  const made = await call('POST /data-sources/connections', { token, body })
  expect(made.status).toBe(201)
  const connection = `/data-sources/connections/${made.body.connectionId}`
  const { displayName, config } = (await call(`GET ${connection}/resources`, { token })).body.resources[0]
  const created = await call(`POST ${connection}/streams`, { token, body: { displayName, config } })
  return { token, created }
}

describe('a stream of a platform set up by hand', () => {
  it('a stream that is set up by hand shows the address to enter on the platform, and becomes active with the first record there', async () => {
    const { token, created } = await connected(createNeonFake())
    const { streamId } = created.body
    await env.DB.prepare('update streams set leased_until = 0 where id = ?').bind(streamId).run()
    await provisionStream({ ctx: backgroundContext(env, () => {}), scope: SYSTEM, input: { streamId } })
    const read = async () => (await call(`GET /data-sources/streams/${streamId}`, { token })).body.stream
    const stream = await read()
    expect(stream).toMatchObject({ status: 'pending', errorMessage: null })
    expect(stream.endpointCards).toEqual([
      expect.objectContaining({ kind: 'url', label: 'OTLP endpoint', url: expect.stringMatching(/\/intake$/) }),
    ])
    const [{ url, description }] = stream.endpointCards
    const { pathname } = new URL(url)
    const authorization = `Bearer ${/oas_\w+/.exec(description)?.[0]}`
    const send = (body: unknown) =>
      exports.default.fetch(`https://service.test${pathname}/v1/logs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify(body),
      })
    expect((await send({ resourceLogs: [] })).status).toBe(200)
    expect((await read()).status).toBe('pending')
    const logRecords = [{ timeUnixNano: `${Date.now()}000000`, body: { stringValue: 'checkpoint complete' } }]
    expect((await send({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })).status).toBe(200)
    await vi.waitFor(async () => expect((await read()).status).toBe('active'), { timeout: 20_000 })
  })
})

describe('a platform without records to stream', () => {
  it('a platform without records to stream has no streams, and says so at once', async () => {
    const { created } = await connected(createHoneycombFake())
    expect(created.status).toBe(422)
    expect(created.body.message).toBe('Honeycomb has no records to stream. The agent queries it directly.')
  })
})
