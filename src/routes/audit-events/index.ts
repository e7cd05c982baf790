import { ListAuditEvents } from './list-audit-events.ts'

export const auditEventOperations = [ListAuditEvents]
