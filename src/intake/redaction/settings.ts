/** The redaction settings of a project, cached per isolate like its keys. */
import { AgedCache } from '../../auth/cache.ts'
import type { Database } from '../../db/database.ts'
import { findRedactionSettings } from '../../db/redaction-settings.ts'
import { type CompiledRules, compileRules, type StatedRule } from './own-rule.ts'
import { DEFAULT_REDACTION, type RedactionSettings } from './redact.ts'

const CACHE_AGE_MAX_MS = 30_000
const settings = new AgedCache<ProjectRedaction>(CACHE_AGE_MAX_MS, 5000)

/** The settings in use, and as the project wrote them. */
export interface ProjectRedaction extends RedactionSettings {
  readonly rules: readonly StatedRule[]
  /** Stored rules that cannot be used, and therefore redact nothing. */
  readonly refused: CompiledRules['refused']
}

type Row = NonNullable<Awaited<ReturnType<typeof findRedactionSettings>>>

/** Returns the redaction rules of a project, at most 30 s old. */
export async function redactionOf(db: Database, projectId: string, now: number): Promise<ProjectRedaction> {
  const known = settings.get(projectId, now)
  if (known) return known
  const row = await findRedactionSettings(db, projectId)
  const loaded = row ? await loadedOf(row) : { ...DEFAULT_REDACTION, rules: [], refused: [] }
  settings.set(projectId, loaded, now)
  return loaded
}

async function loadedOf(row: Row): Promise<ProjectRedaction> {
  // Only updateRedaction writes this column. Old patterns may no longer be accepted today.
  const rules = JSON.parse(row.rules) as readonly StatedRule[]
  const { usable, refused } = await compileRules(rules)
  return { enabled: row.enabled, redactEmails: row.redactEmails, rules, own: usable, refused }
}

/** Makes a change of a project's rules take effect at once in this isolate. */
export function forgetRedaction(projectId: string): void {
  settings.delete(projectId)
}
