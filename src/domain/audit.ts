/** Audit rows travel in the batch of the change they record. */
import type { Actor } from '../auth/scope.ts'
import type { DomainContext } from './context.ts'
import { newId } from './ids.ts'

export interface AuditEntry {
  readonly organizationId: string
  readonly projectId?: string | null
  readonly actor: Actor
  /** `public_key.create`, `member.update_role`, … */
  readonly action: string
  readonly targetId: string | null
  /** What changed, without secrets. */
  readonly detail?: Readonly<Record<string, unknown>>
}

const COLUMNS =
  '(id, organization_id, project_id, actor_kind, actor_id, action, target_id, detail, request_id, created_at)'

/** Records the change unconditionally. */
export function audit(ctx: DomainContext, entry: AuditEntry): D1PreparedStatement {
  return ctx.db
    .prepare(`insert into audit_entries ${COLUMNS} values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .bind(...values(ctx, entry))
}

/** Records the change only if the statement before it in the batch changed a row. */
export function auditIfChanged(ctx: DomainContext, entry: AuditEntry): D1PreparedStatement {
  return ctx.db
    .prepare(`insert into audit_entries ${COLUMNS} select ?, ?, ?, ?, ?, ?, ?, ?, ?, ? where changes() > 0`)
    .bind(...values(ctx, entry))
}

function values(ctx: DomainContext, entry: AuditEntry): (string | number | null)[] {
  return [
    newId(),
    entry.organizationId,
    entry.projectId ?? null,
    entry.actor.kind,
    entry.actor.id,
    entry.action,
    entry.targetId,
    JSON.stringify(entry.detail ?? {}),
    ctx.requestId,
    ctx.now(),
  ]
}

/** How many rows the first statement of a batch changed. */
export function changesOf(results: readonly D1Result[]): number {
  return results[0]?.meta.changes ?? 0
}
