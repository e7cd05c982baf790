/** The incidents of a project, newest first. */
import type { IncidentItem } from '@observability-agent/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useWorkplace } from '../../api/context.tsx'
import { keepProject } from '../../app/shell.tsx'
import { ShowMore } from '../../components/show-more.tsx'
import { Answer, Empty } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import './incident.css'
import { SeverityBadge, StateBadge } from './badges.tsx'
import { incidentPages } from './queries.ts'
import type { IncidentListSearch } from './routes.ts'

const STATES = [
  { value: undefined, label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
] as const

export function IncidentList() {
  const { client, project } = useWorkplace()
  const search: IncidentListSearch = useSearch({ strict: false })
  const query = useInfiniteQuery(incidentPages(client, project?.id ?? '', search))
  return (
    <div class="stack">
      <div class="row apart">
        <h1>Incidents</h1>
        <StateFilter current={search.state} />
      </div>
      <Answer query={query} what="the incidents">
        {({ pages }) => {
          const incidents = pages.flatMap((page) => page.incidents)
          if (incidents.length === 0) return <NoIncidents isFiltered={search.state !== undefined} />
          return (
            <>
              <ul class="stack tight">
                {incidents.map((incident) => (
                  <Item key={incident.id} incident={incident} />
                ))}
              </ul>
              <ShowMore query={query} label="Show older incidents" />
            </>
          )
        }}
      </Answer>
    </div>
  )
}

function StateFilter({ current }: { readonly current: IncidentListSearch['state'] }) {
  const navigate = useNavigate()
  return (
    <fieldset class="row choices">
      <legend class="hidden-text">State</legend>
      {STATES.map(({ value, label }) => (
        <button
          key={label}
          type="button"
          class={value === current ? 'button small primary' : 'button small'}
          aria-pressed={value === current}
          onClick={() =>
            void navigate({
              to: '/incidents',
              search: (before) => ({ ...keepProject(before), ...(value ? { state: value } : {}) }),
            })
          }
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

function NoIncidents({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No incident has this state" />
  ) : (
    <Empty title="No incident so far">
      <p>
        An incident opens when a monitor fires or an alert arrives. Each is investigated at once; what was found stands
        here.
      </p>
    </Empty>
  )
}

function Item({ incident }: { readonly incident: IncidentItem }) {
  return (
    <li>
      <Link
        to="/incidents/$incidentId"
        params={{ incidentId: incident.id }}
        search={keepProject}
        className="card incident-item"
      >
        <span class="row">
          <SeverityBadge severity={incident.severity} />
          <StateBadge state={incident.state} />
          <strong class="foreign">{incident.title}</strong>
        </span>
        <span class="foreign">{incident.headline ?? waitingText(incident)}</span>
        <span class="small muted">
          since <Time at={incident.startedAt} /> · <Time at={incident.startedAt} as="ago" /> · {incident.alerts}{' '}
          {incident.alerts === 1 ? 'alert' : 'alerts'}
        </span>
      </Link>
    </li>
  )
}

/** What stands for the headline while there is none. */
export function waitingText({ investigation }: Pick<IncidentItem, 'investigation'>): string {
  if (investigation.reason !== null) return investigation.reason
  switch (investigation.state) {
    case 'due':
    case 'queued':
      return 'The investigation is about to begin.'
    case 'running':
      return 'The investigation is running.'
    case 'answered':
      return 'The investigation has ended.'
    case 'failed':
      return 'The investigation failed.'
    case 'refused':
      return 'No investigation was made.'
  }
}
