/** What the navigation lists, in this order. A view that is reached from another one only is not in it. */

export interface NavigationEntry {
  readonly label: string
  readonly to: string
  /** Typed after `g`. */
  readonly key: string
  readonly group?: string
}

export const NAVIGATION: readonly NavigationEntry[] = [
  { label: 'Incidents', to: '/incidents', key: 'i' },
  { label: 'Ask', to: '/ask', key: 'a' },
  { label: 'Logs', to: '/logs', key: 'l', group: 'Explore' },
  { label: 'Traces', to: '/traces', key: 't', group: 'Explore' },
  { label: 'Metrics', to: '/metrics', key: 'm', group: 'Explore' },
  { label: 'Services', to: '/services', key: 's', group: 'Explore' },
  { label: 'Setup', to: '/setup', key: 'u', group: 'Manage' },
]
