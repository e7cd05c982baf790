/**
 * Every view of the console and its address. A view is a chunk of its own: its area's `routes.ts` names its paths and
 * loads it when it is opened. How to add one: console/README.md.
 */
import { createRouter } from '@tanstack/react-router'
import { rootRoute, shellRoute, signedOutRoute } from './app/routes.tsx'
import { askRoutes } from './views/ask/routes.ts'
import { exploreRoutes } from './views/explore/routes.ts'
import { incidentRoutes, sharedRoute } from './views/incidents/routes.ts'
import { setupRoutes } from './views/setup/routes.ts'

const views = [...incidentRoutes, ...askRoutes, ...exploreRoutes, ...setupRoutes] as const
const routeTree = rootRoute.addChildren([signedOutRoute, sharedRoute, shellRoute.addChildren(views)])

export const router = createRouter({
  routeTree,
  basepath: '/console',
  // A view is loaded when a link to it is pointed at or focused.
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
