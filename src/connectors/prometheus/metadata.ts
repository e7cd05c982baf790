import { z } from 'zod'
import { secretField, textField, urlField } from '../fields.ts'

export const prometheusMetadata = z.strictObject({
  url: urlField('Address with its path prefix, without /api/v1; https and reachable from the Internet.'),
  auth_type: z
    .enum(['none', 'basic', 'bearer', 'header'])
    .meta({ description: 'How the server or its proxy asks who you are.' }),
  username: textField('User, with auth_type basic.').optional(),
  password: secretField('Password, with auth_type basic.').optional(),
  token: secretField('Token, with auth_type bearer.').optional(),
  header_name: textField('Name of the header, with auth_type header.').optional(),
  header_value: secretField('Value of that header.').optional(),
  tenant_header: textField(
    'Header and value that choose a tenant, as "X-Scope-OrgID: team-a" (Mimir, Cortex).',
  ).optional(),
})
export type PrometheusMetadata = z.infer<typeof prometheusMetadata>

export const prometheusStream = z.strictObject({
  job: textField('Value of the label job whose metrics are read.'),
  match: textField('Further matchers, such as __name__=~"http_.*", to read less.').optional(),
})
export type PrometheusStream = z.infer<typeof prometheusStream>
