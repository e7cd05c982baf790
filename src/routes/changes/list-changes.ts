import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listChanges } from '../../domain/oncall/changes.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { dateTimeInput, listCursor, listLimit, nextCursor } from '../../http/parameters.ts'
import { CHANGE_EXAMPLE, change, changeKind, changeOf } from './schema.ts'

const response = z.object({ changes: z.array(change), nextCursor })

const operation = defineOperation({
  operationId: 'changes.list',
  method: 'get',
  path: '/changes',
  tag: 'Changes',
  summary: 'List the changes of a project',
  description:
    'Newest first, by their start. The list includes changes found in telemetry: new versions of services, rollouts, feature flags and scaling of the last hours.',
  permission: 'changes:read',
  query: {
    limit: listLimit,
    cursor: listCursor,
    service: z.string().min(1).max(200).optional(),
    kind: changeKind.optional(),
    from: dateTimeInput.optional().describe('Changes that started at or after this.'),
    to: dateTimeInput.optional().describe('Changes that started before this.'),
    text: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Words that must all occur in the title, version, author, environment or services.'),
  },
  success: {
    status: 200,
    description: 'A page of changes.',
    schema: response,
    example: { changes: [CHANGE_EXAMPLE], nextCursor: null },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class ListChanges extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    const { limit, cursor, service, kind, from, to, text } = input.query
    const page = await listChanges({
      ctx,
      scope,
      input: {
        limit,
        cursor: cursor?.toLowerCase() ?? null,
        service: service ?? null,
        kind: kind ?? null,
        from: from === undefined ? null : Date.parse(from),
        to: to === undefined ? null : Date.parse(to),
        text: text ?? null,
      },
    })
    return { changes: page.changes.map(changeOf), nextCursor: page.nextCursor }
  }
}
