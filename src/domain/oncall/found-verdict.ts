/** Reads from a stored answer what its last investigation found. The stored result of a tool call may have been cut. */
import { z } from 'zod'
import type { StoredMessage } from '../../contracts/content-block.ts'

const evidence = z.object({ text: z.string() })
const change = z.object({
  change: z.object({
    id: z.string(),
    kind: z.string(),
    title: z.string(),
    services: z.array(z.string()),
    version: z.string().nullable(),
    author: z.string().nullable(),
    url: z.string().nullable(),
    startedMs: z.number(),
  }),
  state: z.enum(['culprit', 'weakened', 'unrelated']),
  because: z.string(),
})
const amounts = z.object({ requests: z.number(), failed: z.number(), share: z.number() })

const verdictSchema = z.object({
  outcome: z.enum(['identified', 'probable', 'inconclusive', 'no_anomaly', 'no_data']),
  confidence: z.number(),
  candidates: z.array(z.object({ service: z.string(), mechanism: z.string(), reasons: z.array(evidence) })),
  onset: z.object({ atMs: z.number() }).nullable(),
  state: z.object({ kind: z.string(), atMs: z.number().nullable() }),
  mechanism: z.object({ kind: z.string(), confidence: z.number(), evidence: z.array(evidence) }).nullable(),
  chain: z.array(z.object({ from: z.string(), to: z.string(), text: z.string() })),
  impact: amounts.extend({ before: amounts, meanMs: z.object({ before: z.number(), since: z.number() }) }).nullable(),
  changes: z.array(change),
  noChangeGuilty: z.boolean().nullable(),
  undecided: z.object({ services: z.array(z.string()), because: z.string(), decidingQuery: z.string() }).nullable(),
  notSeen: z.array(z.string()),
})
export type FoundVerdict = z.infer<typeof verdictSchema>

const resultSchema = z.object({
  verdict: verdictSchema,
  /** The log lines that say most about the cause, with their services. */
  telling: z.array(z.object({ service: z.string(), body: z.string() })).catch([]),
})

export interface Found {
  readonly verdict: FoundVerdict
  readonly telling: readonly { readonly service: string; readonly body: string }[]
  readonly toolCallId: string
}

/** Returns the result of the last investigation that can be read; null if the answer has none. */
export function foundIn(answer: StoredMessage | null): Found | null {
  for (const block of answer?.content.toReversed() ?? []) {
    if (block.type !== 'tool_call' || block.name !== 'investigate' || block.status !== 'success') continue
    const parsed = resultSchema.safeParse(block.result)
    if (parsed.success) return { ...parsed.data, toolCallId: block.toolCallId ?? '' }
  }
  return null
}

/** Returns the tool calls of an answer, in order. */
export function lookUpsIn(answer: StoredMessage | null): { readonly name: string; readonly id: string }[] {
  return (answer?.content ?? []).flatMap((block) =>
    block.type === 'tool_call' ? [{ name: block.name, id: block.toolCallId ?? '' }] : [],
  )
}

/** Returns the text of an answer, in Markdown. */
export function textOf(answer: StoredMessage | null): string {
  return (answer?.content ?? [])
    .flatMap((block) => (block.type === 'message' ? [block.message] : []))
    .join('\n\n')
    .trim()
}
