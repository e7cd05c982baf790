/**
 * What an incident says to everybody who may see it: what broke, since when, how bad, how sure; what it rests on; how it
 * spread; what to do. The order is that of the questions somebody asks who was just woken.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentChildren } from 'preact'
import { useCallback } from 'preact/hooks'
import { Changes, NextSteps, Requests } from './around.tsx'
import { IncidentCharts } from './charts.tsx'
import { EvidenceDrawer } from './evidence-drawer.tsx'
import { Hypotheses } from './hypotheses.tsx'
import './incident.css'
import { Propagation } from './propagation.tsx'
import type { IncidentSearch } from './routes.ts'
import type { ShownIncident } from './source.ts'
import { Timeline } from './timeline.tsx'
import { Verdict } from './verdict.tsx'

export interface IncidentBodyProps {
  readonly incident: ShownIncident
  readonly actions: ComponentChildren
  /** Draws the look-up that a citation names; absent: look-ups are not for this reader. */
  readonly lookUp?: (cite: string) => ComponentChildren
  readonly children?: ComponentChildren
}

export function IncidentBody({ incident, actions, lookUp, children }: IncidentBodyProps) {
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
        <Verdict incident={incident} {...(lookUp ? { onCite: open } : {})} />
        {actions}
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
      {children}
      <EvidenceDrawer
        incident={incident}
        open={evidence ?? null}
        onClose={() => open(null)}
        {...(lookUp ? { lookUp } : {})}
      />
    </article>
  )
}
