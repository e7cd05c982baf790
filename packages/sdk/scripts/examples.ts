/** Writes the document's examples as calls of the SDK, so that the compiler judges both. */

type Json = Readonly<Record<string, unknown>>

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Json
}
interface Media {
  readonly schema?: Json
  readonly example?: unknown
}
interface DocumentedOperation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
}
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
}

const JSON_TYPE = 'application/json'
const UUID = '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55'

/** Returns a small value of a schema: the required fields, the first of several ways. */
function sampleOf(schema: Json, document: OpenApiDocument): unknown {
  if (typeof schema['$ref'] === 'string') {
    return sampleOf(document.components.schemas[schema['$ref'].split('/').at(-1) ?? ''] ?? {}, document)
  }
  if ('const' in schema) return schema['const']
  if ('default' in schema) return schema['default']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const [way] = (schema['oneOf'] ?? schema['anyOf'] ?? schema['allOf'] ?? []) as readonly Json[] // lists of schemas
  if (way !== undefined) return sampleOf(way, document)
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  if (type === 'integer' || type === 'number') return schema['minimum'] ?? 1
  if (type === 'boolean') return true
  if (type === 'array') return schema['minItems'] ? [sampleOf(schema['items'] as Json, document)] : [] // of an array
  if (type === 'object') {
    const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Json>> // of an object
    const required = (schema['required'] ?? []) as readonly string[] // of an object
    return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {}, document)]))
  }
  if (schema['format'] === 'uuid') return UUID
  if (schema['format'] === 'date-time') return '2026-11-22T10:00:00.000Z'
  return 'example'
}

/** The text of the options of one call. */
function optionsOf(operation: DocumentedOperation, document: OpenApiDocument): string {
  const parts: Record<string, unknown> = {}
  for (const place of ['path', 'query']) {
    const named = (operation.parameters ?? []).filter((one) => one.in === place && one.required === true)
    if (named.length > 0) {
      parts[place] = Object.fromEntries(named.map((one) => [one.name, sampleOf(one.schema, document)]))
    }
  }
  const body = operation.requestBody?.content[JSON_TYPE]
  if (body?.example !== undefined) parts['body'] = body.example
  else if (body?.schema !== undefined && operation.requestBody?.required)
    parts['body'] = sampleOf(body.schema, document)
  return Object.keys(parts).length === 0 ? '' : JSON.stringify(parts)
}

function answerOf(operation: DocumentedOperation): unknown {
  const success = Object.entries(operation.responses).find(([status]) => status < '300')
  return success?.[1].content?.[JSON_TYPE]?.example
}

/** Returns a module: `calls` has each operation with the document's values, `answers` the examples of answers. */
export function examplesModule(document: OpenApiDocument, header: string): string {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  const calls = operations.map(
    (one) => `  '${one.operationId}': (client: Client) => client.${one.operationId}(${optionsOf(one, document)}),`,
  )
  const answers = operations.flatMap((one) => {
    const answer = answerOf(one)
    if (answer === undefined) return []
    return [`  '${one.operationId}': ${JSON.stringify(answer)} satisfies Answer<'${one.operationId}'>,`]
  })
  return [
    header,
    `import type { Client } from '../../src/index.ts'`,
    '',
    'export const calls = {',
    ...calls,
    '}',
    '',
    'type Answer<Id extends keyof typeof calls> = Awaited<ReturnType<(typeof calls)[Id]>>',
    '',
    'export const answers = {',
    ...answers,
    '}',
    '',
  ].join('\n')
}
