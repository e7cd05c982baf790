/** The two routes that every other one lies below: the page, and its signed-in part. Views add theirs (router.tsx). */
import { createRootRoute, createRoute, type ErrorComponentProps, Outlet } from '@tanstack/react-router'
import { Failed, NotFound } from '../components/states.tsx'
import { Shell } from './shell.tsx'
import { SignedOut } from './signed-out.tsx'

export interface RootSearch {
  /** The project in view; without it, the one of last time or the first. */
  readonly project?: string
}

export const rootRoute = createRootRoute({
  validateSearch: (search: Record<string, unknown>): RootSearch =>
    typeof search['project'] === 'string' ? { project: search['project'] } : {},
  component: Outlet,
  notFoundComponent: () => <NotFound what="This page" />,
  errorComponent: ({ error, reset }: ErrorComponentProps) => <Failed error={error} onRetry={reset} />,
})

export const signedOutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signed-out',
  component: SignedOut,
})

/** Everything below it has a session, a person and a project (useWorkplace). */
export const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell', component: Shell })
