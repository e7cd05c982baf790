/**
 * Requests made from the served document's own schemas, right and wrong: no answer is a 5xx, every answer is documented
 * and of its stated shape, and a refused request changes nothing.
 */
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { call } from '../support/api.ts'
import { addTenant, type TestTenant } from '../support/tenants.ts'
import { type DocumentedOperation, servedDocument } from './document.ts'

const REQUESTS = 2000
const document = await servedDocument()

type JsonSchema = { readonly [key: string]: never }

function resolved(schema: JsonSchema): JsonSchema {
  const reference = schema.$ref as string | undefined
  return reference ? (document.components.schemas[reference.split('/').at(-1) ?? ''] as unknown as JsonSchema) : schema
}

/** Values a schema accepts, roughly; what it leaves open is filled with awkward text. */
function arbitraryOf(given: JsonSchema): fc.Arbitrary<unknown> {
  const schema = resolved(given)
  const { type, enum: values, anyOf, oneOf, format, properties } = schema as Record<string, never>
  if (values) return fc.constantFrom(...(values as unknown[]))
  const options = (anyOf ?? oneOf) as JsonSchema[] | undefined
  if (options) return fc.oneof(...options.map(arbitraryOf))
  if (type === 'integer' || type === 'number') return fc.integer({ min: -5, max: 200 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'array') return fc.array(arbitraryOf((schema.items ?? {}) as JsonSchema), { maxLength: 3 })
  if (type === 'object')
    return objectOf((properties ?? {}) as Record<string, JsonSchema>, (schema.required ?? []) as string[])
  if (format === 'uuid') return fc.uuid({ version: 7 })
  if (format === 'date-time') return fc.constantFrom('2099-01-01T00:00:00Z', '2001-01-01T00:00:00+01:00')
  if (format === 'email') return fc.emailAddress()
  if (type === 'string')
    return fc.oneof(
      fc.string({ maxLength: 40, unit: 'grapheme' }),
      fc.constantFrom('', 'x', "'; drop table users; --", '\u0000', '🚀'.repeat(60)),
    )
  return fc.jsonValue()
}

function objectOf(properties: Record<string, JsonSchema>, required: readonly string[]): fc.Arbitrary<object> {
  const fields = Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, arbitraryOf(schema)]))
  return fc.record(fields, { requiredKeys: [...required] })
}

const wrong = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(null, [], 'text', { unknownField: 1 }, { message: 5 }, { name: ['x'] }),
)

interface FuzzRequest {
  readonly operation: DocumentedOperation
  readonly path: string
  readonly body: unknown
}

function requestOf(operation: DocumentedOperation, tenant: TestTenant): fc.Arbitrary<FuzzRequest> {
  const known: Record<string, string[]> = {
    organizationId: [tenant.organizationId, 'org_unknown'],
    projectId: [tenant.projectId],
    publicKeyId: [tenant.publicKeyId],
    userId: [tenant.member.userId, 'nobody@example.test'],
  }
  const parameter = ({ name, schema, in: place }: DocumentedOperation['parameters'][number]) => {
    const own = known[name]
    const value = arbitraryOf(schema as unknown as JsonSchema).map(String)
    const isPath = place === 'path'
    if (own) return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...own) }, value)
    return isPath ? fc.oneof({ weight: 3, arbitrary: value }, fc.string({ minLength: 1, maxLength: 12 })) : value
  }
  const inPath = operation.parameters.filter((one) => one.in === 'path')
  const inQuery = operation.parameters.filter((one) => one.in === 'query')
  const path = fc.record(Object.fromEntries(inPath.map((one) => [one.name, parameter(one)])))
  const query = fc.record(Object.fromEntries(inQuery.map((one) => [one.name, parameter(one)])), { requiredKeys: [] })
  const body =
    operation.body === null
      ? fc.constant(undefined)
      : fc.oneof({ weight: 3, arbitrary: arbitraryOf(operation.body as unknown as JsonSchema) }, wrong)
  return fc.tuple(path, query, body).map(([pathValues, queryValues, bodyValue]) => {
    const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(pathValues[name] ?? 'x'),
    )
    const search = new URLSearchParams(
      Object.entries(queryValues).filter((pair): pair is [string, string] => pair[1] !== undefined),
    )
    return { operation, path: search.size > 0 ? `${filled}?${search}` : filled, body: bodyValue }
  })
}

/**
 * Everything of every tenant that a refused request must leave alone. Uses of keys are noted off the request path, and
 * what was deleted is removed by a job a minute later.
 */
async function state(): Promise<string> {
  const deleted = '(select id from projects where deleted_at is not null)'
  const ofNoDeleted = `where project_id is null or project_id not in ${deleted}`
  const tables = {
    organizations: '',
    users: '',
    memberships: '',
    projects: 'where deleted_at is null',
    invitations: '',
    threads: ofNoDeleted,
    incident_shares: ofNoDeleted,
    audit_entries: "where actor_kind <> 'system'",
    outbox: "where queue <> 'deletion'",
  }
  const counts = await env.DB.batch(
    Object.entries(tables).map(([table, of]) =>
      env.DB.prepare(`select count(*) as n, '${table}' as t from ${table} ${of}`),
    ),
  )
  const keys = await env.DB.prepare(
    `select id, name, expires_at, deactivated_at from credentials ${ofNoDeleted} order by id`,
  ).all()
  const names = await env.DB.prepare(
    'select id, name from organizations union select id, name from projects where deleted_at is null order by 1',
  ).all()
  return JSON.stringify([counts.map((one) => one.results), keys.results, names.results])
}

it(`survives ${REQUESTS} requests made from its own document`, async () => {
  const tenant = await addTenant()
  const tally = new Map<number, number>()
  // Streams are covered by their own tests; fetching one here would only wait for its end.
  const operations = document.operations.filter(({ path }) => !path.endsWith('/stream') && path !== '/tail')
  const any = fc.constantFrom(...operations).chain((operation) => requestOf(operation, tenant))
  await fc.assert(
    fc.asyncProperty(
      any,
      fc.constantFrom(tenant.secretKey, tenant.admin.token, tenant.partnerKey),
      async (request, token) => {
        const { operation, path, body } = request
        // A write that succeeds makes later requests refuse for other reasons; only refusals are compared with the state before.
        const before = await state()
        const isWait = operation.operationId === 'threads.create' || operation.operationId === 'messages.append'
        const sent = isWait && typeof body === 'object' && body !== null ? { ...body, wait: false } : body
        const answer = await call(`${operation.method} ${path}`, {
          token,
          ...(sent === undefined ? {} : { body: sent }),
        })
        tally.set(answer.status, (tally.get(answer.status) ?? 0) + 1)
        expect(answer.status, answer.text).toBeLessThan(500)
        // A path value that is not a path segment (".." or an empty one) leads elsewhere; the error body is the same.
        if (answer.body?.operationId === 'unknown') expect([404, 405]).toContain(answer.status)
        else expect(document.problems(operation.operationId, answer)).toEqual([])
        if (answer.status >= 400) expect(await state()).toBe(before)
      },
    ),
    { numRuns: REQUESTS, seed: 20_261_120 },
  )
  console.log(`fuzz: ${JSON.stringify(Object.fromEntries([...tally].sort()))}`)
}, 240_000)
