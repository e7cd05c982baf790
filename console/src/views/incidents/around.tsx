/** What surrounds the finding: next steps, changes near it, affected requests, incidents that were like it. */
import { Link } from '@tanstack/react-router'
import { keepProject } from '../../app/shell.tsx'
import { safeUrl } from '../../components/safe-url.ts'
import { TableFrame } from '../../components/table-frame.tsx'
import { Time } from '../../components/time.tsx'
import { probabilityText } from '../../telemetry/units.ts'
import { type ShownIncident, useIncidentSource } from './source.ts'

interface PartProps {
  readonly incident: ShownIncident
}

export function NextSteps({ incident: { analysis, brief } }: PartProps) {
  const steps = analysis?.nextSteps ?? []
  const runbooks = brief?.runbooks ?? []
  if (steps.length + runbooks.length === 0) return null
  return (
    <section class="card stack tight next-steps" aria-labelledby="next-steps">
      <h2 id="next-steps">Next</h2>
      <ol class="numbered">
        {steps.map(({ text, url }) => (
          <li key={text} class="foreign">
            {text} <OutsideLink url={url} label="Open" />
          </li>
        ))}
        {runbooks.map(({ noteId, title, step, url, because }) => (
          <li key={`${noteId}${step}`} class="foreign">
            {step}{' '}
            <span class="small muted">
              From “{title}”: {because}
            </span>{' '}
            <OutsideLink url={url} label="Open the runbook" />
          </li>
        ))}
      </ol>
    </section>
  )
}

function OutsideLink({ url, label }: { readonly url: string | null; readonly label: string }) {
  const target = url === null ? null : safeUrl(url)
  if (target === null) return null
  return (
    <a href={target} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  )
}

const CHANGE_BADGES = {
  culprit: <span class="badge critical">to blame</span>,
  weakened: <span class="badge warning">does not fit</span>,
  unrelated: <span class="badge">unrelated</span>,
} as const

export function Changes({ incident: { brief } }: PartProps) {
  if (brief === null) return null
  return (
    <section class="card stack tight" aria-labelledby="changes">
      <h2 id="changes">Changes</h2>
      <p class="foreign">{brief.changeStatement.text}</p>
      <ul class="stack tight">
        {brief.changes.map((change) => (
          <li key={change.changeId} class="stack tight small">
            <span class="row">
              {CHANGE_BADGES[change.state]} <Time at={change.startedAt} /> <span>{change.kind}</span>
              <strong class="foreign">{change.title}</strong>
              {change.version && <code class="foreign">{change.version}</code>}
              {change.author && <span class="muted foreign">by {change.author}</span>}
              <OutsideLink url={change.url} label="Open" />
            </span>
            <span class="muted foreign">{change.because}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Requests({ incident }: PartProps) {
  const { analysis } = incident
  const requests = analysis?.requests ?? []
  const lines = analysis?.lines ?? []
  if (requests.length + lines.length === 0) return null
  return (
    <section class="card stack tight" aria-labelledby="requests">
      <h2 id="requests">Affected requests</h2>
      <TableFrame>
        <table>
          <thead>
            <tr>
              <th>At</th>
              <th>Service</th>
              <th>Request</th>
              <th>Trace</th>
            </tr>
          </thead>
          <tbody>
            {requests.map(({ traceId, at, service, text }) => (
              <tr key={`${traceId}${at}`}>
                <td>
                  <Time at={at} />
                </td>
                <td class="foreign">{service}</td>
                <td class="foreign">{text}</td>
                <td>
                  <TraceId traceId={traceId} at={at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {lines.map((line) => (
        <Line key={line.logId} line={line} window={incident.window} />
      ))}
    </section>
  )
}

/** Leads to the waterfall of the request, for those who may see more than the incident. */
function TraceId({ traceId, at }: { readonly traceId: string; readonly at: string }) {
  const { isShared } = useIncidentSource()
  if (isShared) return <code class="foreign">{traceId}</code>
  return (
    <Link
      to="/traces/$traceId"
      params={{ traceId }}
      search={(now) => ({ ...keepProject(now), at })}
      className="mono foreign"
    >
      {traceId}
    </Link>
  )
}

interface LineProps {
  readonly line: NonNullable<ShownIncident['analysis']>['lines'][number]
  readonly window: ShownIncident['window']
}

function Line({ line: { logId, service, text }, window: { from, to } }: LineProps) {
  const { isShared } = useIncidentSource()
  return (
    <p class="small foreign">
      <strong>{service}</strong>{' '}
      {isShared ? (
        <code>{text}</code>
      ) : (
        <Link to="/logs" search={(now) => ({ ...keepProject(now), from, to, log: logId })} className="mono">
          {text}
        </Link>
      )}
    </p>
  )
}

export function Similar({ incident: { brief } }: PartProps) {
  if (brief === null) return null
  return (
    <section class="card stack tight" aria-labelledby="similar">
      <h2 id="similar">Similar incidents</h2>
      {brief.similar.length === 0 && <p class="muted">None of this project resembles it.</p>}
      <ul class="stack tight">
        {brief.similar.map(({ incidentId, title, startedAt, likeness, because, ending }) => (
          <li key={incidentId} class="stack tight">
            <span class="row">
              <Link to="/incidents/$incidentId" params={{ incidentId }} search={keepProject} className="foreign">
                {title}
              </Link>
              <span class="small muted">
                <Time at={startedAt} as="ago" /> · likeness {probabilityText(likeness)}
              </span>
            </span>
            <span class="small foreign">
              {because} {ending}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
