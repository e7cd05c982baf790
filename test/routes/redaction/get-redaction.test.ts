import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { forgetRedaction } from '../../../src/intake/redaction/settings.ts'
import { call } from '../../support/api.ts'
import { addTenant } from '../../support/tenants.ts'

describe('a project’s own redaction rules', () => {
  it('are refused with the reason where they cannot be used, and stored where they can', async () => {
    const { admin, projectId } = await addTenant()
    const path = `/projects/${projectId}/redaction`
    const patch = (pattern: string) =>
      call(`PATCH ${path}`, { token: admin.token, body: { rules: [{ name: 'own', pattern, replacement: '' }] } })
    const refused = await patch('(?=a)b')
    expect([refused.status, refused.body.issues]).toEqual([
      400,
      [{ path: 'body.rules.0.pattern', message: expect.stringContaining('looks ahead or behind') }],
    ])
    const accepted = await patch('(a|a)*b')
    expect([accepted.status, accepted.body.redaction.notices]).toEqual([200, []])
  })

  it('that were stored before and cannot be used are named, and do not stand in the way of other changes', async () => {
    const { admin, projectId } = await addTenant()
    const path = `/projects/${projectId}/redaction`
    const rules = JSON.stringify([{ name: 'old', pattern: '(a)\\1', replacement: '' }])
    await env.DB.prepare(
      'insert into redaction_settings (project_id, enabled, redact_emails, rules, updated_at) values (?, 1, 0, ?, 0)',
    )
      .bind(projectId, rules)
      .run()
    forgetRedaction(projectId)
    const shown = await call(`GET ${path}`, { token: admin.token })
    expect(shown.body.redaction.notices).toEqual([{ rule: 'old', message: expect.stringContaining('not used') }])
    const changed = await call(`PATCH ${path}`, { token: admin.token, body: { redactEmails: true } })
    expect([changed.status, changed.body.redaction.notices.length]).toEqual([200, 1])
  })
})
