/** Compares incidents: services that alert, alerts that fire, cause, affected services, and the words used. */
import type { SimilarIncident } from '../../contracts/incident-protocol.ts'
import type { IncidentRecord } from '../incidents/records.ts'

/** Below this likeness, two incidents have only chance in common. */
const LIKENESS_MIN = 0.5
const SHOWN_MAX = 3
const TEXT_CHARS_MAX = 2_000

interface Traits {
  readonly title: ReadonlySet<string>
  readonly services: ReadonlySet<string>
  readonly cause: string | null
  readonly mechanism: string | null
  readonly words: ReadonlySet<string>
}

/** Returns the earlier incidents that resemble this one most. */
export function similarIncidents(
  incident: IncidentRecord,
  found: { readonly service: string | null; readonly mechanism: string | null; readonly words: string },
  earlier: readonly IncidentRecord[],
): SimilarIncident[] {
  const own: Traits = {
    title: wordsOf(incident.title),
    services: new Set(incident.services),
    cause: found.service,
    mechanism: found.mechanism,
    words: wordsOf(found.words),
  }
  return earlier
    .filter(({ id }) => id !== incident.id)
    .map((other) => ({ other, ...compared(own, traitsOf(other)) }))
    .filter(({ likeness }) => likeness >= LIKENESS_MIN)
    .sort((a, b) => b.likeness - a.likeness || b.other.startedAtMs - a.other.startedAtMs)
    .slice(0, SHOWN_MAX)
    .map(({ other, likeness, because }) => ({
      incidentId: other.id,
      title: other.title,
      startedAt: other.startedAtMs,
      likeness: Math.round(likeness * 100) / 100,
      because,
      ending: endingOf(other),
    }))
}

function traitsOf({ title, services, brief }: IncidentRecord): Traits {
  return {
    title: wordsOf(title),
    services: new Set(services),
    cause: brief?.cause.service ?? null,
    mechanism: brief?.cause.mechanism ?? null,
    words: wordsOf((brief?.evidence ?? []).map(({ text }) => text).join(' ')),
  }
}

/** Returns the likeness from the facts that are known; facts that neither incident has do not count. */
function compared(a: Traits, b: Traits): { readonly likeness: number; readonly because: string } {
  const parts = [
    { weight: 0.2, share: overlap(a.title, b.title), text: 'the same alert' },
    { weight: 0.2, share: overlap(a.services, b.services), text: 'the same services alert' },
    { weight: 0.3, share: same(a.cause, b.cause), text: `the cause lies in ${b.cause ?? ''}` },
    { weight: 0.15, share: same(a.mechanism, b.mechanism), text: 'it broke in the same way' },
    { weight: 0.15, share: overlap(a.words, b.words), text: 'the evidence reads alike' },
  ].flatMap(({ share, ...part }) => (share === null ? [] : [{ ...part, share }]))
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0)
  const likeness = whole === 0 ? 0 : parts.reduce((sum, { weight, share }) => sum + weight * share, 0) / whole
  const reasons = parts.filter(({ share }) => share >= 0.5).map(({ text }) => text)
  return { likeness, because: reasons.join(', ') }
}

function same(a: string | null, b: string | null): number | null {
  if (a === null && b === null) return null
  return a !== null && a === b && a !== 'unknown' ? 1 : 0
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number | null {
  if (a.size === 0 && b.size === 0) return null
  let shared = 0
  for (const word of a) if (b.has(word)) shared += 1
  return shared / (a.size + b.size - shared)
}

/** Returns the words of a text without numbers and ids, which differ each time. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = text
    .slice(0, TEXT_CHARS_MAX)
    .toLowerCase()
    .split(/[^\p{L}\p{N}_.-]+/u)
  return new Set(words.filter((word) => word.length > 1 && !/\d/.test(word)))
}

function endingOf({ feedback, brief, state, startedAtMs, resolvedAtMs }: IncidentRecord): string {
  const minutes = resolvedAtMs === null ? null : Math.max(1, Math.round((resolvedAtMs - startedAtMs) / 60_000))
  const lasted = minutes === null ? (state === 'open' ? 'It is still open.' : '') : `It lasted ${minutes} min.`
  return [causeOf(feedback, brief), lasted]
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, 600)
}

function causeOf(feedback: IncidentRecord['feedback'], brief: IncidentRecord['brief']): string {
  if (feedback === null) return brief === null ? '' : `${brief.cause.statement.text} Nobody confirmed it.`
  const service = feedback.service ?? (feedback.verdict === 'right' ? (brief?.cause.service ?? null) : null)
  const said = [service, feedback.cause].filter((text) => text !== null && text !== '').join(': ')
  const note = feedback.note === null ? '' : ` ${feedback.note}`
  if (feedback.verdict === 'right')
    return `Confirmed: ${said === '' ? (brief?.cause.statement.text ?? '') : `${said}.`}${note}`
  return said === '' ? `What was found was wrong.${note}` : `What was found was wrong; it was ${said}.${note}`
}
