/** Idempotency-Key on every POST (decisions.md §5). */
import type { Caller } from '../auth/caller.ts'
import type { DomainContext } from '../domain/context.ts'
import type { HonoContext, PreparedOperation } from './operation.ts'

export interface IdempotentCall {
  readonly http: HonoContext
  readonly ctx: DomainContext
  readonly caller: Caller
  readonly operation: PreparedOperation
  readonly given: { readonly organizationId: string | undefined; readonly projectId: string | undefined }
  readonly rawBody: unknown
  readonly respond: () => Promise<Response>
}

export async function withIdempotency(call: IdempotentCall): Promise<Response> {
  return call.respond()
}
