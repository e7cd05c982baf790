/** How far one delivery of a deletion job came. */
export type Progress =
  /** Nothing is left. */
  | 'done'
  /** A bounded part is done: go on at once. */
  | 'more'
  /** What remains has to wait (other isolates still remember credentials, a platform does not answer). */
  | 'later'

/**
 * Between the deletion and its job: nothing that an isolate remembers of credentials, projects and keys is older than
 * 30 s, so afterwards nobody can add to what is being removed.
 */
export const FORGOTTEN_EVERYWHERE_MS = 60_000

/** `later` holds the job back, `more` calls it again; what is done needs neither. */
export function together(parts: readonly Progress[]): Progress {
  if (parts.includes('more')) return 'more'
  return parts.includes('later') ? 'later' : 'done'
}
