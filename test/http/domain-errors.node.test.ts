import { describe, expect, it } from 'vitest'
import { canRetry, DomainError, isProblem, type Problem } from '../../src/contracts/domain-error.ts'
import { isRefusal, refusalOf } from '../../src/http/domain-errors.ts'
import { ERROR_STATUS, errorResponse, HttpError } from '../../src/http/errors.ts'

const message = 'What happened.'

/** One of every kind, with the code and the rest of the body that callers have always been answered. */
const ANSWERS: { readonly [Kind in Problem['kind']]: readonly [Extract<Problem, { kind: Kind }>, string, object] } = {
  invalid_input: [
    { kind: 'invalid_input', message, issues: [{ path: 'body.name', message: 'is empty' }] },
    'BAD_REQUEST',
    { message, issues: [{ path: 'body.name', message: 'is empty' }] },
  ],
  missing_context: [
    { kind: 'missing_context', missing: 'projectId' },
    'BAD_REQUEST',
    { message: 'Name the project: projectId.', missingContext: ['projectId'] },
  ],
  unauthenticated: [{ kind: 'unauthenticated', message }, 'UNAUTHORIZED', { message }],
  missing_permission: [
    { kind: 'missing_permission', permission: 'keys:manage' },
    'FORBIDDEN',
    { message: 'This credential does not have the permission keys:manage here.' },
  ],
  not_for_this_caller: [{ kind: 'not_for_this_caller', message }, 'FORBIDDEN', { message }],
  not_found: [{ kind: 'not_found', what: 'The project' }, 'NOT_FOUND', { message: 'The project was not found.' }],
  conflict: [{ kind: 'conflict', message }, 'CONFLICT', { message }],
  out_of_credits: [{ kind: 'out_of_credits', message }, 'PAYMENT_REQUIRED', { message }],
  not_possible: [{ kind: 'not_possible', message }, 'UNPROCESSABLE_CONTENT', { message }],
  platform_refused: [{ kind: 'platform_refused', message }, 'UNPROCESSABLE_CONTENT', { message }],
  platform_failed: [{ kind: 'platform_failed', message }, 'BAD_GATEWAY', { message }],
  processor_refused: [
    { kind: 'processor_refused' },
    'BAD_GATEWAY',
    { message: 'The payment processor refused the request. Nothing was charged.' },
  ],
  processor_unreachable: [
    { kind: 'processor_unreachable' },
    'BAD_GATEWAY',
    { message: 'The payment processor could not be reached. Nothing was charged; try again.' },
  ],
  queue_full: [
    { kind: 'queue_full', message, retryAfterSeconds: 5 },
    'TOO_MANY_REQUESTS',
    { message, retryAfterSeconds: 5 },
  ],
  busy: [{ kind: 'busy', message, retryAfterSeconds: 1 }, 'SERVICE_UNAVAILABLE', { message, retryAfterSeconds: 1 }],
}

describe('problems of the domain', () => {
  it.each(Object.values(ANSWERS))('answer $kind with its public code and the same body as ever', async (...row) => {
    const [problem, code, rest] = row
    const refusal = refusalOf(new DomainError(problem))
    if (refusal === null) throw new Error('no refusal')
    const response = errorResponse(refusal, 'threads.get', 'request-1')
    expect(response.status).toBe(ERROR_STATUS[refusal.code])
    expect(await response.json()).toEqual({ code, operationId: 'threads.get', requestId: 'request-1', ...rest })
    expect(response.headers.get('www-authenticate')).toBe(code === 'UNAUTHORIZED' ? 'Bearer' : null)
  })

  it('are told apart by kind, and anything else that is thrown is none of them', () => {
    const error = new DomainError({ kind: 'not_found', what: 'The run' })
    expect([isProblem(error, 'not_found'), isProblem(error, 'conflict')]).toEqual([true, false])
    expect(isProblem(new Error('not_found'), 'not_found')).toBe(false)
    expect(refusalOf(new TypeError('x'))).toBeNull()
    expect(refusalOf(new HttpError('CONFLICT', message))?.code).toBe('CONFLICT')
  })

  it('count as refusals, after which nothing was done, only below 500', () => {
    const refusals = Object.values(ANSWERS).filter(([problem]) => isRefusal(new DomainError(problem)))
    const others = Object.values(ANSWERS).filter(([problem]) => !isRefusal(new DomainError(problem)))
    expect(others.map(([{ kind }]) => kind)).toEqual([
      'platform_failed',
      'processor_refused',
      'processor_unreachable',
      'busy',
    ])
    expect(refusals).toHaveLength(11)
  })

  it('say that the same request can succeed later where waiting is all it takes', () => {
    const retried = Object.values(ANSWERS).flatMap(([problem]) => (canRetry(problem) ? [problem.kind] : []))
    expect(retried).toEqual(['platform_failed', 'processor_unreachable', 'queue_full', 'busy'])
  })
})
