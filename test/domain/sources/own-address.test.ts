import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { newId } from '../../../src/contracts/ids.ts'
import { sealMetadata } from '../../../src/domain/sources/metadata.ts'
import { provisionStream } from '../../../src/domain/sources/provision-stream.ts'
import { findSource } from '../../../src/domain/sources/rows.ts'
import { newManagedStream } from '../../../src/domain/sources/stream-changes.ts'
import { backgroundContext } from '../../../src/wiring/contexts.ts'
import { VERCEL_TEAM_ID, VERCEL_TOKEN_GOOD } from '../../fakes/platforms/vercel.ts'
import { SYSTEM } from '../../support/system.ts'
import { addTenant } from '../../support/tenants.ts'

it('a stream is not set up when the deployment does not know its own address, and says why', async () => {
  const calls: unknown[] = []
  const fetch_: typeof fetch = async (input) => {
    calls.push(input)
    return new Response(null, { status: 500 })
  }
  const ctx = { ...backgroundContext(env, () => {}), baseUrl: '', fetch: fetch_ }
  const { organizationId, projectId } = await addTenant()
  const [sourceId, streamId] = [newId(), newId()]
  const metadata = await sealMetadata(ctx, sourceId, { access_token: VERCEL_TOKEN_GOOD, team_id: VERCEL_TEAM_ID })
  await env.DB.prepare(
    `insert into sources (id, kind, organization_id, project_id, provider, mode, metadata, created_at)
     values (?, 'connection', ?, ?, 'vercel', 'managed', ?, ?)`,
  )
    .bind(sourceId, organizationId, projectId, metadata, Date.now())
    .run()
  const source = await findSource(ctx, 'connection', sourceId)
  if (!source) throw new Error('no source')
  const config = { projectId: 'prj_0001' }
  const work = await newManagedStream(ctx, source, { id: streamId, displayName: 'web', config })
  await env.DB.batch([...work.statements])

  expect(await provisionStream({ ctx, scope: SYSTEM, input: { streamId } })).toEqual({ kind: 'settled' })

  const row = await env.DB.prepare('select status, error_message as message from streams where id = ?')
    .bind(streamId)
    .first<{ status: string; message: string }>()
  expect(row?.status).toBe('error')
  expect(row?.message).toContain('PUBLIC_BASE_URL')
  expect(calls).toEqual([])
})
