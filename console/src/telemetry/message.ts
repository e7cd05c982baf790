/** What a line says to a person: the message of a structured line first, then its other values. */

const MESSAGE_KEYS = ['msg', 'message', 'event', 'text', '@message', 'Message', 'log'] as const
/** These stand in columns of their own. */
const SHOWN_ELSEWHERE = new Set([
  'level',
  'severity',
  'time',
  'ts',
  'timestamp',
  '@timestamp',
  'service',
  ...MESSAGE_KEYS,
])
/** Parsing longer lines for one row of a list would be felt. */
const PARSED_CHARACTERS_MAX = 8_000

/** Returns the text as it is where it is no JSON object with a message. */
export function messageOf(body: string): string {
  if (!body.startsWith('{') || body.length > PARSED_CHARACTERS_MAX) return body
  const values = objectOf(body)
  const message = MESSAGE_KEYS.map((key) => values?.[key]).find((value) => typeof value === 'string' && value !== '')
  if (values === null || typeof message !== 'string') return body
  const others = Object.entries(values).filter(([key]) => !SHOWN_ELSEWHERE.has(key))
  return [message, ...others.map(([key, value]) => `${key}=${textOf(value)}`)].join('  ')
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
