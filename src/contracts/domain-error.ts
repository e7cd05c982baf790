/**
 * Why the service refuses a request or cannot carry it out, as values of its own. Verbs, authentication and background
 * work distinguish them by `kind`, and src/http maps each to its public code, in one place. Anything else that is
 * thrown is a bug or an outage, and says nothing to a caller.
 */
import type { Issue } from './issues.ts'

export type Problem =
  /** The input is well formed but wrong; `issues` names the places. */
  | { readonly kind: 'invalid_input'; readonly message: string; readonly issues?: readonly Issue[] }
  /** The credential reaches several organizations or projects, and the request named none. */
  | { readonly kind: 'missing_context'; readonly missing: 'organizationId' | 'projectId' }
  | { readonly kind: 'unauthenticated'; readonly message: string }
  | { readonly kind: 'missing_permission'; readonly permission: string }
  /** No permission helps: this kind of caller may never do it. */
  | { readonly kind: 'not_for_this_caller'; readonly message: string }
  /** It does not exist, or the caller may not know that it does. `what` begins the sentence: `The project`. */
  | { readonly kind: 'not_found'; readonly what: string }
  /** The present state does not allow it. */
  | { readonly kind: 'conflict'; readonly message: string }
  | { readonly kind: 'out_of_credits'; readonly message: string }
  /** It is never possible for this kind of thing. */
  | { readonly kind: 'not_possible'; readonly message: string }
  /** A connected platform refused: the credentials, or the request. */
  | { readonly kind: 'platform_refused'; readonly message: string }
  /** A connected platform failed or could not be reached. */
  | { readonly kind: 'platform_failed'; readonly message: string }
  | { readonly kind: 'processor_refused' }
  | { readonly kind: 'processor_unreachable' }
  /** A queue of bounded length is full. */
  | { readonly kind: 'queue_full'; readonly message: string; readonly retryAfterSeconds: number }
  /** Too much is going on at once. The same request works in a moment. */
  | { readonly kind: 'busy'; readonly message: string; readonly retryAfterSeconds: number }

export type ProblemKind = Problem['kind']

export class DomainError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(sentenceOf(problem))
    this.name = 'DomainError'
    this.problem = problem
  }
}

/** What to tell the caller: what happened and, if something can be done, what. */
function sentenceOf(problem: Problem): string {
  switch (problem.kind) {
    case 'missing_context':
      return problem.missing === 'projectId' ? 'Name the project: projectId.' : 'Name the organization: organizationId.'
    case 'missing_permission':
      return `This credential does not have the permission ${problem.permission} here.`
    case 'not_found':
      return `${problem.what} was not found.`
    case 'processor_refused':
      return 'The payment processor refused the request. Nothing was charged.'
    case 'processor_unreachable':
      return 'The payment processor could not be reached. Nothing was charged; try again.'
    default:
      return problem.message
  }
}

/** Whether the same request can succeed later without anybody changing anything. */
export function canRetry(problem: Problem): boolean {
  switch (problem.kind) {
    case 'platform_failed':
    case 'processor_unreachable':
    case 'queue_full':
    case 'busy':
      return true
    case 'invalid_input':
    case 'missing_context':
    case 'unauthenticated':
    case 'missing_permission':
    case 'not_for_this_caller':
    case 'not_found':
    case 'conflict':
    case 'out_of_credits':
    case 'not_possible':
    case 'platform_refused':
    case 'processor_refused':
      return false
  }
}

/** Whether something thrown is this kind of problem. */
export function isProblem(error: unknown, kind: ProblemKind): boolean {
  return error instanceof DomainError && error.problem.kind === kind
}

export const notFound = (what: string) => new DomainError({ kind: 'not_found', what })
export const missingPermission = (permission: string) => new DomainError({ kind: 'missing_permission', permission })
export const conflict = (message: string) => new DomainError({ kind: 'conflict', message })
export const notPossible = (message: string) => new DomainError({ kind: 'not_possible', message })
export const invalidInput = (message: string, issues?: readonly Issue[]) =>
  new DomainError({ kind: 'invalid_input', message, ...(issues ? { issues } : {}) })
