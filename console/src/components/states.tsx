/**
 * What a view shows when it cannot show its data: loading, slow, empty, failed, forbidden, not found, expired session.
 * `Answer` chooses among them for an answer of the API, so that no view decides on its own.
 */
import { ApiError, ConnectionError } from '@observability-agent/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { signIn } from '../api/session.ts'

/** A short wait is not announced; it would only flicker. */
const UNSEEN_MS = 250
const SLOW_MS = 6_000

export interface StateProps {
  readonly title: string
  readonly children?: ComponentChildren
}

/** A state that stands for the view: a sentence, and what can be done. */
export function State({ title, children }: StateProps) {
  return (
    <div class="state">
      <h1>{title}</h1>
      {children}
    </div>
  )
}

/** `what` names what is awaited: `the incident`. */
export function Loading({ what }: { readonly what: string }) {
  const [phase, setPhase] = useState<'unseen' | 'seen' | 'slow'>('unseen')
  useEffect(() => {
    const seen = setTimeout(() => setPhase('seen'), UNSEEN_MS)
    const slow = setTimeout(() => setPhase('slow'), SLOW_MS)
    return () => {
      clearTimeout(seen)
      clearTimeout(slow)
    }
  }, [])
  if (phase === 'unseen') return <div class="state" aria-busy="true" />
  return (
    <div class="state" role="status" aria-busy="true">
      <span class="spinner" aria-hidden="true" />
      <p class="muted">
        {phase === 'slow' ? `Still loading ${what}. It takes longer than usual.` : `Loading ${what} …`}
      </p>
    </div>
  )
}

/** Nothing to show in a place of a view that has a heading of its own. */
export function Empty({ title, children }: StateProps) {
  return (
    <div class="state">
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** `what` begins the sentence: `This incident`. */
export function NotFound({ what }: { readonly what: string }) {
  return (
    <State title="Not found">
      <p>{what} does not exist, or it belongs to a project that you cannot see.</p>
      <a class="button" href="/console/">
        To the incidents
      </a>
    </State>
  )
}

export function Forbidden({ error }: { readonly error: ApiError }) {
  return (
    <State title="Not for your role">
      <p>{error.message} An admin of the organization can do this, or change your role.</p>
    </State>
  )
}

export function Expired() {
  return (
    <State title="Your session has ended">
      <p>Sign in again; you come back to this view as it is.</p>
      <button type="button" class="button primary" onClick={signIn}>
        Sign in
      </button>
    </State>
  )
}

/** A failure with what is known of it, and another attempt. */
export function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  return (
    <div class="state" role="alert">
      <h1>{error instanceof ConnectionError ? 'The service cannot be reached' : 'This could not be loaded'}</h1>
      <p>{sentenceOf(error)}</p>
      {error instanceof ApiError && error.requestId !== null && (
        <p class="small muted">
          Request <code>{error.requestId}</code>
        </p>
      )}
      {onRetry && (
        <button type="button" class="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

/** One sentence for people about something that failed. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError && error.retryAfterSeconds !== null)
    return `${error.message} It can be tried again in ${Math.ceil(error.retryAfterSeconds)} s.`
  return error instanceof Error ? error.message : 'Something failed that gave no reason.'
}

/** The state for an error of the API. */
export function Refused({
  error,
  what,
  onRetry,
}: {
  readonly error: unknown
  readonly what: string
  readonly onRetry?: () => void
}) {
  if (error instanceof ApiError && error.status === 401) return <Expired />
  if (error instanceof ApiError && error.status === 403) return <Forbidden error={error} />
  if (error instanceof ApiError && error.status === 404) return <NotFound what={what} />
  return <Failed error={error} {...(onRetry ? { onRetry } : {})} />
}

export interface AnswerProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** What is awaited, as it ends a sentence: `the incident`. */
  readonly what: string
  readonly children: (data: Data) => ComponentChildren
}

/** Shows an answer, or why it is not there. What was shown once stays while it is asked for again. */
export function Answer<Data>({ query, what, children }: AnswerProps<Data>) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.error) {
    const subject = what.charAt(0).toUpperCase() + what.slice(1)
    return <Refused error={query.error} what={subject} onRetry={() => void query.refetch()} />
  }
  return <Loading what={what} />
}
