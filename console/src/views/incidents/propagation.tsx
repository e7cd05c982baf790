/** How the trouble spread: which service affected which, by which sign, with the rates of the calls between them. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'preact/hooks'
import { GraphMap, type MapEdge, type MapNode } from '../../components/graph-map.tsx'
import { Time } from '../../components/time.tsx'
import { shareText } from '../../telemetry/units.ts'
import { callsBeforeAndSince } from './queries.ts'
import { type BeforeAndSince, type ServiceCall, type ShownIncident, useIncidentSource } from './source.ts'

const KINDS: Readonly<Record<string, string>> = {
  missing_calls: 'calls that did not come',
  named_in_logs: 'named in logs',
  failing_calls: 'failing calls',
  slow_calls: 'slow calls',
}

const kindText = (kind: string): string => KINDS[kind] ?? kind.replaceAll('_', ' ')

/** The share of failed calls between two services, whichever of them calls. */
function failedShare(calls: readonly ServiceCall[] | undefined, a: string, b: string): number | null {
  const found = calls?.find(({ caller, callee }) => (caller === a && callee === b) || (caller === b && callee === a))
  return found === undefined || found.calls === 0 ? null : found.errors / found.calls
}

export function Propagation({ incident }: { readonly incident: ShownIncident }) {
  const { data } = useQuery(callsBeforeAndSince(useIncidentSource(), incident))
  const edges = incident.analysis?.propagation ?? []
  const map = useMemo(() => mapOf(incident, data), [incident, data])
  if (edges.length === 0) return null
  return (
    <section class="card stack tight" aria-labelledby="propagation">
      <h2 id="propagation">How it spread</h2>
      <GraphMap title="Services in the order in which they were affected" {...map} />
      <details>
        <summary class="small">As a list, with what shows it</summary>
        <ol class="numbered small">
          {edges.map(({ from, to, kind, text, firstSeenAt }) => (
            <li key={`${from} ${to}`} class="foreign">
              <strong>{from}</strong> affected <strong>{to}</strong> ({kindText(kind)}
              {firstSeenAt && (
                <>
                  , since <Time at={firstSeenAt} />
                </>
              )}
              ): {text}
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}

function mapOf(incident: ShownIncident, calls: BeforeAndSince<ServiceCall> | undefined) {
  const propagation = incident.analysis?.propagation ?? []
  const names = [...new Set(propagation.flatMap(({ from, to }) => [from, to]))]
  const nodes = names.map((id): MapNode => {
    if (id === incident.causeService) return { id, label: id, note: 'cause', tone: 'critical' }
    return incident.services.includes(id) ? { id, label: id, note: 'alerts', tone: 'warning' } : { id, label: id }
  })
  const edges = propagation.map(({ from, to, kind }): MapEdge => {
    const [before, since] = [failedShare(calls?.before, from, to), failedShare(calls?.since, from, to)]
    const rate =
      since === null ? '' : `${shareText(since)} fail${before === null ? '' : ` (before ${shareText(before)})`}`
    return { from, to, label: rate || kindText(kind) }
  })
  return { nodes, edges }
}
