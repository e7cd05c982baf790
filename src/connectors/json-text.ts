/** Reads JSON in texts from platforms and people, which may not be JSON. */

/** Undefined when the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The members of an object, or of the JSON text of one; null for anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> | null {
  const object = typeof value === 'string' ? jsonOf(value) : value
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return null
  // A non-null object that is no array has members by name.
  return object as Readonly<Record<string, unknown>>
}
