/**
 * What an alert names. The service that alerts is often a victim, so the investigator uses the names only to break
 * ties.
 */

const HINTS_MAX = 20
const HINT_CHARS_MAX = 200

/** The service, the entities and the label values of an alert card. Empty if there is none. */
export function alertHints(alert: unknown): readonly string[] {
  if (typeof alert !== 'object' || alert === null) return []
  const { service, entities, labels } = alert as { service?: unknown; entities?: unknown; labels?: unknown }
  const values = [
    service,
    ...(Array.isArray(entities) ? entities : []),
    ...(typeof labels === 'object' && labels !== null ? Object.values(labels) : []),
  ]
  const names = values.filter((value): value is string => typeof value === 'string' && value !== '')
  return [...new Set(names.map((name) => name.slice(0, HINT_CHARS_MAX)))].slice(0, HINTS_MAX)
}
