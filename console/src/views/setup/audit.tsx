/** Who changed what in the organization, newest first. */
import type { AuditEvent } from '@observability-agent/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useWorkplace } from '../../api/context.tsx'
import { keepProject } from '../../app/shell.tsx'
import { timeRangeOf } from '../../app/time-range.ts'
import { ShowMore } from '../../components/show-more.tsx'
import { Answer, Empty } from '../../components/states.tsx'
import { TableFrame } from '../../components/table-frame.tsx'
import { Time } from '../../components/time.tsx'
import { ACTION_KINDS, AUDIT_TIMES, type AuditSearch } from './audit-search.ts'

export function Audit() {
  const search: AuditSearch = useSearch({ strict: false })
  const query = useAuditEvents(search)
  return (
    <section class="stack" aria-label="Audit">
      <h2>Audit</h2>
      <p class="muted small">Every change in this organization: who made it, when, and to what. Only admins see it.</p>
      <Filters search={search} />
      <Answer query={query} what="the changes">
        {({ pages }) => {
          const events = pages.flatMap((page) => page.events)
          if (events.length === 0) return <NoChanges isFiltered={isFiltered(search)} />
          return (
            <>
              <Events events={events} />
              <ShowMore query={query} label="Show older changes" />
            </>
          )
        }}
      </Answer>
    </section>
  )
}

function useAuditEvents({ actor, action, since }: AuditSearch) {
  const { client, project } = useWorkplace()
  const organizationId = project?.organizationId ?? ''
  return useInfiniteQuery({
    queryKey: ['setup', organizationId, 'audit', actor, action, since],
    queryFn: ({ pageParam, signal }) =>
      client.auditEvents.list({
        query: {
          organizationId,
          limit: 50,
          ...(actor ? { actorId: actor } : {}),
          ...(action ? { action } : {}),
          ...(since ? { from: new Date(timeRangeOf({ from: since }, Date.now()).from).toISOString() } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
}

const isFiltered = ({ actor, action, since }: AuditSearch): boolean => Boolean(actor ?? action ?? since)

function NoChanges({ isFiltered: isNarrow }: { readonly isFiltered: boolean }) {
  return isNarrow ? (
    <Empty title="No change is like this">
      <p>Choose another person, another kind, or a longer time.</p>
    </Empty>
  ) : (
    <Empty title="Nothing was changed so far" />
  )
}

function Filters({ search }: { readonly search: AuditSearch }) {
  const { client, project } = useWorkplace()
  const navigate = useNavigate()
  const organizationId = project?.organizationId ?? ''
  const { data } = useQuery({
    queryKey: ['setup', project?.id ?? '', 'members'],
    queryFn: ({ signal }) => client.members.list({ query: { organizationId }, signal }),
  })
  const people = (data?.members ?? []).map(({ userId, name, email }) => ({ value: userId, label: name ?? email }))
  // Somebody who has left, or a key: the address names them all the same.
  const isElse = search.actor !== undefined && !people.some(({ value }) => value === search.actor)
  const actors = isElse ? [...people, { value: search.actor ?? '', label: search.actor ?? '' }] : people
  const set = (name: keyof AuditSearch, value: string) =>
    void navigate({
      to: '/setup/audit',
      search: (now) => {
        const { [name]: _, ...rest } = { ...search }
        return { ...keepProject(now), ...rest, ...(value ? { [name]: value } : {}) }
      },
    })
  return (
    <div class="row">
      <Choice label="Who" all="Everybody" value={search.actor} options={actors} onChange={(to) => set('actor', to)} />
      <Choice
        label="What"
        all="Everything"
        value={search.action}
        options={ACTION_KINDS}
        onChange={(to) => set('action', to)}
      />
      <Choice
        label="When"
        all="Any time"
        value={search.since}
        options={AUDIT_TIMES}
        onChange={(to) => set('since', to)}
      />
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  /** Of the first option, which narrows nothing. */
  readonly all: string
  readonly value: string | undefined
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

function Choice({ label, all, value = '', options, onChange }: ChoiceProps) {
  return (
    <label class="row">
      <span class="small">{label}</span>
      <select class="input fit" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}

function Events({ events }: { readonly events: readonly AuditEvent[] }) {
  const { projects } = useWorkplace()
  const nameOf = (id: string | null) => (id === null ? '–' : (projects.find((one) => one.id === id)?.name ?? id))
  return (
    <TableFrame>
      <table>
        <thead>
          <tr>
            {['When', 'Who', 'What', 'Project', 'Details'].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.id}>
              <td>
                <Time at={event.at} />
              </td>
              <td class="foreign">{actorText(event.actor)}</td>
              <td>{actionText(event.action)}</td>
              <td class="foreign">{nameOf(event.projectId)}</td>
              <td>
                <Details event={event} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

const ACTOR_KINDS: Readonly<Record<string, string>> = {
  user: '',
  secret_key: 'key ',
  partner_key: 'partner ',
  system: 'the service: ',
}

const actorText = ({ kind, id, name }: AuditEvent['actor']): string =>
  `${ACTOR_KINDS[kind] ?? `${kind.replaceAll('_', ' ')} `}${name ?? id}`

/** `member.update_role` as `member: update role`. */
const actionText = (action: string): string => action.replace('.', ': ').replaceAll('_', ' ')

function Details({ event: { detail, targetId, requestId } }: { readonly event: AuditEvent }) {
  const rows = [
    ...Object.entries(detail).map(([name, value]) => [name, valueText(value)] as const),
    ...(targetId === null ? [] : [['of', targetId] as const]),
    ...(requestId === null ? [] : [['request', requestId] as const]),
  ]
  if (rows.length === 0) return <span class="muted">–</span>
  return (
    <details>
      <summary class="small">{summaryOf(detail)}</summary>
      <dl class="small">
        {rows.map(([name, value]) => (
          <div key={name} class="row">
            <dt class="muted">{name}</dt>
            <dd class="mono foreign">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const SUMMARY_CHARACTERS = 60

function summaryOf(detail: AuditEvent['detail']): string {
  const [first] = Object.entries(detail)
  if (first === undefined) return 'ids'
  return `${first[0]}: ${valueText(first[1])}`.slice(0, SUMMARY_CHARACTERS)
}
