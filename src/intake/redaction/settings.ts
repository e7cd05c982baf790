/** Redaction settings of a project, cached per isolate like its keys. */
import { AgedCache } from '../../auth/cache.ts'
import type { Database } from '../../db/database.ts'
import { findRedactionSettings } from '../../db/redaction-settings.ts'
import { DEFAULT_REDACTION, type RedactionSettings } from './redact.ts'

const CACHE_AGE_MAX_MS = 30_000
const settings = new AgedCache<RedactionSettings>(CACHE_AGE_MAX_MS, 5000)

export async function redactionOf(db: Database, projectId: string, now: number): Promise<RedactionSettings> {
  const known = settings.get(projectId, now)
  if (known) return known
  const row = await findRedactionSettings(db, projectId)
  const loaded = row
    ? { enabled: row.enabled, redactEmails: row.redactEmails, rules: JSON.parse(row.rules) }
    : DEFAULT_REDACTION
  settings.set(projectId, loaded, now)
  return loaded
}

export function forgetRedaction(projectId: string): void {
  settings.delete(projectId)
}
