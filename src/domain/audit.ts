/** Audit rows are written in the batch of the change that they record. */
import type { Actor } from '../auth/scope.ts'
import { newId } from '../contracts/ids.ts'
import { insertAuditEntry, insertAuditEntryIfChanged, type NewAuditEntry } from '../db/audit.ts'
import type { Statement } from '../db/database.ts'
import type { DomainContext } from './context.ts'

export interface AuditEntry {
  readonly organizationId: string
  readonly projectId?: string | null
  readonly actor: Actor
  /** `public_key.create`, `member.update_role`, … */
  readonly action: string
  readonly targetId: string | null
  /** What changed. Never contains secrets. */
  readonly detail?: Readonly<Record<string, unknown>>
}

/** Records the change unconditionally. */
export const audit = (ctx: DomainContext, entry: AuditEntry): Statement => insertAuditEntry(ctx.db, rowOf(ctx, entry))

/** Records the change only if the statement before it in the batch changed a row. */
export const auditIfChanged = (ctx: DomainContext, entry: AuditEntry): Statement =>
  insertAuditEntryIfChanged(ctx.db, rowOf(ctx, entry))

const rowOf = (ctx: DomainContext, entry: AuditEntry): NewAuditEntry => ({
  id: newId(),
  organizationId: entry.organizationId,
  projectId: entry.projectId ?? null,
  actorKind: entry.actor.kind,
  actorId: entry.actor.id,
  action: entry.action,
  targetId: entry.targetId,
  detail: JSON.stringify(entry.detail ?? {}),
  requestId: ctx.requestId,
  createdAt: ctx.now(),
})
