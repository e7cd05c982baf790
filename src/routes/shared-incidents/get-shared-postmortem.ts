import { z } from 'zod'
import { getSharedPostmortem } from '../../domain/oncall/shared-incident.ts'
import { defineSharedOperation, type SharedCall, SharedOperation } from '../../http/shared-operation.ts'
import { postmortem } from '../incidents/schema.ts'

const operation = defineSharedOperation({
  operationId: 'sharedIncidents.getPostmortem',
  path: '/postmortem',
  summary: 'Draft a postmortem of a shared incident',
  success: { status: 200, description: 'The draft in Markdown.', schema: z.object({ postmortem }) },
})

export class GetSharedPostmortem extends SharedOperation {
  readonly operation = operation

  protected async answer({ ctx, scope }: SharedCall<typeof operation>) {
    return { postmortem: await getSharedPostmortem({ ctx, scope }) }
  }
}
