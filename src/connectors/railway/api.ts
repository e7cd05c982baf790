import { z } from 'zod'
import type { ConnectorDeps, Failure, Outcome } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { answer, type PlatformApi, unexpectedShape } from '../platform-api.ts'
import type { RailwayMetadata } from './metadata.ts'

export function railwayApi(deps: ConnectorDeps, metadata: RailwayMetadata): PlatformApi {
  const headers: Record<string, string> =
    metadata.token_type === 'project'
      ? { 'project-access-token': metadata.token }
      : { authorization: `Bearer ${metadata.token}` }
  return { http: deps.http, name: 'Railway', baseUrl: 'https://backboard.railway.com', headers }
}

const errors = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) })

/** A GraphQL query. Refusals come with status 200. */
export async function ask<Data>(
  api: PlatformApi,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  schema: z.ZodType<Data>,
): Promise<Outcome<Data>> {
  const call = { method: 'POST', path: '/graphql/v2', json: { query, variables }, isRepeatable: true } as const
  const outcome = await answer(api, call)
  if (!outcome.ok) return outcome
  const body = outcome.value.json()
  const refused = errors.safeParse(body)
  if (refused.success) return refusalOf(refused.data.errors.map(({ message }) => message).join(' '))
  const parsed = z.object({ data: schema }).safeParse(body)
  return parsed.success ? success(parsed.data.data) : unexpectedShape(api.name)
}

function refusalOf(message: string): Failure {
  if (/not authorized/i.test(message)) {
    return failure(
      'bad_credentials',
      'Railway does not accept this token, or the token is not of the kind that token_type says.',
    )
  }
  if (/not found/i.test(message)) return failure('not_found', 'Railway cannot find what was asked for.')
  if (/rate limit|too many/i.test(message)) return failure('rate_limited', 'Railway is limiting the rate of calls.')
  return failure('vendor_error', 'Railway could not answer the query.')
}
