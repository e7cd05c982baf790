import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { tailLogs } from '../../domain/telemetry/tail-logs.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const operation = defineOperation({
  operationId: 'telemetry.tail',
  method: 'get',
  path: '/tail',
  tag: 'Telemetry',
  summary: 'Follow logs live',
  description:
    'Sends records of `severity` and above. The stream ends after 15 minutes with `data: [DONE]`; connect again to continue.',
  permission: 'telemetry:read',
  query: {
    service: z.string().min(1).max(200).optional(),
    severity: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).optional(),
    q: z.string().min(1).max(500).optional(),
  },
  success: {
    status: 200,
    description: 'Server-sent events `{type: "log", log}`.',
    schema: null,
    contentType: 'text/event-stream',
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class TailLogs extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx, request, recheck }: Call<typeof operation, ProjectScope>) {
    const { service, severity, q } = input.query
    const filters = [
      ...(service === undefined ? [] : [{ field: 'service', op: 'eq' as const, value: service }]),
      ...(severity === undefined ? [] : [{ field: 'severity', op: 'gte' as const, value: severity }]),
    ]
    const search = q === undefined ? undefined : { mode: 'all' as const, text: q }
    const stream = tailLogs({ ctx, scope, input: { query: { filters, search }, signal: request.signal, recheck } })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
  }
}
