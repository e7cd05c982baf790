/** Arguments for a tool of another system from what a question asks: one value that must be given, or a search text. */

export type Filled =
  | { readonly ok: true; readonly args: Readonly<Record<string, unknown>> }
  /** What must be given and is not known. */
  | { readonly ok: false; readonly needs: readonly string[] }

const SEARCH_NAMES = ['query', 'q', 'question', 'search', 'text', 'keywords', 'term', 'prompt', 'input'] as const

interface Property {
  readonly type?: unknown
  readonly enum?: unknown
}

/** Returns arguments that a JSON Schema of an object takes, for a request in words. */
export function fill(schema: unknown, request: string): Filled {
  const { properties, required } = objectOf(schema)
  if (required.length > 1) return { ok: false, needs: required }
  const [needed] = required
  if (needed === undefined) {
    const search = SEARCH_NAMES.find((name) => properties[name] !== undefined)
    const isAsked = search !== undefined && request !== '' && takesText(properties[search] ?? {})
    return { ok: true, args: isAsked ? { [search]: request } : {} }
  }
  const value = givenValue(properties[needed] ?? {}, request)
  return value === null ? { ok: false, needs: [needed] } : { ok: true, args: { [needed]: value } }
}

function givenValue(property: Property, request: string): string | number | null {
  if (Array.isArray(property.enum)) {
    const said = request.toLowerCase()
    return (
      property.enum.find((one): one is string => typeof one === 'string' && said.includes(one.toLowerCase())) ?? null
    )
  }
  if (property.type === 'integer' || property.type === 'number') {
    const number = /-?\d{1,15}(?:\.\d{1,6})?/.exec(request)?.[0]
    return number === undefined ? null : Number(number)
  }
  return request !== '' && takesText(property) ? request : null
}

const takesText = ({ type }: Property): boolean => type === undefined || type === 'string'

function objectOf(schema: unknown): {
  readonly properties: Readonly<Record<string, Property>>
  readonly required: readonly string[]
} {
  const given = typeof schema === 'object' && schema !== null ? schema : {}
  const properties = 'properties' in given && typeof given.properties === 'object' ? given.properties : {}
  const required = 'required' in given && Array.isArray(given.required) ? given.required : []
  return {
    // Made by the service itself (offered-tool.ts): each value is a schema object.
    properties: (properties ?? {}) as Readonly<Record<string, Property>>,
    required: required.filter((name) => typeof name === 'string'),
  }
}
