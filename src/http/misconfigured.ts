import { logFailure } from '../log/log.ts'
import { errorResponse, HttpError } from './errors.ts'

/**
 * The answer of a deployment whose settings are wrong, /healthz included: it does nothing until they are right. What is
 * wrong goes to the log alone.
 */
export function misconfigured(error: unknown): Response {
  logFailure('deployment_misconfigured', error)
  const refusal = new HttpError(
    'SERVICE_UNAVAILABLE',
    'This deployment is not configured. Its operators find what is missing in its log (deployment_misconfigured).',
  )
  return errorResponse(refusal, 'unknown', crypto.randomUUID())
}
