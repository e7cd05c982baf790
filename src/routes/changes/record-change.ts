import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { CHANGE_ATTRIBUTES_MAX, CHANGE_SERVICES_MAX, CHANGE_TITLE_CHARS_MAX } from '../../contracts/oncall-protocol.ts'
import { recordChange } from '../../domain/oncall/changes.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { dateTimeInput, text } from '../../http/parameters.ts'
import { CHANGE_EXAMPLE, change, changeKind, changeOf, changeStatus } from './schema.ts'

const response = z.object({ change })
const name = text(1, 200)

const operation = defineOperation({
  operationId: 'changes.record',
  method: 'post',
  path: '/changes',
  tag: 'Changes',
  summary: 'Record a change',
  description:
    'Records that something was changed: a deployment, a feature flag, a configuration. A change with the `key` of an earlier one updates that one, so a deployment can be reported when it starts and again when it ends.',
  permission: 'changes:write',
  body: {
    kind: changeKind,
    title: text(1, CHANGE_TITLE_CHARS_MAX),
    service: name.optional().describe('The changed service, if there is only one.'),
    services: z.array(name).max(CHANGE_SERVICES_MAX).optional().describe('All changed services.'),
    environment: name.optional(),
    version: name.optional(),
    author: name.optional(),
    url: z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .max(2_000)
      .optional(),
    status: changeStatus.optional(),
    startedAt: dateTimeInput.optional().describe('Default: now.'),
    endedAt: dateTimeInput.optional(),
    key: text(1, 200)
      .optional()
      .describe('Your own id for this change. Sending the same key again updates the change.'),
    attributes: z
      .record(z.string().min(1).max(100), z.string().max(500))
      .refine((attributes) => Object.keys(attributes).length <= CHANGE_ATTRIBUTES_MAX, {
        error: `must have at most ${CHANGE_ATTRIBUTES_MAX} entries`,
      })
      .optional(),
  },
  bodyExample: {
    kind: 'deployment',
    title: 'checkout 2.14.0 to production',
    service: 'checkout',
    version: '2.14.0',
    key: 'deploy-4711',
  },
  success: { status: 201, description: 'The change.', schema: response, example: { change: CHANGE_EXAMPLE } },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class RecordChange extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    const { body } = input
    const services = [...new Set([...(body.service === undefined ? [] : [body.service]), ...(body.services ?? [])])]
    const recorded = await recordChange({
      ctx,
      scope,
      input: {
        kind: body.kind,
        title: body.title,
        services: services.slice(0, CHANGE_SERVICES_MAX),
        environment: body.environment ?? null,
        version: body.version ?? null,
        author: body.author ?? null,
        url: body.url ?? null,
        status: body.status ?? null,
        startedAt: body.startedAt === undefined ? ctx.now() : Date.parse(body.startedAt),
        endedAt: body.endedAt === undefined ? null : Date.parse(body.endedAt),
        dedupKey: body.key ?? null,
        attributes: body.attributes ?? {},
      },
    })
    return { change: changeOf(recorded) }
  }
}
