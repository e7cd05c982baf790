/** JSON in texts that platforms and people write, which may be none. */

/** undefined where the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The members of an object, or of the JSON text of one; null where it is neither. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> | null {
  const object = typeof value === 'string' ? jsonOf(value) : value
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return null
  // A non-null object that is no array holds members by name.
  return object as Readonly<Record<string, unknown>>
}
