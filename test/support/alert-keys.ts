/** Alert keys for tests, made through the API as people make them. */
import { call } from './api.ts'
import type { TestTenant } from './tenants.ts'

export async function addAlertKey(tenant: TestTenant, fields: object = {}): Promise<{ id: string; value: string }> {
  const body = { name: 'sender', projectId: tenant.projectId, ...fields }
  const answer = await call('POST /alert-keys', { token: tenant.secretKey, body })
  if (answer.status !== 201) throw new Error(`the alert key was not made: ${answer.text}`)
  return { id: answer.body.alertKey.id, value: answer.body.alertKey.value }
}
