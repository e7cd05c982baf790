/**
 * The proof behind a sentence: the look-up it was read from, as it was asked and answered, and the rows of the telemetry
 * before the onset and since, read now from the same store.
 */
import type { AnalysisEvidence, AnalysisHypothesis, Incident } from '@observability-agent/sdk'
import { useQuery } from '@tanstack/react-query'
import { useWorkplace } from '../../api/context.tsx'
import { Artifact } from '../../components/answers/artifact.tsx'
import { ToolCall } from '../../components/answers/tool-call.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Answer } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { messagesOfThread } from '../ask/queries.ts'
import { LogRows, RequestRows } from './before-after.tsx'

export interface EvidenceDrawerProps {
  readonly incident: Incident
  /** `<hypothesis>.<evidence>` by number, or a citation `<run>#<call>`; null: closed. */
  readonly open: string | null
  readonly onClose: () => void
}

interface Chosen {
  readonly hypothesis: AnalysisHypothesis
  readonly evidence: AnalysisEvidence
}

function chosenOf({ analysis }: Incident, open: string): Chosen | null {
  const [, h, e] = /^(\d{1,2})\.(\d{1,2})$/.exec(open) ?? []
  const hypothesis = analysis?.hypotheses[Number(h)]
  const evidence = hypothesis?.evidence[Number(e)]
  return hypothesis && evidence ? { hypothesis, evidence } : null
}

export function EvidenceDrawer({ incident, open, onClose }: EvidenceDrawerProps) {
  const chosen = open === null ? null : chosenOf(incident, open)
  const cite = chosen === null ? open : (incident.analysis?.cite ?? null)
  return (
    <Dialog shape="drawer" title="Evidence" isOpen={open !== null} onClose={onClose}>
      {chosen !== null && <Rows incident={incident} {...chosen} />}
      {cite?.includes('#') && <LookUp incident={incident} cite={cite} />}
    </Dialog>
  )
}

function Rows({ incident, hypothesis, evidence }: Chosen & { readonly incident: Incident }) {
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

/** The call of the run that a citation names, with what it drew. */
function LookUp({ incident, cite }: { readonly incident: Incident; readonly cite: string }) {
  const { client } = useWorkplace()
  const query = useQuery(messagesOfThread(client, incident.threadId))
  const callId = cite.split('#')[1] ?? ''
  return (
    <section class="stack tight">
      <h3>The look-up</h3>
      <Answer query={query} what="the look-up">
        {(messages) => {
          const blocks = messages.flatMap(({ content }) => content)
          const call = blocks.find((block) => block.type === 'tool_call' && block.toolCallId === callId)
          if (call?.type !== 'tool_call') return <p class="muted">It is no longer stored.</p>
          const drawn = blocks.filter((block) => block.type === 'artifact' && block.toolCallId === callId)
          return (
            <>
              {drawn.map(
                (block, index) =>
                  block.type === 'artifact' && <Artifact key={index} name={block.name} data={block.data} />,
              )}
              <ToolCall call={call} />
            </>
          )
        }}
      </Answer>
    </section>
  )
}
