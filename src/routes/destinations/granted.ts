/** The right to one destination: the scope of its project, with its row. */
import type { Access, ProjectScope } from '../../auth/scope.ts'
import { notFound } from '../../contracts/domain-error.ts'
import type { DomainContext } from '../../domain/context.ts'
import { type DestinationRow, findDestination } from '../../domain/destinations/destinations.ts'

export interface GrantedDestination {
  readonly scope: ProjectScope
  readonly row: DestinationRow
}

export async function grantedDestination(access: Access, ctx: DomainContext, id: string): Promise<GrantedDestination> {
  const row = await findDestination(ctx, id)
  if (row === null) throw notFound('The destination')
  return { scope: await access.projectResource(row, 'The destination'), row }
}
