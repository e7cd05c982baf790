import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../app/routes.tsx'

const home = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./home.tsx'), 'Home'),
})

export interface IncidentListSearch {
  readonly state?: 'open' | 'resolved'
}

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/incidents',
  validateSearch: (search: Record<string, unknown>): IncidentListSearch =>
    search['state'] === 'open' || search['state'] === 'resolved' ? { state: search['state'] } : {},
  component: lazyRouteComponent(() => import('./list.tsx'), 'IncidentList'),
})

const detail = createRoute({
  getParentRoute: () => shellRoute,
  path: '/incidents/$incidentId',
  component: lazyRouteComponent(() => import('./incident.tsx'), 'IncidentView'),
})

export const incidentRoutes = [home, list, detail] as const
