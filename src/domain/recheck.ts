/**
 * Long answers (server-sent events) outlive the decision that allowed them. While such an answer runs, this module
 * checks the caller's right again and ends the answer when the right is gone: credential revoked or expired; member
 * removed or demoted; key, project or organization deleted.
 */

/** `unknown`: the database could not be reached, which says nothing about the right. */
export type Standing = 'allowed' | 'refused' | 'unknown'

/** Together with the 30 s for which callers are cached, this makes the promised 60 s. */
export const RECHECK_MS = 30_000
/** A right that could not be confirmed for two minutes counts as lost. */
const UNKNOWN_MAX = 4

/** Checks every 30 s and calls `end` once when the right is gone. Returns a function that stops the checks. */
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
