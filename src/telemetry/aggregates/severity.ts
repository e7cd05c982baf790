/** OpenTelemetry severity numbers of the level words that loggers of many languages print. */
const LEVELS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:FATAL|CRITICAL|CRIT|EMERG(?:ENCY)?|ALERT|PANIC)\b/, 21],
  [/\b(?:ERROR|ERR|SEVERE)\b/, 17],
  [/\b(?:WARN|WARNING)\b/, 13],
  [/\b(?:INFO|NOTICE|INFORMATION)\b/, 9],
  [/\b(?:DEBUG)\b/, 5],
  [/\b(?:TRACE)\b/, 1],
]

/** Level words stand in a line's head, before its message; further on they are usually prose. */
const HEAD_CHARS = 96

/**
 * The severity a text states, 0 when it states none. Upper-case words, and `level=error` / `"level":"error"` in any
 * case, count; the earliest one wins.
 */
export function severityOfText(text: string): number {
  if (text === '') return 0
  const head = text.slice(0, HEAD_CHARS)
  const keyed = /(?:"?(?:level|severity|lvl|log\.level)"?\s*[=:]\s*"?)([A-Za-z]+)/i.exec(text.slice(0, 400))
  const source = keyed?.[1]?.toUpperCase() ?? (head.length <= 12 ? head.toUpperCase() : head)
  let found = 0
  let at = Number.POSITIVE_INFINITY
  for (const [pattern, severity] of LEVELS) {
    const place = source.search(pattern)
    if (place >= 0 && place < at) {
      at = place
      found = severity
    }
  }
  return found
}
