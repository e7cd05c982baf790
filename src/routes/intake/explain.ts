import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { explainBody } from '../../domain/intake/explain-body.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { anyObject, dateTime, textOrNull } from '../../http/parameters.ts'

const response = z.object({
  format: z.string(),
  records: z.array(
    z.object({
      timestamp: dateTime,
      timeUnixNano: z.string(),
      severity: z.string(),
      service: z.string(),
      body: z.string(),
      traceId: textOrNull,
      spanId: textOrNull,
      attributes: anyObject,
      resource: anyObject,
    }),
  ),
  recordCount: z.number().int(),
  spans: z.array(
    z.object({
      timestamp: dateTime,
      durationNanos: z.number(),
      traceId: z.string(),
      spanId: z.string(),
      parentSpanId: textOrNull,
      name: z.string(),
      kind: z.string(),
      status: z.string(),
      service: z.string(),
      attributes: anyObject,
      resource: anyObject,
    }),
  ),
  spanCount: z.number().int(),
  metricPoints: z.array(
    z.object({
      timestamp: dateTime,
      name: z.string(),
      unit: z.string(),
      type: z.string(),
      /** null for histograms and summaries, and for values that are not finite numbers. */
      value: z.number().nullable(),
      service: z.string(),
      attributes: anyObject,
      resource: anyObject,
    }),
  ),
  metricPointCount: z.number().int(),
  redactions: z.array(z.object({ rule: z.string(), count: z.number().int() })),
  rejections: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  repairs: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  billedBytes: z.number().int(),
})

const operation = defineOperation({
  operationId: 'intake.explain',
  method: 'post',
  path: '/intake/explain',
  tag: 'Log sources',
  summary: 'Explain how the intake reads a body',
  description:
    'Detects the format (or uses the one named), decodes and redacts like the intake, and stores nothing. OTLP bodies may contain logs, spans or metrics; for a protobuf body, the format states which (otlp_logs, otlp_traces, otlp_metrics). At most 100 records of each are shown.',
  permission: 'telemetry:read',
  body: {
    body: z.string().min(1).max(900_000),
    encoding: z.enum(['text', 'base64']).default('text'),
    headers: z.record(z.string().regex(/^[A-Za-z0-9-]{1,64}$/), z.string().regex(/^[\x20-\x7e]{0,2000}$/)).default({}),
    format: z.string().max(40).optional(),
  },
  bodyExample: { body: '<11>1 2026-11-20T12:00:00Z host web - - - boom' },
  success: { status: 200, description: 'Format, records, redactions, refusals and billed bytes.', schema: response },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ExplainIntake extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { body, encoding, headers, format } = input.body
    return explainBody({ ctx, scope, input: { body, encoding, headers, format } })
  }
}
