/** The message inside a structured log line. */

const MESSAGE_KEYS = ['msg', 'message', 'event', 'text', 'log', 'error', 'err'] as const
const JSON_FIELDS = MESSAGE_KEYS.map((key) => new RegExp(`"${key}" ?: ?"((?:[^"\\\\]|\\\\.){1,2000})"`))
const PAIR_FIELDS = MESSAGE_KEYS.map((key) => new RegExp(`(?:^|\\s)${key}=(?:"((?:[^"\\\\]|\\\\.){1,2000})"|(\\S+))`))

/** The text a person would read: of JSON and key=value lines their message, of access logs and plain lines all. */
export function messageText(line: string): string {
  const text = line.trim()
  if (text.startsWith('{')) {
    for (const field of JSON_FIELDS) {
      const found = field.exec(text)?.[1]
      if (found !== undefined) return found.replace(/\\"/g, '"').replace(/\\\\/g, '\\')
    }
    return text
  }
  if (!/(?:^|\s)[\w.]+=\S/.test(text)) return text
  for (const field of PAIR_FIELDS) {
    const found = field.exec(text)
    const value = found?.[1] ?? found?.[2]
    if (value !== undefined) return value.replace(/\\"/g, '"')
  }
  return text
}
