/**
 * What a record says about why something failed, where that stands beside its message: under `error` of zap and logrus,
 * `err` of pino, `exception.message` of OpenTelemetry. "Check failed" alone does not tell that a certificate expired.
 */
import type { Attributes } from './model.ts'

/** The more a key is meant for it, the earlier. */
const KEYS = [
  ...['exception.message', 'error.message', 'error', 'err', 'exception', 'exc', 'cause', 'reason', 'failure', 'detail'],
  ...['error_message', 'errorMessage', 'err_msg', 'exception_message', 'Exception', 'Error', '@x', 'error.kind'],
] as const
const OF_KEYS = KEYS.map((key) => key.replaceAll('.', '\\.')).join('|')
const TEXT = '"((?:[^"\\\\]|\\\\.){1,1000})"'
/** `"error":"dial tcp: i/o timeout"`, `"err":{"type":"Error","message":"…"}`, `err="dial tcp: i/o timeout"`. */
const IN_JSON = new RegExp(`"(?:${OF_KEYS})" ?: ?${TEXT}`)
const IN_OBJECT = new RegExp(
  `"(?:error|err|exception|cause)" ?: ?\\{[^{}]{0,300}?"(?:message|msg|description|detail)" ?: ?${TEXT}`,
)
const IN_PAIRS = new RegExp(`(?:^|\\s)(?:${OF_KEYS})=${TEXT}`)
const CHARS_MAX = 200

/** Returns the reason that a record states, in its text or else in its attributes. Null where neither does. */
export function errorTextFor({
  body,
  attributes,
}: {
  readonly body: string
  readonly attributes: Attributes
}): string | null {
  return errorTextIn(body) ?? errorTextOf(attributes)
}

/** Returns the first line of the reason that attributes hold. Null where none does. At most 200 characters. */
export function errorTextOf(attributes: Attributes): string | null {
  for (const key of KEYS) {
    const value = attributes[key]
    if (typeof value === 'string') {
      const text = sentence(value)
      if (text !== null) return text
    }
  }
  return null
}

/** Returns the first line of the reason that the text of a line or of its template holds. At most 200 characters. */
export function errorTextIn(body: string): string | null {
  const found = body.trimStart().startsWith('{') ? (IN_OBJECT.exec(body) ?? IN_JSON.exec(body)) : IN_PAIRS.exec(body)
  const text = found?.[1]
  if (text === undefined) return null
  const [line = ''] = text.split(/\\[nr]/, 1)
  return sentence(line.replace(/\\(["\\])/g, '$1'))
}

/** A code or a name alone ("E42", "timeout") is no sentence. */
function sentence(value: string): string | null {
  const [line = ''] = value.trim().split('\n', 1)
  const text = line.trim().slice(0, CHARS_MAX)
  return text.includes(' ') && /[a-z]{3}/i.test(text) ? text : null
}
