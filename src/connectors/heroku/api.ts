import type { ConnectorDeps, Failure } from '../connector.ts'
import { failure } from '../failure.ts'
import type { OutboundResponse } from '../outbound/client.ts'
import type { PlatformApi } from '../platform-api.ts'
import type { HerokuMetadata } from './metadata.ts'

function refine({ status }: OutboundResponse): Failure | null {
  if (status === 422) return failure('bad_config', 'Heroku refused this: the app or the drain does not allow it.')
  return null
}

export function herokuApi(deps: ConnectorDeps, metadata: HerokuMetadata): PlatformApi {
  return {
    http: deps.http,
    name: 'Heroku',
    baseUrl: 'https://api.heroku.com',
    headers: { authorization: `Bearer ${metadata.api_key}`, accept: 'application/vnd.heroku+json; version=3' },
    refine,
  }
}
