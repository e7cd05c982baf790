/**
 * The proof behind a sentence: the look-up it was read from, as it was asked and answered, and the rows of the telemetry
 * before the onset and since, read now from the same store.
 */
import type { AnalysisEvidence, AnalysisHypothesis } from '@observability-agent/sdk'
import type { ComponentChildren } from 'preact'
import { Dialog } from '../../components/dialog.tsx'
import { Time } from '../../components/time.tsx'
import { LogRows, RequestRows } from './before-after.tsx'
import type { ShownIncident } from './source.ts'

export interface EvidenceDrawerProps {
  readonly incident: ShownIncident
  /** `<hypothesis>.<evidence>` by number, or a citation `<run>#<call>`; null: closed. */
  readonly open: string | null
  readonly onClose: () => void
  readonly lookUp?: (cite: string) => ComponentChildren
}

interface Chosen {
  readonly hypothesis: AnalysisHypothesis
  readonly evidence: AnalysisEvidence
}

function chosenOf({ analysis }: ShownIncident, open: string): Chosen | null {
  const [, h, e] = /^(\d{1,2})\.(\d{1,2})$/.exec(open) ?? []
  const hypothesis = analysis?.hypotheses[Number(h)]
  const evidence = hypothesis?.evidence[Number(e)]
  return hypothesis && evidence ? { hypothesis, evidence } : null
}

export function EvidenceDrawer({ incident, open, onClose, lookUp }: EvidenceDrawerProps) {
  const chosen = open === null ? null : chosenOf(incident, open)
  const cite = chosen === null ? open : (incident.analysis?.cite ?? null)
  return (
    <Dialog shape="drawer" title="Evidence" isOpen={open !== null} onClose={onClose}>
      {chosen !== null && <Rows incident={incident} {...chosen} />}
      {cite?.includes('#') && lookUp?.(cite)}
      {chosen === null && !lookUp && <p class="muted">This evidence is not part of the link.</p>}
    </Dialog>
  )
}

function Rows({ incident, hypothesis, evidence }: Chosen & { readonly incident: ShownIncident }) {
  const asked = (incident.analysis?.queries ?? []).filter(({ label }) => evidence.queries.includes(label))
  return (
    <>
      <p class="foreign">
        <strong>{hypothesis.service}</strong>: {evidence.text}
      </p>
      <p class="small muted">
        {evidence.signal}, {evidence.kind.replaceAll('_', ' ')}
        {evidence.firstSeenAt && (
          <>
            , first seen <Time at={evidence.firstSeenAt} />
          </>
        )}
        , weight {Math.round(evidence.strength)} nats
      </p>
      {evidence.signal === 'spans' && <RequestRows incident={incident} service={hypothesis.service} />}
      {evidence.signal === 'logs' && (
        <LogRows incident={incident} service={hypothesis.service} evidence={evidence.text} />
      )}
      <section class="stack tight">
        <h3>What the analysis read</h3>
        <ul class="stack tight small">
          {asked.map(({ label, reads, subject, recordsScanned, isPartial }) => (
            <li key={label} class="foreign">
              <code>{reads}</code> {subject}
              <span class="muted">
                {' '}
                · {recordsScanned.toLocaleString()} records read{isPartial ? ', not all of them' : ''}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
