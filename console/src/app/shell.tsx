/** The frame of every signed-in view: navigation, project switcher, account, shortcuts, messages. */
import { Link, lazyRouteComponent, Outlet, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import { useWorkplace, WorkplaceProvider } from '../api/context.tsx'
import { signOut } from '../api/session.ts'
import { Dialog } from '../components/dialog.tsx'
import { Menu } from '../components/menu.tsx'
import { Answer, Expired } from '../components/states.tsx'
import { Toasts } from '../components/toasts.tsx'
import icon from '../icon.svg'
import { NAVIGATION } from './navigation.ts'
import { Shortcuts, useShortcut } from './shortcuts.tsx'
import { applyTheme, chosenTheme, type Theme } from './theme.ts'
import { useWorkplaceOf, useWorkplaceQuery } from './workplace.ts'

/** Few people ever see it, so it is loaded for them alone. */
const FirstProject = lazyRouteComponent(() => import('../views/setup/first-project.tsx'), 'FirstProject')

export function Shell() {
  const query = useWorkplaceQuery()
  const { project } = useSearch({ strict: false })
  const workplace = useWorkplaceOf(query.data, project)
  return (
    <Answer query={query} what="your projects">
      {() =>
        workplace === null ? (
          <main>
            <Expired />
          </main>
        ) : (
          <WorkplaceProvider value={workplace}>
            <Frame />
          </WorkplaceProvider>
        )
      }
    </Answer>
  )
}

function Frame() {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { project } = useWorkplace()
  return (
    <div class="shell">
      <a class="button skip" href="#content">
        Skip to the content
      </a>
      <aside class="sidebar">
        <Brand />
        <Navigation />
      </aside>
      <div>
        <header class="header">
          <button type="button" class="button quiet menu-button" aria-label="Menu" onClick={() => setMenuOpen(true)}>
            ☰
          </button>
          <ProjectSwitcher />
          <span class="spring" />
          <Account />
        </header>
        <main id="content" class="content" tabIndex={-1}>
          {project === null ? <FirstProject /> : <Outlet />}
        </main>
      </div>
      <Dialog title="Menu" isOpen={isMenuOpen} onClose={() => setMenuOpen(false)}>
        <Navigation onChosen={() => setMenuOpen(false)} />
      </Dialog>
      <Shortcuts />
      <Toasts />
    </div>
  )
}

function Brand() {
  return (
    <Link to="/" className="brand">
      <img src={icon} alt="" width="24" height="24" /> Observability
    </Link>
  )
}

function Navigation({ onChosen }: { readonly onChosen?: () => void }) {
  const navigate = useNavigate()
  return (
    <nav class="navigation" aria-label="Views">
      {NAVIGATION.map((entry, index) => (
        <div key={entry.to}>
          {entry.group && NAVIGATION[index - 1]?.group !== entry.group && <p class="group">{entry.group}</p>}
          <Link to={entry.to} search={keepProject} onClick={onChosen}>
            {entry.label}
          </Link>
          <Goto entry={entry} go={() => void navigate({ to: entry.to, search: keepProject })} />
        </div>
      ))}
    </nav>
  )
}

/** Other state of a view's address is its own; the project goes along. */
export const keepProject = (search: { readonly project?: string }) =>
  search.project === undefined ? {} : { project: search.project }

function Goto({ entry, go }: { readonly entry: (typeof NAVIGATION)[number]; readonly go: () => void }) {
  useShortcut(`g ${entry.key}`, `Go to ${entry.label}`, go)
  return null
}

function ProjectSwitcher() {
  const { projects, project, person } = useWorkplace()
  const navigate = useNavigate()
  if (project === null) return <span class="muted">No project yet</span>
  const organizationOf = (id: string) => person.organizations.find((one) => one.id === id)?.name ?? ''
  const items = projects.map(({ id, name, organizationId }) => ({
    id,
    label: `${organizationOf(organizationId)} / ${name}`,
    isCurrent: id === project.id,
  }))
  return (
    <Menu
      label={`${organizationOf(project.organizationId)} / ${project.name}`}
      hint="choose another project"
      items={items}
      // The view of another project begins where it begins: what is open here does not exist there.
      onSelect={(id) => void navigate({ to: '/', search: { project: id } })}
      class="button quiet"
    />
  )
}

const THEMES: Readonly<Record<Theme, string>> = {
  system: 'Theme of the system',
  light: 'Light theme',
  dark: 'Dark theme',
}

function Account() {
  const { person, session } = useWorkplace()
  const [theme, setTheme] = useState(chosenTheme())
  const items = [
    ...Object.entries(THEMES).map(([id, label]) => ({ id, label, isCurrent: id === theme })),
    { id: 'sign-out', label: 'Sign out' },
  ]
  const select = (id: string) => {
    if (id === 'sign-out') return void signOut(session)
    const next = id as Theme // the other items are the themes
    applyTheme(next)
    setTheme(next)
  }
  const name = person.user.name ?? person.user.email
  return <Menu label={name} hint="account" items={items} onSelect={select} class="button quiet" />
}
