/** The pages of Setup beside each other. */
import { Link, Outlet } from '@tanstack/react-router'
import { keepProject } from '../../app/shell.tsx'
import './setup.css'

const PAGES = [
  { to: '/setup', label: 'First steps' },
  { to: '/setup/sources', label: 'Sources' },
  { to: '/setup/keys', label: 'Keys' },
  { to: '/setup/monitors', label: 'Monitors' },
  { to: '/setup/alerting', label: 'Alerting' },
  { to: '/setup/notes', label: 'Notes and runbooks' },
  { to: '/setup/privacy', label: 'Privacy' },
  { to: '/setup/organization', label: 'Organization' },
  { to: '/setup/audit', label: 'Audit' },
  { to: '/setup/billing', label: 'Usage and billing' },
] as const

export function SetupFrame() {
  return (
    <div class="stack">
      <h1>Setup</h1>
      <nav class="setup-pages" aria-label="Pages of Setup">
        {PAGES.map(({ to, label }) => (
          <Link key={to} to={to} search={keepProject} activeOptions={{ exact: true, includeSearch: false }}>
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}
