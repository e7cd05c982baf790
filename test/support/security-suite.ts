/**
 * The security suite every operation passes: no, malformed, unknown, revoked, expired, public and other tenant's
 * credentials, and credentials without the permission.
 */
import { describe, expect, it } from 'vitest'
import { createCredential } from '../../src/auth/credential-format.ts'
import { type Answer, call } from './api.ts'
import { addCredential, addTenant, type TestTenant } from './tenants.ts'

export interface SecuritySubject {
  /** `POST /threads`, with every id filled in for the tenant it is called with. */
  readonly operation: (tenant: TestTenant) => string | Promise<string>
  readonly body?: (tenant: TestTenant) => unknown
  /** What another tenant's secret key gets; operations without a tenant in their address pass null. */
  readonly foreign: 404 | null
  /** Kinds of credentials of the own tenant that are refused with 403. */
  readonly forbidden?: readonly ('member' | 'secretKey' | 'partnerKey')[]
}

export function describeSecurity(name: string, subject: SecuritySubject): void {
  describe(`security of ${name}`, () => {
    async function as(token: string | undefined, tenant: TestTenant): Promise<Answer> {
      const body = subject.body?.(tenant)
      return call(await subject.operation(tenant), {
        ...(token ? { token } : {}),
        ...(body === undefined ? {} : { body }),
      })
    }

    it('refuses a request without a credential, with how to send one', async () => {
      const answer = await as(undefined, await addTenant())
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(answer.body.code).toBe('UNAUTHORIZED')
      expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'))
    })

    it.each([
      ['garbage', 'not-a-credential'],
      ['a well-formed unknown one', createCredential('secret')],
    ])('refuses %s', async (_, token) => {
      expect((await as(token, await addTenant())).status).toBe(401)
    })

    it('refuses expired, revoked and public keys', async () => {
      const tenant = await addTenant()
      const { organizationId, projectId } = tenant
      const expired = await addCredential('secret', { organizationId, expiresAt: Date.now() - 1000 })
      const revoked = await addCredential('secret', { organizationId, deactivatedAt: Date.now() - 1000 })
      const publicKey = await addCredential('public', { organizationId, projectId })
      for (const credential of [expired, revoked, publicKey]) {
        expect((await as(credential.value, tenant)).status).toBe(401)
      }
    })

    const foreignCases = subject.foreign === null ? [] : ['another tenant']
    it.each(foreignCases)('answers %s as if nothing were there', async () => {
      const tenant = await addTenant()
      const other = await addTenant()
      for (const token of [other.secretKey, other.admin.token]) {
        const answer = await as(token, tenant)
        expect(answer.status).toBe(404)
        expect(answer.body.code).toBe('NOT_FOUND')
      }
    })

    it.each(subject.forbidden ?? [])('refuses %s for want of the permission', async (kind) => {
      const tenant = await addTenant()
      const token = kind === 'member' ? tenant.member.token : tenant[kind]
      const answer = await as(token, tenant)
      expect(answer.status).toBe(403)
      expect(answer.body.code).toBe('FORBIDDEN')
    })
  })
}
