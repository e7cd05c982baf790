/** The first thing seen: the newest incident, or the list where there is none. */
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useWorkplace } from '../../api/context.tsx'
import { keepProject } from '../../app/shell.tsx'
import { Answer, Empty } from '../../components/states.tsx'
import { newestIncident } from './queries.ts'

export function Home() {
  const { project } = useWorkplace()
  return project === null ? (
    <Empty title="You have no project yet">
      <p>An admin of your organization can add you to one, or make one.</p>
    </Empty>
  ) : (
    <Newest projectId={project.id} />
  )
}

function Newest({ projectId }: { readonly projectId: string }) {
  const { client } = useWorkplace()
  const query = useQuery(newestIncident(client, projectId))
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
