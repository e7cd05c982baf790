/** The first thing seen: the newest incident, or the list where there is none. */
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useWorkplace } from '../../api/context.tsx'
import { keepProject } from '../../app/shell.tsx'
import { Answer } from '../../components/states.tsx'
import { newestIncident } from './queries.ts'

export function Home() {
  const { client, project } = useWorkplace()
  const query = useQuery(newestIncident(client, project?.id ?? ''))
  return (
    <Answer query={query} what="the newest incident">
      {({ incidents: [newest] }) =>
        newest ? (
          <Navigate to="/incidents/$incidentId" params={{ incidentId: newest.id }} search={keepProject} replace />
        ) : (
          <Navigate to="/incidents" search={keepProject} replace />
        )
      }
    </Answer>
  )
}
