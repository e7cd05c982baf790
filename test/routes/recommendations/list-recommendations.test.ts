import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { newId } from '../../../src/contracts/ids.ts'
import { call } from '../../support/api.ts'
import { addTenant } from '../../support/tenants.ts'

interface Recommendation {
  readonly kind: string
  readonly targetId: string
  readonly status: string
  readonly priority: number
}

const statusOf = (body: { recommendations: Recommendation[] }, kind: string, targetId: string) =>
  body.recommendations.find((one) => one.kind === kind && one.targetId === targetId)?.status

describe('GET /recommendations', () => {
  it('recommendations show live sources as connected, and recommend a deleted one again', async () => {
    const { secretKey: token, projectId } = await addTenant()
    const list = () => call(`GET /recommendations?projectId=${projectId}`, { token })
    const first = await list()
    expect(first.status).toBe(200)
    expect(statusOf(first.body, 'log_source', 'webhook')).toBe('recommended')
    const created = await call('POST /log-sources', { token, body: { provider: 'webhook', projectId } })
    expect(statusOf((await list()).body, 'log_source', 'webhook')).toBe('connected')
    expect(statusOf((await list()).body, 'log_source', 'otel')).toBe('recommended')
    await call(`DELETE /log-sources/${created.body.logSource.id}`, { token })
    expect(statusOf((await list()).body, 'log_source', 'webhook')).toBe('recommended')
  })

  it('a request by a client counts its kind as connected in that project, for 30 days', async () => {
    const { secretKey: token, projectId } = await addTenant()
    const list = () => call(`GET /recommendations?projectId=${projectId}`, { token })
    expect(statusOf((await list()).body, 'sandbox_cli', 'cli')).toBe('recommended')
    await call(`GET /log-sources?projectId=${projectId}`, { token, headers: { 'x-oas-client-source': 'cli' } })
    await vi.waitFor(async () => expect(statusOf((await list()).body, 'sandbox_cli', 'cli')).toBe('connected'), {
      timeout: 20_000,
    })
    expect(statusOf((await list()).body, 'mcp_connector', 'mcp')).toBe('recommended')
    await env.DB.prepare('update project_clients set last_seen_at = ? where project_id = ?')
      .bind(Date.now() - 31 * 86_400_000, projectId)
      .run()
    expect(statusOf((await list()).body, 'sandbox_cli', 'cli')).toBe('recommended')
  })

  it('a project of another organization is not found', async () => {
    const [own, other] = [await addTenant(), await addTenant()]
    expect((await call(`GET /recommendations?projectId=${other.projectId}`, { token: own.secretKey })).status).toBe(404)
    expect((await call(`GET /recommendations?projectId=${newId()}`, { token: own.secretKey })).status).toBe(404)
  })
})
