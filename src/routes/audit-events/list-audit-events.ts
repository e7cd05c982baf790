import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { listAuditEvents } from '../../domain/audit-events.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import {
  anyObject,
  dateTime,
  dateTimeInput,
  iso,
  listCursor,
  listLimit,
  nextCursor,
  text,
  textOrNull,
} from '../../http/parameters.ts'

const auditEvent = z
  .object({
    id: z.uuid(),
    at: dateTime,
    actor: z.object({
      kind: z.string().describe('`user`, `secret_key`, `partner_key`, or `system` for the service itself.'),
      id: z.string(),
      name: textOrNull.describe('As it is called now.'),
    }),
    action: z.string().describe('What was done to what: `member.update_role`.'),
    targetId: textOrNull.describe('The id of what was changed.'),
    projectId: textOrNull,
    detail: anyObject,
    requestId: textOrNull,
  })
  .openapi('AuditEvent')

const operation = defineOperation({
  operationId: 'auditEvents.list',
  method: 'get',
  path: '/audit-events',
  tag: 'Audit',
  summary: 'List what was changed in an organization',
  description:
    'Newest first. With `projectId`, what was changed in that project. For admins who are signed in as themselves.',
  permission: 'audit:read',
  query: {
    projectId: z.uuid().optional(),
    limit: listLimit,
    cursor: listCursor,
    actorId: text(1, 100).optional().describe('Of the person or key.'),
    action: z
      .string()
      .max(100)
      .regex(/^[a-z_]+(?:\.[a-z_]+)?$/, { error: 'must be an action as `member.update_role`, or its first word' })
      .optional()
      .describe('One action, or its first word for all on a kind of thing: `member`.'),
    from: dateTimeInput.optional(),
    to: dateTimeInput.optional(),
  },
  success: {
    status: 200,
    description: 'A page of events.',
    schema: z.object({ events: z.array(auditEvent), nextCursor }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListAuditEvents extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, OrganizationScope>) {
    const { from, to, ...rest } = input.query
    const query = { ...rest, from: millisecondsOf(from), to: millisecondsOf(to) }
    const { events, nextCursor } = await listAuditEvents({ ctx, scope, input: query })
    return { events: events.map((event) => ({ ...event, at: iso(event.at) })), nextCursor }
  }
}

const millisecondsOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time))
