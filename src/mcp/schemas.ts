/** Schemas as the library wants them, with their JSON Schema made once per isolate instead of once per request. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** `io`: what a caller may send, or what it gets. */
export function withJson<Schema extends z.ZodType>(
  schema: Schema,
  io: 'input' | 'output',
): StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>> {
  let json: Record<string, unknown> | undefined
  const made = () => {
    json ??= z.toJSONSchema(schema, { io })
    return json
  }
  const standard = schema['~standard']
  return {
    '~standard': {
      version: standard.version,
      vendor: standard.vendor,
      validate: (value) => standard.validate(value),
      jsonSchema: { input: made, output: made },
    },
  }
}
