import { z } from 'zod'
import { secretField, textField } from '../fields.ts'

const DATADOG_SITES = [
  'datadoghq.com',
  'us3.datadoghq.com',
  'us5.datadoghq.com',
  'datadoghq.eu',
  'ap1.datadoghq.com',
  'ap2.datadoghq.com',
  'uk1.datadoghq.com',
  'ddog-gov.com',
  'us2.ddog-gov.com',
] as const

export const datadogMetadata = z.strictObject({
  site: z.enum(DATADOG_SITES).meta({ description: 'The site of your account: what follows "app." in its address.' }),
  api_key: secretField('API key: Organization Settings → API Keys.'),
  application_key: secretField(
    'Application key with the scopes logs_read_data, logs_read_config and logs_write_forwarding_rules.',
  ),
  query: textField('Log search query that limits what is forwarded and found, such as "env:prod".').optional(),
})
export type DatadogMetadata = z.infer<typeof datadogMetadata>

export const datadogStream = z.strictObject({
  service: textField('Value of the service facet; "*" forwards every service.'),
})
export type DatadogStream = z.infer<typeof datadogStream>
