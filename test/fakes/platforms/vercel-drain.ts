import { z } from 'zod'

/** The body of POST /v1/drains. Strict: the vendor refuses unknown fields, and `headers` must be there even if empty. */
export const drainBody = z.strictObject({
  name: z.string().min(1).max(100),
  projects: z.enum(['some', 'all']),
  projectIds: z.array(z.string()).min(1).optional(),
  filter: z
    .union([
      z.string(),
      z.strictObject({
        version: z.literal('v2'),
        filter: z.discriminatedUnion('type', [
          z.strictObject({
            type: z.literal('basic'),
            log: z.strictObject({ sources: z.array(z.string()).optional() }).optional(),
            deployment: z
              .strictObject({ environments: z.array(z.enum(['production', 'preview'])).optional() })
              .optional(),
            project: z.strictObject({ ids: z.array(z.string()).optional() }).optional(),
          }),
          z.strictObject({ type: z.literal('odata'), text: z.string() }),
        ]),
      }),
    ])
    .optional(),
  schemas: z.partialRecord(
    z.enum(['log', 'trace', 'analytics', 'speed_insights']),
    z.strictObject({ version: z.string() }),
  ),
  delivery: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('http'),
      endpoint: z.url({ protocol: /^https?$/ }),
      encoding: z.enum(['json', 'ndjson']),
      compression: z.enum(['gzip', 'none']).optional(),
      headers: z.record(z.string(), z.string()),
      secret: z.string().optional(),
    }),
    z.strictObject({
      type: z.literal('otlphttp'),
      endpoint: z.strictObject({ traces: z.url() }),
      encoding: z.enum(['proto', 'json']),
      headers: z.record(z.string(), z.string()),
      secret: z.string().optional(),
    }),
  ]),
  sampling: z
    .array(
      z.strictObject({
        type: z.literal('head_sampling'),
        rate: z.number().min(0).max(1),
        env: z.enum(['production', 'preview']).optional(),
        requestPath: z.string().optional(),
      }),
    )
    .optional(),
  source: z.looseObject({ kind: z.enum(['self-served', 'integration']) }).optional(),
})
export type DrainBody = z.infer<typeof drainBody>
