/**
 * From what a person typed to an FTS5 expression that cannot fail: every word becomes a quoted string, so nothing of
 * it is an operator, and the last one matches as a beginning. Null when there is nothing to look for.
 */

/** More words than anybody types; each costs a walk of its postings. */
const WORDS_MAX = 32
const HAS_TOKEN = /[\p{L}\p{N}\p{Co}]/u

export function matchExpression(query: string): string | null {
  const words = query
    .replaceAll('\0', ' ')
    .split(/\s+/u)
    .filter((word) => HAS_TOKEN.test(word))
    .slice(0, WORDS_MAX)
  if (words.length === 0) return null
  const quoted = words.map((word) => `"${word.replaceAll('"', '""')}"`)
  return `${quoted.join(' ')}*`
}
