/** Building blocks of request and response schemas, each with one meaning everywhere. Built once, at import. */
import { z } from 'zod'

/** Length counted in code points, as the contract requires (zod counts UTF-16 units). */
export function text(lengthMin: number, lengthMax: number) {
  return z
    .string()
    .refine((value) => lengthWithin(value, lengthMin, lengthMax), {
      error: `must have between ${lengthMin} and ${lengthMax} characters`,
    })
    .openapi({ minLength: lengthMin, maxLength: lengthMax })
}

function lengthWithin(value: string, lengthMin: number, lengthMax: number): boolean {
  // A code point takes at most two units, so the exact count is needed only between the two bounds.
  if (value.length < lengthMin || value.length > lengthMax * 2) return false
  let count = 0
  for (const _ of value) count += 1
  return count >= lengthMin && count <= lengthMax
}

/** An integer in a query string. */
export function queryInteger(minimum: number, maximum: number, fallback: number) {
  return z
    .string()
    .regex(/^-?\d{1,15}$/, { error: 'must be an integer' })
    .transform(Number)
    .pipe(z.number().int().min(minimum).max(maximum))
    .default(fallback)
    .openapi({ type: 'integer', minimum, maximum, default: fallback })
}

export const listLimit = queryInteger(1, 100, 50)
/** A cursor: the uuid of the last item returned. */
export const listCursor = z.uuid().optional()
/** Input times may have an offset and any precision. */
export const dateTimeInput = z.iso.datetime({ offset: true })
/** Output times: ISO 8601 UTC with milliseconds. */
export const dateTime = z.iso.datetime({ precision: 3 })
export const dateTimeOrNull = z.union([dateTime, z.null()])
export const textOrNull = z.union([z.string(), z.null()])
/** Named JSON values of any kind: a platform or a sender decides them. */
export const anyObject = z.record(z.string(), z.unknown()).openapi({ type: 'object', additionalProperties: true })
export const nextCursor = z.union([z.uuid(), z.null()])

const CREDENTIAL_NAME_PATTERN = /^[A-Za-z0-9\s_-]+$/
export const credentialName = text(1, 100).regex(CREDENTIAL_NAME_PATTERN, {
  error: 'may hold letters, digits, whitespace, hyphens and underscores',
})

export function iso(ms: number): string {
  return new Date(ms).toISOString()
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms)
}

/** Health of a source (in answers that return one stream, log source or key). */
export const health = z
  .object({
    lastRecordAt: dateTimeOrNull,
    recordsLastHour: z.number().int(),
    recordsLastDay: z.number().int(),
    usualPerHour: z.union([z.number().int(), z.null()]),
    isSilent: z.boolean(),
    dropped: z.number().int(),
    rejected: z.array(z.object({ reason: z.string(), count: z.number().int() })),
    repaired: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  })
  .openapi('SourceHealth')
