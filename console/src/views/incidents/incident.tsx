/**
 * An incident: what broke, since when, how bad, how sure; what it rests on; how it spread; what to do. The order is
 * that of the questions somebody asks who was just woken.
 */
import type { Incident } from '@observability-agent/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback } from 'preact/hooks'
import { useWorkplace } from '../../api/context.tsx'
import { Answer } from '../../components/states.tsx'
import { Actions } from './actions.tsx'
import { Changes, NextSteps, Requests, Similar } from './around.tsx'
import { IncidentCharts } from './charts.tsx'
import { EvidenceDrawer } from './evidence-drawer.tsx'
import { Feedback } from './feedback.tsx'
import { Hypotheses } from './hypotheses.tsx'
import './incident.css'
import { Propagation } from './propagation.tsx'
import { incidentById } from './queries.ts'
import type { IncidentSearch } from './routes.ts'
import { Timeline } from './timeline.tsx'
import { Verdict } from './verdict.tsx'

export function IncidentView() {
  const { incidentId } = useParams({ strict: false })
  const { client, project } = useWorkplace()
  const query = useQuery(incidentById(client, project?.id ?? '', incidentId ?? ''))
  return (
    <Answer query={query} what="the incident">
      {({ incident }) => <Loaded incident={incident} />}
    </Answer>
  )
}

function Loaded({ incident }: { readonly incident: Incident }) {
  const { evidence }: IncidentSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const open = useCallback(
    (id: string | null) =>
      void navigate({
        to: '.',
        search: ({ evidence: _, ...rest }: IncidentSearch) => (id === null ? rest : { ...rest, evidence: id }),
        resetScroll: false,
      }),
    [navigate],
  )
  return (
    <article class="incident stack">
      <div class="row apart incident-head">
        <Verdict incident={incident} onCite={open} />
        <Actions incident={incident} />
      </div>
      <NextSteps incident={incident} />
      <IncidentCharts incident={incident} />
      <div class="columns">
        <div class="stack">
          <Hypotheses incident={incident} onOpen={open} />
          <Changes incident={incident} />
        </div>
        <div class="stack">
          <Propagation incident={incident} />
          <Timeline incident={incident} />
        </div>
      </div>
      <Requests incident={incident} />
      <Similar incident={incident} />
      <Feedback incident={incident} />
      <EvidenceDrawer incident={incident} open={evidence ?? null} onClose={() => open(null)} />
    </article>
  )
}
