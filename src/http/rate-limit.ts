/** Rate limits per credential and per organization. */
import type { Caller } from '../auth/caller.ts'
import type { DomainContext } from '../domain/context.ts'

export interface Admission {
  readonly admit: (organizationId: string) => Promise<void>
  /** Adds the headers that tell the caller where it stands. */
  readonly describe: (response: Response) => void
}

export function admission(_ctx: DomainContext, _caller: Caller): Admission {
  return { admit: async () => {}, describe: () => {} }
}
