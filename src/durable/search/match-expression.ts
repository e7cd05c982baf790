/**
 * Turns a person's search text into an FTS5 expression that cannot fail. Every word becomes a quoted string, so nothing
 * acts as an operator, and the last word matches as a prefix. Null when there is nothing to search for.
 */

/** Most words of a search. Each costs a scan of its postings. */
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
