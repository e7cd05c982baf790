/** Calls a thread's object, and repeats the call when the object is replaced during it. */

import { DomainError } from '../../contracts/domain-error.ts'
import type { ThreadStub } from '../context.ts'

/**
 * Maximum repetitions of a call whose object was replaced. A deploy replaces the object once; a crash loop would not
 * end.
 */
const REPLACEMENTS_MAX = 3

/**
 * Calls an object. If the object was replaced meanwhile (deploy, crash), calls it again with a new stub. `isRepeat`
 * tells the object that the first call may have taken effect.
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
        throw new DomainError({
          kind: 'busy',
          message: 'The thread is overloaded. Try again in a few seconds.',
          retryAfterSeconds: 1,
        })
      }
      if (attempt >= REPLACEMENTS_MAX || !(retryable || durableObjectReset)) throw error
    }
  }
}

/** Errors of stubs carry these properties. */
function flagsOf(error: unknown): { retryable?: boolean; overloaded?: boolean; durableObjectReset?: boolean } {
  return typeof error === 'object' && error !== null ? error : {}
}
