/**
 * Answers that go on (server-sent events) outlive the decision that began them. Each of them watches the caller's right
 * through this, and ends when it is gone: credential revoked or expired, member removed or demoted, key, project or
 * organization deleted.
 */

/** `unknown`: the database was out of reach, which says nothing about the right. */
export type Standing = 'allowed' | 'refused' | 'unknown'

/** With the 30 s that callers are remembered it makes the promised 60 s. */
export const RECHECK_MS = 30_000
/** A right that could not be confirmed for two minutes is no right. */
const UNKNOWN_MAX = 4

/** Asks every 30 s and calls `end` once when the answer is no. Returns the way to stop asking. */
export function watchRight(recheck: () => Promise<Standing>, end: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null
  let isStopped = false
  let unknowns = 0
  const ask = async (): Promise<void> => {
    const standing = await recheck().catch((): Standing => 'unknown')
    if (isStopped) return
    unknowns = standing === 'unknown' ? unknowns + 1 : 0
    if (standing === 'refused' || unknowns >= UNKNOWN_MAX) {
      isStopped = true
      end()
    } else plan()
  }
  const plan = (): void => {
    timer = setTimeout(() => void ask(), RECHECK_MS)
  }
  plan()
  return () => {
    isStopped = true
    if (timer !== null) clearTimeout(timer)
  }
}
