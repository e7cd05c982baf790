/** What a call can end with instead of an answer. Every error of the SDK is an `OasError`. */

/** The codes of the service's error body. */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'PAYMENT_REQUIRED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_SUPPORTED'
  | 'CONFLICT'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'UNPROCESSABLE_CONTENT'
  | 'TOO_MANY_REQUESTS'
  | 'INTERNAL_SERVER_ERROR'
  | 'BAD_GATEWAY'
  | 'SERVICE_UNAVAILABLE'
  | 'GATEWAY_TIMEOUT'

export interface Issue {
  /** The place in the request: `body.message`, `query.limit`. */
  readonly path: string
  readonly message: string
}

export class OasError extends Error {
  override readonly name: string = 'OasError'
}

/** The body of an error answer, as far as it could be read. */
export interface ErrorBody {
  readonly code?: string
  readonly message?: string
  readonly operationId?: string
  readonly requestId?: string
  readonly issues?: readonly Issue[]
  readonly missingContext?: readonly string[]
  readonly retryAfterSeconds?: number
}

/** The service answered, and the answer is a refusal or a failure. */
export class ApiError extends OasError {
  override readonly name = 'ApiError'
  readonly status: number
  /** `UNKNOWN` if something before the service (a proxy) answered. */
  readonly code: ErrorCode | 'UNKNOWN'
  /** The id by which the operators of the service find this request; null if the answer has none. */
  readonly requestId: string | null
  readonly operationId: string | null
  /** Fields of the request that are wrong. */
  readonly issues: readonly Issue[]
  /** `projectId` or `organizationId` if the request has to name it. */
  readonly missingContext: readonly string[]
  readonly retryAfterSeconds: number | null

  constructor(status: number, body: ErrorBody, headers: Headers) {
    const issues = (body.issues ?? []).map((issue) => `${issue.path}: ${issue.message}`)
    super([body.message ?? `The service answered ${status}.`, ...issues].join(' '))
    this.status = status
    // The service's list is closed, so a text that it sent is one of the codes.
    this.code = (body.code as ErrorCode | undefined) ?? 'UNKNOWN'
    this.requestId = body.requestId ?? headers.get('x-request-id')
    this.operationId = body.operationId ?? null
    this.issues = body.issues ?? []
    this.missingContext = body.missingContext ?? []
    this.retryAfterSeconds = body.retryAfterSeconds ?? retryAfterOf(headers)
  }
}

/** No answer came: the service could not be reached, or the connection broke. The reason is the `cause`. */
export class ConnectionError extends OasError {
  override readonly name: string = 'ConnectionError'
}

/** No answer came within the time that the caller allows. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}

/** Returns the seconds of a Retry-After header, which is a number or a date; null without a valid one. */
export function retryAfterOf(headers: Headers, now: number = Date.now()): number | null {
  const value = headers.get('retry-after')?.trim()
  if (!value) return null
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1000)
}

/** Reads the error of an answer that is not a success. A body that is not the service's gives a general message. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  return new ApiError(response.status, isRecord(body) ? body : {}, response.headers)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
