import { z } from 'zod'
import { listField, secretField, textField } from '../fields.ts'

export const betterStackMetadata = z.strictObject({
  api_token: secretField('Telemetry API token of the team, or a global token together with team_name.'),
  team_name: textField('Name of the team; needed with a global token only.').optional(),
  connection_host: textField(
    'Host of a ClickHouse connection that you created; without it, each read creates one.',
  ).optional(),
  connection_username: textField('User of that connection.').optional(),
  connection_password: secretField(
    'Password of that connection; it is shown once, when you create the connection.',
  ).optional(),
  source_ids: listField('Ids of the sources to offer; empty or left out means all.').optional(),
})
export type BetterStackMetadata = z.infer<typeof betterStackMetadata>

export const betterStackStream = z.strictObject({
  source_id: textField('Id of the source.'),
  /** Comes from the listing. Only letters, digits and _ are allowed, because it becomes part of a query. */
  table: z
    .string()
    .regex(/^t\d+_\w+$/)
    .meta({ description: 'Table of the source: t<team id>_<table name>.' }),
})
export type BetterStackStream = z.infer<typeof betterStackStream>
