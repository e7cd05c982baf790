/** The served OpenAPI document as a judge of answers: status documented, body of the stated shape. */
import { type Schema, Validator } from '@cfworker/json-schema'
import { call } from '../support/api.ts'

interface Media {
  readonly schema?: Schema
}
export interface DocumentedOperation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly body: Schema | null
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
}

export interface ServedDocument {
  readonly operations: readonly DocumentedOperation[]
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  /** Sentences; empty when the answer is what the document promises. */
  problems(
    operationId: string,
    answer: { readonly status: number; readonly text: string; readonly headers: Headers },
  ): string[]
}

export async function servedDocument(): Promise<ServedDocument> {
  const { body: document } = await call('GET /openapi.json')
  const operations: DocumentedOperation[] = []
  for (const [path, item] of Object.entries<Record<string, never>>(document.paths)) {
    for (const [method, operation] of Object.entries<Record<string, never>>(item)) {
      // Two independent validators check the document itself (npm run check:openapi); here its shape is relied on.
      const { operationId, responses, parameters, requestBody } = operation as never as {
        operationId: string
        responses: DocumentedOperation['responses']
        parameters?: DocumentedOperation['parameters']
        requestBody?: { content: Record<string, Media> }
      }
      operations.push({
        operationId,
        method: method.toUpperCase(),
        path,
        parameters: parameters ?? [],
        body: requestBody?.content['application/json']?.schema ?? null,
        responses,
      })
    }
  }
  const validators = new Map<string, Validator>()
  return {
    operations,
    components: document.components,
    problems(operationId, answer) {
      const operation = operations.find((one) => one.operationId === operationId)
      const response = operation?.responses[answer.status]
      if (!response)
        return [`${operationId} answered the undocumented status ${answer.status}: ${answer.text.slice(0, 200)}`]
      const [type, media] = Object.entries(response.content ?? {})[0] ?? []
      if (!media) return answer.text === '' ? [] : [`${operationId} answered a body with ${answer.status}`]
      if (!(answer.headers.get('content-type') ?? '').startsWith(type ?? ''))
        return [`${operationId} answered another content type`]
      if (type !== 'application/json' || !media.schema) return []
      const key = `${operationId} ${answer.status}`
      const validator =
        validators.get(key) ??
        new Validator({ ...media.schema, components: document.components } as Schema, '2020-12', false)
      validators.set(key, validator)
      const result = validator.validate(JSON.parse(answer.text))
      return result.errors.map((error) => `${key} ${error.instanceLocation}: ${error.error}`)
    },
  }
}
