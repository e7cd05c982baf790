/** Calls of a thread's object, and what is done when the object is replaced under one. */

import { DomainError } from '../../contracts/domain-error.ts'
import type { ThreadStub } from '../context.ts'

/** Calls that met a replaced object are made again this often: a deploy replaces it once, a crash loop does not end. */
const REPLACEMENTS_MAX = 3

/**
 * Calls an object; where it was replaced (deploy, crash) meanwhile, again on a new stub. `isRepeat` tells the object
 * that the first call may have had its effect.
 */
export async function callThread<T>(
  makeStub: () => ThreadStub,
  call: (stub: ThreadStub, isRepeat: boolean) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call(makeStub(), attempt > 0)
    } catch (error) {
      const { retryable, overloaded, durableObjectReset } = flagsOf(error)
      if (overloaded) {
        throw new DomainError({ kind: 'busy', message: 'The thread is overloaded. Try again.', retryAfterSeconds: 1 })
      }
      if (attempt >= REPLACEMENTS_MAX || !(retryable || durableObjectReset)) throw error
    }
  }
}

/** Errors of stubs carry these. */
function flagsOf(error: unknown): { retryable?: boolean; overloaded?: boolean; durableObjectReset?: boolean } {
  return typeof error === 'object' && error !== null ? error : {}
}
