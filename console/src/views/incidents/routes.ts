import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute, shellRoute } from '../../app/routes.tsx'

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

export interface IncidentSearch {
  /** The evidence that is open: `<hypothesis>.<evidence>` by number, or a citation. */
  readonly evidence?: string
}

const evidenceSearch = ({ evidence }: Record<string, unknown>): IncidentSearch =>
  typeof evidence === 'string' && evidence.length <= 200 ? { evidence } : {}

const detail = createRoute({
  getParentRoute: () => shellRoute,
  path: '/incidents/$incidentId',
  validateSearch: evidenceSearch,
  component: lazyRouteComponent(() => import('./incident.tsx'), 'IncidentView'),
})

export const incidentRoutes = [home, list, detail] as const

/** Outside of the frame, and so without a session: what a link shows. */
export const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shared/$shareId',
  validateSearch: evidenceSearch,
  component: lazyRouteComponent(() => import('./shared.tsx'), 'SharedIncidentView'),
})
