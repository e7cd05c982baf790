import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { invalidInput } from '../../contracts/domain-error.ts'
import { ALERT_ACTIONS, CHANGE_KINDS, CHANGE_STATUSES, SEVERITIES } from '../../contracts/oncall-protocol.ts'
import { deliverySenderOf } from '../../domain/oncall/receiving/accept-delivery.ts'
import { EXPLAINED_MAX, explainDelivery } from '../../domain/oncall/receiving/explain-delivery.ts'
import { SENDER_IDS } from '../../domain/oncall/receiving/senders.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { dateTime, dateTimeOrNull, iso, isoOrNull } from '../../http/parameters.ts'

const textOrNull = z.union([z.string(), z.null()])

const explainedAlert = z
  .object({
    dedupKey: z.string(),
    status: z.enum(['firing', 'resolved']),
    severity: z.enum(SEVERITIES),
    title: z.string(),
    description: z.string(),
    service: textOrNull,
    entities: z.array(z.string()),
    startedAt: dateTime,
    endedAt: dateTimeOrNull,
    query: textOrNull,
    links: z.array(z.object({ title: z.string(), url: z.string() })),
    labels: z.record(z.string(), z.string()),
    becomes: z
      .object({
        action: z.enum(ALERT_ACTIONS),
        incidentId: z.union([z.uuid(), z.null()]),
        maintenanceWindowId: z.union([z.uuid(), z.null()]),
        because: z.string(),
      })
      .describe('What the alert would do now. `incidentId` is null if the incident would only be opened.'),
  })
  .openapi('ExplainedAlert')

const explainedChange = z
  .object({
    kind: z.enum(CHANGE_KINDS),
    services: z.array(z.string()),
    environment: textOrNull,
    version: textOrNull,
    author: textOrNull,
    url: textOrNull,
    title: z.string(),
    startedAt: dateTime,
    endedAt: dateTimeOrNull,
    status: z.union([z.enum(CHANGE_STATUSES), z.null()]),
    dedupKey: textOrNull,
    attributes: z.record(z.string(), z.string()),
  })
  .openapi('ExplainedChange')

const response = z.object({
  outcome: z.enum(['accepted', 'ignored', 'refused']),
  reason: textOrNull,
  truncated: z.int(),
  alerts: z.array(explainedAlert),
  changes: z.array(explainedChange),
})

/** No sender states more headers or parameters that matter. */
const pairs = z.record(z.string().max(64), z.string().max(1000)).refine((value) => Object.keys(value).length <= 50, {
  error: 'has more than 50 entries',
})

const operation = defineOperation({
  operationId: 'alerts.explain',
  method: 'post',
  path: '/alerts/explain',
  tag: 'Alerts and changes',
  summary: 'Explain how a delivery would be read',
  description: `Reads a body as \`alerts.receive\` or \`changes.receive\` would, says which incident each alert would open, join or close and which maintenance window would keep it quiet, and stores nothing. Signatures are not checked. At most ${EXPLAINED_MAX} alerts or changes are shown.`,
  permission: 'alert_keys:read',
  body: {
    source: z.enum(SENDER_IDS),
    receives: z
      .enum(['alerts', 'changes'])
      .optional()
      .openapi({ description: 'Whether the body holds alerts or changes; required to read `generic` as a change.' }),
    body: z
      .union([z.string(), z.looseObject({})])
      .openapi({ description: 'The body as the sender sends it, as JSON or as text.' }),
    headers: pairs.optional(),
    query: pairs
      .optional()
      .openapi({ description: 'Parameters of the delivery’s URL: the field mapping of `generic`.' }),
  },
  bodyExample: { source: 'generic', body: { title: 'Export did not run', service: 'export', severity: 'error' } },
  success: { status: 200, description: 'How the delivery would be read.', schema: response },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ExplainAlerts extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { source, receives, body, headers = {}, query = {} } = input.body
    const from = deliverySenderOf(receives ?? 'alerts', source) ?? deliverySenderOf('changes', source)
    if (from === null || (receives !== undefined && from.receives !== receives)) {
      const issues = [{ path: 'body.receives', message: `is not what ${source} sends` }]
      throw invalidInput(`${source} sends no ${receives ?? 'alerts'}.`, issues)
    }
    const { alerts, changes, ...outcome } = await explainDelivery({ ctx, scope, input: { from, body, headers, query } })
    return {
      ...outcome,
      alerts: alerts.map(({ fate: { action, incidentId, windowId }, because, ...alert }) => ({
        ...alert,
        ...times(alert),
        becomes: { action, incidentId, maintenanceWindowId: windowId, because },
      })),
      changes: changes.map((change) => ({ ...change, ...times(change) })),
    }
  }
}

const times = ({ startedAt, endedAt }: { readonly startedAt: number; readonly endedAt: number | null }) => ({
  startedAt: iso(startedAt),
  endedAt: isoOrNull(endedAt),
})
