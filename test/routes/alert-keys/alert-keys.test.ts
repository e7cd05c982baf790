import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { addAlertKey } from '../../support/alert-keys.ts'
import { call } from '../../support/api.ts'
import { addTenant } from '../../support/tenants.ts'

const SECRET = 'a signing secret that nobody else knows'

describe('an alert key', () => {
  it('an alert key is returned once, with its value and the values for each sender’s settings', async () => {
    const tenant = await addTenant()
    const body = { name: 'prod', projectId: tenant.projectId, source: 'alertmanager' }
    const { status, body: answer } = await call('POST /alert-keys', { token: tenant.secretKey, body })
    expect(status).toBe(201)
    const { value, endpoints, ...key } = answer.alertKey
    expect(value).toMatch(/^oas_alerts_[0-9a-z]{42}$/)
    expect(key).toMatchObject({
      name: 'prod',
      source: 'alertmanager',
      hasSigningSecret: false,
      lastFour: value.slice(-4),
    })
    expect(endpoints.map(({ source }: { source: string }) => source)).toEqual(['alertmanager'])
    expect(JSON.stringify(endpoints)).toContain(value)
    const read = await call(`GET /alert-keys/${key.id}`, { token: tenant.secretKey })
    expect(read.body.alertKey).toEqual(key)
    const list = await call(`GET /alert-keys?projectId=${tenant.projectId}`, { token: tenant.secretKey })
    expect(list.body).toEqual({ alertKeys: [key], nextCursor: null })
    expect(`${read.text}${list.text}`).not.toContain(value)
  })

  it('an alert key keeps its signing secret sealed, and never shows it', async () => {
    const tenant = await addTenant()
    const { id } = await addAlertKey(tenant, { signingSecret: SECRET })
    const row = await env.DB.prepare('select * from alert_keys where id = ?').bind(id).first()
    const audited = await env.DB.prepare('select * from audit_entries where target_id = ?').bind(id).all()
    expect(audited.results).toHaveLength(1)
    expect(JSON.stringify([row, audited.results])).not.toContain(SECRET)
    expect(String(row?.['signing_secret'])).toMatch(/^e1\./)
    const changed = await call(`PATCH /alert-keys/${id}`, {
      token: tenant.secretKey,
      body: { signingSecret: `${SECRET}2` },
    })
    expect(changed.body.alertKey.hasSigningSecret).toBe(true)
    const cleared = await call(`PATCH /alert-keys/${id}`, { token: tenant.secretKey, body: { signingSecret: null } })
    expect(cleared.body.alertKey.hasSigningSecret).toBe(false)
    expect(`${changed.text}${cleared.text}`).not.toContain(SECRET)
  })

  it('an alert key with a signing secret names only senders that can sign', async () => {
    const tenant = await addTenant()
    const body = { name: 'signed', projectId: tenant.projectId, signingSecret: SECRET }
    const answer = await call('POST /alert-keys', { token: tenant.secretKey, body })
    const sources = answer.body.alertKey.endpoints.map(({ source }: { source: string }) => source)
    expect(sources).toContain('grafana')
    expect(sources).not.toContain('alertmanager')
    expect(sources).not.toContain('cloudwatch')
  })

  it('short secrets, unknown senders and times in the past are refused', async () => {
    const tenant = await addTenant()
    for (const wrong of [{ signingSecret: 'short' }, { source: 'nagios' }, { expiresAt: '2001-01-01T00:00:00Z' }]) {
      const body = { name: 'k', projectId: tenant.projectId, ...wrong }
      expect((await call('POST /alert-keys', { token: tenant.secretKey, body })).status).toBe(400)
    }
  })

  it('an alert key is deactivated for ever, and is deleted with its project', async () => {
    const tenant = await addTenant()
    const { id } = await addAlertKey(tenant)
    const done = await call(`POST /alert-keys/${id}/deactivate`, { token: tenant.secretKey })
    expect(done.body.alertKey.deactivatedAt).not.toBeNull()
    const again = await call(`POST /alert-keys/${id}/deactivate`, { token: tenant.secretKey })
    expect(again.body.alertKey.deactivatedAt).toBe(done.body.alertKey.deactivatedAt)
    expect((await call(`PATCH /alert-keys/${id}`, { token: tenant.secretKey, body: { name: 'x' } })).status).toBe(400)
  })
})
