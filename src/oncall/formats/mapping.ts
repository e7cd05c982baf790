/**
 * Finds the fields of the generic formats by their common names, or by paths in the delivery's URL, such as
 * `?title=alert.name&service=labels.app`. A path consists of names with dots between them; a number is a list position.
 */
import { fieldsOf } from './reading.ts'

const PATH_CHARACTERS_MAX = 200
const PATH_PARTS_MAX = 12

/** Returns the value at a path; undefined if there is none. */
export function atPath(value: unknown, path: string): unknown {
  // A name may itself hold dots, so at each level the whole rest of `labels.service.name` is tried first.
  let current = value
  const parts = path.slice(0, PATH_CHARACTERS_MAX).split('.', PATH_PARTS_MAX)
  for (let i = 0; i < parts.length; ) {
    const taken = step(current, parts, i)
    if (taken === null) return undefined
    current = taken.value
    i = taken.next
  }
  return current
}

/** Returns the longest run of parts from `from` on that is one name in the value. */
function step(value: unknown, parts: readonly string[], from: number): { value: unknown; next: number } | null {
  if (Array.isArray(value)) {
    const part = parts[from] ?? ''
    return /^\d{1,4}$/.test(part) ? { value: value[Number(part)], next: from + 1 } : null
  }
  const fields = fieldsOf(value)
  for (let end = parts.length; end > from; end -= 1) {
    const name = parts.slice(from, end).join('.')
    if (Object.hasOwn(fields, name)) return { value: fields[name], next: end }
  }
  return null
}

/** Reads a field at the path that the URL gives, or else at the first usual name that exists. */
export function mapped(body: unknown, query: URLSearchParams, field: string, usual: readonly string[]): unknown {
  const path = query.get(field)
  if (path !== null && path !== '') return atPath(body, path)
  for (const name of usual) {
    const value = atPath(body, name)
    if (value !== undefined && value !== null && value !== '') return value
  }
  return undefined
}
