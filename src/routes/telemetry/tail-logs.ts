import { z } from 'zod'
import { tailLogs } from '../../domain/telemetry/tail-logs.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'

const operation = defineOperation({
  operationId: 'telemetry.tail',
  method: 'get',
  path: '/tail',
  tag: 'Telemetry',
  summary: 'Follow logs live',
  description: '`severity` and above. Ends after 15 minutes with `data: [DONE]`; connect again to go on.',
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

export class TailLogs extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx, request }: Call<typeof operation>) {
    const scope = await access.project()
    const { service, severity, q } = input.query
    const filters = [
      ...(service === undefined ? [] : [{ field: 'service', op: 'eq' as const, value: service }]),
      ...(severity === undefined ? [] : [{ field: 'severity', op: 'gte' as const, value: severity }]),
    ]
    const search = q === undefined ? undefined : { mode: 'all' as const, text: q }
    const stream = tailLogs({ ctx, scope, input: { filters, search }, signal: request.signal })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
  }
}
