/** The progress that one delivery of a deletion job made. */
export type Progress =
  /** Nothing is left to delete. */
  | 'done'
  /** A bounded part is done: continue at once. */
  | 'more'
  /** The rest has to wait, because other isolates still remember credentials or a platform does not answer. */
  | 'later'

/**
 * Delay between the deletion and its job. No isolate remembers credentials, projects or keys for more than 30 s, so
 * after this delay nobody can add to the data that is removed.
 */
export const FORGOTTEN_EVERYWHERE_MS = 60_000

/** `later` delays the job and `more` repeats it; a finished job needs neither. */
export function together(parts: readonly Progress[]): Progress {
  if (parts.includes('more')) return 'more'
  return parts.includes('later') ? 'later' : 'done'
}
