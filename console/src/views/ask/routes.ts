import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../app/routes.tsx'

export interface AskSearch {
  /** A question to begin with, which is shown and not yet asked. */
  readonly q?: string
}

/** Longer questions than the API takes are not put into addresses. */
const QUESTION_MAX = 10_000

const ask = createRoute({
  getParentRoute: () => shellRoute,
  path: '/ask',
  validateSearch: ({ q }: Record<string, unknown>): AskSearch =>
    typeof q === 'string' && q !== '' && q.length <= QUESTION_MAX ? { q } : {},
  component: lazyRouteComponent(() => import('./ask.tsx'), 'Ask'),
})

const thread = createRoute({
  getParentRoute: () => shellRoute,
  path: '/ask/$threadId',
  component: lazyRouteComponent(() => import('./ask.tsx'), 'AskThread'),
})

export const askRoutes = [ask, thread] as const
