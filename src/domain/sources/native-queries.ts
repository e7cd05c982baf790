/**
 * Questions in a platform's own query language: text that a member or a model wrote, run with the credentials an
 * administrator gave. Off until an administrator allows it for the connection.
 */

import type { OrganizationScope } from '../../auth/scope.ts'
import { DomainError, notPossible } from '../../contracts/domain-error.ts'
import { connectorOfProvider } from './connector-of.ts'
import type { SourceRow } from './rows.ts'

/** 403 for everybody but administrators, keys too; 422 where the platform cannot be asked. `wanted` undefined: no change. */
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
        'Only an administrator, signed in as a person, may change nativeQueriesEnabled: the agent then runs query text with the credentials of this connection.',
    })
  }
  const connector = await connectorOfProvider(source.provider)
  if (wanted && (!connector?.query || source.metadata === null)) {
    throw notPossible(`${connector?.name ?? source.provider} cannot be asked; it only delivers.`)
  }
}
