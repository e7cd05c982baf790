/** Redaction settings of a project, cached per isolate like its keys. */
import { AgedCache } from '../../auth/cache.ts'
import { DEFAULT_REDACTION, type RedactionSettings } from './redact.ts'

const CACHE_AGE_MAX_MS = 30_000
const settings = new AgedCache<RedactionSettings>(CACHE_AGE_MAX_MS, 5000)

interface Row {
  readonly enabled: number
  readonly redact_emails: number
  readonly rules: string
}

export async function redactionOf(
  db: D1Database | D1DatabaseSession,
  projectId: string,
  now: number,
): Promise<RedactionSettings> {
  const known = settings.get(projectId, now)
  if (known) return known
  const row = await db
    .prepare('select enabled, redact_emails, rules from redaction_settings where project_id = ?')
    .bind(projectId)
    .first<Row>()
  const loaded = row
    ? { enabled: row.enabled === 1, redactEmails: row.redact_emails === 1, rules: JSON.parse(row.rules) }
    : DEFAULT_REDACTION
  settings.set(projectId, loaded, now)
  return loaded
}

export function forgetRedaction(projectId: string): void {
  settings.delete(projectId)
}
