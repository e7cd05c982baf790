/** The only place where domain errors become public error codes. */
import { DomainError, type Problem } from '../contracts/domain-error.ts'
import { ERROR_STATUS, type ErrorCode, type ErrorDetail, HttpError } from './errors.ts'

/**
 * Returns the HTTP error for a refusal. Returns null for anything else that was thrown, which is a bug or an outage.
 */
export function refusalOf(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error
  if (!(error instanceof DomainError)) return null
  return new HttpError(codeOf(error.problem), error.message, detailOf(error.problem))
}

/** True if the request itself was refused, so that nothing was done: any status below 500. */
export function isRefusal(error: unknown): boolean {
  const refusal = refusalOf(error)
  return refusal !== null && ERROR_STATUS[refusal.code] < 500
}

function codeOf(problem: Problem): ErrorCode {
  switch (problem.kind) {
    case 'invalid_input':
    case 'missing_context':
      return 'BAD_REQUEST'
    case 'unauthenticated':
      return 'UNAUTHORIZED'
    case 'missing_permission':
    case 'not_for_this_caller':
      return 'FORBIDDEN'
    case 'not_found':
      return 'NOT_FOUND'
    case 'conflict':
      return 'CONFLICT'
    case 'out_of_credits':
      return 'PAYMENT_REQUIRED'
    case 'not_possible':
    case 'platform_refused':
      return 'UNPROCESSABLE_CONTENT'
    case 'platform_failed':
    case 'processor_refused':
    case 'processor_unreachable':
      return 'BAD_GATEWAY'
    case 'queue_full':
      return 'TOO_MANY_REQUESTS'
    case 'busy':
      return 'SERVICE_UNAVAILABLE'
  }
}

function detailOf(problem: Problem): ErrorDetail {
  switch (problem.kind) {
    case 'invalid_input':
      return problem.issues ? { issues: problem.issues } : {}
    case 'missing_context':
      return { missingContext: [problem.missing] }
    case 'queue_full':
    case 'busy':
      return { retryAfterSeconds: problem.retryAfterSeconds }
    default:
      return {}
  }
}
