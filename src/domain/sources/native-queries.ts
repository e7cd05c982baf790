/**
 * Queries in a platform's own query language. A member or a model writes the text, and it runs with credentials that an
 * administrator provided. So they are disabled until an administrator enables them for the connection.
 */

import type { OrganizationScope } from '../../auth/scope.ts'
import { DomainError, notPossible } from '../../contracts/domain-error.ts'
import { connectorOfProvider } from './connector-of.ts'
import type { SourceRow } from './rows.ts'

/**
 * Checks a change of nativeQueriesEnabled. Throws 403 for everybody except administrators (keys included), 422 if the
 * platform cannot be queried. `wanted` undefined: no change.
 */
export async function assertMayChangeNativeQueries(
  scope: OrganizationScope,
  source: SourceRow,
  wanted: boolean | undefined,
): Promise<void> {
  if (wanted === undefined) return
  if (!scope.permissions.has('native_queries:manage')) {
    throw new DomainError({
      kind: 'not_for_this_caller',
      message:
        'Only an administrator, signed in as a person, may change nativeQueriesEnabled, because the agent then runs query text with the credentials of this connection.',
    })
  }
  const connector = await connectorOfProvider(source.provider)
  if (wanted && (!connector?.query || source.metadata === null)) {
    throw notPossible(`${connector?.name ?? source.provider} cannot answer questions; it only delivers telemetry.`)
  }
}
