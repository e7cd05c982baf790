/** Reads the parts of a request strictly (chanfana accepts malformed and unknown input). */

import type { z } from 'zod'
import { type BodyProblem, readBody } from '../bytes/bounded-body.ts'
import { requestInFlight, type Sender } from '../bytes/in-flight.ts'
import { jsonExtent } from '../bytes/json-extent.ts'
import { type Issue, issuesOf } from '../contracts/issues.ts'
import { HttpError } from './errors.ts'

/** For bodies of API routes; the intake has its own limits. */
const BODY_BYTES_MAX = 1024 * 1024

/** No request of the API has more than ten levels of its own. The rest is for values that are stored as sent. */
const BODY_DEPTH_MAX = 100

/** Returns the parsed JSON body. An empty body gives `{}`, or undefined if the operation requires a field. */
export async function jsonBody(request: Request, isNeeded: boolean, sender: Sender): Promise<unknown> {
  const memory = requestInFlight(sender)
  try {
    return await parsedBody(request, isNeeded, memory.hold)
  } finally {
    memory.release()
  }
}

async function parsedBody(request: Request, isNeeded: boolean, hold: (bytes: number) => boolean): Promise<unknown> {
  const bytes = await readBody(request, { bytesMax: BODY_BYTES_MAX, hold })
  if (typeof bytes === 'string') throw bodyRefusal(bytes, '1 MiB')
  if (bytes.length === 0) return isNeeded ? undefined : {}
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new HttpError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The Content-Type of the body is not application/json. Send the body as JSON.',
    )
  }
  requireShallow(bytes)
  const body = parseJson(bytes)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new HttpError('BAD_REQUEST', 'The body must be a JSON object.', {
      issues: [{ path: 'body', message: 'must be a JSON object' }],
    })
  }
  return body
}

/** Returns the API's message for a body that could not be read. `size` is the limit as people write it. */
export function bodyRefusal(problem: BodyProblem, size: string): HttpError {
  switch (problem) {
    case 'too_large':
      return new HttpError('PAYLOAD_TOO_LARGE', `The body is larger than ${size}.`)
    case 'too_slow':
      return new HttpError(
        'BAD_REQUEST',
        'The body stopped arriving, or it arrived too slowly. Send the request again.',
      )
    case 'cut_off':
      return new HttpError(
        'BAD_REQUEST',
        'The connection ended before the whole body had arrived. Send the request again.',
      )
    case 'no_room':
      return new HttpError(
        'SERVICE_UNAVAILABLE',
        'Too many large requests are being read at once. Try again in a few seconds.',
        { retryAfterSeconds: 1 },
      )
  }
}

/**
 * Throws 400 if arrays and objects are nested more than BODY_DEPTH_MAX levels deep. Code that walks through a value
 * recurses once per level, and 1 MiB could hold enough levels to overflow the stack.
 */
function requireShallow(bytes: Uint8Array): void {
  if (!jsonExtent(bytes, BODY_DEPTH_MAX).isTooDeep) return
  throw new HttpError('BAD_REQUEST', `The body is nested more than ${BODY_DEPTH_MAX} levels deep.`)
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    throw new HttpError('BAD_REQUEST', 'The body is not valid JSON in UTF-8.', {
      issues: [{ path: 'body', message: 'is not valid JSON' }],
    })
  }
}

/** Returns the query parameters as text. A repeated parameter becomes an array, which only an array schema accepts. */
export function queryOf(url: string): Record<string, string | string[]> {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const query: Record<string, string | string[]> = Object.create(null)
  for (const [key, value] of new URLSearchParams(url.slice(start + 1))) {
    const earlier = query[key]
    query[key] = earlier === undefined ? value : [...(Array.isArray(earlier) ? earlier : [earlier]), value]
  }
  return { ...query }
}

/** Parses one part of the request. Paths of its issues start with the name of the part. */
export function parsePart(
  part: 'path' | 'query' | 'headers' | 'body',
  schema: z.ZodType,
  value: unknown,
  issues: Issue[],
): unknown {
  if (part === 'body' && value === undefined) {
    issues.push({ path: 'body', message: 'is required' })
    return {}
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  issues.push(...issuesOf(part, result.error))
  return {}
}
