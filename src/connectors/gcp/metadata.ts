import { z } from 'zod'
import { textField } from '../fields.ts'
import { jsonOf } from '../json-text.ts'

/** A key file is about 2,400 characters long. */
const KEY_FILE_LENGTH_MAX = 16_384

const keyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(3),
  private_key: z.string().includes('PRIVATE KEY'),
  private_key_id: z.string().optional(),
})
export type KeyFile = z.infer<typeof keyFile>

/** The fields that signing needs. Null if the text is not the key file of a service account. */
export const parseKeyFile = (text: string): KeyFile | null => keyFile.safeParse(jsonOf(text)).data ?? null

export const gcpMetadata = z.strictObject({
  service_account_json: z
    .string()
    .trim()
    .min(1)
    .max(KEY_FILE_LENGTH_MAX)
    .refine((text) => parseKeyFile(text) !== null, 'is not the JSON key file of a service account')
    .meta({
      description: 'The whole JSON key file of a service account that may view the logs of the project, as text.',
      sensitive: true,
    }),
  project_id: z
    .string()
    .trim()
    // The id of a project that belongs to a domain begins with the domain and a colon.
    .regex(/^[a-z][a-z0-9.:-]{4,98}$/)
    .meta({ description: 'Id of the project whose logs are read, such as `shop-prod-1`; not its name or number.' }),
  log_filter: textField(
    'Optional filter in the Logging query language that every entry must also match, such as `severity>=INFO`.',
  ).optional(),
})
export type GcpMetadata = z.infer<typeof gcpMetadata>

export const gcpStream = z.strictObject({
  logName: z
    .string()
    .regex(/^projects\/[^/"\\\s]+\/logs\/[^/"\\\s]+$/)
    .meta({ description: 'Full name of the log, such as `projects/shop-prod-1/logs/run.googleapis.com%2Fstdout`.' }),
})
export type GcpStream = z.infer<typeof gcpStream>
