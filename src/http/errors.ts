/**
 * The error model of the API: a closed list of public codes, one flat JSON body. Code inside the
 * service throws `HttpError` for a refusal that has a place in that list; anything else thrown is a bug and answers a
 * generic 500 that shows nothing of it.
 */

import type { z } from 'zod'

export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_CONTENT: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  BAD_GATEWAY: 502,
  SERVICE_UNAVAILABLE: 503,
  GATEWAY_TIMEOUT: 504,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** Where the input is wrong: `body.message`, `query.limit`, `path.threadId`, `body.metadata.token`. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** A body may be wrong in 100,000 places: the first few are named, the others counted. */
const ISSUES_SHOWN_MAX = 20
const UNKNOWN_FIELDS_SHOWN_MAX = 5
const PATH_CHARACTERS_MAX = 200

const issueAt = (path: string, message: string): Issue => ({
  path: path.length <= PATH_CHARACTERS_MAX ? path : `${path.slice(0, PATH_CHARACTERS_MAX)}…`,
  message,
})

/** What a schema found wrong with a part of the input. */
export function issuesOf(part: string, error: z.core.$ZodError): Issue[] {
  const shown = error.issues.slice(0, ISSUES_SHOWN_MAX).flatMap((issue) => {
    const path = [part, ...issue.path.map(String)].join('.')
    return issue.code === 'unrecognized_keys' ? unknownFields(path, issue.keys) : [issueAt(path, issue.message)]
  })
  const more = error.issues.length - ISSUES_SHOWN_MAX
  return more > 0 ? [...shown, issueAt(part, `has ${more} more problems`)] : shown
}

function unknownFields(path: string, keys: readonly string[]): Issue[] {
  const shown = keys.slice(0, UNKNOWN_FIELDS_SHOWN_MAX).map((key) => issueAt(`${path}.${key}`, 'is not a known field'))
  const more = keys.length - UNKNOWN_FIELDS_SHOWN_MAX
  return more > 0 ? [...shown, issueAt(path, `has ${more} more fields that are not known`)] : shown
}

export interface ErrorDetail {
  readonly issues?: readonly Issue[]
  readonly missingContext?: readonly ('projectId' | 'organizationId')[]
  readonly retryAfterSeconds?: number
  readonly headers?: Readonly<Record<string, string>>
}

export class HttpError extends Error {
  readonly code: ErrorCode
  readonly detail: ErrorDetail

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message)
    this.name = 'HttpError'
    this.code = code
    this.detail = detail
  }
}

export const notFound = (what: string) => new HttpError('NOT_FOUND', `${what} was not found.`)
export const forbidden = (permission: string) =>
  new HttpError('FORBIDDEN', `This credential does not have the permission ${permission} here.`)
export const conflict = (message: string) => new HttpError('CONFLICT', message)
export const badRequest = (message: string, issues?: readonly Issue[]) =>
  new HttpError('BAD_REQUEST', message, issues ? { issues } : {})

/** The response for an error, in the one body shape of the API. */
export function errorResponse(error: HttpError, operationId: string, requestId: string): Response {
  const { issues, missingContext, retryAfterSeconds } = error.detail
  const headers = new Headers({ 'content-type': 'application/json', ...error.detail.headers })
  if (error.code === 'UNAUTHORIZED') headers.set('www-authenticate', 'Bearer')
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(Math.ceil(retryAfterSeconds)))
  const body = {
    code: error.code,
    message: error.message,
    operationId,
    requestId,
    ...(issues ? { issues } : {}),
    ...(missingContext ? { missingContext } : {}),
    ...(retryAfterSeconds !== undefined ? { retryAfterSeconds: Math.ceil(retryAfterSeconds) } : {}),
  }
  return new Response(JSON.stringify(body), { status: ERROR_STATUS[error.code], headers })
}
