import { z } from 'zod'
import { secretField, textField } from '../fields.ts'

export const cloudWatchMetadata = z
  .strictObject({
    region: z
      .string()
      .trim()
      // It becomes part of a host name.
      .regex(/^[a-z]{2}(-[a-z]{2,12}){1,2}-\d{1,2}$/)
      .meta({ description: 'Region of the log groups, such as `eu-central-1`.' }),
    role_arn: z
      .string()
      .trim()
      .regex(/^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/)
      .optional()
      .meta({ description: 'ARN of a role that may read the log groups; preferred over keys.' }),
    external_id: z
      .string()
      .trim()
      // Anyone who knows the external id and the ARN could read through us. It is therefore treated as a secret and
      // must not be guessable.
      .min(16)
      .max(1224)
      .regex(/^[\w+=,.@:/-]+$/)
      .optional()
      .meta({ description: 'External id in the trust policy of the role; choose a random text.', sensitive: true }),
    access_key_id: secretField(
      'Access key id of an IAM user that may read the log groups, where no role is used.',
    ).optional(),
    secret_access_key: secretField('Secret access key that belongs to the access key id.').optional(),
    session_token: secretField(
      'Session token, only with temporary keys; they stop working when they expire.',
    ).optional(),
    log_group_prefix: textField(
      'Optional: only log groups whose names begin with this, such as `/aws/lambda/`.',
    ).optional(),
  })
  .superRefine((given, issues) => {
    const problem = problemOf(given)
    if (problem !== null) issues.addIssue({ code: 'custom', path: [problem.field], message: problem.message })
  })
export type CloudWatchMetadata = z.infer<typeof cloudWatchMetadata>

type Given = Readonly<Record<'role_arn' | 'external_id' | 'access_key_id' | 'secret_access_key', string | undefined>>

function problemOf(given: Partial<Given>): { field: keyof Given; message: string } | null {
  const { role_arn, external_id, access_key_id, secret_access_key } = given
  if ((access_key_id === undefined) !== (secret_access_key === undefined)) {
    const field = access_key_id === undefined ? 'access_key_id' : 'secret_access_key'
    return { field, message: 'must be given together with the other half of the access key' }
  }
  if (role_arn === undefined && access_key_id === undefined)
    return { field: 'role_arn', message: 'is required, unless access_key_id and secret_access_key are given' }
  if (role_arn !== undefined && external_id === undefined)
    return { field: 'external_id', message: 'is required with role_arn' }
  return null
}

export const cloudWatchStream = z.strictObject({
  logGroupName: z
    .string()
    .regex(/^[\w./#-]{1,512}$/)
    .meta({ description: 'Name of the log group, such as `/aws/lambda/checkout`.' }),
})
export type CloudWatchStream = z.infer<typeof cloudWatchStream>
