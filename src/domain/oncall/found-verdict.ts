/** Reads from a stored answer what its last investigation found. The stored result of a tool call may have been cut. */
import { z } from 'zod'
import type { StoredMessage } from '../../contracts/content-block.ts'

const evidence = z.object({
  text: z.string(),
  signal: z.string().catch('logs'),
  kind: z.string().catch(''),
  strength: z.number().catch(0),
  firstSeenMs: z.number().nullable().catch(null),
  queries: z.array(z.string()).catch([]),
})
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

const optionalMs = z.number().nullable().catch(null)

const verdictSchema = z.object({
  outcome: z.enum(['identified', 'probable', 'inconclusive', 'no_anomaly', 'no_data']),
  confidence: z.number(),
  candidates: z.array(
    z.object({
      service: z.string(),
      probability: z.number().catch(0),
      mechanism: z.string(),
      reasons: z.array(evidence),
      explainedBy: z.string().nullable().catch(null),
    }),
  ),
  onset: z.object({ atMs: z.number(), earliestMs: optionalMs, latestMs: optionalMs }).nullable(),
  state: z.object({ kind: z.string(), atMs: z.number().nullable() }),
  mechanism: z.object({ kind: z.string(), confidence: z.number(), evidence: z.array(evidence) }).nullable(),
  chain: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      text: z.string(),
      order: z.number().catch(1),
      edge: z.string().catch('calls'),
      firstSeenMs: optionalMs,
      queries: z.array(z.string()).catch([]),
    }),
  ),
  impact: amounts.extend({ before: amounts, meanMs: z.object({ before: z.number(), since: z.number() }) }).nullable(),
  changes: z.array(change),
  noChangeGuilty: z.boolean().nullable(),
  undecided: z.object({ services: z.array(z.string()), because: z.string(), decidingQuery: z.string() }).nullable(),
  notSeen: z.array(z.string()),
})
export type FoundVerdict = z.infer<typeof verdictSchema>

const hypothesis = z.object({
  service: z.string(),
  statement: z.string(),
  state: z.enum(['supported', 'weakened', 'rejected']),
  because: z.string(),
})
const query = z.object({
  label: z.string(),
  method: z.string(),
  subject: z.string(),
  recordsScanned: z.number(),
  partial: z.array(z.string()).catch([]),
})
const request = z.object({
  id: z.string(),
  service: z.string(),
  text: z.string(),
  atMs: z.number(),
  traceId: z.string(),
})

const resultSchema = z.object({
  verdict: verdictSchema,
  /** The log lines that say most about the cause, with their services. */
  telling: z.array(z.object({ id: z.string().catch(''), service: z.string(), body: z.string() })).catch([]),
  hypotheses: z.array(hypothesis).catch([]),
  queries: z.array(query).catch([]),
  requests: z.array(request).catch([]),
  window: z.object({ from: z.string(), to: z.string() }).nullable().catch(null),
})
export type FoundResult = z.infer<typeof resultSchema>

export interface Found extends FoundResult {
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
