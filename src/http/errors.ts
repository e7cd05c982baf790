/**
 * The error model of the API: a closed list of public codes and one flat JSON body. Code in the service throws
 * `HttpError` for a refusal with a code from that list. Anything else that is thrown is a bug; it gives a generic 500
 * that shows no details.
 */

import type { Issue } from '../contracts/issues.ts'

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

/** Returns the response for an error, in the API's only error format. */
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
