/** Puts questions through the real API: those of one thread in order, several threads side by side. */
import type { ContentBlock } from '../../../src/contracts/content-block.ts'
import { apiClient, type RunResult } from '../../server/api.ts'
import type { Half } from './catalog/systems.ts'
import type { Expectation } from './expectation.ts'
import type { Answer } from './judge/answer.ts'
import { type Judgement, judge } from './judge/judge.ts'

export interface Item {
  readonly system: string
  readonly id: string
  readonly class: string
  readonly half: Half
  readonly text: string
  readonly thread: string | null
  /** Called when the question is put: relative times count from then. */
  expect(askedMs: number): Expectation
}

export interface Judged extends Judgement {
  readonly item: Item
  readonly answer: Answer
  readonly expected: Expectation
  readonly tookMs: number
}

const PATIENCE_MS = 60_000
/** More only queue up in a local server. */
const CONCURRENCY = 3

export async function askAll(items: readonly Item[], baseUrl: string, secretKey: string): Promise<Judged[]> {
  const waiting = threadsOf(items)
  const judged: Judged[] = []
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      judged.push(...(await askThread(next, baseUrl, secretKey)))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return judged
}

/** The questions of each thread, in their order. */
export function threadsOf(items: readonly Item[]): Item[][] {
  const threads = new Map<string, Item[]>()
  for (const item of items) {
    const key = item.thread === null ? `one ${item.half} ${item.id}` : `thread ${item.half} ${item.thread}`
    const list = threads.get(key)
    if (list === undefined) threads.set(key, [item])
    else list.push(item)
  }
  return [...threads.values()]
}

async function askThread(items: readonly Item[], baseUrl: string, secretKey: string): Promise<Judged[]> {
  const api = apiClient(baseUrl, secretKey)
  const judged: Judged[] = []
  let threadId: string | null = null
  for (const item of items) {
    const askedMs = Date.now()
    const path: string = threadId === null ? '/threads' : `/threads/${threadId}/messages`
    const run: RunResult = await api.finished(await api.post<RunResult>(path, { message: item.text }), PATIENCE_MS)
    const tookMs = Date.now() - askedMs
    threadId = run.threadId
    const last = (await api.messages(run.threadId)).findLast(({ role }) => role === 'assistant')
    const answer = run.status === 'completed' ? answerOf(last?.content ?? []) : { text: '', rows: [] }
    const expected = item.expect(askedMs)
    const judgement = judge({ question: item.text, answer, expect: expected, nowMs: askedMs })
    judged.push({ item, answer, expected, tookMs, ...judgement })
  }
  return judged
}

/** The words and the tables of a message. */
export function answerOf(blocks: readonly ContentBlock[]): Answer {
  const words: string[] = []
  const rows: string[] = []
  for (const block of blocks) {
    if (block.type === 'message') words.push(block.message)
    if (block.type !== 'artifact' || block.name !== 'table') continue
    const data = block.data as { rows?: readonly Readonly<Record<string, unknown>>[] } | undefined // docs/design/agent.md
    for (const row of data?.rows ?? []) rows.push(textOfRow(row))
  }
  return { text: words.join('\n\n'), rows }
}

function textOfRow(row: Readonly<Record<string, unknown>>): string {
  const cells = Array.isArray(row)
    ? row.map(String)
    : Object.entries(row).map(([key, value]) => `${key}: ${cell(value)}`)
  return cells.join('; ')
}

function cell(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
