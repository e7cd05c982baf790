import { z } from 'zod'
import { secretField, textField, urlField } from '../fields.ts'

export const grafanaCloudMetadata = z.strictObject({
  access_policy_token: secretField('Access policy token (glc_…) with logs:read, metrics:read and traces:read.'),
  stack_slug: textField(
    'Name of the stack; with the scope stacks:read it is enough to find the addresses below.',
  ).optional(),
  loki_url: urlField('Address of Loki, such as https://logs-prod-012.grafana.net.').optional(),
  loki_user: textField("User of Loki: a number, shown in Loki's details.").optional(),
  prometheus_url: urlField('Address of Prometheus, without /api/prom.').optional(),
  prometheus_user: textField('User of Prometheus: a number.').optional(),
  tempo_url: urlField('Address of Tempo, without /tempo.').optional(),
  tempo_user: textField('User of Tempo: a number.').optional(),
})
export type GrafanaCloudMetadata = z.infer<typeof grafanaCloudMetadata>

export const grafanaCloudStream = z.strictObject({
  label: z
    .string()
    .regex(/^[a-zA-Z_]\w*$/)
    .meta({ description: 'Label of Loki that names services: service_name, app or job.' }),
  value: textField('Its value.'),
})
export type GrafanaCloudStream = z.infer<typeof grafanaCloudStream>
