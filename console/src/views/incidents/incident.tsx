/** An incident of the project in view, with what a member can do about it. */
import type { Incident } from '@observability-agent/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'preact/hooks'
import { useWorkplace } from '../../api/context.tsx'
import { Answer } from '../../components/states.tsx'
import { Actions } from './actions.tsx'
import { Similar } from './around.tsx'
import { IncidentBody } from './body.tsx'
import { Feedback } from './feedback.tsx'
import { LookUp } from './look-up.tsx'
import { incidentById } from './queries.ts'
import { IncidentSourceProvider, memberSource } from './source.ts'

export function IncidentView() {
  const { incidentId } = useParams({ strict: false })
  const { client, project } = useWorkplace()
  const projectId = project?.id ?? ''
  const source = useMemo(() => memberSource(client, projectId), [client, projectId])
  const query = useQuery(incidentById(client, projectId, incidentId ?? ''))
  return (
    <Answer query={query} what="the incident">
      {({ incident }) => (
        <IncidentSourceProvider value={source}>
          <Loaded incident={incident} />
        </IncidentSourceProvider>
      )}
    </Answer>
  )
}

function Loaded({ incident }: { readonly incident: Incident }) {
  return (
    <IncidentBody
      incident={incident}
      actions={<Actions incident={incident} />}
      lookUp={(cite) => <LookUp threadId={incident.threadId} cite={cite} />}
    >
      <Similar incident={incident} />
      <Feedback incident={incident} />
    </IncidentBody>
  )
}
