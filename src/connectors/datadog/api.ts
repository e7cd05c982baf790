/** Makes calls to Datadog. The account's site decides the host. Both keys are sent as headers. */
import { z } from 'zod'
import type { ConnectorDeps } from '../connector.ts'
import { failure } from '../failure.ts'
import type { OutboundResponse } from '../outbound/client.ts'
import type { PlatformApi } from '../platform-api.ts'
import type { DatadogMetadata } from './metadata.ts'

export const NAME = 'Datadog'

/** A wrong key gets 403 `Forbidden`. A key that lacks the scope gets 403 with a longer message. */
function refine(response: OutboundResponse) {
  if (response.status !== 403) return null
  const errors = z.looseObject({ errors: z.array(z.string()) }).safeParse(response.json())
  const isScope = errors.success && errors.data.errors.some((text) => /permission|scope|authorized/i.test(text))
  if (isScope) {
    return failure(
      'missing_scope',
      'The Datadog application key lacks a scope: it needs logs_read_data, logs_read_config and logs_write_forwarding_rules.',
    )
  }
  return failure('bad_credentials', 'Datadog does not accept these keys; check them and the site they belong to.')
}

export const apiOf = ({ http }: ConnectorDeps, { site, api_key, application_key }: DatadogMetadata): PlatformApi => ({
  http,
  name: NAME,
  baseUrl: `https://api.${site}`,
  headers: { 'dd-api-key': api_key, 'dd-application-key': application_key },
  refine,
})
