/** The verdict in one line and five facts: what and where, since when, how bad, how sure; or why it abstains. */
import type { ComponentChildren } from 'preact'
import { durationText, Time, timeText } from '../../components/time.tsx'
import { probabilityText } from '../../telemetry/units.ts'
import { SeverityBadge, StateBadge } from './badges.tsx'
import { waitingText } from './list.tsx'
import type { ShownIncident } from './source.ts'

export interface VerdictProps {
  readonly incident: ShownIncident
  /** Opens a look-up; absent: look-ups are not for this reader. */
  readonly onCite?: (id: string) => void
}

export function Verdict({ incident, onCite }: VerdictProps) {
  const { brief } = incident
  return (
    <header class="stack tight verdict">
      <div class="row">
        <SeverityBadge severity={incident.severity} />
        <StateBadge state={incident.state} />
        <span class="muted foreign">{incident.title}</span>
      </div>
      <h1 class="foreign">{headlineOf(incident)}</h1>
      <dl class="facts">
        <Fact name="Since">
          <Since incident={incident} />
        </Fact>
        <Fact name="How bad">
          {brief === null ? alertsText(incident) : <span class="foreign">{brief.impact.text}</span>}
        </Fact>
        <Fact name="How sure">
          <Sureness incident={incident} />
        </Fact>
      </dl>
      {brief !== null && onCite && <Cites cites={brief.cause.statement.cites} onCite={onCite} />}
    </header>
  )
}

/** The cause as a sentence of its own where there is one; the number stands beside it. */
function headlineOf(incident: ShownIncident): string {
  const found = incident.brief?.cause
  const mechanism = incident.analysis?.hypotheses[0]?.mechanismText
  if (found?.service && mechanism && isNamed(found.outcome)) return `${found.service}: ${mechanism}`
  return incident.headline ?? waitingText(incident)
}

const isNamed = (outcome: string): boolean => outcome === 'identified' || outcome === 'probable'

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt class="small muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Since({ incident }: { readonly incident: ShownIncident }) {
  const onset = incident.analysis?.onset
  const from = onset?.at ?? incident.brief?.since.at ?? incident.startedAt
  const until = incident.resolvedAt ?? incident.brief?.since.until ?? null
  const range = onset?.earliestAt && onset.latestAt ? [Date.parse(onset.earliestAt), Date.parse(onset.latestAt)] : null
  return (
    <>
      <Time at={from} />{' '}
      <span class="muted">
        (<Time at={from} as="ago" />)
      </span>
      {until === null ? ', still going on' : `, for ${durationText(Date.parse(until) - Date.parse(from))}`}
      {range && (
        <span class="small muted">
          {' '}
          · between {timeText(range[0] ?? 0)} and {timeText(range[1] ?? 0)}
        </span>
      )}
    </>
  )
}

function Sureness({ incident }: { readonly incident: ShownIncident }) {
  const { confidence, analysis, brief } = incident
  if (confidence === null) return <>{waitingText(incident)}</>
  const open = [...(analysis?.notSeen ?? []), ...(brief?.openQuestions.map(({ text }) => text) ?? [])]
  return (
    <>
      <meter min={0} max={1} value={confidence} aria-label="Probability of the cause" /> {probabilityText(confidence)}
      {open.length > 0 && (
        <ul class="small muted plain-list">
          {open.map((text) => (
            <li key={text} class="foreign">
              {text}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const alertsText = ({ alerts, services }: ShownIncident): string =>
  `${alerts} ${alerts === 1 ? 'alert' : 'alerts'} on ${services.join(', ')}`

/** Look-ups that a sentence rests on, each as a button that opens it. */
export function Cites({ cites, onCite }: { readonly cites: readonly string[]; readonly onCite: (id: string) => void }) {
  const lookups = cites.filter((cite) => cite.includes('#'))
  if (lookups.length === 0) return null
  return (
    <p class="row small">
      {lookups.map((cite) => (
        <button key={cite} type="button" class="button small" onClick={() => onCite(cite)}>
          Evidence: {cite.split('#')[1]?.replace('_', ' ')}
        </button>
      ))}
    </p>
  )
}
