import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useWorkplace } from '../../api/context.tsx'
import { Answer } from '../../components/states.tsx'
import { SeverityBadge, StateBadge } from './badges.tsx'
import { waitingText } from './list.tsx'
import { incidentById } from './queries.ts'

export function IncidentView() {
  const { incidentId } = useParams({ strict: false })
  const { client, project } = useWorkplace()
  const query = useQuery(incidentById(client, project?.id ?? '', incidentId ?? ''))
  return (
    <Answer query={query} what="the incident">
      {({ incident }) => (
        <article class="stack">
          <div class="row">
            <SeverityBadge severity={incident.severity} />
            <StateBadge state={incident.state} />
          </div>
          <h1 class="foreign">{incident.headline ?? waitingText(incident)}</h1>
          <p class="foreign">{incident.title}</p>
        </article>
      )}
    </Answer>
  )
}
