/** Which calls an answer cites, and whether they were made. */
import type { ContentBlock } from '../../../src/contracts/content-block.ts'

export interface Citations {
  /** Brackets that name a call of the thread. */
  readonly real: number
  /** What is cited although there is no such call: texts, table rows and artifacts alike. */
  readonly invented: readonly string[]
}

/**
 * Of the messages of a thread whose model writes brackets for nothing but citations, so every bracket outside of code
 * must hold an id of a call.
 */
export function citationsOf(blocks: readonly ContentBlock[]): Citations {
  const made = new Set(blocks.flatMap((block) => (block.type === 'tool_call' ? [block.toolCallId ?? ''] : [])))
  const cited = blocks.flatMap((block) => {
    if (block.type === 'message') return citedIn(block.message)
    if (block.type === 'reasoning') return citedIn(block.reasoning)
    return block.type === 'artifact' ? [...evidenceOf(block.data), ...(block.toolCallId ? [block.toolCallId] : [])] : []
  })
  return { real: cited.filter((id) => made.has(id)).length, invented: cited.filter((id) => !made.has(id)) }
}

export function citedIn(text: string): string[] {
  const outsideCode = text.replace(/(?<!\[)(`+)[^`][\s\S]*?\1/g, '')
  return [...outsideCode.matchAll(/\[([^\]]*)\]/g)].flatMap(([, label = '']) => label.split(/[,;\s]+/))
}

/** `evidence` lists of table rows hold call ids. */
function evidenceOf(data: unknown): string[] {
  const rows = (data as { rows?: { evidence?: unknown }[] } | null)?.rows // docs/design/agent.md
  if (!Array.isArray(rows)) return []
  return rows.flatMap(({ evidence }) => (Array.isArray(evidence) ? evidence.map(String) : []))
}
