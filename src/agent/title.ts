/** Title of a thread from its first message: its first line, cut at a word, at most 80 characters. */
const CHARS_MAX = 80

/** Returns a thread's title of its first message: one line, cut at a word. */
export function titleOf(firstMessage: string): string {
  const line = firstMessage
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .trim()
  const points = [...line]
  if (points.length === 0) return 'New thread'
  if (points.length <= CHARS_MAX) return line
  const cut = points.slice(0, CHARS_MAX - 1).join('')
  const word = cut.lastIndexOf(' ')
  // A cut in the first half would lose more than the half word it spares.
  return `${(word > CHARS_MAX / 2 ? cut.slice(0, word) : cut).trimEnd()}\u2026`
}
