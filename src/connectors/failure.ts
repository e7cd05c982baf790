/** Maps the outcome of a call to a failure kind. A connector refines it where its platform differs. */
import type { Failure, FailureKind, Outcome } from './connector.ts'
import { type OutboundOutcome, type OutboundResponse, retryAfterMs } from './outbound/client.ts'

export const failure = (kind: FailureKind, message: string, retryMs?: number): Failure => ({
  ok: false,
  kind,
  message,
  ...(retryMs === undefined ? {} : { retryAfterMs: retryMs }),
})

export const success = <Value>(value: Value): Outcome<Value> => ({ ok: true, value })

/** Returns the response if the platform accepted the call, else a failure. `name` is the platform's name. */
export function accepted(name: string, outcome: OutboundOutcome): Outcome<OutboundResponse> {
  if (!outcome.ok) {
    if (outcome.kind === 'too_large') return failure('unexpected_shape', `${name}: ${outcome.message}.`)
    if (outcome.kind === 'blocked')
      return failure('bad_config', `The address given for ${name} is refused: ${outcome.message}.`)
    return failure('unreachable', `${name} could not be reached: ${outcome.message}.`)
  }
  const { response } = outcome
  const { status } = response
  if (status >= 200 && status < 300) return success(response)
  return refusalOf(name, response)
}

function refusalOf(name: string, { status, headers }: OutboundResponse): Failure {
  if (status === 401) return failure('bad_credentials', `${name} does not accept these credentials.`)
  if (status === 402) return failure('plan_gated', `${name} offers this on a higher plan only.`)
  if (status === 403)
    return failure('missing_scope', `${name} says these credentials may not do this; check their scopes.`)
  if (status === 404 || status === 410)
    return failure('not_found', `${name} cannot find what was asked for (${status}).`)
  if (status === 429) {
    const retryMs = retryAfterMs(headers.get('retry-after')) ?? undefined
    return failure('rate_limited', `${name} is limiting the rate of our calls.`, retryMs)
  }
  if (status >= 500) return failure('vendor_error', `${name} failed (${status}).`)
  return failure('unexpected_shape', `${name} refused the call (${status}).`)
}
