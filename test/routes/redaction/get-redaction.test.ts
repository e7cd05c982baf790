import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { forgetRedaction } from '../../../src/intake/redaction/settings.ts'
import { call } from '../../support/api.ts'
import { deliverTo } from '../../support/filled-project.ts'
import { addTenant } from '../../support/tenants.ts'

describe('the redaction settings of a project', () => {
  it('redaction is on, without e-mail addresses and without rules of the project, until its settings are changed', async () => {
    const { member, projectId } = await addTenant()
    const shown = await call(`GET /projects/${projectId}/redaction`, { token: member.token })
    expect([shown.status, shown.body.redaction]).toMatchObject([
      200,
      { enabled: true, redactEmails: false, rules: [], notices: [] },
    ])
  })

  it('the settings keep what a change does not name, and act on what is sent after the change', async () => {
    const { admin, projectId, organizationId, publicKey } = await addTenant()
    const path = `/projects/${projectId}/redaction`
    const rules = [{ name: 'ticket', pattern: 'TCK-[0-9]+', replacement: '[ticket]' }]
    const first = await call(`PATCH ${path}`, { token: admin.token, body: { rules } })
    const second = await call(`PATCH ${path}`, { token: admin.token, body: { redactEmails: true } })
    const expected = { enabled: true, redactEmails: true, rules, notices: [] }
    expect([first.status, second.status, second.body.redaction]).toMatchObject([200, 200, expected])
    expect((await call(`GET ${path}`, { token: admin.token })).body.redaction).toMatchObject(expected)
    const bodyOf = async (text: string) => {
      const record = { timeUnixNano: `${BigInt(Date.now()) * 1_000_000n}`, body: { stringValue: text } }
      const sent = await deliverTo(publicKey, 'logs', { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] })
      expect(sent.status).toBe(200)
      const found = await call('POST /logs/query', {
        token: admin.token,
        body: { projectId, search: { text: 'sentence' } },
      })
      return found.body.logs.map((log: { body: unknown }) => JSON.stringify(log.body)).join()
    }
    const stored = await bodyOf('sentence of ann@example.com about TCK-4711')
    expect(stored).toContain('[ticket]')
    expect(stored).not.toMatch(/ann@example|4711/)
    const off = await call(`PATCH ${path}`, { token: admin.token, body: { enabled: false } })
    expect(off.body.redaction).toMatchObject({ ...expected, enabled: false })
    expect(await bodyOf('another sentence about TCK-4712')).toContain('TCK-4712')
    const { results } = await env.DB.prepare(
      "select detail from audit_entries where organization_id = ? and action = 'redaction.update' order by id",
    )
      .bind(organizationId)
      .all<{ detail: string }>()
    expect(results.map(({ detail }) => JSON.parse(detail))).toEqual([
      { rules: 1 },
      { redactEmails: true },
      { enabled: false },
    ])
  })

  it('two changes of different fields at the same time both take effect', async () => {
    const { admin, projectId } = await addTenant()
    const path = `/projects/${projectId}/redaction`
    for (let round = 0; round < 5; round += 1) {
      const isOn = round % 2 === 0
      await Promise.all([
        call(`PATCH ${path}`, { token: admin.token, body: { enabled: isOn } }),
        call(`PATCH ${path}`, { token: admin.token, body: { redactEmails: isOn } }),
      ])
      const row = await env.DB.prepare(
        'select enabled, redact_emails as emails from redaction_settings where project_id = ?',
      )
        .bind(projectId)
        .first()
      expect(row).toEqual({ enabled: Number(isOn), emails: Number(isOn) })
    }
  })

  it('invalid settings are refused, and nothing of the request is stored', async () => {
    const { admin, projectId } = await addTenant()
    const path = `/projects/${projectId}/redaction`
    const rule = { name: 'own', pattern: 'a', replacement: '' }
    for (const body of [
      { enabled: 'yes' },
      { redactEmails: null },
      { unknown: true },
      { rules: 'none' },
      { rules: [{ ...rule, pattern: '' }] },
      { rules: [{ name: 'own' }] },
      { enabled: false, rules: [{ ...rule, pattern: '(' }] },
      { rules: Array.from({ length: 101 }, () => rule) },
    ]) {
      const refused = await call(`PATCH ${path}`, { token: admin.token, body })
      expect([body, refused.status, refused.body.issues?.length > 0]).toEqual([body, 400, true])
    }
    expect((await call(`GET ${path}`, { token: admin.token })).body.redaction).toMatchObject({
      enabled: true,
      rules: [],
    })
  })
})

describe('a project’s own redaction rules', () => {
  it('a project’s own rules are stored if they can be used, and else refused with the reason', async () => {
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

  it('stored rules that cannot be used are named, and do not prevent other changes', async () => {
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
    expect(shown.body.redaction.notices).toEqual([{ rule: 'old', message: expect.stringContaining('is not applied') }])
    const changed = await call(`PATCH ${path}`, { token: admin.token, body: { redactEmails: true } })
    expect([changed.status, changed.body.redaction.notices.length]).toEqual([200, 1])
  })
})
