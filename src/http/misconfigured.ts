import { logFailure } from '../log/log.ts'
import { errorResponse, HttpError } from './errors.ts'

/**
 * The answer of a deployment with wrong settings, also at /healthz: it does nothing until they are corrected. Only the
 * log says what is wrong.
 */
export function misconfigured(error: unknown): Response {
  logFailure('deployment_misconfigured', error)
  const refusal = new HttpError(
    'SERVICE_UNAVAILABLE',
    'This deployment is not configured correctly. Its log names the wrong or missing settings for its operators (event deployment_misconfigured).',
  )
  return errorResponse(refusal, 'unknown', crypto.randomUUID())
}
