/** What the service answered in a thread: the candidates of its table, and the outcome of its investigation. */
import type { ContentBlock } from '../../src/contracts/content-block.ts'

export interface ServedAnswer {
  /** Services of the root_cause_candidates table, best first. */
  readonly services: readonly string[]
  /** Of the first candidate: 0..1; null without candidates. */
  readonly score: number | null
  /** `root_cause_identified`, `probable`, …; null when no investigation was made. */
  readonly outcome: string | null
}

export function servedAnswerOf(blocks: readonly ContentBlock[]): ServedAnswer {
  const rows = candidatesIn(blocks)
  return { services: rows.map(({ service }) => service), score: rows[0]?.score ?? null, outcome: outcomeIn(blocks) }
}

interface CandidateRow {
  readonly rank: number
  readonly service: string
  readonly score?: number
}

function candidatesIn(blocks: readonly ContentBlock[]): CandidateRow[] {
  for (const block of blocks) {
    if (block.type !== 'artifact' || block.name !== 'table') continue
    const data = block.data as { id?: string; rows?: CandidateRow[] } | undefined // architecture.md, "The agent"
    if (data?.id === 'root_cause_candidates') return (data.rows ?? []).toSorted((a, b) => a.rank - b.rank)
  }
  return []
}

/** Of the last investigation: an agent may look twice. */
function outcomeIn(blocks: readonly ContentBlock[]): string | null {
  const calls = blocks.filter((block) => block.type === 'tool_call' && block.name === 'investigate')
  for (const block of calls.toReversed()) {
    if (block.type !== 'tool_call') continue
    const result = typeof block.result === 'string' ? parsed(block.result) : block.result
    const outcome = (result as { outcome?: unknown } | null | undefined)?.outcome // docs/design/agent.md
    if (typeof outcome === 'string') return outcome
  }
  return null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What the analysis in memory says of the same records. */
export interface OfflineAnswer {
  readonly said: string
  readonly candidates: readonly { readonly service: string; readonly probability: number }[]
}

/** An outcome in the words of the analysis. */
export function saidOf({ outcome }: ServedAnswer): string | null {
  return outcome === 'root_cause_identified' ? 'identified' : outcome
}

/** The service and the analysis in memory agree when they say as much and, if that is something, the same service. */
export function isAgreed(served: ServedAnswer, offline: OfflineAnswer): boolean {
  const said = saidOf(served)
  const isNothing = offline.said === 'no_anomaly' || offline.said === 'no_data'
  return said === offline.said && (isNothing || served.services[0] === offline.candidates[0]?.service)
}
