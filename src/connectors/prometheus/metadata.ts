import { z } from 'zod'
import { secretField, textField, urlField } from '../fields.ts'

export const prometheusMetadata = z.strictObject({
  url: urlField('Address with its path prefix, without /api/v1; https and reachable from the Internet.'),
  auth_type: z
    .enum(['none', 'basic', 'bearer', 'header'])
    .meta({ description: 'How the server or its proxy authenticates callers.' }),
  username: textField('User name, for auth_type basic.').optional(),
  password: secretField('Password, for auth_type basic.').optional(),
  token: secretField('Token, for auth_type bearer.').optional(),
  header_name: textField('Name of the header, for auth_type header.').optional(),
  header_value: secretField('Value of that header.').optional(),
  tenant_header: textField(
    'Header and value that select a tenant, such as "X-Scope-OrgID: team-a" (Mimir, Cortex).',
  ).optional(),
})
export type PrometheusMetadata = z.infer<typeof prometheusMetadata>

export const prometheusStream = z.strictObject({
  job: textField('Value of the label job; the metrics of that job are read.'),
  match: textField('Further matchers, such as __name__=~"http_.*", to read less.').optional(),
})
export type PrometheusStream = z.infer<typeof prometheusStream>
