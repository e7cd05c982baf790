import { z } from 'zod'
import type { IncidentShareRow } from '../../domain/oncall/incident-shares.ts'
import { dateTime, dateTimeOrNull, iso, isoOrNull } from '../../http/parameters.ts'

const shape = {
  id: z.uuid(),
  incidentId: z.uuid(),
  createdBy: z.string().describe('Who made it: `user <id>` or `secret_key <id>`.'),
  createdAt: dateTime,
  expiresAt: dateTime,
  lastUsedAt: dateTimeOrNull.describe('When it was last opened, precise to the minute.'),
}

export const incidentShare = z.object(shape).openapi('IncidentShare')

export const createdShare = z
  .object({
    ...shape,
    url: z
      .string()
      .describe('The link. Its fragment is the credential, which browsers keep to themselves. Only in this answer.'),
    value: z.string().describe('The credential alone, for `GET /v1/shared-incidents/{shareId}`. Only in this answer.'),
  })
  .openapi('CreatedIncidentShare')

export function shareView({ id, incidentId, createdBy, createdAt, expiresAt, lastUsedAt }: IncidentShareRow) {
  return {
    id,
    incidentId,
    createdBy,
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
    lastUsedAt: isoOrNull(lastUsedAt),
  }
}
