import { z } from 'zod'
import { listSenders, SENDER_IDS } from '../../domain/oncall/receiving/senders.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const sender = z
  .object({
    source: z.enum(SENDER_IDS),
    receives: z.enum(['alerts', 'changes']),
    name: z.string(),
    signature: z.union([z.string(), z.null()]).openapi({ description: 'How it signs deliveries; null if it cannot.' }),
    cards: z.array(z.object({ kind: z.literal('url'), label: z.string(), url: z.string(), description: z.string() })),
    setupSkill: z.string().openapi({ description: 'How to set it up, in Markdown.' }),
  })
  .openapi('AlertSender')

const operation = defineOperation({
  operationId: 'alertSenders.list',
  method: 'get',
  path: '/alert-senders',
  tag: 'Alerts and changes',
  summary: 'List the senders of alerts and changes',
  description: 'Lists every sender with the values for its settings and its set-up instructions.',
  permission: 'alert_keys:read',
  success: {
    status: 200,
    description: 'The senders.',
    schema: z.object({ senders: z.array(sender) }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListAlertSenders extends Operation<void> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    // Senders are the same for everyone. The organization is needed only to check that the caller may read.
    return access.organizationOrProject()
  }

  protected async answer({ ctx }: Call<typeof operation, void>) {
    return { senders: listSenders(ctx.baseUrl) }
  }
}
