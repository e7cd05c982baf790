import { expect, it } from 'vitest'
import { fieldDescriptors } from '../../src/domain/sources/metadata.ts'
import { benchOf, type ConnectorSuite } from './connector-suite.ts'

/** Fields, secrets and instructions, as people see them before anything is connected. */
export function describeMetadata(suite: ConnectorSuite): void {
  const { connector } = suite

  it('accepts what a person enters and refuses unknown fields', async () => {
    const { fake, good } = await benchOf(suite)
    expect(connector.metadata.safeParse(good).success).toBe(true)
    expect(connector.metadata.safeParse({ ...good, not_a_field: 1 }).success).toBe(false)
    expect(connector.metadata.safeParse({}).success).toBe(false)
    for (const metadata of Object.values(fake.credentials)) {
      if (metadata !== null) expect(connector.metadata.safeParse({ ...metadata, ...suite.metadata }).success).toBe(true)
    }
  })

  it('accepts a secret with surrounding spaces from copying, but none of unlimited length', async () => {
    const { good } = await benchOf(suite)
    const secrets = fieldDescriptors(connector).filter(({ name, sensitive }) => sensitive && name in good)
    expect(secrets.length).toBeGreaterThan(0)
    for (const { name } of secrets) {
      const value = String(good[name as keyof typeof good])
      const parsed = connector.metadata.safeParse({ ...good, [name]: ` ${value}\n` })
      expect(parsed.success && (parsed.data as Record<string, unknown>)[name], name).toBe(value)
      expect(connector.metadata.safeParse({ ...good, [name]: 'x'.repeat(20_000) }).success, name).toBe(false)
    }
  })

  it('describes every field and marks every secret', async () => {
    const { fake } = await benchOf(suite)
    const fields = fieldDescriptors(connector)
    for (const field of fields) expect(field.description, field.name).toMatch(/\w{3}/)
    const sensitive = new Set(fields.filter((field) => field.sensitive).map((field) => field.name))
    expect(sensitive.size).toBeGreaterThan(0)
    for (const [name, value] of Object.entries(fake.credentials.good)) {
      if (fake.secrets.some((secret) => JSON.stringify(value).includes(secret))) {
        expect(sensitive, `${name} holds a secret`).toContain(name)
      }
    }
  })

  it('explains every required field, and how to check and undo the setup', () => {
    const required = fieldDescriptors(connector).filter((field) => field.required)
    for (const field of required) expect(connector.setupSkill).toContain(field.name)
    expect(connector.setupSkill).toMatch(/^## .*Check/m)
    expect(connector.setupSkill).toMatch(/^## .*Undo/m)
    expect(connector.setupSkill.length).toBeGreaterThan(600)
  })
}
