/**
 * The operator's command against a running server that is killed while the job is due: forgotten within a minute by an
 * isolate that remembered it, and gone in the end, by nothing but the service's own clock and queue.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { querySql } from '../../../scripts/admin/wrangler-d1.ts'
import { REPOSITORY_DIR } from '../../../scripts/server/places.ts'
import { createWorkbench, type Workbench } from '../../../scripts/server/workbench.ts'

const FORGOTTEN_WITHIN_MS = 60_000
const JOB_BEGINS_MS = 60_000
const GONE_WITHIN_MS = 240_000
const LOOK_MS = 2000

let workbench: Workbench

beforeAll(async () => {
  workbench = await createWorkbench({ name: 'delete-organization', organizations: 2 })
})
afterAll(() => workbench.remove())

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))

async function until(isSo: () => Promise<boolean> | boolean, withinMs: number): Promise<number> {
  const startedAt = Date.now()
  while (!(await isSo())) {
    if (Date.now() - startedAt > withinMs) throw new Error(`not so within ${withinMs} ms`)
    await pause(LOOK_MS)
  }
  return Date.now() - startedAt
}

function deleteOrganization(id: string): void {
  const admin = join(REPOSITORY_DIR, 'scripts/admin/main.ts')
  const target = ['--state-dir', workbench.places.persistDir]
  const result = spawnSync('tsx', [admin, 'delete-organization', id, ...target], { encoding: 'utf8' })
  expect(result.stderr).toBe('')
  expect(JSON.parse(result.stdout)).toMatchObject({ id, isDeleted: true, projects: 1 })
}

it('deletes an organization of a running server, over a kill', { timeout: 600_000 }, async () => {
  const [deleted, other] = workbench.organizations
  if (!deleted || !other) throw new Error('no organizations')
  let server = await workbench.start()
  const statusOf = async (path: string, token: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${server.baseUrl}${path}`, { headers, ...init })
    const text = await response.text()
    return { status: response.status, text }
  }
  const record = { body: { stringValue: 'hello' }, timeUnixNano: `${BigInt(Date.now()) * 1_000_000n}` }
  const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] }
  const send = (key: string) => statusOf('/intake/v1/logs', key, logs)
  for (const { secretKey, publicKey } of [deleted, other]) {
    expect((await statusOf('/v1/threads', secretKey, { message: 'what broke?' })).status).toBe(201)
    expect((await send(publicKey)).status).toBe(200)
  }

  deleteOrganization(deleted.organizationId)
  const deletedAt = Date.now()
  const isForgotten = async () =>
    (await statusOf('/v1/threads', deleted.secretKey)).status === 401 &&
    (await statusOf(`/v1/projects/${deleted.projectId}`, deleted.adminToken)).status === 404 &&
    (await send(deleted.publicKey)).status === 401
  const forgottenMs = await until(isForgotten, FORGOTTEN_WITHIN_MS)

  await pause(deletedAt + JOB_BEGINS_MS - Date.now())
  await server.kill()
  server = await workbench.start()
  await fetch(`${server.baseUrl}/healthz`)
  const database = { environment: 'local', stateDir: workbench.places.persistDir }
  const left = () =>
    Number(
      querySql(
        database,
        `select (select count(*) from organizations where id = '${deleted.organizationId}')
           + (select count(*) from threads where organization_id = '${deleted.organizationId}')
           + (select count(*) from credentials where organization_id = '${deleted.organizationId}')
           + (select count(*) from outbox where queue = 'deletion') as n`,
      )[0]?.n,
    )
  const goneMs = await until(() => left() === 0, GONE_WITHIN_MS)
  console.info(`forgotten after ${forgottenMs} ms; gone ${goneMs} ms after the restart`)
  expect((await statusOf('/v1/threads', deleted.secretKey)).status).toBe(401)
  expect((await statusOf('/v1/threads', other.secretKey)).text).toContain('what broke?')
  expect((await send(other.publicKey)).status).toBe(200)
  await server.stop()
})
