/** Causes that were considered: those that are kept, those that something speaks against, those ruled out; each with why. */
import type { AnalysisHypothesis } from '@observability-agent/sdk'
import { probabilityText } from '../../telemetry/units.ts'
import type { ShownIncident } from './source.ts'

export interface HypothesesProps {
  readonly incident: ShownIncident
  readonly onOpen: (evidence: string) => void
}

const STATES: Readonly<Record<AnalysisHypothesis['state'], { readonly label: string; readonly class: string }>> = {
  supported: { label: 'kept', class: 'badge good' },
  weakened: { label: 'explained by another', class: 'badge warning' },
  rejected: { label: 'ruled out', class: 'badge' },
}

export function Hypotheses({ incident, onOpen }: HypothesesProps) {
  const hypotheses = incident.analysis?.hypotheses ?? []
  return (
    <section class="card stack tight" aria-labelledby="hypotheses">
      <h2 id="hypotheses">Possible causes</h2>
      {hypotheses.length === 0 && <p class="muted">None was found so far.</p>}
      <ol class="stack tight">
        {hypotheses.map((one, index) => (
          <li key={`${one.service}${one.mechanism}`}>
            <details open={index === 0}>
              <summary>
                <span class={STATES[one.state].class}>{STATES[one.state].label}</span>{' '}
                <strong class="foreign">{one.service}</strong>{' '}
                <span class="foreign">{one.mechanismText ?? one.mechanism}</span>{' '}
                <span class="small muted">{probabilityText(one.probability)}</span>
              </summary>
              <Reasons hypothesis={one} index={index} onOpen={onOpen} />
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface ReasonsProps {
  readonly hypothesis: AnalysisHypothesis
  readonly index: number
  readonly onOpen: HypothesesProps['onOpen']
}

function Reasons({ hypothesis, index, onOpen }: ReasonsProps) {
  return (
    <div class="stack tight reasons">
      {hypothesis.state !== 'supported' && <p class="small foreign">Why not: {hypothesis.because}</p>}
      <ul class="stack tight">
        {hypothesis.evidence.map((one, at) => (
          <li key={one.text}>
            <button type="button" class="evidence" onClick={() => onOpen(`${index}.${at}`)}>
              <span class="badge info">{one.signal}</span> <span class="foreign">{one.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
