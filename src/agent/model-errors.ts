/**
 * What went wrong with a model call, in a sentence that a person can act on, and whether trying again can help. Errors
 * are classified by type and status, never by message text. Provider messages are not shown, because they quote
 * requests and keys.
 */
import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  LoadAPIKeyError,
  LoadSettingError,
  NoSuchModelError,
  TypeValidationError,
} from '@ai-sdk/provider'
import { CutStreamError } from './model-call.ts'

export interface ModelFailure {
  readonly reason: string
  readonly isRetryable: boolean
  readonly retryAfterMs?: number
}

/** A run does not wait longer than this (its time limit is five minutes). */
const RETRY_AFTER_MS_MAX = 60_000

/**
 * Returns what a provider's error means and whether retrying can help, by its type and status. The error's own text is
 * never used.
 */
export function classifyModelError(error: unknown, nowMs: number): ModelFailure {
  if (error instanceof CutStreamError)
    return { reason: 'The language model stopped in the middle of its answer.', isRetryable: true }
  if (LoadAPIKeyError.isInstance(error) || LoadSettingError.isInstance(error)) {
    return { reason: 'The language model is not configured: its key or address is missing.', isRetryable: false }
  }
  if (NoSuchModelError.isInstance(error))
    return { reason: 'The configured language model does not exist.', isRetryable: false }
  if (EmptyResponseBodyError.isInstance(error))
    return { reason: 'The language model sent an empty answer.', isRetryable: true }
  // A cut connection leaves broken frames, or a stream without an end.
  if (
    InvalidResponseDataError.isInstance(error) ||
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error)
  ) {
    return { reason: 'The language model stopped in the middle of its answer.', isRetryable: true }
  }
  if (APICallError.isInstance(error)) return apiFailure(error, nowMs)
  if (isTimeout(error)) return { reason: 'The language model did not answer in time.', isRetryable: true }
  // A dropped connection is a TypeError from fetch or from the body's reader.
  if (error instanceof TypeError) return { reason: 'The connection to the language model failed.', isRetryable: true }
  return { reason: 'The language model failed.', isRetryable: isProviderOverload(error) }
}

function apiFailure(error: APICallError, nowMs: number): ModelFailure {
  const status = error.statusCode
  const retryAfterMs = readRetryAfter(error.responseHeaders, nowMs)
  const after = retryAfterMs === null ? {} : { retryAfterMs: Math.min(retryAfterMs, RETRY_AFTER_MS_MAX) }
  // A status of success with an error means that the connection broke during the answer.
  if (status !== undefined && status < 300)
    return { reason: 'The connection to the language model failed.', isRetryable: true }
  if (status === undefined) return { reason: 'The language model could not be reached.', isRetryable: true }
  if (status === 401 || status === 403)
    return { reason: 'The language model refused our credentials.', isRetryable: false }
  if (status === 402) return { reason: 'The account of the language model has no credit left.', isRetryable: false }
  if (status === 404)
    return { reason: 'The configured language model does not exist at its address.', isRetryable: false }
  if (status === 413) return { reason: 'The conversation is too long for the language model.', isRetryable: false }
  if (status === 429) {
    const tooLong = retryAfterMs !== null && retryAfterMs > RETRY_AFTER_MS_MAX
    return { reason: 'The language model is rate limited.', isRetryable: !tooLong, ...after }
  }
  if (status === 408 || status >= 500)
    return { reason: 'The language model is not available at the moment.', isRetryable: true, ...after }
  return { reason: `The language model refused the request (status ${status}).`, isRetryable: false }
}

/** Retry-After, in seconds or as a date. Some providers also send `retry-after-ms`. */
export function readRetryAfter(headers: Readonly<Record<string, string>> | undefined, nowMs: number): number | null {
  const ms = headers?.['retry-after-ms']
  if (ms !== undefined && /^\d+(\.\d+)?$/.test(ms)) return Math.ceil(Number(ms))
  const value = headers?.['retry-after']
  if (value === undefined) return null
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Math.ceil(Number(value) * 1000)
  const at = Date.parse(value)
  return Number.isFinite(at) ? Math.max(0, at - nowMs) : null
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
}

/** Errors inside a stream arrive as the provider's error object. Only its machine-readable type is used. */
function isProviderOverload(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const type = 'type' in error ? error.type : undefined
  return (
    typeof type === 'string' &&
    ['overloaded_error', 'rate_limit_error', 'api_error', 'server_error', 'timeout_error'].includes(type)
  )
}
