/**
 * Whether two tellings are of one change: a pipeline's call, the lines its tool logs, and the new version that a service
 * then states. Pure.
 */
import type { ChangeInput, ChangeKind } from '../contracts/oncall-protocol.ts'

/** Between the times of two tellings: a rolling update takes minutes to reach every instance. */
export const SAME_CHANGE_MS = 10 * 60_000

/** Kinds that a pipeline and a log line name differently. */
const ROLLOUTS: ReadonlySet<string> = new Set<ChangeKind>(['deployment', 'release'])

export const isRollout = (kind: string): boolean => ROLLOUTS.has(kind)

/** One telling of a change. Times are milliseconds since 1970. */
export interface Telling
  extends Pick<ChangeInput, 'services' | 'environment' | 'version' | 'title' | 'startedAt' | 'endedAt' | 'source'> {
  readonly kind: string
}

export function isSameChange(a: Telling, b: Telling): boolean {
  const areRollouts = isRollout(a.kind) && isRollout(b.kind)
  if (!areRollouts && a.kind !== b.kind) return false
  if (!a.services.some((service) => b.services.includes(service)) || !isTogether(a, b)) return false
  if (a.environment !== null && b.environment !== null && a.environment !== b.environment) return false
  const versions = [a.version, b.version].map((version) => version?.replace(/^v(?=\d)/, '') ?? null)
  const [one, other] = versions
  if (one !== null && other !== null) return one === other
  // A service that is deployed twice within minutes tells of two changes; a line and a pipeline's call tell of one.
  if (areRollouts) return a.source !== b.source
  return namesIn(a.title).some((name) => namesIn(b.title).includes(name))
}

function isTogether(a: Telling, b: Telling): boolean {
  const [earlier, later] = a.startedAt <= b.startedAt ? [a, b] : [b, a]
  return later.startedAt - Math.max(earlier.startedAt, earlier.endedAt ?? 0) <= SAME_CHANGE_MS
}

/** Words that look like the name of a flag or a setting. */
function namesIn(title: string): string[] {
  return title.toLowerCase().match(/[a-z][a-z0-9]{0,63}(?:[-_.][a-z0-9]{1,64}){1,8}/g) ?? []
}
