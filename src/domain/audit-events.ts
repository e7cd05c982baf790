/** Reads the audit log of an organization: what was changed there, by whom and when. */
import type { OrganizationScope } from '../auth/scope.ts'
import { type AuditPage, pageOfAuditEntries } from '../db/audit.ts'
import type { VerbCall } from './context.ts'

export interface AuditEvent {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** `name`: as the person or key is called now; null for the service itself, a partner, and what is gone. */
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string | null }
  readonly action: string
  readonly targetId: string | null
  readonly projectId: string | null
  readonly detail: Readonly<Record<string, unknown>>
  readonly requestId: string | null
}

export interface AuditQuery extends Omit<AuditPage, 'organizationId' | 'action'> {
  /** One action (`member.update_role`), or all on a kind of thing (`member`). */
  readonly action?: string | undefined
}

/** Lists events, newest first; the cursor is the id of the last one returned. */
export async function listAuditEvents({ ctx, scope, input }: VerbCall<OrganizationScope, AuditQuery>): Promise<{
  readonly events: AuditEvent[]
  readonly nextCursor: string | null
}> {
  const { action, limit, ...query } = input
  const found = await pageOfAuditEntries(ctx.db, {
    ...query,
    organizationId: scope.organizationId,
    action: action === undefined ? undefined : { text: action, isGroup: !action.includes('.') },
    limit: limit + 1,
  })
  const events = found.slice(0, limit).map(eventOf)
  return { events, nextCursor: found.length > limit ? (events.at(-1)?.id ?? null) : null }
}

type Row = Awaited<ReturnType<typeof pageOfAuditEntries>>[number]

function eventOf({ actorKind, actorId, userName, userEmail, keyName, detail, createdAt, ...row }: Row): AuditEvent {
  return {
    ...row,
    at: createdAt,
    actor: { kind: actorKind, id: actorId, name: userName ?? userEmail ?? keyName },
    // Written by `audit` as an object.
    detail: JSON.parse(detail) as Readonly<Record<string, unknown>>,
  }
}
