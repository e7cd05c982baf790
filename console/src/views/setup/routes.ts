import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../app/routes.tsx'
import { auditSearch } from './audit-search.ts'

const setup = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup',
  component: lazyRouteComponent(() => import('./frame.tsx'), 'SetupFrame'),
})

const start = createRoute({
  getParentRoute: () => setup,
  path: '/',
  component: lazyRouteComponent(() => import('./start.tsx'), 'SetupStart'),
})
const keys = createRoute({
  getParentRoute: () => setup,
  path: '/keys',
  component: lazyRouteComponent(() => import('./keys.tsx'), 'Keys'),
})
const sources = createRoute({
  getParentRoute: () => setup,
  path: '/sources',
  component: lazyRouteComponent(() => import('./sources.tsx'), 'Sources'),
})
const alerting = createRoute({
  getParentRoute: () => setup,
  path: '/alerting',
  component: lazyRouteComponent(() => import('./alerting.tsx'), 'Alerting'),
})
const monitors = createRoute({
  getParentRoute: () => setup,
  path: '/monitors',
  component: lazyRouteComponent(() => import('./monitors.tsx'), 'Monitors'),
})
const notes = createRoute({
  getParentRoute: () => setup,
  path: '/notes',
  component: lazyRouteComponent(() => import('./notes.tsx'), 'Notes'),
})
const privacy = createRoute({
  getParentRoute: () => setup,
  path: '/privacy',
  component: lazyRouteComponent(() => import('./privacy.tsx'), 'Privacy'),
})
const organization = createRoute({
  getParentRoute: () => setup,
  path: '/organization',
  component: lazyRouteComponent(() => import('./organization.tsx'), 'OrganizationSetup'),
})
const billing = createRoute({
  getParentRoute: () => setup,
  path: '/billing',
  component: lazyRouteComponent(() => import('./billing.tsx'), 'Billing'),
})

const audit = createRoute({
  getParentRoute: () => setup,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('./audit.tsx'), 'Audit'),
})

export const setupRoutes = [
  setup.addChildren([start, keys, sources, alerting, monitors, notes, privacy, organization, audit, billing]),
] as const
